import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { refuseHttp } from '../problems.ts'
import type { Refusal } from '../../values/refusals.ts'
import { isQueryReadable } from './query-encoding.ts'
import { isRepeated } from './repeated-headers.ts'

/** Has requests with an unknown `Expect` reach the listener, which rejects them in its own form: Node would send an empty 417. */
export function receiveExpectations(server: Pick<EventEmitter, 'on' | 'emit'>): void {
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response))
}

/** Returns why a request cannot be handled, by its first line and headers; undefined if it can. */
export function refusalOfHead({ url, raw }: Pick<FastifyRequest, 'url' | 'raw'>): Refusal | undefined {
  if (!isQueryReadable(url)) return refuseHttp.query_not_utf8()
  if (lacksHost(raw) || isRepeated(raw, 'host'))
    return refuseHttp.host_missing({}, { headers: { connection: 'close' } })
  return expectsMore(raw) ? refuseHttp.expectation_not_supported() : undefined
}

/** Returns true if a request that only reads has a body. It would be ignored, and the filters in it too. */
export const hasUnreadBody = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  method === 'GET' && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

/** HTTP/1.1 requires the header (RFC 9112 section 3.2). Node would answer without a body. */
const lacksHost = ({ httpVersion, headers }: IncomingMessage): boolean =>
  headers.host === undefined && httpVersion === '1.1'

const expectsMore = ({ headers: { expect } }: IncomingMessage): boolean =>
  expect !== undefined && !/^\s*100-continue\s*$/i.test(expect)
