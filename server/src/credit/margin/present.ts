import { formatId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import type { CallRow } from './queries.ts'
import { canCall } from './rules.ts'
import type { MarginCallOut } from './schema.ts'

/** A margin call as the wire shows it. */
export const presentCall = (call: CallRow): MarginCallOut => ({
  marginCallId: formatId('mgc', call.marginCallId),
  entityId: formatId('ent', call.entityId),
  facilityId: formatId('fac', call.facilityId),
  type: call.kind,
  reasonTradeIds: call.reasonTradeIds.map((tradeId) => formatId('trd', tradeId)),
  amount: formatAmount(call.amountMinor, call.currency),
  currency: call.currency,
  outstanding: formatAmount(call.outstandingMinor, call.currency),
  status: call.status,
  issuedAt: call.issuedAt.toISOString(),
  dueAt: call.dueAt.toISOString(),
  snapshotId: call.snapshotId && formatId('snp', call.snapshotId),
  explanation: call.explanation,
  collectedFrom: call.accountId && formatId('acc', call.accountId),
  actions: canCall(call.status, 'settle') ? ['settle'] : [],
  updatedAt: call.updatedAt.toISOString(),
})
