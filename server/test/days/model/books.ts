import type {
  Account,
  Balance,
  Facility,
  Inbound,
  MarginCall,
  MtmTrade,
  Payment,
  Trade,
  Transaction,
  Transfer,
} from '../read/resources.ts'

import type { Effect } from './effects.ts'

/** Everything that was read of the service in one night, as the clients see it. */
export interface Books {
  day: string
  now: Date
  accounts: Map<string, Account>
  trades: Map<string, Trade>
  payments: Map<string, Payment>
  transfers: Map<string, Transfer>
  inbound: Map<string, Inbound>
  /** All transactions of each account, oldest first. */
  transactions: Map<string, Transaction[]>
  balances: Map<string, Balance>
  facilities: Facility[]
  calls: MarginCall[]
  /** Open positions by trade, as mark-to-market lists them. */
  mtm: Map<string, MtmTrade>
  /** Amounts received for the wires of open drawdowns, in minor units. */
  wired: Map<string, bigint>
  /** Amounts collected by pre-authorised debit, by drawdown, in minor units. */
  debited: Map<string, bigint>
  /** Bookings to clients by operators who cleared contradictory reports. */
  cleared: readonly Effect[]
  /** Entities whose trades need the money first. */
  prefunded: Set<string>
}

export const OVER = new Set(['Settled', 'Cancelled', 'ClosedOut', 'Extended', 'Rejected'])
export const PAYMENT_OVER = new Set(['Completed', 'Returned', 'Rejected', 'Cancelled', 'Failed'])

/** Trades that belong to a forward: its drawdowns and close-outs. */
export function childrenOf({ trades }: Books): Map<string, Trade[]> {
  const children = new Map<string, Trade[]>()
  for (const trade of trades.values()) {
    if (trade.parentTradeId === null) continue
    children.set(trade.parentTradeId, [...(children.get(trade.parentTradeId) ?? []), trade])
  }
  return children
}

/** Returns true if a trade is a drawdown with undelivered amounts. */
export const isPendingDrawdown = ({ kind, status }: Trade): boolean => kind === 'Drawdown' && !OVER.has(status)
