import type { FieldError } from '../../kernel/values/refusals.ts'
import { bicError, compact, electronicForm, ibanError, ukAccountOf } from './iban.ts'
import type { Rail } from '../schemes/index.ts'
import { requirementsFor } from './requirements.ts'
import { type FieldRule, type PayeeType, ROUTING_CODE, type RoutingCodeType } from '../schemes/index.ts'
import { error } from './rules.ts'
import { type ModulusTable, passesModulusCheck } from './uk-modulus.ts'

/** The account part of a payee, as a beneficiary or a payment carries it. */
export interface BankDetails {
  bankCountryCode: string
  currency: string
  type: PayeeType
  iban?: string
  accountNumber?: string
  bic?: string
  routingCodes?: { type: RoutingCodeType; value: string }[]
  accountType?: string
  taxId?: string
  bankAddress?: string
  localName?: string
  address?: { region?: string; postCode?: string }
}

export interface CheckedDetails<T extends BankDetails> {
  /** All errors; empty if at least one rail is possible. */
  errors: FieldError[]
  /** Account, codes and tax id in capitals without spaces and hyphens. */
  normalised: T
  /** Rails with all required details, preferred rail first. */
  rails: Rail[]
}

/**
 * Checks account details against the requirements of the rails to their country and currency; reports all errors at
 * once.
 */
export function checkBankDetails<T extends BankDetails>(details: T, table: ModulusTable): CheckedDetails<T> {
  const normalised = normalise(details)
  const own = [...fieldErrors(normalised), ...agreementErrors(normalised, table)]
  const requirements = requirementsFor(normalised.bankCountryCode, normalised.currency, normalised.type)
  const rails = requirements
    .filter(({ alternatives }) => alternatives.some((rules) => rules.every((rule) => !ruleError(rule, normalised))))
    .map(({ rail }) => rail)
  const known = new Set(own.map((error) => error.pointer))
  const missing =
    rails.length > 0
      ? []
      : missingErrors(
          normalised,
          requirements.flatMap((need) => need.alternatives),
        )
  return { errors: [...own, ...missing.filter((error) => !known.has(error.pointer))], normalised, rails }
}

type AccountFields = Omit<BankDetails, 'bankCountryCode' | 'currency' | 'type'>

/** Returns the errors of the account's fields that do not depend on the bank's country. */
export const accountErrors = (details: AccountFields): FieldError[] => {
  const { bankCountryCode: _unknown, ...own }: AccountFields & { bankCountryCode?: string } = normalise(details)
  return fieldErrors(own)
}

function normalise<T extends AccountFields>(details: T): T {
  const tidy = (text: string | undefined) => (text === undefined ? undefined : electronicForm(text))
  const codes = details.routingCodes?.map(({ type, value }) => ({ type, value: electronicForm(value) }))
  const taxId = details.taxId === undefined ? undefined : compact(details.taxId).replace(/[./]/g, '') || details.taxId
  const out: T = { ...details, taxId, routingCodes: codes ?? [] }
  for (const key of ['iban', 'bic', 'accountNumber'] as const) out[key] = tidy(details[key])
  return out
}

/** Returns the errors of single fields that do not depend on the destination. */
function fieldErrors(details: AccountFields & { bankCountryCode?: string }): FieldError[] {
  const { iban, bic, accountNumber, bankCountryCode, routingCodes = [] } = details
  const expected = 'up to 34 letters or digits'
  const errors = [
    iban === undefined ? undefined : ibanError(iban, bankCountryCode),
    bic === undefined ? undefined : bicError(bic, bankCountryCode),
    /^[A-Z0-9]{1,34}$/.test(accountNumber ?? '0')
      ? undefined
      : error('/accountNumber', 'account_number_invalid', { expected }),
  ]
  routingCodes.forEach(({ type, value }, i) => {
    const rule = ROUTING_CODE[type]
    if (!fits(rule, value))
      errors.push(error(`/routingCodes/${i}/value`, 'routing_code_invalid', { type, expected: rule.label }))
    if (routingCodes.findIndex((other) => other.type === type) < i) {
      errors.push(error(`/routingCodes/${i}/type`, 'routing_code_repeated', { type }))
    }
  })
  return errors.filter((found) => found !== undefined)
}

/**
 * Returns the conflicts between fields: an IBAN beside another account number, a UK account with the wrong sort code.
 */
function agreementErrors(details: BankDetails, table: ModulusTable): FieldError[] {
  const { iban, accountNumber } = details
  const inIban = iban?.startsWith('GB') && !ibanError(iban) ? ukAccountOf(iban) : undefined
  const sortCode = codeOf(details, 'SortCode')
  if (iban !== undefined && accountNumber !== undefined) {
    const same = inIban?.accountNumber === accountNumber && (sortCode ?? inIban.sortCode) === inIban.sortCode
    if (!same) {
      const reason = 'send the IBAN or the account number, not two different accounts.'
      return [error('/accountNumber', 'bank_detail_not_used', { reason })]
    }
  }
  const account = inIban ?? { sortCode, accountNumber }
  const complete = /^\d{6}$/.test(account.sortCode ?? '') && /^\d{8}$/.test(account.accountNumber ?? '')
  if (!complete || passesModulusCheck(table, account.sortCode!, account.accountNumber!)) return []
  return [error(inIban ? '/iban' : '/accountNumber', 'modulus_check_failed')]
}

/** Returns the errors against the closest alternative: most fields given, then fewest missing. */
function missingErrors(details: BankDetails, alternatives: readonly (readonly FieldRule[])[]): FieldError[] {
  const { bankCountryCode: country, currency, type } = details
  if (alternatives.length === 0) return [error('/currency', 'destination_not_offered', { country, currency, type })]
  const [nearest] = [...alternatives].sort(
    (a, b) => given(b, details) - given(a, details) || a.length - given(a, details) - (b.length - given(b, details)),
  )
  const ways = new Set(alternatives.map(describe))
  ways.delete(describe(nearest!))
  const otherWays = ways.size > 0 ? ` Or instead: ${[...ways].join('; or ')}.` : ''
  return nearest!.map((rule) => ruleError(rule, details, otherWays)).filter((found) => found !== undefined)
}

const describe = (rules: readonly FieldRule[]): string => rules.map((rule) => rule.label).join(' + ')

const given = (rules: readonly FieldRule[], details: BankDetails): number =>
  rules.filter((rule) => valueOf(rule, details) !== undefined).length

function ruleError(rule: FieldRule, details: BankDetails, otherWays = ''): FieldError | undefined {
  const value = valueOf(rule, details)
  if (value === undefined) {
    const { bankCountryCode: country, currency } = details
    const params = {
      field: rule.type ?? rule.key,
      label: rule.label,
      example: rule.example,
      country,
      currency,
      otherWays,
    }
    return error(`/${rule.key}`, 'bank_detail_required', params)
  }
  if (fits(rule, value)) return undefined
  const expected = rule.label
  if (rule.key === 'routingCodes') {
    const index = details.routingCodes!.findIndex(({ type }) => type === rule.type)
    return error(`/routingCodes/${index}/value`, 'routing_code_invalid', { type: rule.type, expected })
  }
  if (rule.key === 'taxId') return error('/taxId', 'tax_id_invalid', { expected })
  const code = rule.key === 'localName' ? 'local_name_invalid' : 'account_number_invalid'
  return error(`/${rule.key}`, code, { expected })
}

function valueOf(rule: FieldRule, details: BankDetails): string | undefined {
  if (rule.key === 'routingCodes') return codeOf(details, rule.type!)
  if (rule.key === 'address/region') return details.address?.region
  return rule.key === 'address/postCode' ? details.address?.postCode : details[rule.key]
}

const codeOf = (details: BankDetails, type: RoutingCodeType): string | undefined =>
  details.routingCodes?.find((code) => code.type === type)?.value

const fits = (rule: FieldRule, value: string): boolean =>
  new RegExp(rule.pattern).test(value) && (rule.check?.(value) ?? true)
