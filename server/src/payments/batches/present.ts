import { formatId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { presentVerification } from '../vop/index.ts'
import type { Trial } from './dry-run.ts'
import type { BatchRow, ItemWithPayment, Tally } from './queries.ts'
import type { Batch } from './schema.ts'

/** A batch with its counters, as it goes out. */
export function presentBatch(row: BatchRow, { items, payments, totals }: Tally): Batch {
  const { pending, checked, ...decided } = countsOf(items)
  const done = Object.values(decided).reduce((sum, count) => sum + count, 0)
  return {
    batchId: formatId('bat', row.batchId),
    entityId: formatId('ent', row.entityId),
    name: row.name,
    format: row.format,
    mode: row.mode,
    status: row.status,
    clientReference: row.clientReference,
    progress: { done, total: row.itemCount, percent: Math.floor((done * 100) / row.itemCount) },
    counts: { pending, checked, ...decided },
    payments: payments as Record<string, number>,
    totals: totals.map(({ currency, amountMinor, count }) => ({
      currency,
      amount: formatAmount(amountMinor, currency),
      count,
    })),
    createdBy: formatId('cli', row.createdBy),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    version: row.version,
  }
}

/** Number of items with findings shown in a dry run. */
const SHOWN_FINDINGS = 500

/** Presents the predicted batch with the findings of its items, which cannot be read later. */
export const presentTrial = ({ batch, items, tally }: Trial): Batch => ({
  ...presentBatch(batch, tally),
  errors: items
    .filter(({ status }) => status === 'Invalid')
    .slice(0, SHOWN_FINDINGS)
    .map(({ line, errors }) => ({ line, errors })),
  warnings: items
    .filter(({ warnings }) => warnings.length > 0)
    .slice(0, SHOWN_FINDINGS)
    .map(({ line, warnings }) => ({ line, warnings })),
})

const countsOf = (items: Tally['items']): Batch['counts'] => ({
  pending: items.Pending ?? 0,
  checked: items.Checked ?? 0,
  invalid: items.Invalid ?? 0,
  created: items.Created ?? 0,
  skipped: items.Skipped ?? 0,
  undone: items.Undone ?? 0,
})

export const presentItem = ({
  line,
  status,
  paymentId,
  paymentStatus,
  errors,
  warnings,
  verification,
  body,
}: ItemWithPayment) => ({
  line,
  status,
  paymentId: paymentId === null ? null : formatId('pay', paymentId),
  paymentStatus,
  clientReference: typeof body['clientReference'] === 'string' ? body['clientReference'] : null,
  errors,
  warnings,
  verification: verification && presentVerification(verification),
  order: body,
})
