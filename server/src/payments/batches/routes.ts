import { runCommand } from '../../kernel/http/command.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { App } from '../../kernel/http/http.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { listRoute } from '../../kernel/http/lists.ts'
import { cursorShape } from '../../kernel/http/paging.ts'
import { AnyId, DryRun, Input } from '../../kernel/http/wire.ts'
import type { PaymentDeps } from '../orders/deps.ts'
import { parseCsv } from './csv.ts'
import { type FileOrder, parsePain001 } from './pain001.ts'
import { tryBatch } from './dry-run.ts'
import { presentBatch, presentItem, presentTrial } from './present.ts'
import { type BatchRow, findBatch, listBatches, listItems, tallyOf } from './queries.ts'
import { refuse } from './rules.ts'
import { Batch, BatchesQuery, BatchItem, BatchOrder, BatchQuery, ItemsQuery } from './schema.ts'
import { cancelBatch, createBatch, findingsOf, type NewBatch, withAccounts } from './service.ts'

const OneParams = Input({ batchId: AnyId('the batch') })
const read = { scope: 'payments:read' as const }
const write = { scope: 'payments:write' as const }

/** Five thousand transactions of a pain.001 with addresses. */
const BODY_LIMIT = 16 * 1024 * 1024

/** Parsed body: JSON unchanged, other formats as the same object with their source format. */
type Read = BatchOrder & {
  [SOURCE]?: Pick<NewBatch, 'format'> & { clientReference?: string; fileOrders?: FileOrder[] }
}
const SOURCE = Symbol('source')

/** Send, read and cancel batches of payments. */
export function batchRoutes(app: App, deps: PaymentDeps): void {
  void app.register(async (plain) => {
    const scope = plain as unknown as App
    readFiles(scope)
    createRoute(scope, deps)
  })
  readRoutes(app, deps)
  cancelRoute(app, deps)
}

/** CSV and XML are read where the body is; a file that cannot be read is refused before anything is looked at. */
function readFiles(scope: App): void {
  const options = { parseAs: 'string' as const, bodyLimit: BODY_LIMIT }
  scope.addContentTypeParser('text/csv', options, async (_request: unknown, body: string) => {
    const order: Read = { items: parseCsv(body), [SOURCE]: { format: 'Csv' } }
    return order
  })
  scope.addContentTypeParser(['application/xml', 'text/xml'], options, async (_request: unknown, body: string) => {
    const { messageId, items } = parsePain001(body)
    const source = { format: 'Pain001' as const, clientReference: messageId, fileOrders: items }
    // With all that it says, so that a key stands for the whole of it.
    const order: Read = { items: items.map(({ order, ...more }) => ({ ...order, ...more })), [SOURCE]: source }
    return order
  })
}

function createRoute(app: App, deps: PaymentDeps): void {
  app.post(
    '/v1/payment-batches',
    {
      config: { ...write, role: 'maker' },
      bodyLimit: BODY_LIMIT,
      schema: {
        summary: 'Send many payments at once',
        description:
          'Accepts JSON, `text/csv` (one column per payment field, with dots for nested fields) or `application/xml` (pain.001.001.09). Returns 202 when the items are stored; processing starts immediately and the batch reports its progress. A pain.001 is identified by its MsgId: a second one with the same MsgId is rejected.',
        consumes: ['application/json', 'text/csv', 'application/xml'],
        querystring: BatchQuery,
        body: BatchOrder,
        response: { 202: Batch },
      },
    },
    async (request, reply) => {
      const { body, query, principal } = request
      await runCommand(deps, request, reply, 'paymentBatch.create', async (context) => {
        const { tx } = context
        const order = await newBatch(tx, principal.entityId, body as Read, query)
        if (context.dryRun) return { status: 202, body: presentTrial(await tryBatch(context, deps, order)) }
        const batch = await createBatch(context, order)
        return { status: 202, body: presentBatch(batch, await tallyOf(tx, batch)) }
      })
      return reply
    },
  )
}

type Query = { mode?: 'Strict' | 'Partial'; name?: string; clientReference?: string }

async function newBatch(tx: Tx, entityId: string, body: Read, query: Query): Promise<NewBatch> {
  const source = body[SOURCE]
  return {
    format: source?.format ?? 'Json',
    mode: body.mode ?? query.mode ?? 'Strict',
    name: body.name ?? query.name,
    clientReference: body.clientReference ?? source?.clientReference ?? query.clientReference,
    items: source?.fileOrders ? await withAccounts(tx, entityId, source.fileOrders) : body.items,
    ...(source?.fileOrders ? { found: findingsOf(source.fileOrders) } : {}),
  }
}

function readRoutes(app: App, deps: PaymentDeps): void {
  listRoute(app, {
    path: '/v1/payment-batches',
    name: 'payment-batches',
    cursor: [cursorShape.uuid],
    config: { ...read, entities: 'several' },
    summary: 'Batches, newest first',
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
    { config: read, schema: { summary: 'One batch, and how far it is', params: OneParams, response: { 200: Batch } } },
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
    summary: 'The items of a batch in their order',
    description: 'Outcome and all errors of each item.',
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
        summary: 'Stop a batch',
        description: 'Items not yet made are left out, and payments of it that are not yet submitted are cancelled.',
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
