import type { Static } from 'typebox'
import { formatTransactionId } from '../../accounts/index.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import type { InboundRow } from './queries.ts'
import { presentReason } from './reasons.ts'
import type { InboundPayment } from './schema.ts'

/** The wire form of a row; the house is not named. */
export function presentInbound(row: InboundRow): Static<typeof InboundPayment> {
  return {
    inboundPaymentId: formatId('inp', row.inboundPaymentId),
    entityId: row.entityId === HOUSE_ENTITY_ID ? null : formatId('ent', row.entityId),
    accountId: row.accountId && formatId('acc', row.accountId),
    virtualAccountId: row.virtualAccountId && formatId('vac', row.virtualAccountId),
    transactionId:
      row.accountId !== null && row.creditedSequence !== null
        ? formatTransactionId(row.accountId, row.creditedSequence)
        : null,
    amount: formatAmount(row.amountMinor, row.currency),
    currency: row.currency,
    status: row.status,
    statusReason: presentReason(row.statusReason),
    reference: row.reference,
    debtorName: row.debtorName,
    debtorIban: row.debtorIban,
    valueDate: row.valueDate,
    receivedAt: row.receivedAt.toISOString(),
    creditedAt: row.creditedAt?.toISOString() ?? null,
    returnedAt: row.returnedAt?.toISOString() ?? null,
  }
}
