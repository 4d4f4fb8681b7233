import { instantsOf } from '../accounts/index.ts'
import type { EntityDirectory } from '../entities/index.ts'
import { canonicalRequest, idempotencyKey, runCommand, sendStored } from '../kernel/command.ts'
import type { App, Deps } from '../kernel/http.ts'
import { parseId } from '../kernel/ids.ts'
import { cursorShape, DEFAULT_LIMIT, formatCursor, parseCursor } from '../kernel/paging.ts'
import { ownEntity } from '../kernel/principal.ts'
import { invariant } from '../kernel/refusals.ts'
import { AnyId, DryRun, Input, Page } from '../kernel/wire.ts'
import { presentTransfer } from './present.ts'
import { findTransfer, type TransferFilters, transfersPage } from './queries.ts'
import { refuse } from './rules.ts'
import { TransferOrder, TransferOut, TransfersQuery } from './schema.ts'
import { type CreateDeps, createTransfer, OPERATION, tryTransfer } from './service.ts'

export interface InternalTransferDeps extends Deps, CreateDeps {
  entities: EntityDirectory
}

/** Transfers between accounts of one entity; for ABS entities only. */
export function internalTransferRoutes(app: App, deps: InternalTransferDeps): void {
  app.post(
    '/v1/internal-account-transfers',
    {
      config: { scope: 'transfers:write', entityKind: 'ABS' },
      schema: {
        summary: 'Move money between two accounts of the entity',
        description: 'Both accounts are in one currency. The transfer is completed when this answers.',
        querystring: DryRun,
        body: TransferOrder,
        response: { 201: TransferOut },
      },
    },
    async (request, reply) => {
      const key = idempotencyKey(deps, request)
      const call = {
        principal: request.principal,
        order: request.body,
        requestId: request.id,
        now: request.receivedAt,
        wall: deps.clock.wall(),
        ...(key === undefined ? {} : { idempotency: { key, request: canonicalRequest(request) } }),
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
      config: { scope: 'reporting:read', entityKind: 'ABS' },
      schema: {
        summary: 'Transfers of the entity',
        description: 'With filters a page may hold fewer items than `limit` while nextCursor goes on.',
        querystring: TransfersQuery,
        response: { 200: Page(TransferOut) },
      },
    },
    async (request) => {
      const { query } = request
      const entityId = ownEntity(request.principal, query.entityId)
      const [before] = parseCursor('internal-transfers', query.after, [cursorShape.uuid]) ?? []
      const filters = await filtersOf(deps, entityId, query)
      if (!filters) return { data: [], nextCursor: null }
      const page = { limit: query.limit ?? DEFAULT_LIMIT, ...(before === undefined ? {} : { before }) }
      const { rows, next } = await transfersPage(deps.db.reader, entityId, page, filters)
      return {
        data: rows.map(presentTransfer),
        nextCursor: next === null ? null : formatCursor('internal-transfers', [next]),
      }
    },
  )

  app.get(
    '/v1/internal-account-transfers/:internalAccountTransferId',
    {
      config: { scope: 'reporting:read', entityKind: 'ABS' },
      schema: {
        summary: 'One transfer',
        params: Input({ internalAccountTransferId: AnyId('the transfer') }),
        querystring: Input({}),
        response: { 200: TransferOut },
      },
    },
    async (request) => {
      const id = parseId('ift', request.params.internalAccountTransferId)
      const row = id && (await findTransfer(deps.db.reader, request.principal.entityId, id))
      if (!row) throw refuse.internal_account_transfer_not_found()
      return presentTransfer(row)
    },
  )
}

/** Filters of a list; undefined when nothing can pass them: transfers are completed at once, so no other status exists. */
async function filtersOf(
  deps: Pick<InternalTransferDeps, 'entities'>,
  entityId: string,
  query: Pick<TransfersQuery, 'accountId' | 'status' | 'from' | 'to'>,
): Promise<TransferFilters | undefined> {
  if (query.status !== undefined && query.status !== 'Completed') return undefined
  const accountId = query.accountId === undefined ? undefined : parseId('acc', query.accountId)
  if (query.accountId !== undefined && accountId === undefined) return undefined
  const profile = await deps.entities.get(entityId)
  invariant(profile, 'an API client belongs to an entity with settings')
  return {
    ...instantsOf(query.from, query.to, profile.entity.timeZone),
    ...(accountId === undefined ? {} : { accountId }),
  }
}
