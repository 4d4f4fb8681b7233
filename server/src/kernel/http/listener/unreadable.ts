import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { problem, refuseHttp } from '../problems.ts'
import type { Refusal } from '../../values/refusals.ts'
import { MAX_HEADER_BYTES, REQUEST_TIMEOUT_MS } from './limits.ts'
import { isAnswered } from './unfinished.ts'

/**
 * Answers invalid HTTP, headers beyond the limit, and requests that arrive too slowly with a problem, and closes the
 * connection. The response is written as bytes, because there is not yet a request object. A request that already has its
 * response gets no second one.
 */
export function sendUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswered(socket)) return void socket.destroy()
  const refusal = refusalOf(error)
  const id = randomUUID()
  const text = JSON.stringify(problem(refusal, id))
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    `x-request-id: ${id}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}

function refusalOf({ code }: { code?: string }): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return refuseHttp.headers_too_large({ kibibytes: MAX_HEADER_BYTES / 1024 })
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refuseHttp.request_timeout({ seconds: REQUEST_TIMEOUT_MS / 1000 })
  return refuseHttp.request_malformed()
}
