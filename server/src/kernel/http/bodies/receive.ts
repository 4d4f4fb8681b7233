import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { refuseHttp } from '../problems.ts'
import { refusalOfEncoding } from './encodings.ts'

interface ReceiveOptions {
  /** Largest body, in bytes. */
  bodyLimit: number
  /** Bytes of all requests under way together. */
  totalLimit: number
  /** Bytes of all requests of one client under way. */
  clientLimit: number
}

/** Receives the body of a request. */
type Receive = (request: FastifyRequest, payload: IncomingMessage) => Promise<Buffer>

type OnRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void
interface Scope {
  addHook(name: 'onRequest' | 'onResponse', hook: OnRequest): unknown
}

/**
 * Creates a receiver of large bodies. The bytes of a request count until its response is sent, so that slow or many
 * senders cannot exhaust the memory, and one client cannot shut out the others.
 *
 * @throws body_too_large; overloaded when the bodies under way leave no room
 */
export function createReceiver(scope: Scope, options: ReceiveOptions): Receive {
  const shares = createShares(options)
  scope.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => shares.release(request)) // after the response, or when the client goes away
    done()
  })
  scope.addHook('onResponse', (request, _reply, done) => {
    shares.release(request)
    done()
  })
  return (request, payload) =>
    new Promise((resolve, reject) => {
      const { bodyLimit } = options
      const isTooLarge = Number(request.headers['content-length'] ?? 0) > bodyLimit
      const refusal = refusalOfEncoding(request) ?? (isTooLarge ? refuseHttp.body_too_large() : undefined)
      if (refusal) return reject(refusal)
      const chunks: Buffer[] = []
      let bytes = 0
      const settle = (by: () => void) => {
        payload.off('data', onData).off('end', onEnd).off('error', onError)
        by()
      }
      const onEnd = () => settle(() => resolve(Buffer.concat(chunks, bytes)))
      const onError = (error: Error) => settle(() => reject(Object.assign(error, { statusCode: 400 })))
      const onData = (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > bodyLimit) return settle(() => reject(refuseHttp.body_too_large()))
        if (!shares.take(request, chunk.length))
          return settle(() => reject(refuseHttp.overloaded({}, { headers: { 'retry-after': '2' } })))
        chunks.push(chunk)
      }
      payload.on('data', onData).on('end', onEnd).on('error', onError)
    })
}

/** Counts the bytes of requests under way, in all and by client. */
function createShares({ totalLimit, clientLimit }: ReceiveOptions) {
  const held = new WeakMap<FastifyRequest, { client: string; bytes: number }>()
  const ofClients = new Map<string, number>()
  let total = 0
  const add = (client: string, bytes: number): number => {
    total += bytes
    const sum = (ofClients.get(client) ?? 0) + bytes
    if (sum > 0) ofClients.set(client, sum)
    else ofClients.delete(client)
    return sum
  }
  return {
    /** Counts further bytes of a request; returns false if they exceed a limit. */
    take(request: FastifyRequest, bytes: number): boolean {
      const share = held.get(request) ?? { client: clientOf(request), bytes: 0 }
      held.set(request, share)
      share.bytes += bytes
      return add(share.client, bytes) <= clientLimit && total <= totalLimit
    },
    release(request: FastifyRequest): void {
      const share = held.get(request)
      if (share && held.delete(request)) add(share.client, -share.bytes)
    },
  }
}

/** The API client of a request, before the request is bound to one of its entities. */
const clientOf = ({ principal, group }: FastifyRequest): string => group?.clientId ?? principal.clientId
