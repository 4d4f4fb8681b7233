import { sameBankingCountry } from '../../kernel/values/countries.ts'
import { type BankDetailsRule, type FieldRule, type PayeeType, type Rail, railsFor, SCHEMES } from '../schemes/index.ts'
import { ibanFormOf } from './iban.ts'

/** Bank details of a payee by destination, from the schemes that serve it: validation and the published forms agree. */

interface Requirement {
  rail: Rail
  alternatives: readonly (readonly FieldRule[])[]
  /** True if each payment needs a purpose. */
  purpose: boolean
}

/**
 * Returns the payee requirements of each rail to the destination, preferred rail first; empty if no rail is offered.
 */
export function requirementsFor(country: string, currency: string, type: PayeeType): Requirement[] {
  return railsFor(currency, country).flatMap((rail) => {
    const rule = SCHEMES[rail].bankDetails.find(
      (known) =>
        (known.currency === undefined || known.currency === currency) &&
        (known.type === undefined || known.type === type) &&
        covers(known, country),
    )
    return rule && rule.alternatives.length > 0
      ? [{ rail, alternatives: rule.alternatives, purpose: rule.purpose ?? false }]
      : []
  })
}

const covers = ({ country: known }: BankDetailsRule, country: string): boolean =>
  typeof known === 'string' ? sameBankingCountry(known, country) : known.includes(country)

/** Payee details beside the account and its bank that a payment without a saved payee can have. */
const ADDRESS: readonly FieldRule['key'][] = ['address/region', 'address/postCode']

/**
 * Returns true if an account number and exactly these national codes of its bank reach a destination: no BIC, and no details
 * that only saved payees have.
 */
export function isReachedByCodes(
  { country, currency, type }: { country: string; currency: string; type: PayeeType },
  codes: readonly string[],
): boolean {
  const isEnough = (rules: readonly FieldRule[]): boolean => {
    const needed = rules.filter(({ key }) => key === 'routingCodes')
    return (
      needed.length === codes.length &&
      needed.every((rule) => codes.includes(rule.type!)) &&
      rules.every(({ key }) => key === 'routingCodes' || key === 'accountNumber' || ADDRESS.includes(key))
    )
  }
  return requirementsFor(country, currency, type).some(({ alternatives }) => alternatives.some(isEnough))
}

/** A rule as a form for one country shows it: IBAN and BIC with the country's own form and example. */
export function shownFor(rule: FieldRule, country: string): FieldRule {
  if (rule.key === 'bic') return { ...rule, example: `BANK${country}22` }
  const form = rule.key === 'iban' ? ibanFormOf(country) : undefined
  if (!form) return rule
  const { pattern, length, example } = form
  return { ...rule, label: `IBAN, ${length} characters`, pattern, minLength: length, maxLength: length, example }
}
