import { isOpen } from '../../fx/calendar/index.ts'
import type { Day } from '../../kernel/values/days.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { checkSomeoneMayPay } from '../../payments/index.ts'
import { arrivalDate, earliestPayment, type IsBusinessDay } from '../../payments/validation/index.ts'
import { feeMinor } from '../../payments/schemes/index.ts'
import { checkQuestion, type Question, type SchemeAnswer } from '../../payments/vop/index.ts'
import { fieldErrorOf, formatDate, refuseErrors, refuseOb } from '../http/index.ts'
import { type CheckedOrder, wordOfBearer } from './terms/checks.ts'
import type { InitiationDeps } from './deps.ts'
import { debitCurrency, earlier, type Exchange, exchangedMinor, exchangeFor, rateForUnit } from './exchange.ts'
import { expectedDates } from './making/dates.ts'
import { asOurs } from './making/rejections.ts'
import { bankCountry, statedType, verifiableAccount } from './terms/payee.ts'
import { type asked, type Initiation, type Money, type RateInformation, transferCurrency } from './terms/terms.ts'

type AskedTerms = Pick<ReturnType<typeof asked>, 'initiation' | 'risk'>

/** Our additions to a consent: charges, dates and rate. In the vocabulary of v4.0, numbers as text. */
export interface Offer {
  Charges: { ChargeBearer: string; Type: string; Amount: { Amount: string; Currency: string } }[]
  CutOffDateTime: string
  ExpectedExecutionDateTime: string
  ExpectedSettlementDateTime: string
  /** Day of the arrival in the time zone of the rail; shown to the user. */
  arrivesOn: Day
  ExchangeRateInformation?: RateInformation & { ExpirationDateTime?: string }
  /** Debit currency if known; not disclosed to the third party. */
  debitCurrency?: string
  /** Debited and bought amounts at the offered rate; shown to the user. */
  exchanged?: { sold: Money; bought: Money }
  /** An actual rate in the market's convention, as it will be dealt, and the cost rate its amounts were rounded with. */
  deal?: { currencyPair: string; rate: string; costRate?: string }
  /** Name check of the payee's bank; shown to the user, who decides. */
  payeeCheck?: PayeeCheck
}

/** Name check of the payee, stored with its consent before the payee's bank is asked, and then with the answer. */
interface PayeeCheck extends Partial<PayeeAnswer> {
  question: Question
}

export interface PayeeAnswer {
  answer: SchemeAnswer
  status: string
  message: string
  /** Registered name, if it may be disclosed. */
  matchedName?: string
  /** Business time of the question. */
  askedAt?: string
}

/**
 * Returns prices and dates of an order that passed `checkOrder`. A payment that misses its cut-off is made on the
 * rail's next open day. One with an exchange is rejected after the close of the market, which is then its cut-off.
 *
 * @throws ob_market_closed (U012) for an exchange while the market is closed; ob_rule_failed (U014) for an amount that
 *   no payer may pay
 */
export async function offerFor(
  deps: InitiationDeps,
  terms: AskedTerms,
  order: CheckedOrder,
  now: Date,
): Promise<{ offer: Offer; rateUntil: Date | undefined }> {
  const { initiation } = terms
  const debit = await debitCurrency(deps, initiation)
  const exchange = await asOurs(() => exchangeOf(deps, initiation, exchangedMinor(initiation, order), debit, now))
  await asOurs(() => checkSomeoneMayPay(deps.payments, deps.entities, paidBy(initiation, order, exchange), now))
  const { information, rateUntil } = rateInformation(initiation, exchange)
  const payeeCheck = questionAbout(terms)
  return {
    rateUntil,
    offer: {
      Charges: chargesOf(initiation, order),
      ...datesOf(deps, initiation, order, exchange, now),
      ...(information ? { ExchangeRateInformation: information } : {}),
      ...(debit === undefined ? {} : { debitCurrency: debit }),
      ...(exchange ? { exchanged: exchangedAmounts(exchange) } : {}),
      ...(exchange && rateUntil ? { deal: dealOf(exchange) } : {}),
      ...(payeeCheck ? { payeeCheck } : {}),
    },
  }
}

/** Returns the amount that the payee gets, in minor units. */
function paidBy(initiation: Initiation, { amountMinor }: CheckedOrder, exchange: Exchange | undefined) {
  const currency = transferCurrency(initiation)
  const isBought = exchange !== undefined && initiation.InstructedAmount.Currency !== currency
  return { currency, amountMinor: isBought ? exchange.price.buyMinor : amountMinor }
}

/** @throws ob_field_expected when a rate is asked for and nothing says what is sold; ob_field_unexpected when nothing is */
function exchangeOf(
  { sources }: InitiationDeps,
  initiation: Initiation,
  amountMinor: bigint,
  debit: string | undefined,
  now: Date,
): Exchange | undefined {
  const rate = initiation.ExchangeRateInformation
  const at = '/Data/Initiation/ExchangeRateInformation'
  if (rate?.RateType === 'Agreed') return undefined
  if (debit === undefined) {
    const detail = 'name the currency that is paid from, or the DebtorAccount'
    if (rate) throw refuseErrors([fieldErrorOf(`${at}/UnitCurrency`, refuseOb.ob_field_expected({ detail }))])
    return undefined
  }
  if (debit !== transferCurrency(initiation)) return exchangeFor(sources, initiation, amountMinor, debit, now)
  const detail = 'the account pays in the currency of the transfer, and nothing is exchanged'
  if (rate) throw refuseErrors([fieldErrorOf(at, refuseOb.ob_field_unexpected({ detail }))])
  return undefined
}

function rateInformation(initiation: Initiation, exchange: Exchange | undefined) {
  const asked = initiation.ExchangeRateInformation
  if (asked?.RateType === 'Agreed') return { information: asked, rateUntil: undefined }
  if (!exchange) return { information: undefined, rateUntil: undefined }
  const UnitCurrency = asked?.UnitCurrency ?? exchange.currencyPair.slice(0, 3)
  const RateType = asked?.RateType ?? 'Indicative'
  const isActual = RateType === 'Actual'
  const information = {
    UnitCurrency,
    ExchangeRate: rateForUnit(exchange, UnitCurrency),
    RateType,
    ...(isActual ? { ExpirationDateTime: formatDate(exchange.expiresAt) } : {}),
  }
  return { information, rateUntil: isActual ? exchange.expiresAt : undefined }
}

const exchangedAmounts = ({ price, sellCurrency, buyCurrency }: Exchange) => ({
  sold: { Amount: formatAmount(price.sellMinor, sellCurrency), Currency: sellCurrency },
  bought: { Amount: formatAmount(price.buyMinor, buyCurrency), Currency: buyCurrency },
})

const dealOf = ({ currencyPair, rate, price }: Exchange): NonNullable<Offer['deal']> => ({
  currencyPair,
  rate,
  costRate: price.costRate.toFixed(),
})

/** Our fee; none where it is nothing. */
function chargesOf(initiation: Initiation, { rail, bearer }: CheckedOrder): Offer['Charges'] {
  const currency = transferCurrency(initiation)
  const fee = feeMinor(rail, bearer, currency) ?? 0n
  if (fee === 0n) return []
  const Amount = { Amount: formatAmount(fee, currency), Currency: currency }
  return [{ ChargeBearer: wordOfBearer(bearer), Type: `UK.OBIE.${rail}Out`, Amount }]
}

function datesOf(
  { payments }: InitiationDeps,
  initiation: Initiation,
  { rail }: CheckedOrder,
  exchange: Exchange | undefined,
  now: Date,
) {
  const currency = transferCurrency(initiation)
  const country = bankCountry(initiation)
  const query = { currency, rail, at: now, ...(country === undefined ? {} : { country }) }
  const isBusinessDay: IsBusinessDay = (of, day) => isOpen(payments.calendars, of, day)
  const { earliestPaymentDate, cutOffAt } = earliestPayment(query, isBusinessDay)
  const leavesOn = exchange && exchange.valueDate > earliestPaymentDate ? exchange.valueDate : earliestPaymentDate
  const arrivesOn = arrivalDate(rail, currency, leavesOn, isBusinessDay)
  const { expectedExecutionAt, expectedSettlementAt } = expectedDates({ rail, currency, leavesOn, arrivesOn }, now)
  return {
    CutOffDateTime: formatDate(exchange ? earlier(cutOffAt, exchange.marketClosesAt) : cutOffAt),
    ExpectedExecutionDateTime: formatDate(expectedExecutionAt),
    ExpectedSettlementDateTime: formatDate(expectedSettlementAt),
    arrivesOn,
  }
}

/**
 * Returns the question about the payee of payments in euros and in pounds, for every payer. It is stored with the consent, and asked
 * once the consent is stored (`checkPayee`).
 */
function questionAbout({ initiation, risk }: AskedTerms): PayeeCheck | undefined {
  const account = verifiableAccount(initiation)
  if (!account) return undefined
  const partyType = statedType(risk)
  return {
    question: checkQuestion({ name: initiation.CreditorAccount.Name, ...account, ...(partyType && { partyType }) }),
  }
}
