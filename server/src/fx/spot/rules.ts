import { refusals } from '../../kernel/values/refusals.ts'
import type { TradeRow, TradeStatus } from '../trades/index.ts'

export const SPOT_AMENDMENTS = ['Cancel', 'CloseOut', 'Move'] as const
export type SpotAmendment = (typeof SPOT_AMENDMENTS)[number]

/** Permitted actions on an unsettled spot trade, by state. */
export const spotCan: Record<SpotAmendment, readonly TradeStatus[]> = {
  Cancel: ['Executed'],
  CloseOut: ['AwaitingFunds', 'Overdue', 'SettlementFailed'],
  Move: ['Executed', 'AwaitingFunds'],
}

export const refuse = refusals({
  spot_trade_not_amendable: {
    status: 409,
    message: 'The trade is {status}. {type} needs one of: {needed}. Now it allows: {allowed}.',
  },
  spot_amendment_quote_not_found: {
    status: 404,
    message: 'The amendment quote does not exist or belongs to another trade. Request a new one.',
  },
  amendment_pending: {
    status: 409,
    message:
      'An amendment of the trade awaits approval as trade {tradeId}. Approve or reject that trade before you amend this one again.',
  },
  approval_missing: {
    status: 409,
    message:
      'The approval policies require {required} approval(s) for the deal at this rate, and the order has {given}. Place a new order.',
  },
  amendment_date_unchanged: {
    status: 422,
    message: 'The trade already has the value date {valueDate}. Use another one.',
  },
})

/** A sale of margin for a loss stays as it is. @throws spot_trade_not_amendable */
export function checkSpotCan({ status, subtype }: Pick<TradeRow, 'status' | 'subtype'>, type: SpotAmendment): void {
  const needed = spotCan[type]
  const isSale = subtype === 'LossCover'
  if (needed.includes(status) && !isSale) return
  const allowed = SPOT_AMENDMENTS.filter((each) => spotCan[each].includes(status) && !isSale)
  throw refuse.spot_trade_not_amendable({ status, type, needed, allowed: allowed.length > 0 ? allowed : ['nothing'] })
}
