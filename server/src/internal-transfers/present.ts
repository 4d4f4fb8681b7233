import { formatTransactionId } from '../accounts/index.ts'
import { formatId, formatLastingId } from '../kernel/ids.ts'
import { formatAmount } from '../kernel/money.ts'
import type { TransferRow } from './queries.ts'
import type { TransferOut } from './schema.ts'

/** A transfer as it goes out. */
export function presentTransfer(row: TransferRow): TransferOut {
  const createdAt = row.createdAt.toISOString()
  return {
    internalAccountTransferId: formatId('ift', row.internalTransferId),
    entityId: formatLastingId('ent', row.entityId),
    debitAccountId: formatLastingId('acc', row.debitAccountId),
    creditAccountId: formatLastingId('acc', row.creditAccountId),
    amount: formatAmount(row.amountMinor, row.currency),
    currency: row.currency,
    status: 'Completed',
    reference: row.reference,
    clientReference: row.clientReference,
    transactionIds: [
      formatTransactionId(row.debitAccountId, row.debitSequence),
      formatTransactionId(row.creditAccountId, row.creditSequence),
    ],
    createdAt,
    completedAt: createdAt,
  }
}
