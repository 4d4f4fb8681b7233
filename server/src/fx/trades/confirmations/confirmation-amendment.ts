import { longDate } from '../../../documents/index.ts'
import type { Queryable } from '../../../kernel/db/db.ts'
import { formatId } from '../../../kernel/values/ids.ts'
import { Decimal, formatRate } from '../../../kernel/values/rates.ts'
import { parsePair } from '../../calendar/index.ts'
import { presentDeal } from '../../quotes/index.ts'
import { type AmendmentType, findAmendmentOf } from '../amendments.ts'
import { cashText, type ConfirmationFacts } from './confirmation.ts'
import { findTrade, type TradeRow } from '../queries.ts'

const AMENDMENTS: Record<AmendmentType, string> = {
  Extend: 'Extension',
  BringForward: 'Bringing forward',
  CloseOut: 'Close-out',
  Split: 'Split',
  Cancel: 'Cancellation',
  Move: 'Move of the value date',
}

/**
 * Returns the facts of the amended contract for the confirmation of a close-out or amendment: the rate at which
 * that was booked, the rate of the amendment and the difference in cash. Empty for a deal that amends none.
 */
export async function amendmentFacts(db: Queryable, trade: TradeRow): Promise<ConfirmationFacts> {
  const { entityId, parentTradeId } = trade
  if (parentTradeId === null || trade.kind === 'Drawdown') return []
  const contract = await findTrade(db, entityId, parentTradeId)
  if (!contract) return []
  const { base, counter, quoteDp } = parsePair(contract.currencyPair)
  const unit = `${counter} per ${base}`
  const amendment = await findAmendmentOf(db, trade)
  const rateText = (rate: string | null) => rate && `${formatRate(new Decimal(rate), quoteDp)} ${unit}`
  const cashMinor = amendment?.settlementMinor ?? trade.netMinor
  return [
    ['Amendment', AMENDMENTS[amendment?.type ?? 'CloseOut']],
    ['Contract', formatId('trd', contract.tradeId)],
    ['Contract’s booked rate', `${presentDeal(contract).rate} ${unit}`],
    ['Contract’s value date', longDate(contract.valueDate)],
    ['Closed at', rateText(amendment ? amendment.nearRate : trade.rate)],
    ['Rate of the amendment', trade.kind === 'CloseOut' ? null : `${presentDeal(trade).rate} ${unit}`],
    ['Cash difference', typeof cashMinor === 'bigint' ? cashText(cashMinor, counter) : null],
  ]
}
