import type { Account } from '../../../accounts/index.ts'
import type { Consent } from '../../consents/index.ts'
import { accountLine, dayInWords, grouped, instantInWords, money, moneyText } from './words.ts'

/** Name and value of one line. */
type Line = [name: string, value: string]

/** Returns the amount of a payment in words. */
export const amountOf = ({ payment }: Consent): string => money(payment!.amountMinor, payment!.currency)

/** Returns name, currency and number of an account. */
export const accountText = (account: Account): string =>
  `${account.friendlyName ?? account.name}, ${accountLine(account)}`

/**
 * Returns payee, reference, rate, fees and arrival of a payment, as the user sees and approves them.
 *
 * @param timeZone of the user's entity
 */
export function paymentLines(consent: Consent, timeZone: string): Line[] {
  const payment = consent.payment!
  const lines: [string, string | null | undefined][] = [
    ['To', payment.creditorName],
    ['Account', payment.creditorIdentification && payeeAccount(payment.creditorScheme, payment.creditorIdentification)],
    ['Roll number', rollNumberOf(consent)],
    ['Bank', payeeBank(consent)],
    ['Reference', payment.reference],
    ...offered(consent, timeZone),
    arrivalOf(consent, timeZone),
  ]
  return lines.filter((line): line is Line => Boolean(line[1]))
}

/** Result of the name check at the payee's bank. */
interface PayeeCheck {
  status: 'Match' | 'NearMatch' | 'NoMatch' | 'NotAvailable'
  message: string
  /** Name under which the bank knows the account, if it discloses it. */
  registeredAs?: string
  /** Message and name, as the user approves them. */
  text: string
}

/** Returns the result of the name check; undefined without one. */
export function payeeCheckOf({ offer }: Consent): PayeeCheck | undefined {
  const { payeeCheck: found } = (offer ?? {}) as Offer
  if (!found) return undefined
  const { status, message, matchedName: registeredAs } = found
  if (!registeredAs) return { status, message, text: message }
  return { status, message, registeredAs, text: `${message} Registered as: ${registeredAs}` }
}

/** Describes the currency and the arrival date. Consents of an earlier release have only the instant at which the day begins. */
function arrivalOf({ payment, offer }: Consent, timeZone: string): Line {
  const { arrivesOn, ExpectedSettlementDateTime: startsAt } = (offer ?? {}) as Offer
  const currency = payment!.currencyOfTransfer ?? payment!.currency
  if (arrivesOn === undefined && startsAt === undefined) return ['Arrives in', currency]
  const day =
    arrivesOn === undefined ? dayInWords(new Date(startsAt!), timeZone) : dayInWords(new Date(arrivesOn), 'UTC')
  return ['Arrives', `By ${day}, in ${currency}`]
}

function rollNumberOf({ terms }: Consent): string | undefined {
  const { CreditorAccount: account } = (terms?.initiation ?? {}) as {
    CreditorAccount?: { SecondaryIdentification?: string }
  }
  return account?.SecondaryIdentification
}

/** Formats an account: an IBAN in groups of four, a sort code with dashes, other numbers unchanged. */
function payeeAccount(scheme: string | null, identification: string): string {
  if (scheme === 'UK.OBIE.IBAN') return grouped(identification)
  if (scheme !== 'UK.OBIE.SortCodeAccountNumber') return identification
  return identification.replace(/^(\d\d)(\d\d)(\d\d)(\d{8})$/, '$1-$2-$3 $4')
}

/** The payee's bank, where it was named: its name or code. */
function payeeBank({ terms }: Consent): string | undefined {
  const { CreditorAgent: agent } = (terms?.initiation ?? {}) as {
    CreditorAgent?: Record<'Name' | 'Identification', string>
  }
  return [agent?.Name, agent?.Identification].filter(Boolean).join(', ') || undefined
}

interface Money {
  Amount: string
  Currency: string
}

interface Offer {
  exchanged?: { sold: Money; bought: Money }
  debitCurrency?: string
  ExpectedSettlementDateTime?: string
  arrivesOn?: string
  payeeCheck?: { status: PayeeCheck['status']; message: string; matchedName?: string }
  Charges?: { Type?: string; ChargeBearer?: string; Amount?: { Amount?: string; Currency?: string } }[]
  ExchangeRateInformation?: {
    ExchangeRate?: string | number
    RateType?: string
    UnitCurrency?: string
    ExpirationDateTime?: string
  }
}

/** Returns fees and rate as shown to the third party. */
function offered(consent: Consent, timeZone: string): [string, string | undefined][] {
  const { Charges = [], ExchangeRateInformation: rate, exchanged, debitCurrency } = (consent.offer ?? {}) as Offer
  const fees = Charges.flatMap(({ Amount }): [string, string | undefined][] => [
    ['Fee', Amount?.Amount && Amount.Currency ? moneyText(Amount.Amount, Amount.Currency) : undefined],
  ])
  const isFixed = rate?.RateType !== 'Indicative'
  const about = isFixed ? '' : 'About '
  const { sold, bought } = exchanged ?? {}
  const headline = money(consent.payment!.amountMinor, consent.payment!.currency)
  const unlessHeadline = (sum: Money | undefined) => {
    const text = sum && moneyText(sum.Amount, sum.Currency)
    return text === headline || text === undefined ? undefined : about + text
  }
  const { currency, currencyOfTransfer } = consent.payment!
  const other = [currencyOfTransfer, currency].find((code) => code !== null && code !== rate?.UnitCurrency) ?? ''
  const line = rate?.ExchangeRate !== undefined && `1 ${rate.UnitCurrency ?? ''} = ${rate.ExchangeRate} ${other}`.trim()
  const until = rate?.ExpirationDateTime
    ? `, held until ${instantInWords(new Date(rate.ExpirationDateTime), timeZone)}`
    : ''
  const rateLine = line ? `${line}${isFixed ? until : ' (may differ when the payment is made)'}` : undefined
  if (consent.kind !== 'internationalPayment') return fees
  if (fees.length === 0) fees.push(['Fee', 'None'])
  const anyRate = `Ours when the payment is made, unless the account is in ${currencyOfTransfer}`
  return [
    ['Leaves your account', unlessHeadline(sold)],
    ['Buys', unlessHeadline(bought)],
    ['Exchange rate', rateLine ?? (debitCurrency === undefined ? anyRate : undefined)],
    ...fees,
  ]
}
