import type { Act } from '../../kernel/values/act.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { endAsMet, announceInitial, withdrawCall } from './calls.ts'
import type { CallRow } from './queries.ts'

/**
 * Lowers the unpaid rest of an initial margin call because a part of its deal was closed. Without a rest the call is met,
 * or withdrawn if nothing was paid. The caller has locked the facility's row.
 */
export async function lowerInitialCall(tx: Tx, call: CallRow, neededMinor: bigint, act: Act): Promise<void> {
  const paidMinor = call.amountMinor - call.outstandingMinor
  if (neededMinor === 0n && paidMinor === 0n) return void (await withdrawCall(tx, call, act))
  const { currency, explanation } = call
  const amountMinor = paidMinor + neededMinor
  const lowered: CallRow = {
    ...call,
    amountMinor,
    outstandingMinor: neededMinor,
    status: neededMinor === 0n ? 'Met' : call.status,
    explanation: `${explanation} Lowered to ${currency} ${formatAmount(amountMinor, currency)}: a part of the deal was closed.`,
    version: call.version + 1,
    updatedAt: act.at,
  }
  await storeLowered(tx, call, lowered)
  if (neededMinor > 0n) return announceInitial(tx, 'initialMargin.due', { ...lowered, amountMinor: neededMinor }, act)
  await endAsMet(tx, lowered, call.status, act)
}

/** Stores a call that was lowered, and lowers the margin required by as much. */
async function storeLowered(tx: Tx, before: CallRow, call: CallRow): Promise<void> {
  const { entityId, marginCallId, facilityId, kind, tradeId } = call
  await tx.query({
    name: 'lower-margin-call',
    text: `with margin as (
        update credit_margins set required_minor = required_minor - $6, updated_at = $9
          where entity_id = $1 and facility_id = $7 and kind = $8 and trade_id = $10)
      update margin_calls set status = $3, outstanding_minor = $4, amount_minor = amount_minor - $6, explanation = $5,
          version = version + 1, updated_at = $9
        where entity_id = $1 and margin_call_id = $2`,
    values: [
      entityId,
      marginCallId,
      call.status,
      call.outstandingMinor,
      call.explanation,
      before.amountMinor - call.amountMinor,
      facilityId,
      kind,
      call.updatedAt,
      tradeId,
    ],
  })
}
