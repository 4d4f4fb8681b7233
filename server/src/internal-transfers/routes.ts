import type { FastifyRequest } from 'fastify'
import { instantsOf } from '../accounts/index.ts'
import {
  type Answer,
  canonicalRequest,
  type CommandContext,
  idempotencyKey,
  runCommand,
  sendStored,
} from '../kernel/http/command.ts'
import type { Queryable } from '../kernel/db/db.ts'
import type { App, Deps } from '../kernel/http/http.ts'
import { parseId } from '../kernel/values/ids.ts'
import { amountErrors } from '../kernel/values/money.ts'
import { checkNamedResources } from '../kernel/http/routing/named-resources.ts'
import { cursorErrors, cursorShape, DEFAULT_LIMIT, formatCursor, parseCursor } from '../kernel/http/paging.ts'
import { originOf } from '../kernel/http/origin.ts'
import type { Principal } from '../kernel/http/principal.ts'
import { rangeErrors } from '../kernel/http/ranges.ts'
import { type Parts, wholeBody, wholeQuery } from '../kernel/http/readable.ts'
import { type FieldError, invariant } from '../kernel/values/refusals.ts'
import { refuseShared } from '../kernel/values/shared-refusals.ts'
import { checkFields } from '../kernel/http/validation.ts'
import { AnyId, DryRun, Input, Page } from '../kernel/http/wire.ts'
import { readKey } from '../kernel/idempotency-keys.ts'
import { listTransfers, mergePages } from './list.ts'
import { findOrders, type OrderRow } from './order-queries.ts'
import { cancelOrder, createOrder, decideOrder, demandOn } from './orders.ts'
import { presentOrder, presentTransfer } from './present.ts'
import { presentFound, readTransfers } from './found.ts'
import { findTransfer, type TransferFilters } from './queries.ts'
import { refuse } from './rules.ts'
import { TransferOrder, TransferOut, TransfersQuery } from './schema.ts'
import { type CreateDeps, createTransfer, OPERATION, tryTransfer } from './service.ts'

export type InternalTransferDeps = Deps & CreateDeps

const LIST = 'internal-transfers'
const listErrors = (query: Parts<TransfersQuery>): FieldError[] => [
  ...rangeErrors(query, 'from', 'to'),
  ...cursorErrors(LIST, query, [cursorShape.uuid]),
]

const ONE_TRANSFER = {
  summary: 'Get a transfer',
  description: 'Returns a transfer with its accounts, amount and status, and its approval if it needs one.',
  params: Input({ internalAccountTransferId: AnyId('the transfer') }),
  querystring: Input({}),
  response: { 200: TransferOut },
}

/** Transfers between accounts of one entity; for ABS entities only. */
export function internalTransferRoutes(app: App, deps: InternalTransferDeps): void {
  app.post(
    '/v1/internal-account-transfers',
    {
      ...wholeBody(TransferOrder, ({ amount, currency }) => amountErrors(amount, currency, '/amount')),
      config: { scope: 'transfers:write', role: 'maker', entityKind: 'ABS' },
      schema: {
        summary: 'Transfer money between two accounts of an entity',
        description:
          'Both accounts have the same currency. The transfer is completed with the response. If a policy of the ' +
          'entity requires approval, it is `PendingApproval` and its money is on hold.',
        querystring: DryRun,
        body: TransferOrder,
        response: { 201: TransferOut },
      },
    },
    async (request, reply) => {
      const demand = await demandOn(deps, request.principal, request.body)
      if (demand && !(await isKnownTransfer(deps, request))) {
        return runCommand(deps, request, reply, OPERATION, async (context) =>
          orderAnswer(201, context, await createOrder(context, deps, request.body, demand)),
        )
      }
      const key = idempotencyKey(deps, request)
      const call = {
        principal: request.principal,
        order: request.body,
        ...originOf(request),
        now: request.receivedAt,
        wall: deps.clock.wall(),
        idempotency: key === undefined ? undefined : { key, request: canonicalRequest(request) },
      }
      if (request.query.dryRun)
        return runCommand(deps, request, reply, OPERATION, async ({ tx }) => ({
          status: 201,
          body: presentTransfer(await tryTransfer(tx, deps, call)),
        }))
      const answer = await createTransfer(deps, call)
      if (!('row' in answer)) return sendStored(reply, answer)
      if (answer.replayed) void reply.header('idempotent-replayed', 'true')
      return reply.code(201).send(presentTransfer(answer.row))
    },
  )

  app.get(
    '/v1/internal-account-transfers',
    {
      ...wholeQuery(TransfersQuery, listErrors),
      config: { scope: 'reporting:read', entityKind: 'ABS', entities: 'several' },
      schema: {
        summary: 'List transfers',
        description: 'A filtered page may contain fewer items than `limit` and still have a nextCursor.',
        querystring: TransfersQuery,
        response: { 200: Page(TransferOut) },
      },
    },
    async (request) => {
      const { query, principals } = request
      await checkList(app, query, principals)
      const [before] = parseCursor(LIST, query.after, [cursorShape.uuid]) ?? []
      const page = { limit: query.limit ?? DEFAULT_LIMIT, ...(before === undefined ? {} : { before }) }
      const pages = principals.map(async (principal) => {
        const filters = await filtersOf(deps, principal.entityId, query)
        if (!filters) return { rows: [], next: null }
        const found = await listTransfers(deps.db.reader, principal.entityId, page, filters, query.status)
        return { ...found, rows: found.rows.map((row) => ({ ...row, principal })) }
      })
      const { rows, next } = mergePages(await Promise.all(pages), page.limit)
      return {
        data: rows.map(({ order, transfer, principal }) =>
          order ? presentOrder(order, transfer, principal) : presentTransfer(transfer!),
        ),
        nextCursor: next === null ? null : formatCursor(LIST, [next]),
      }
    },
  )

  app.get(
    '/v1/internal-account-transfers/:internalAccountTransferId',
    {
      config: { scope: 'reporting:read', entityKind: 'ABS' },
      schema: ONE_TRANSFER,
    },
    async (request) => {
      const id = parseId('ift', request.params.internalAccountTransferId)
      return getTransfer(deps.db.reader, request.principal, id)
    },
  )
  decisionRoutes(app, deps)
}

const ACTIONS = [
  {
    path: 'approve',
    scope: 'payments:approve',
    role: 'approver',
    summary: 'Approve a transfer',
    description: 'The last required approval completes the transfer: it is checked again, and the held money moves.',
    act: (context: CommandContext, id: string | undefined) => decideOrder(context, id, 'Approved'),
  },
  {
    path: 'reject',
    scope: 'payments:approve',
    role: 'approver',
    summary: 'Reject a transfer',
    description: 'The transfer is cancelled and its money released.',
    act: (context: CommandContext, id: string | undefined) => decideOrder(context, id, 'Rejected'),
  },
  {
    path: 'cancel',
    scope: 'transfers:write',
    role: 'maker',
    summary: 'Cancel a transfer pending approval',
    description:
      'The transfer is cancelled and its money released. A completed transfer cannot be cancelled; create the ' +
      'opposite transfer.',
    act: cancelOrder,
  },
] as const

function decisionRoutes(app: App, deps: InternalTransferDeps): void {
  for (const { path, scope, role, summary, description, act } of ACTIONS) {
    app.post(
      `/v1/internal-account-transfers/:internalAccountTransferId/${path}`,
      {
        config: { scope, role, entityKind: 'ABS' },
        schema: {
          summary,
          description,
          params: Input({ internalAccountTransferId: AnyId('the transfer') }),
          querystring: DryRun,
          response: { 200: TransferOut },
        },
      },
      async (request, reply) => {
        const id = parseId('ift', request.params.internalAccountTransferId)
        return runCommand(deps, request, reply, `internalTransfers.${path}`, async (context) => {
          await checkIsOrder(context, id)
          return orderAnswer(200, context, await act(context, id))
        })
      },
    )
  }
}

/**
 * Rejects a decision on a transfer that never needed approval, since it is Completed. @throws
 * transfer_not_awaiting_approval
 */
async function checkIsOrder({ tx, principal }: CommandContext, id: string | undefined): Promise<void> {
  if (id === undefined) return
  const [order] = await findOrders(tx, principal.entityId, [id])
  if (!order && (await findTransfer(tx, principal.entityId, id))) {
    throw refuse.transfer_not_awaiting_approval({ status: 'Completed' })
  }
}

async function orderAnswer(status: number, { tx, principal }: CommandContext, row: OrderRow): Promise<Answer> {
  return { status, body: await getTransfer(tx, principal, row.internalTransferId) }
}

/** @throws internal_account_transfer_not_found, for another entity's too */
async function getTransfer(db: Queryable, principal: Principal, id: string | undefined): Promise<TransferOut> {
  if (id === undefined) throw refuse.internal_account_transfer_not_found()
  const found = (await readTransfers(db, principal.entityId, [id])).get(id)
  if (!found) throw refuse.internal_account_transfer_not_found()
  return presentFound(found, principal)
}

/** Returns true if the call's key belongs to a transfer created without approval, whose response is repeated. */
async function isKnownTransfer(deps: InternalTransferDeps, request: FastifyRequest): Promise<boolean> {
  const key = idempotencyKey(deps, request)
  if (key === undefined) return false
  const { entityId, clientId } = request.principal
  const row = await readKey(deps.db.reader, { entityId, clientId, operation: OPERATION, key, request: '' })
  return row !== undefined && row.body === null
}

/** Checks the query of a list: its shape, then that one of its entities has the account. @throws account_not_found */
async function checkList(app: App, query: TransfersQuery, principals: readonly Principal[]): Promise<void> {
  checkFields(listErrors(query))
  const named = { accountId: { prefix: 'acc' as const, missing: refuseShared.account_not_found } }
  const entityIds = principals.map(({ entityId }) => entityId)
  await checkNamedResources(app.owners, named, query, entityIds)
}

/** Filters of a list; undefined when nothing can pass them. */
async function filtersOf(
  deps: Pick<InternalTransferDeps, 'entities'>,
  entityId: string,
  query: Pick<TransfersQuery, 'accountId' | 'status' | 'from' | 'to'>,
): Promise<TransferFilters | undefined> {
  const accountId = query.accountId === undefined ? undefined : parseId('acc', query.accountId)
  if (query.accountId !== undefined && accountId === undefined) return undefined
  const profile = await deps.entities.get(entityId)
  invariant(profile, 'an API client belongs to an entity with settings')
  return {
    ...instantsOf(query.from, query.to, profile.entity.timeZone),
    ...(accountId === undefined ? {} : { accountId }),
  }
}
