import type { Account } from '../../accounts/index.ts'
import type { Consent } from '../consents/index.ts'
import { ExactNumber, formatDate, repeatDate, selfOnly } from '../http/index.ts'
import type { DealApproval } from '../../fx/trades/index.ts'
import type { PaymentWithHistory } from '../../payments/index.ts'
import { formatId } from '../../kernel/values/ids.ts'
import type { Offer } from './offer.ts'
import type { InitiatedPayment } from './queries.ts'
import { isRefusedOrReturned, reasonOf } from './reasons.ts'
import { authorisationOf, changesOf, firstCodeOf, stepsOf } from './status.ts'
import type { RateInformation } from './terms/terms.ts'
import type { PaymentKind, PaymentWords } from './terms/words.ts'

/** Paths of the resources by kind of payment. */
export const PATHS: Record<PaymentKind, { consents: string; payments: string; id: string }> = {
  domesticPayment: { consents: 'domestic-payment-consents', payments: 'domestic-payments', id: 'DomesticPaymentId' },
  internationalPayment: {
    consents: 'international-payment-consents',
    payments: 'international-payments',
    id: 'InternationalPaymentId',
  },
}

const offerOf = (consent: Consent): Offer => consent.offer as unknown as Offer

/** A rate with its number as a number, digit for digit. */
const withNumber = <R extends Partial<RateInformation> | undefined | null>(rate: R) =>
  rate?.ExchangeRate === undefined ? (rate ?? undefined) : { ...rate, ExchangeRate: new ExactNumber(rate.ExchangeRate) }

function initiationOf(words: PaymentWords, consent: Consent): object {
  const { ExchangeRateInformation: rate, ...rest } = words.initiation.out(consent.terms!.initiation, consent)
  const { RemittanceInformation: said } = rest
  const remittance = said === undefined ? {} : { RemittanceInformation: withDates(said) }
  return { ...rest, ...remittance, ExchangeRateInformation: withNumber(rate as RateInformation | undefined) }
}

/** Members of an order whose texts are dates. */
const DATES = new Set(['RelatedDate', 'CompletionDateTime'])

/** Returns a part of an order with its dates as answers repeat them. */
function withDates(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withDates)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).map(([name, held]) => [
      name,
      DATES.has(name) && typeof held === 'string' ? repeatDate(held) : withDates(held),
    ]),
  )
}

/** A payment consent in a version's words. */
export function presentConsent(words: PaymentWords, consent: Consent, baseUrl: string): object {
  const { Charges, CutOffDateTime, ExpectedExecutionDateTime, ExpectedSettlementDateTime, ...offer } = offerOf(consent)
  const { consents } = PATHS[consent.kind as PaymentKind]
  const terms = consent.terms!
  return {
    Data: {
      ConsentId: consent.consentId,
      CreationDateTime: formatDate(consent.createdAt),
      Status: words.consentStatus[consent.status],
      StatusReason: words.statusReasons(consent),
      StatusUpdateDateTime: formatDate(consent.statusAt),
      ReadRefundAccount: terms.readRefundAccount,
      CutOffDateTime,
      ExpectedExecutionDateTime,
      ExpectedSettlementDateTime,
      Charges: Charges.length > 0 ? Charges : undefined,
      ExchangeRateInformation: withNumber(offer.ExchangeRateInformation),
      Initiation: initiationOf(words, consent),
      Authorisation: withDates(terms.authorisation),
      SCASupportData: terms.scaSupportData,
    },
    Risk: words.risk.out(terms.risk, terms.initiation),
    ...selfOnly(baseUrl, `/open-banking/v${words.version}/pisp/${consents}/${consent.consentId}`),
  }
}

/** Data of a payment's response. */
export interface Initiated {
  consent: Consent
  link: InitiatedPayment
  payment: PaymentWithHistory
  /** The account that paid, */
  account: Account
  /** and the name of its owner. */
  holder: string
  /** Approval of its exchange, if the payer's policies require one. */
  deal: DealApproval | undefined
}

/**
 * Presents a payment in a version's words. @param isNew true in the response to its creation, which reports received or
 * rejected
 */
export function presentPayment(words: PaymentWords, initiated: Initiated, baseUrl: string, isNew: boolean): object {
  const { consent, link, payment } = initiated
  const { id, payments } = PATHS[link.kind]
  const offer = offerOf(consent)
  const paymentId = formatId('pay', payment.paymentId)
  const code = isNew ? firstCodeOf(payment.status) : changesOf(initiated).at(-1)!.code
  return {
    Data: {
      [id]: paymentId,
      ConsentId: consent.consentId,
      CreationDateTime: formatDate(payment.createdAt),
      Status: words.paymentStatus[code],
      StatusReason: isRefusedOrReturned(payment, code) ? words.paymentReasons(reasonOf(payment)) : undefined,
      StatusUpdateDateTime: formatDate(code === 'RCVD' ? payment.createdAt : stepsOf(words, initiated).at(-1)!.at),
      ExpectedExecutionDateTime: dateOr(link.expectedExecutionAt, offer.ExpectedExecutionDateTime),
      ExpectedSettlementDateTime: dateOr(link.expectedSettlementAt, offer.ExpectedSettlementDateTime),
      Refund: consent.terms!.readRefundAccount === 'Yes' ? { Account: refundAccount(initiated) } : undefined,
      Charges: offer.Charges.length > 0 ? offer.Charges : undefined,
      ExchangeRateInformation: withNumber(link.exchange),
      Initiation: initiationOf(words, consent),
      MultiAuthorisation: authorisation(words, initiated),
    },
    ...selfOnly(baseUrl, `/open-banking/v${words.version}/pisp/${payments}/${paymentId}`),
  }
}

/** The dates of a payment are stored when it is made; those of earlier releases have the consent's. */
const dateOr = (stored: Date | null, offered: string): string => (stored ? formatDate(stored) : offered)

const refundAccount = ({ account, holder }: Initiated) => ({
  SchemeName: 'UK.OBIE.IBAN',
  Identification: account.iban,
  Name: holder.slice(0, 350),
})

function authorisation(words: PaymentWords, initiated: Initiated): object | undefined {
  const found = authorisationOf(initiated)
  if (!found) return undefined
  return {
    Status: words.authorisationStatus[found.code],
    NumberRequired: found.required,
    NumberReceived: found.received,
    LastUpdateDateTime: formatDate(found.changedAt),
  }
}

/** The answer about funds. */
export const presentFunds = (available: boolean, at: Date, baseUrl: string, url: string): object => ({
  Data: { FundsAvailableResult: { FundsAvailableDateTime: formatDate(at), FundsAvailable: available } },
  ...selfOnly(baseUrl, url),
})
