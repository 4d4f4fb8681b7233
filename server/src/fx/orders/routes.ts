import { runCommand } from '../../kernel/http/command.ts'
import type { App, Deps } from '../../kernel/http/http.ts'
import { listRoute } from '../../kernel/http/lists.ts'
import { cursorShape } from '../../kernel/http/paging.ts'
import { wholeBody } from '../../kernel/http/readable.ts'
import { etagOf } from '../../kernel/http/routing/if-match.ts'
import { DryRun, Input } from '../../kernel/http/wire.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { pairErrors, parsePair } from '../calendar/index.ts'
import type { QuoteDeps } from '../quotes/index.ts'
import { approvalOfOrder, decideOrder } from './approvals.ts'
import { cancelOrder } from './cancel.ts'
import { placeOrder } from './place.ts'
import { presentOrder } from './present.ts'
import { findOrder, listOrders, type OrderRow } from './queries.ts'
import { orderErrors, refuse } from './rules.ts'
import { NewOrder, Order, OrderApproval, OrderFilter, OrderParams } from './schema.ts'

const config = { scope: 'fx:trade' } as const

const answer = (status: number, order: OrderRow) => ({
  status,
  body: presentOrder(order),
  headers: { etag: etagOf(order) },
})

/** Registers placing, reading, cancelling and deciding on limit and stop orders. */
export function orderRoutes(app: App, deps: Deps & QuoteDeps): void {
  app.post(
    '/v1/fx/orders',
    {
      ...wholeBody(NewOrder, (order, _isRead, { receivedAt }) => orderErrors(order, receivedAt)),
      config: { ...config, role: 'maker' },
      schema: {
        summary: 'Place a limit or stop order',
        description:
          'Deals for spot once your rate reaches the rate of the order. A limit order is filled at its rate or better. A stop order is filled at your rate of that moment, which can be worse than the rate of the order. The mark-up stays that of now. ' +
          'No money is held and no limit is used until the order is filled: the deal is then checked like the booking of a spot quote, and if it is rejected, the order ends as Rejected. An order is accepted while the market is open and its rate is not reached yet.',
        querystring: DryRun,
        body: NewOrder,
        response: { 201: Order },
      },
    },
    async (request, reply) =>
      runCommand(deps, request, reply, 'order.place', async (context) =>
        answer(201, await placeOrder(deps, context, request.body)),
      ),
  )
  readRoutes(app, deps)
  app.post(
    '/v1/fx/orders/:orderId/cancel',
    {
      config: { ...config, role: 'maker' },
      schema: {
        summary: 'Cancel an order',
        description:
          'Ends an order that is neither filled nor over. If it is filled at the same time, one of the two wins.',
        querystring: DryRun,
        params: OrderParams,
        response: { 200: Order },
      },
    },
    async (request, reply) =>
      runCommand(deps, request, reply, 'order.cancel', async (context) =>
        answer(200, await cancelOrder(context, request.params.orderId, request.headers['if-match'])),
      ),
  )
  decisionRoute(app, deps, {
    verb: 'approve',
    decision: 'Approved',
    summary: 'Approve an order',
    description:
      'Activates the order with the last required approval. If its rate has been reached meanwhile, it is filled immediately. The resulting trade needs no other approval, unless the policies require more approvals for the deal than the order has: then the order ends as Rejected.',
  })
  decisionRoute(app, deps, {
    verb: 'reject',
    decision: 'Rejected',
    summary: 'Reject an order',
    description: 'The order is cancelled.',
  })
}

function readRoutes(app: App, deps: Deps): void {
  listRoute(app, {
    path: '/v1/fx/orders',
    name: 'orders',
    cursor: [cursorShape.uuid],
    config: { ...config, entities: 'several' },
    summary: 'List orders',
    description:
      'Returns limit and stop orders, newest first. Filter by status, type, pair, your own reference or time.',
    query: OrderFilter,
    item: Order,
    ranges: [['createdFrom', 'createdTo']],
    errors: ({ currencyPair }) => pairErrors(currencyPair, '?currencyPair'),
    async rows({ entityIds, query }, { limit, after }) {
      const { status, type, currencyPair, clientReference, createdFrom, createdTo } = query
      return listOrders(deps.db.reader, {
        entityIds,
        status,
        type,
        currencyPair: currencyPair && parsePair(currencyPair).symbol,
        clientReference,
        createdFrom: createdFrom === undefined ? undefined : new Date(createdFrom),
        createdTo: createdTo === undefined ? undefined : new Date(createdTo),
        after: after?.[0],
        limit,
      })
    },
    present: presentOrder,
    keyOf: ({ orderId }) => [orderId],
  })

  app.get(
    '/v1/fx/orders/:orderId',
    {
      config,
      schema: {
        summary: 'Get an order',
        description: 'Returns a limit or stop order with its status, its history, and the trade that fills it.',
        querystring: Input({}),
        params: OrderParams,
        response: { 200: Order },
      },
    },
    async ({ principal, params }, reply) => {
      const orderId = parseId('ord', params.orderId)
      const order = orderId && (await findOrder(deps.db.reader, principal.entityId, orderId))
      if (!order) throw refuse.order_not_found()
      return reply.header('etag', etagOf(order)).send(presentOrder(order))
    },
  )

  app.get(
    '/v1/fx/orders/:orderId/approval',
    {
      config,
      schema: {
        summary: 'Get the approval of an order',
        description:
          'Returns the approvals that the order requires, those given, the clients that can or cannot approve, and the time at which the order expires without them.',
        querystring: Input({}),
        params: OrderParams,
        response: { 200: OrderApproval },
      },
    },
    ({ principal, params }) => approvalOfOrder(deps.db.reader, principal, params.orderId),
  )
}

interface DecisionRoute {
  verb: 'approve' | 'reject'
  decision: 'Approved' | 'Rejected'
  summary: string
  description: string
}

function decisionRoute(app: App, deps: Deps, { verb, decision, summary, description }: DecisionRoute): void {
  app.post(
    `/v1/fx/orders/:orderId/${verb}`,
    {
      config: { scope: 'payments:approve', role: 'approver' },
      schema: { summary, description, querystring: DryRun, params: OrderParams, response: { 200: Order } },
    },
    async (request, reply) =>
      runCommand(deps, request, reply, `order.${verb}`, async (context) =>
        answer(200, await decideOrder(context, request.params.orderId, decision, request.headers['if-match'])),
      ),
  )
}
