import { Type } from 'typebox'
import { defineEvent } from '../../kernel/module.ts'
import type { Act } from '../../kernel/values/act.ts'
import { emit, statusEvent, statusEvents } from '../../events/index.ts'
import type { CommandContext } from '../../kernel/http/command.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { type Principal, actorOf } from '../../kernel/http/principal.ts'
import { type FieldError, fieldError } from '../../kernel/values/refusals.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { refuseShape } from '../../kernel/http/validation.ts'
import { scheduleWork } from '../../kernel/jobs/work.ts'
import type { Warning } from '../orders/assess.ts'
import {
  type BatchRow,
  findBatchByReference,
  insertBatch,
  insertItems,
  type NewItem,
  lockBatch,
  updateBatch,
} from './queries.ts'
import { refuse } from './rules.ts'
import { BATCH_STATUSES, type BatchStatus } from './schema.ts'

/** Events of payment batches: one for each status. */
export const batchEvents = statusEvents('paymentBatch', BATCH_STATUSES, (status) =>
  defineEvent(`A payment batch became ${status}.`, 'paymentBatch', { items: Type.Integer(), mode: Type.String() }),
)

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof batchEvents, true> {}
}

export const BATCH_WORK = 'paymentBatch.process'

type Context = Omit<CommandContext, 'dryRun'>

/** Batch after parsing, in any format. */
export interface NewBatch {
  format: BatchRow['format']
  mode: BatchRow['mode']
  name: string | undefined
  clientReference: string | undefined
  itemCount: number
  /** Items as they are stored, chunk by chunk: a large batch is never in memory as a whole. */
  chunks: () => Iterable<readonly GivenItem[]>
}

/** Item of a batch, with the findings of the file parser. */
export interface GivenItem {
  item: unknown
  errors?: FieldError[]
  warnings?: Warning[]
}

/**
 * Stores a batch with its items; a job makes the payments.
 *
 * @throws duplicate_client_reference
 */
export async function createBatch(context: Context, order: NewBatch): Promise<BatchRow> {
  const { tx, principal, at: now } = context
  const { clientReference = null, name = null } = order
  const batch = await insertBatch(tx, {
    entityId: principal.entityId,
    batchId: newUuid(),
    name,
    format: order.format,
    mode: order.mode,
    status: order.mode === 'Strict' ? 'Checking' : 'Processing',
    itemCount: order.itemCount,
    clientReference,
    createdBy: principal.clientId,
    serviceKind: principal.serviceKind,
    version: 1,
    createdAt: now,
    updatedAt: now,
    finishedAt: null,
  })
  if (!batch) throw await taken(tx, principal.entityId, clientReference!)
  await storeItems(tx, batch, order.chunks())
  await scheduleWork(tx, { entityId: batch.entityId, kind: BATCH_WORK, resourceId: batch.batchId, dueAt: now })
  await recordBatch(tx, batch, context)
  return batch
}

async function taken(tx: Tx, entityId: string, clientReference: string) {
  const existing = await findBatchByReference(tx, entityId, clientReference)
  return refuseShared.duplicate_client_reference({ clientReference, existingId: existing && formatId('bat', existing) })
}

/**
 * Stores the items. Non-objects are rejected immediately. Repeated client references and elements that a payment cannot
 * carry are stored with the item and reported with its other errors.
 */
async function storeItems(tx: Tx, batch: BatchRow, chunks: Iterable<readonly GivenItem[]>): Promise<void> {
  const lineOf = new Map<unknown, number>()
  let line = 0
  for (const chunk of chunks) {
    const rows = chunk.map((given) => itemOf(given, ++line, lineOf))
    await insertItems(tx, batch, rows)
  }
}

function itemOf({ item, errors = [], warnings = [] }: GivenItem, line: number, lineOf: Map<unknown, number>): NewItem {
  const found = [...errorsOf(item, lineOf), ...errors]
  const reference = (item as { clientReference?: unknown } | null)?.clientReference
  if (reference !== undefined && !lineOf.has(reference)) lineOf.set(reference, line)
  return isObject(item)
    ? { line, status: 'Pending', body: item, errors: found, warnings }
    : { line, status: 'Invalid', body: { value: item }, errors: found, warnings }
}

const isObject = (item: unknown): item is Record<string, unknown> =>
  typeof item === 'object' && item !== null && !Array.isArray(item)

function errorsOf(item: unknown, lineOf: ReadonlyMap<unknown, number>): FieldError[] {
  if (!isObject(item)) return [fieldError('', refuseShape.wrong_type({ expected: 'a JSON object' }))]
  const { clientReference } = item
  const earlier = clientReference === undefined ? undefined : lineOf.get(clientReference)
  if (earlier === undefined) return []
  const refusal = refuseShared.duplicate_client_reference({ clientReference, existingId: `item ${earlier}` })
  return [fieldError('/clientReference', refusal)]
}

const CANCELLABLE: readonly BatchStatus[] = ['Checking', 'Processing']

/**
 * Cancels a batch: a job skips its remaining items and cancels its payments that are not yet submitted.
 *
 * @throws payment_batch_not_found, payment_batch_not_cancellable
 */
export async function cancelBatch(context: Context, batchId: string | undefined): Promise<BatchRow> {
  const { tx, principal, at: now } = context
  const batch = batchId === undefined ? undefined : await lockBatch(tx, principal.entityId, batchId)
  if (!batch) throw refuse.payment_batch_not_found()
  if (!CANCELLABLE.includes(batch.status)) throw refuse.payment_batch_not_cancellable({ status: batch.status })
  await scheduleWork(tx, { entityId: batch.entityId, kind: BATCH_WORK, resourceId: batch.batchId, dueAt: now })
  return moveBatch(tx, batch, 'Cancelling', context)
}

/** Builds the context of the client that sent the batch when its job runs. */
export const contextOf = (tx: Tx, batch: BatchRow, step: Act) => ({ tx, ...makerContext(batch, step) })

/** Builds the same context outside of a transaction. */
export const makerContext = (batch: BatchRow, { at, wall }: Act) => ({
  principal: makerOf(batch),
  actor: actorOf(makerOf(batch)),
  at,
  wall,
  requestId: formatId('bat', batch.batchId),
})

/** The client that sent the batch makes its payments. */
export const makerOf = ({ createdBy, entityId, serviceKind }: BatchRow): Principal => ({
  clientId: createdBy,
  entityId,
  serviceKind,
  scopes: new Set(),
  roles: new Set(['maker']),
})

/** Takes a batch to another state, with its event. */
export async function moveBatch(tx: Tx, batch: BatchRow, to: BatchStatus, step: Act): Promise<BatchRow> {
  const row = await updateBatch(tx, batch, to, step.at)
  await recordBatch(tx, row, step, batch.status)
  return row
}

const recordBatch = (tx: Tx, row: BatchRow, act: Act, previousStatus?: string) =>
  emit(tx, act, {
    entityId: row.entityId,
    type: statusEvent('paymentBatch', row.status),
    resourceType: 'paymentBatch',
    resourceId: row.batchId,
    resourceVersion: row.version,
    ...(previousStatus === undefined ? {} : { previousStatus }),
    detail: { items: row.itemCount, mode: row.mode },
  })
