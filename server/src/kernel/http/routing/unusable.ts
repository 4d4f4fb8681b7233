import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
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

/**
 * Reports whether a request that only reads has a body. It would be ignored, and the filters in it too. A body of unknown length counts from its
 * first byte: some proxies announce one and send nothing.
 *
 * @param bodiless methods whose requests have no body
 */
export function whetherBodyIsUnread(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  body: Readable,
  then: (isUnread: boolean) => void,
  bodiless: readonly string[] = ['GET'],
): void {
  if (!bodiless.includes(method)) return then(false)
  if (headers['transfer-encoding'] === undefined) return then(Number(headers['content-length'] ?? 0) > 0)
  const say = (isUnread: boolean) => {
    body.off('data', onByte).off('end', onEnd)
    then(isUnread)
  }
  const onByte = () => say(true)
  const onEnd = () => say(false)
  body.on('data', onByte).on('end', onEnd)
}

/** HTTP/1.1 requires the header (RFC 9112 section 3.2). Node would answer without a body. */
const lacksHost = ({ httpVersion, headers }: IncomingMessage): boolean =>
  headers.host === undefined && httpVersion === '1.1'

const expectsMore = ({ headers: { expect } }: IncomingMessage): boolean =>
  expect !== undefined && !/^\s*100-continue\s*$/i.test(expect)
