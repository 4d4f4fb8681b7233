import type { Tx } from '../../kernel/db/db.ts'
import { accountBlocked, availableOf, getBalance, insufficientFunds } from '../../ledger/index.ts'
import type { PaymentRow } from '../record/queries.ts'

/**
 * What payments that are only tried would take, in minor units. None of them is stored, and nothing is locked for them: the
 * next one is judged as if these had been made.
 */
export interface Taken {
  /** Counted towards the daily limit, in the entity's base currency. */
  baseMinor: bigint
  fromAccounts: Map<string, bigint>
  fromTrades: Map<string, bigint>
}

export const nothingTaken = (): Taken => ({ baseMinor: 0n, fromAccounts: new Map(), fromTrades: new Map() })

/** Counts in a payment that would be made. */
export function take(taken: Taken, { status, accountId, tradeId, amountMinor, feeMinor, baseMinor }: PaymentRow): void {
  if (status === 'Rejected') return
  taken.baseMinor += baseMinor
  if (status === 'Screening') add(taken.fromAccounts, accountId, amountMinor + feeMinor)
  if (tradeId !== null) add(taken.fromTrades, tradeId, amountMinor)
}

const add = (to: Map<string, bigint>, id: string, minor: bigint) => to.set(id, (to.get(id) ?? 0n) + minor)

/** Whether amount and fee could be held besides what was taken. @throws insufficient_funds, account_blocked as a hold does */
export async function checkCouldHold(tx: Tx, taken: Taken, payment: PaymentRow): Promise<void> {
  const { entityId, accountId, currency, amountMinor, feeMinor } = payment
  const balance = await getBalance(tx, entityId, accountId)
  if (balance?.blocked) throw accountBlocked(accountId)
  if (balance?.floorMinor === null) return
  const needed = amountMinor + feeMinor
  const missing = needed + (taken.fromAccounts.get(accountId) ?? 0n) - availableOf(balance)
  if (missing > 0n) throw insufficientFunds(accountId, currency, needed, missing)
}
