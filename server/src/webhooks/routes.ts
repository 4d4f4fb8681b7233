import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { checkTypes } from '../events/index.ts'
import { type Answer, type CommandContext, replay, runCommand } from '../kernel/http/command.ts'
import type { App, Deps } from '../kernel/http/http.ts'
import { etagOf } from '../kernel/http/routing/if-match.ts'
import { listRoute } from '../kernel/http/lists.ts'
import type { Principal } from '../kernel/http/principal.ts'
import { parseId } from '../kernel/values/ids.ts'
import { errorsAt } from '../kernel/values/refusals.ts'
import type { Seal } from '../kernel/values/seal.ts'
import { checkFields } from '../kernel/http/validation.ts'
import { presentDelivery, presentEndpoint } from './present.ts'
import {
  type DeliveryRow,
  type EndpointRow,
  findDelivery,
  findEndpoint,
  listDeliveries,
  listEndpoints,
} from './queries.ts'
import { refuse } from './rules.ts'
import {
  DeliveryOut,
  DeliveryParams,
  DeliveryQuery,
  EndpointChange,
  EndpointOrder,
  EndpointOut,
  EndpointParams,
  EndpointQuery,
  idCursor,
  Replay,
} from './schema.ts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  ownerOf,
  redeliver,
  replayFrom,
  rotateSecret,
  testEndpoint,
} from './service.ts'
import { TargetError, type WebhookTargets } from './targets/targets.ts'

export interface WebhookDeps extends Deps {
  eventTypes: readonly string[]
  seal: Seal
  webhookTargets: WebhookTargets
}

const PATH = '/v1/webhook-endpoints'
const ONE = `${PATH}/:webhookEndpointId`
const scope = 'webhooks:manage'
const command = { scope, role: 'maker' } as const

/** Registers the webhook endpoints and their deliveries. */
export function webhookRoutes(app: App, deps: WebhookDeps): void {
  endpointRoutes(app, deps)
  changeRoutes(app, deps)
  actRoutes(app, deps)
  deliveryRoutes(app, deps)
}

function endpointRoutes(app: App, deps: WebhookDeps): void {
  app.post(
    PATH,
    {
      config: command,
      onSend: withSecret(deps),
      schema: {
        summary: 'Create a webhook endpoint',
        description:
          'The service sends each later event of the chosen types, or of all types, to the address, signed with the secret. ' +
          'Only this response and that of a rotation contain the secret.',
        body: EndpointOrder,
        response: { 201: EndpointOut },
      },
    },
    async (request, reply) => {
      if (await replay(deps, request, reply, 'webhookEndpoint.create')) return reply
      await checkSaved(deps, request.body)
      await runCommand(deps, request, reply, 'webhookEndpoint.create', async (context) =>
        answer(201, await createEndpoint(context, request.body, deps.seal)),
      )
      return reply
    },
  )

  listRoute(app, {
    path: PATH,
    name: 'webhook-endpoints',
    cursor: idCursor,
    config: { scope, entities: 'several' },
    summary: 'List webhook endpoints',
    description: 'Returns address, event types and status of each endpoint, without its secret.',
    query: EndpointQuery,
    item: EndpointOut,
    rows: ({ entityIds }, { limit, after }) =>
      listEndpoints(deps.db.reader, entityIds, { before: after?.[0], count: limit + 1 }),
    present: presentEndpoint,
    keyOf: ({ webhookEndpointId }) => [webhookEndpointId],
  })

  app.get(
    ONE,
    {
      config: { scope },
      schema: {
        summary: 'Get a webhook endpoint',
        description:
          'Returns address, event types and status, without the secret. Send the `ETag` as `If-Match` when you change the endpoint.',
        params: EndpointParams,
        response: { 200: EndpointOut },
      },
    },
    async (request, reply) => {
      const row = await readEndpoint(deps, request)
      return reply.header('etag', etagOf(row)).send(presentEndpoint(row))
    },
  )
}

function changeRoutes(app: App, deps: WebhookDeps): void {
  app.patch(
    ONE,
    {
      config: command,
      schema: {
        summary: 'Change, enable or disable a webhook endpoint',
        description: 'Omitted fields stay unchanged. `If-Match` prevents overwriting another change.',
        params: EndpointParams,
        body: EndpointChange,
        response: { 200: EndpointOut },
      },
    },
    async (request, reply) => {
      if (await replay(deps, request, reply, 'webhookEndpoint.update')) return reply
      await checkSaved(deps, request.body, () => readEndpoint(deps, request))
      await runCommand(deps, request, reply, 'webhookEndpoint.update', async (context) =>
        answer(
          200,
          await changeEndpoint(context, endpointId(request.params), request.body, request.headers['if-match']),
        ),
      )
      return reply
    },
  )

  app.delete(
    ONE,
    {
      config: command,
      schema: {
        summary: 'Delete a webhook endpoint',
        description: 'The endpoint gets no further events, not even pending deliveries, and cannot be restored.',
        params: EndpointParams,
        response: { 204: Type.Null({ description: 'Deleted.' }) },
      },
    },
    async (request, reply) => {
      await runCommand(deps, request, reply, 'webhookEndpoint.delete', async (context) => {
        await deleteEndpoint(context, endpointId(request.params), request.headers['if-match'])
        return { status: 204 }
      })
      return reply
    },
  )
}

function actRoutes(app: App, deps: WebhookDeps): void {
  app.post(
    `${ONE}/rotate-secret`,
    {
      config: command,
      onSend: withSecret(deps),
      schema: {
        summary: 'Rotate the secret of a webhook endpoint',
        description:
          'Returns the new secret, which no later response contains. Requests are signed with both secrets for 24 ' +
          'hours, so that receivers can change over.',
        params: EndpointParams,
        response: { 200: EndpointOut },
      },
    },
    async (request, reply) => {
      await runCommand(deps, request, reply, 'webhookEndpoint.rotateSecret', async (context) =>
        answer(200, await rotateSecret(context, endpointId(request.params), deps.seal)),
      )
      return reply
    },
  )

  app.post(
    `${ONE}/test`,
    {
      config: command,
      schema: {
        summary: 'Send a test event',
        description:
          'The event has the type `webhookEndpoint.test` and is attempted once, even for a disabled endpoint. Read ' +
          'the delivery for its outcome.',
        params: EndpointParams,
        response: { 202: DeliveryOut },
      },
    },
    async (request, reply) => {
      await runCommand(deps, request, reply, 'webhookEndpoint.test', async (context) =>
        queued(await testEndpoint(context, endpointId(request.params))),
      )
      return reply
    },
  )

  app.post(
    `${ONE}/replay`,
    {
      config: command,
      schema: {
        summary: 'Replay events from a sequence number',
        description:
          'Moves the endpoint back to `fromSequence` and sends the events from there again, in order. It has no ' +
          'effect if the endpoint has not reached that event.',
        params: EndpointParams,
        body: Replay,
        response: { 200: EndpointOut },
      },
    },
    async (request, reply) => {
      await runCommand(deps, request, reply, 'webhookEndpoint.replay', async (context) =>
        answer(200, await replayFrom(context, endpointId(request.params), BigInt(request.body.fromSequence))),
      )
      return reply
    },
  )
}

function deliveryRoutes(app: App, deps: WebhookDeps): void {
  listRoute(app, {
    path: `${ONE}/deliveries`,
    name: 'webhook-deliveries',
    cursor: idCursor,
    config: { scope },
    summary: 'List deliveries to a webhook endpoint',
    description:
      'Returns the deliveries of the last 30 days, each with its event, status and last attempt. Filter by `status` ' +
      'to find those that failed.',
    query: DeliveryQuery,
    params: EndpointParams,
    item: DeliveryOut,
    async rows({ principal: { entityId }, params, query }, { limit, after }) {
      const webhookEndpointId = endpointId(params)
      if (!(await findEndpoint(deps.db.reader, entityId, webhookEndpointId))) throw refuse.webhook_endpoint_not_found()
      const filter = { status: query.status, before: after?.[0], count: limit + 1 }
      return listDeliveries(deps.db.reader, { entityId, webhookEndpointId }, filter)
    },
    present: presentDelivery,
    keyOf: ({ deliveryId }) => [deliveryId],
  })

  app.get(
    `${ONE}/deliveries/:deliveryId`,
    {
      config: { scope },
      schema: {
        summary: 'Get a delivery',
        description:
          'Returns a delivery to a webhook endpoint with its event, status and the outcome of the last attempt.',
        params: DeliveryParams,
        response: { 200: DeliveryOut },
      },
    },
    async ({ principal: { entityId }, params }) => {
      const found = await findDelivery(deps.db.reader, { entityId, ...deliveryKey(params) })
      if (!found) throw refuse.webhook_delivery_not_found()
      return presentDelivery(found)
    },
  )

  app.post(
    `${ONE}/deliveries/:deliveryId/redeliver`,
    {
      config: command,
      schema: {
        summary: 'Repeat a delivery',
        description:
          'A pending delivery is attempted immediately. Any other event is sent in a new delivery, under the same webhook-id.',
        params: DeliveryParams,
        response: { 202: DeliveryOut },
      },
    },
    async (request, reply) => {
      await runCommand(deps, request, reply, 'webhookDelivery.redeliver', async (context: CommandContext) =>
        queued(await redeliver(context, deliveryKey(request.params))),
      )
      return reply
    },
  )
}

/**
 * Checks the address and the event types of an endpoint before they are saved. It asks DNS, so it runs before the transaction.
 *
 * @param find finds the endpoint, if it exists already
 * @throws all errors of its fields; webhook_endpoint_not_found; webhook_host_not_found, webhook_address_not_allowed
 */
async function checkSaved(
  deps: WebhookDeps,
  { url, events }: Partial<EndpointOrder> | EndpointChange,
  find?: () => Promise<EndpointRow>,
): Promise<void> {
  checkFields([
    ...(url === undefined ? [] : errorsAt('/url', () => deps.webhookTargets.checkUrl(url))),
    ...errorsAt('/events', () => checkTypes(events ?? [], deps.eventTypes)),
  ])
  if (url === undefined) return
  await find?.()
  try {
    await deps.webhookTargets.resolve(new URL(url))
  } catch (error) {
    if (!(error instanceof TargetError)) throw error
    throw error.reason === 'HostNotFound' ? refuse.webhook_host_not_found() : refuse.webhook_address_not_allowed()
  }
}

/**
 * Returns a hook that adds the secret to an answer. The stored answer of an Idempotency-Key has none: secrets are stored
 * sealed only.
 */
const withSecret =
  ({ db, seal }: WebhookDeps) =>
  async (request: FastifyRequest, { statusCode }: FastifyReply, payload: unknown): Promise<unknown> => {
    if (statusCode >= 300 || typeof payload !== 'string') return payload
    const body = JSON.parse(payload) as { webhookEndpointId: string }
    const row = await findEndpoint(db.reader, request.principal.entityId, endpointId(body))
    if (!row?.secret) return payload // deleted since
    return JSON.stringify({ ...body, secret: seal.open(row.secret, ownerOf(row)) })
  }

/** @throws webhook_endpoint_not_found */
async function readEndpoint(
  { db }: WebhookDeps,
  { principal, params }: { principal: Principal; params: { webhookEndpointId: string } },
): Promise<EndpointRow> {
  const row = await findEndpoint(db.reader, principal.entityId, endpointId(params))
  if (!row) throw refuse.webhook_endpoint_not_found()
  return row
}

/** @throws webhook_endpoint_not_found for texts that are no ids of endpoints */
function endpointId({ webhookEndpointId }: { webhookEndpointId: string }): string {
  const id = parseId('whe', webhookEndpointId)
  if (id === undefined) throw refuse.webhook_endpoint_not_found()
  return id
}

function deliveryKey(params: { webhookEndpointId: string; deliveryId: string }) {
  const deliveryId = parseId('whd', params.deliveryId)
  if (deliveryId === undefined) throw refuse.webhook_delivery_not_found()
  return { webhookEndpointId: endpointId(params), deliveryId }
}

const answer = (status: number, row: EndpointRow): Answer => ({
  status,
  body: presentEndpoint(row),
  headers: { etag: etagOf(row) },
})

const queued = (row: DeliveryRow): Answer => ({ status: 202, body: presentDelivery(row) })
