import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { emit } from '../../src/events/index.ts'
import { type Db, inTransaction } from '../../src/kernel/db/db.ts'
import { SCOPES } from '../../src/kernel/http/http.ts'
import type { EventType } from '../../src/kernel/values/emitted.ts'
import { formatId, newUuid } from '../../src/kernel/values/ids.ts'
import { createSeal } from '../../src/kernel/values/seal.ts'
import { createWebhookSender, createWebhookTargets } from '../../src/webhooks/index.ts'
import { givenClient, givenEntity } from './clients.ts'
import { closeAfterFile } from './database.ts'
import { openProcess } from './process.ts'

/** A request that a receiver got. */
export interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** Opens a receiver of webhooks on loopback. `answer` decides each response; it returns 204 unless said otherwise. */
export async function openReceiver(answer: RequestListener = (_request, response) => response.writeHead(204).end()) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      receiver.answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeAfterFile(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const receiver = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received, answer }
  return receiver
}

const KEY = Buffer.alloc(32, 7)

/** A process with a sender of webhooks, which may go to loopback, and clients with tokens. Time can be moved forward. */
export async function openWebhooks(db: Db) {
  const time = { offsetMs: 0 }
  const now = () => new Date(Date.now() + time.offsetMs)
  const clock = { now, wall: now }
  const seal = createSeal(() => KEY)
  const { app, context } = await openProcess(db, {
    clock,
    seal,
    webhookTargets: createWebhookTargets({ allowsPrivate: true }),
  })
  const errors: unknown[] = []
  const log = { error: (found: unknown) => void errors.push(found), info() {} } as never
  const newSender = (limits: object = {}, others: object = {}) => {
    const sender = createWebhookSender({ ...context, log, ...others }, { timeoutMs: 2000, idleMs: 20, ...limits })
    closeAfterFile(() => sender.stop())
    return sender
  }

  async function send(token: string, method: string, url: string, body?: object, headers: Record<string, string> = {}) {
    const answer = await app.inject({
      method: method as 'POST',
      url: url.startsWith('/') ? url : `/v1/webhook-endpoints${url === '' ? '' : `/${url}`}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body && { payload: body }),
    })
    // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what came
    const read = answer.body === '' ? undefined : (answer.json() as any)
    return { status: answer.statusCode, body: read, headers: answer.headers }
  }

  /** An entity with a client and its token; `client` makes another client of the same entity. */
  async function givenHolder(grants: readonly string[] = SCOPES, entityId?: string) {
    const owner = entityId ?? (await givenEntity(db, 'RM'))
    const { id, secret, clientId } = await givenClient(db, owner, { grants: [...grants] })
    const answer = await app.inject({
      method: 'POST',
      url: '/v1/oauth2/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: id,
        client_secret: secret,
      }).toString(),
    })
    const token = answer.json<{ access_token: string }>().access_token
    const record = (type: EventType, more: object = {}) =>
      inTransaction(db, (tx) =>
        emit(
          tx,
          { actor: { type: 'system' }, at: now(), wall: now() },
          { entityId: owner, type, resourceType: 'trade', resourceId: newUuid(), ...more },
        ),
      )
    return { entityId: owner, wireId: formatId('ent', owner), clientId, token, record }
  }

  async function givenEndpoint(holder: Holder, { url }: Pick<Receiver, 'url'>, more: object = {}) {
    const { status, body } = await send(holder.token, 'POST', '', { url, ...more })
    expect([status, body.code]).toEqual([201, undefined])
    return { id: body.webhookEndpointId as string, secret: body.secret as string, body }
  }
  type Holder = Awaited<ReturnType<typeof givenHolder>>

  const deliveriesOf = async ({ token }: Holder, id: string) => (await send(token, 'GET', `${id}/deliveries`)).body.data
  const endpointOf = async ({ token }: Holder, id: string) => (await send(token, 'GET', id)).body

  return { context, time, errors, newSender, send, givenHolder, givenEndpoint, deliveriesOf, endpointOf }
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** Returns the events of requests. */
export const bodiesOf = (received: Received[]) =>
  received.map(({ body }) => JSON.parse(body) as { sequence: number; type: string })

/** Returns the event of a request. @throws Error of the Standard Webhooks verifier if the signature is not one of the secret */
export const verified = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)
