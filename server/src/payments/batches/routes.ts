import { admit, runCommand } from '../../kernel/http/command.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { App } from '../../kernel/http/http.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { checkFields, refuseShape } from '../../kernel/http/validation.ts'
import { type FieldError, fieldError } from '../../kernel/values/refusals.ts'
import { listRoute } from '../../kernel/http/lists.ts'
import { cursorShape } from '../../kernel/http/paging.ts'
import { AnyId, DryRun, Input } from '../../kernel/http/wire.ts'
import type { Backlog } from '../../kernel/jobs/backlog.ts'
import type { PaymentDeps } from '../orders/deps.ts'
import { tryBatch } from './dry-run.ts'
import { presentBatch, presentItem, presentTrial } from './present.ts'
import { type BatchRow, findBatch, listBatches, listItems, tallyOf } from './queries.ts'
import { refuse } from './rules.ts'
import { Batch, BatchesQuery, BatchItem, BatchOrder, BatchQuery, ItemsQuery } from './schema.ts'
import { batchOf, readBatches } from './reader/bodies.ts'
import { BATCH_FILES } from './reader/documented.ts'
import { chunksOf } from './reader/items.ts'
import { withAccounts } from './reader/orders.ts'
import type { FileOrder } from './reader/pain001.ts'
import { cancelBatch, createBatch, type GivenItem, type NewBatch } from './service.ts'

const OneParams = Input({ batchId: AnyId('the batch') })
const OPERATION = 'paymentBatch.create'
const read = { scope: 'payments:read' as const }
const write = { scope: 'payments:write' as const }

type BatchDeps = PaymentDeps & { backlog: Pick<Backlog, 'check'> }

/** Send, read and cancel batches of payments. */
export function batchRoutes(app: App, deps: BatchDeps): void {
  void app.register(async (plain) => {
    const scope = plain as unknown as App
    readBatches(scope)
    createRoute(scope, deps)
  })
  readRoutes(app, deps)
  cancelRoute(app, deps)
}

function createRoute(app: App, deps: BatchDeps): void {
  app.post(
    '/v1/payment-batches',
    {
      config: { ...write, role: 'maker', bodiesOfFiles: BATCH_FILES },
      schema: {
        summary: 'Create a payment batch',
        description:
          'Accepts JSON, `text/csv` (one column per payment field, with dots for nested fields) or `application/xml` (pain.001.001.09). Returns 202 when the items are stored; processing starts immediately and the batch reports its progress. A pain.001 is identified by its MsgId: a second one with the same MsgId is rejected. If a batch is rejected or cancelled, the client references of its undone payments can be used again, so a corrected file can keep its references. The items of the first batch still show them. A query parameter that the body contains with another value is rejected.',
        querystring: BatchQuery,
        body: BatchOrder,
        response: { 202: Batch },
      },
    },
    async (request, reply) => {
      const { body, query, principal } = request
      checkFields(contradictionsOf(batchOf(body), query))
      // Accepted as a whole: its payments are made at the pace of jobs.
      const isAdmitted = query.dryRun || (await admit(deps, request, reply, OPERATION, () => deps.backlog.check()))
      if (!isAdmitted) return reply
      await runCommand(deps, request, reply, OPERATION, async (context) => {
        const { tx } = context
        const order = await newBatch(tx, principal.entityId, body, query)
        if (context.dryRun) return { status: 202, body: presentTrial(await tryBatch(context, deps, order)) }
        const batch = await createBatch(context, order)
        return { status: 202, body: presentBatch(batch, await tallyOf(tx, batch)) }
      })
      return reply
    },
  )
}

type Query = { mode?: 'Strict' | 'Partial'; name?: string; clientReference?: string }

/** Returns an error for each parameter that the body contains too, with another value. */
function contradictionsOf({ format, header }: ReturnType<typeof batchOf>, query: Query): FieldError[] {
  return (['mode', 'name', 'clientReference'] as const).flatMap((name) => {
    const [inQuery, inBody] = [query[name], header[name]]
    if (inQuery === undefined || inBody === undefined || inQuery === inBody) return []
    const body = format === 'Pain001' ? `the MsgId of the file is ${inBody}` : `${name} is ${inBody} in the body`
    const reason = `${name} is ${inQuery} in the query, but ${body}; leave the parameter out`
    return [fieldError(`?${name}`, refuseShape.value_invalid({ reason }))]
  })
}

async function newBatch(tx: Tx, entityId: string, body: unknown, query: Query): Promise<NewBatch> {
  const { format, header, bytes, ends } = batchOf(body)
  const itemOf = format === 'Pain001' ? await withAccounts(tx, entityId) : undefined
  function* chunks(): Generator<GivenItem[]> {
    for (const chunk of chunksOf({ bytes, ends }))
      yield itemOf ? (chunk as FileOrder[]).map(itemOf) : chunk.map((item) => ({ item }))
  }
  return {
    format,
    mode: header.mode ?? query.mode ?? 'Strict',
    name: header.name ?? query.name,
    clientReference: header.clientReference ?? query.clientReference,
    itemCount: ends.length,
    chunks,
  }
}

function readRoutes(app: App, deps: PaymentDeps): void {
  listRoute(app, {
    path: '/v1/payment-batches',
    name: 'payment-batches',
    cursor: [cursorShape.uuid],
    config: { ...read, entities: 'several' },
    summary: 'List payment batches',
    description: 'Returns each batch with its status and the number of its items by outcome.',
    query: BatchesQuery,
    item: Batch,
    ranges: [['createdFrom', 'createdTo']],
    async rows({ entityIds, query }, { limit, after }) {
      const rows = await listBatches(deps.db.reader, entityIds, { ...query, before: after?.[0] }, limit + 1)
      return Promise.all(rows.map(async (row) => ({ row, tally: await tallyOf(deps.db.reader, row) })))
    },
    present: ({ row, tally }) => presentBatch(row, tally),
    keyOf: ({ row }) => [row.batchId],
  })

  app.get(
    '/v1/payment-batches/:batchId',
    {
      config: read,
      schema: {
        summary: 'Get a payment batch and its progress',
        description: 'Returns the status, the number of items by outcome, and the totals by currency.',
        params: OneParams,
        response: { 200: Batch },
      },
    },
    async ({ principal, params }) => {
      const row = await getBatch(deps, principal.entityId, params.batchId)
      return presentBatch(row, await tallyOf(deps.db.reader, row))
    },
  )

  listRoute(app, {
    path: '/v1/payment-batches/:batchId/items',
    name: 'payment-batch-items',
    cursor: [cursorShape.sequence],
    config: read,
    summary: 'List items of a payment batch',
    description: 'Returns the outcome and all errors of each item, in the order of the batch.',
    params: OneParams,
    query: ItemsQuery,
    item: BatchItem,
    async rows({ principal, params, query: { status } }, { limit, after }) {
      const batch = await getBatch(deps, principal.entityId, params.batchId)
      const filter = { status, after: after && Number(after[0]) }
      return listItems(deps.db.reader, batch, filter, limit + 1)
    },
    present: presentItem,
    keyOf: ({ line }) => [String(line)],
  })
}

function cancelRoute(app: App, deps: PaymentDeps): void {
  app.post(
    '/v1/payment-batches/:batchId/cancel',
    {
      config: { ...write, role: 'maker' },
      schema: {
        summary: 'Cancel a payment batch',
        description: 'Skips the remaining items, and cancels payments of the batch that are not yet submitted.',
        params: OneParams,
        querystring: DryRun,
        response: { 200: Batch },
      },
    },
    async (request, reply) => {
      const batchId = parseId('bat', request.params.batchId)
      await runCommand(deps, request, reply, 'paymentBatch.cancel', async (context) => {
        const row = await cancelBatch(context, batchId)
        return { status: 200, body: presentBatch(row, await tallyOf(context.tx, row)) }
      })
      return reply
    },
  )
}

/** @throws payment_batch_not_found, for another entity's too */
async function getBatch({ db }: Pick<PaymentDeps, 'db'>, entityId: string, wireId: string): Promise<BatchRow> {
  const batchId = parseId('bat', wireId)
  const row = batchId === undefined ? undefined : await findBatch(db.reader, entityId, batchId)
  if (!row) throw refuse.payment_batch_not_found()
  return row
}
