import { amountFaults } from '../../kernel/values/money.ts'
import type { Parts } from '../../kernel/http/readable.ts'
import type { FieldError } from '../../kernel/values/refusals.ts'
import { sameCurrencyFaults } from '../calendar/index.ts'

/**
 * What a schema cannot say of the fields of a deal's order, and what needs no database: judged before anything is looked
 * up, and told all at once.
 */

/** The fields that every order of a deal has. */
interface DealFields {
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
export const fixedCurrencyOf = <C extends string | undefined>(deal: {
  fixedSide: 'Buy' | 'Sell'
  buyCurrency: C
  sellCurrency: C
}): C => (deal.fixedSide === 'Buy' ? deal.buyCurrency : deal.sellCurrency)

/** Faults of a deal's currencies and amount, as far as these are there. */
export function dealFaults(deal: Parts<DealFields>, pointers: Pointers = inBody, amountName = 'amount'): FieldError[] {
  const { buyCurrency, sellCurrency, fixedSide, amount } = deal
  const currency = fixedSide && fixedCurrencyOf({ fixedSide, buyCurrency, sellCurrency })
  return [
    ...sameCurrencyFaults(deal, pointers('sellCurrency')),
    ...amountFaults(amount, currency, pointers(amountName)),
  ]
}
