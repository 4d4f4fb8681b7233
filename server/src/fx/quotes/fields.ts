import { parseAmount } from '../../kernel/money.ts'
import { type FieldError, fieldError, Refusal } from '../../kernel/refusals.ts'
import { refuseAll } from '../../kernel/validation.ts'
import { refuseCalendar } from '../calendar/index.ts'

/**
 * What a schema cannot say of the fields of a deal's order, and what needs no database: judged before anything is looked
 * up, and told all at once.
 */

/** The fields that every order of a deal has. */
export interface DealFields {
  buyCurrency: string
  sellCurrency: string
  fixedSide: 'Buy' | 'Sell'
  /** Of the fixed side. */
  amount: string
}

/** Where a field is, by its name: in a body "/amount", in a query "?amount". */
type Pointers = (name: string) => string
const inBody: Pointers = (name) => `/${name}`

/** The currency that a deal's amount is given in. */
export const fixedCurrencyOf = ({ fixedSide, buyCurrency, sellCurrency }: Omit<DealFields, 'amount'>): string =>
  fixedSide === 'Buy' ? buyCurrency : sellCurrency

/** Faults of a deal's currencies and amount. */
export function dealFaults(deal: DealFields, pointers: Pointers = inBody, amountName = 'amount'): FieldError[] {
  const { buyCurrency: currency, sellCurrency } = deal
  const isSame = currency === sellCurrency
  return [
    ...(isSame ? [fieldError(pointers('sellCurrency'), refuseCalendar.same_currency({ currency }))] : []),
    ...amountFaults(deal.amount, fixedCurrencyOf(deal), pointers(amountName)),
  ]
}

/** Faults of an amount in a currency: too_many_decimals, amount_not_positive, amount_invalid. */
export function amountFaults(amount: string, currency: string, pointer: string): FieldError[] {
  try {
    parseAmount(amount, currency, pointer)
    return []
  } catch (error) {
    if (error instanceof Refusal) return error.errors
    throw error
  }
}

/** @throws every fault found, in one refusal */
export function checkFields(...faults: FieldError[][]): void {
  const all = faults.flat()
  if (all.length > 0) throw refuseAll(all)
}
