import { amountErrors } from '../../kernel/values/money.ts'
import type { Parts } from '../../kernel/http/readable.ts'
import type { FieldError } from '../../kernel/values/refusals.ts'
import { sameCurrencyErrors } from '../calendar/index.ts'

/**
 * Field rules of a deal's order beyond its schema that need no database: checked before any lookup and reported all at
 * once.
 */

/** The fields that every order of a deal has. */
interface DealFields {
  buyCurrency: string
  sellCurrency: string
  fixedSide: 'Buy' | 'Sell'
  /** Amount of the fixed side. */
  amount: string
}

/** Returns the pointer of a field by name: "/amount" in a body, "?amount" in a query. */
type Pointers = (name: string) => string
const inBody: Pointers = (name) => `/${name}`

/** Returns the currency of a deal's fixed amount. */
export const fixedCurrencyOf = <C extends string | undefined>(deal: {
  fixedSide: 'Buy' | 'Sell'
  buyCurrency: C
  sellCurrency: C
}): C => (deal.fixedSide === 'Buy' ? deal.buyCurrency : deal.sellCurrency)

/** Returns the errors of a deal's currencies and amount, as far as they are present. */
export function dealErrors(deal: Parts<DealFields>, pointers: Pointers = inBody, amountName = 'amount'): FieldError[] {
  const { buyCurrency, sellCurrency, fixedSide, amount } = deal
  const currency = fixedSide && fixedCurrencyOf({ fixedSide, buyCurrency, sellCurrency })
  return [
    ...sameCurrencyErrors(deal, pointers('sellCurrency')),
    ...amountErrors(amount, currency, pointers(amountName)),
  ]
}
