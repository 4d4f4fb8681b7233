import { formatTransactionId } from '../accounts/index.ts'
import { approvalViewOf } from '../approvals/index.ts'
import { formatId, formatLastingId } from '../kernel/values/ids.ts'
import { formatAmount } from '../kernel/values/money.ts'
import type { Principal } from '../kernel/http/principal.ts'
import type { CancelReason, OrderWithDecisions } from './order-queries.ts'
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

const REASONS: Record<CancelReason, string> = {
  ApprovalRejected: 'An approver rejected the transfer.',
  ApprovalLapsed: 'The transfer was not approved in time.',
  CancelledByClient: 'The transfer was cancelled on request.',
}

/** A transfer that waits, or waited, for approval. @param completed the same transfer among the completed, if it is */
export function presentOrder(
  order: OrderWithDecisions,
  completed: TransferRow | undefined,
  viewer: Pick<Principal, 'clientId' | 'scopes' | 'roles'>,
): TransferOut {
  const { status, createdAt, decidedAt } = order
  const none = { ...order, debitSequence: 0n, creditSequence: 0n }
  const shown = presentTransfer(completed ?? none)
  return {
    ...shown,
    status,
    ...(completed ? {} : { transactionIds: [] }),
    createdAt: createdAt.toISOString(),
    completedAt: status === 'Completed' ? decidedAt!.toISOString() : null,
    statusReason: order.statusReason && { code: order.statusReason, message: REASONS[order.statusReason] },
    approval: approvalViewOf({ ...order, isPending: status === 'PendingApproval' }, viewer),
    approvalLapsesAt: status === 'PendingApproval' ? order.lapsesAt.toISOString() : null,
  }
}
