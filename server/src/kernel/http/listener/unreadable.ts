import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { problem, refuseHttp } from '../problems.ts'
import type { Refusal } from '../../values/refusals.ts'
import { MAX_HEADER_BYTES, REQUEST_TIMEOUT_MS } from './limits.ts'
import { isAnswered, LINGER_MS } from './unfinished.ts'

/** Form of the errors of a listener. */
interface ErrorForm {
  /** Header that carries the id of the request. */
  idHeader: string
  contentType: string
  bodyOf: (refusal: Refusal, id: string) => object
}

const PROBLEM: ErrorForm = {
  idHeader: 'x-request-id',
  contentType: 'application/problem+json; charset=utf-8',
  bodyOf: problem,
}

/**
 * Creates the handler of invalid HTTP, of headers beyond the limit, and of requests that arrive too slowly. It answers with an
 * error, logs it like every rejected request, and closes the connection: a few seconds later if the client leaves its side open.
 * The response is written as bytes, because there is not yet a request object. A request that already has its response gets no
 * second one. A connection whose TLS handshake failed or took too long is closed without a response: it would wait for the
 * handshake, and keep the connection open.
 */
export function createUnreadableHandler(
  log: Pick<FastifyBaseLogger, 'info'> | false | undefined,
  { idHeader, contentType, bodyOf }: ErrorForm = PROBLEM,
): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswered(socket)) return void socket.destroy()
    if (isInHandshake(socket)) {
      if (log) log.info({ code: error.code, address: socket.remoteAddress }, 'TLS handshake failed')
      return void socket.destroy()
    }
    const refusal = refusalOf(error)
    const { status, code } = refusal
    const requestId = randomUUID()
    const text = JSON.stringify(bodyOf(refusal, requestId))
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `content-type: ${contentType}`,
      `content-length: ${Buffer.byteLength(text)}`,
      `${idHeader}: ${requestId}`,
      'cache-control: no-store',
      'connection: close',
    ]
    if (log) log.info({ requestId, status, code, address: socket.remoteAddress }, 'request')
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}

/** Returns true if a connection has not completed its TLS handshake. */
const isInHandshake = (socket: Socket): boolean => (socket as { secureConnecting?: boolean }).secureConnecting === true

function refusalOf({ code }: { code?: string }): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return refuseHttp.headers_too_large({ kibibytes: MAX_HEADER_BYTES / 1024 })
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refuseHttp.request_timeout({ seconds: REQUEST_TIMEOUT_MS / 1000 })
  return refuseHttp.request_malformed()
}
