import type { Account } from '../../accounts/index.ts'
import type { Consent } from '../consents/index.ts'
import { ExactNumber, formatDate, selfOnly } from '../http/index.ts'
import type { PaymentWithHistory } from '../../payments/index.ts'
import { presentReason } from '../../payments/index.ts'
import { formatId } from '../../kernel/ids.ts'
import type { Offer } from './offer.ts'
import type { InitiatedPayment } from './queries.ts'
import { authorisationOf, codeOf, firstCodeOf } from './status.ts'
import type { RateInformation } from './terms.ts'
import type { PaymentKind, PaymentWords } from './words.ts'

/** Where the resources of a kind of payment are. */
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
  return { ...rest, ExchangeRateInformation: withNumber(rate as RateInformation | undefined) }
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
      Authorisation: terms.authorisation,
      SCASupportData: terms.scaSupportData,
    },
    Risk: words.risk.out(terms.risk),
    ...selfOnly(baseUrl, `/open-banking/v${words.version}/pisp/${consents}/${consent.consentId}`),
  }
}

/** What a payment's answer is made from. */
export interface Initiated {
  consent: Consent
  link: InitiatedPayment
  payment: PaymentWithHistory
  /** Approvals given so far. */
  approvals: number
  /** The account that paid. */
  account: Account
}

/** A payment in a version's words. @param isNew the answer to creating it, which says received or rejected */
export function presentPayment(words: PaymentWords, initiated: Initiated, baseUrl: string, isNew: boolean): object {
  const { consent, link, payment } = initiated
  const { id, payments } = PATHS[link.kind]
  const offer = offerOf(consent)
  const paymentId = formatId('pay', payment.paymentId)
  const code = isNew ? firstCodeOf(payment.status) : codeOf(payment.status)
  return {
    Data: {
      [id]: paymentId,
      ConsentId: consent.consentId,
      CreationDateTime: formatDate(payment.createdAt),
      Status: words.paymentStatus[code],
      StatusReason: code === 'RJCT' ? words.paymentReasons(reasonOf(payment)) : undefined,
      StatusUpdateDateTime: formatDate(
        payment.history.at(-1)?.at ? new Date(payment.history.at(-1)!.at) : payment.updatedAt,
      ),
      ExpectedExecutionDateTime: offer.ExpectedExecutionDateTime,
      ExpectedSettlementDateTime: offer.ExpectedSettlementDateTime,
      Refund: consent.terms!.readRefundAccount === 'Yes' ? { Account: refundAccount(initiated) } : undefined,
      Charges: offer.Charges.length > 0 ? offer.Charges : undefined,
      ExchangeRateInformation: withNumber(link.exchange),
      Initiation: initiationOf(words, consent),
      MultiAuthorisation: authorisation(words, initiated),
    },
    ...selfOnly(baseUrl, `/open-banking/v${words.version}/pisp/${payments}/${paymentId}`),
  }
}

/** Why it was rejected: our reason, in a code of four characters where it is one of the bank's. */
function reasonOf({ statusReason }: PaymentWithHistory): { code: string; description: string } | undefined {
  if (statusReason === null) return undefined
  const code = /^[A-Z]{2}\d{2}$/.test(statusReason) ? statusReason : (OWN_REASONS[statusReason] ?? 'U042')
  return { code, description: presentReason(statusReason)!.message.slice(0, 500) }
}
const OWN_REASONS: Record<string, string> = {
  InsufficientFunds: 'AM04',
  RejectedByApprover: 'U037',
  CutOffPassed: 'TM01',
}

const refundAccount = ({ account }: Initiated) => ({
  SchemeName: 'UK.OBIE.IBAN',
  Identification: account.iban,
  Name: account.name,
})

function authorisation(words: PaymentWords, { payment, approvals }: Initiated): object | undefined {
  const found = authorisationOf(payment, approvals)
  if (!found) return undefined
  return {
    Status: words.authorisationStatus[found.code],
    NumberRequired: found.required,
    NumberReceived: found.received,
    LastUpdateDateTime: formatDate(payment.updatedAt),
  }
}

/** The steps of a payment, oldest first. */
export function presentDetails(words: PaymentWords, { payment, link }: Initiated, baseUrl: string): object {
  const paymentId = formatId('pay', payment.paymentId)
  const path = `/open-banking/v${words.version}/pisp/${PATHS[link.kind].payments}/${paymentId}/payment-details`
  return {
    Data: {
      PaymentStatus: payment.history.map(({ status, at, reason }) => {
        const word = words.detailStatus[codeOf(status)]
        return {
          PaymentTransactionId: payment.uetr,
          Status: word,
          StatusUpdateDateTime: formatDate(new Date(at)),
          StatusDetail: {
            Status: word,
            StatusReasonDescription: reason ? presentReason(reason)!.message.slice(0, 256) : undefined,
          },
        }
      }),
    },
    ...selfOnly(baseUrl, path),
  }
}

/** The answer about funds. */
export const presentFunds = (available: boolean, at: Date, baseUrl: string, url: string): object => ({
  Data: { FundsAvailableResult: { FundsAvailableDateTime: formatDate(at), FundsAvailable: available } },
  ...selfOnly(baseUrl, url),
})
