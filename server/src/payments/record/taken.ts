import type { Tx } from '../../kernel/db/db.ts'
import { accountBlocked, availableOf, getBalance, insufficientFunds } from '../../ledger/index.ts'
import type { PaymentRow } from './queries.ts'
import type { Amounts } from '../../approvals/index.ts'

/**
 * Amounts in minor units that predicted payments would use. They are not stored and lock nothing; later payments are
 * checked as if they had been made.
 */
export interface Taken {
  /** Counted towards the daily limit, in the entity's base currency. */
  baseMinor: bigint
  fromAccounts: Map<string, bigint>
  fromTrades: Map<string, bigint>
  /** Sums by payee's account, payment date and currency, with their value in the entity's base currency. */
  toPayees: Map<string, Required<Amounts>>
}

export const createTaken = (): Taken => ({
  baseMinor: 0n,
  fromAccounts: new Map(),
  fromTrades: new Map(),
  toPayees: new Map(),
})

/**
 * Counts in a payment that would be made.
 *
 * @param payeeKey as `payeeSumKey` returns it; null where no policy asks for sums
 */
export function take(taken: Taken, payment: PaymentRow, payeeKey: string | null): void {
  const { status, accountId, tradeId, amountMinor, feeMinor, baseMinor } = payment
  if (status === 'Rejected') return
  taken.baseMinor += baseMinor
  if (status === 'Screening') add(taken.fromAccounts, accountId, amountMinor + feeMinor)
  if (tradeId !== null) add(taken.fromTrades, tradeId, amountMinor)
  addToPayee(taken, payment, payeeKey)
}

function addToPayee({ toPayees }: Taken, payment: PaymentRow, payeeKey: string | null): void {
  if (payeeKey === null) return
  const { currency, amountMinor, baseMinor } = payment
  for (const of of [currency, ANY_CURRENCY]) {
    const key = sumKey(payeeKey, payment.paymentDate, of)
    const before = toPayees.get(key) ?? NOTHING
    toPayees.set(key, { amountMinor: before.amountMinor + amountMinor, baseMinor: before.baseMinor + baseMinor })
  }
}

/** Returns the sum of predicted payments to a payee on a day, like `paidOnDay` for stored ones. */
export function takenToPayee(
  { toPayees }: Taken,
  payeeKey: string | null,
  { currency, paymentDate }: Pick<PaymentRow, 'currency' | 'paymentDate'>,
): Required<Amounts> {
  if (payeeKey === null) return NOTHING
  const inCurrency = toPayees.get(sumKey(payeeKey, paymentDate, currency)) ?? NOTHING
  const ofAll = toPayees.get(sumKey(payeeKey, paymentDate, ANY_CURRENCY)) ?? NOTHING
  return { amountMinor: inCurrency.amountMinor, baseMinor: ofAll.baseMinor }
}

const ANY_CURRENCY = '*'
const NOTHING: Required<Amounts> = { amountMinor: 0n, baseMinor: 0n }
const sumKey = (payeeKey: string, ...rest: [day: string, currency: string]) => [...rest, payeeKey].join(' ')

const add = (to: Map<string, bigint>, id: string, minor: bigint) => to.set(id, (to.get(id) ?? 0n) + minor)

/** Checks that amount and fee could be held in addition to the predicted amounts. @throws insufficient_funds, account_blocked */
export async function checkCouldHold(tx: Tx, taken: Taken, payment: PaymentRow): Promise<void> {
  const { entityId, accountId, currency, amountMinor, feeMinor } = payment
  const balance = await getBalance(tx, entityId, accountId)
  if (balance?.blocked) throw accountBlocked(accountId)
  if (balance?.floorMinor === null) return
  const needed = amountMinor + feeMinor
  const missing = needed + (taken.fromAccounts.get(accountId) ?? 0n) - availableOf(balance)
  if (missing > 0n) throw insufficientFunds(accountId, currency, needed, missing)
}
