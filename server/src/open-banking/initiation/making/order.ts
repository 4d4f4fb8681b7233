import { isOpen } from '../../../fx/calendar/index.ts'
import type { TradeRow } from '../../../fx/trades/index.ts'
import { formatId } from '../../../kernel/values/ids.ts'
import { formatAmount } from '../../../kernel/values/money.ts'
import type { PaymentOrder } from '../../../payments/index.ts'
import { earliestPayment } from '../../../payments/validation/index.ts'
import type { Consent } from '../../consents/index.ts'
import type { MakingDeps } from '../deps.ts'
import { checkOrder } from '../terms/checks.ts'
import { addressOf, bankCountry, payeeOf } from '../terms/payee.ts'
import { remittanceOf } from '../terms/remittance.ts'
import { asked, type Initiation, transferCurrency } from '../terms/terms.ts'
import type { PaymentKind } from '../terms/words.ts'

/** References of an order beside its consent. */
interface Sources {
  /** Absent without an exchange. */
  trade?: TradeRow | undefined
  /** Stored id of its payee check; absent if it needs none. */
  verificationId?: string | undefined
}

/** Converts a consent into an order for the payments module, out of its trade if it has an exchange. */
export function orderOf(
  deps: Pick<MakingDeps, 'payments' | 'ownBanks'>,
  consent: Consent,
  at: Date,
  { trade, verificationId }: Sources,
): PaymentOrder {
  const { initiation, risk } = asked(consent.terms!)
  const { amountMinor, rail, speed, bearer, reference, purposeCode } = checkOrder(
    consent.kind as PaymentKind,
    { initiation, risk },
    deps,
  )
  const currency = transferCurrency(initiation)
  const isBought = trade !== undefined && initiation.InstructedAmount.Currency !== currency
  const earliest = today(deps, at, initiation, rail)
  const regulatory = initiation.RegulatoryReporting?.[0]?.Details?.[0]
  return {
    accountId: formatId('acc', trade ? trade.buyAccountId : consent.accountIds[0]!),
    paymentDate: trade ? laterOf(trade.valueDate, earliest) : earliest,
    amount: formatAmount(isBought ? trade.buyMinor : amountMinor, currency),
    currency,
    creditorAccount: payeeOf(initiation, risk),
    ...remittanceOf(initiation, reference),
    chargeBearer: bearer,
    speed,
    ...(trade ? { tradeId: formatId('trd', trade.tradeId) } : {}),
    ...(verificationId === undefined ? {} : { verificationId: formatId('ver', verificationId) }),
    ...(purposeCode === undefined ? {} : { purposeCode }),
    ...ultimates(initiation),
    ...(regulatory
      ? {
          regulatoryReporting: {
            ...(regulatory.Type ? { code: regulatory.Type.slice(0, 10) } : {}),
            ...(regulatory.Country ? { country: regulatory.Country } : {}),
            ...(regulatory.Information ? { details: regulatory.Information } : {}),
          },
        }
      : {}),
    metadata: { consentId: consent.consentId, thirdParty: consent.clientId.slice(0, 64) },
  }
}

const laterOf = (one: string, other: string): string => (one > other ? one : other)

function today(
  { payments }: Pick<MakingDeps, 'payments' | 'ownBanks'>,
  now: Date,
  initiation: Initiation,
  rail: Parameters<typeof earliestPayment>[0]['rail'],
): string {
  const country = bankCountry(initiation)
  const query = {
    currency: transferCurrency(initiation),
    at: now,
    ...(rail ? { rail } : {}),
    ...(country ? { country } : {}),
  }
  return earliestPayment(query, (of, day) => isOpen(payments.calendars, of, day)).earliestPaymentDate
}

function ultimates({
  UltimateDebtor,
  UltimateCreditor,
}: Initiation): Pick<PaymentOrder, 'ultimateDebtor' | 'ultimateCreditor'> {
  const party = (sent: Initiation['UltimateDebtor']) =>
    sent?.Name === undefined
      ? undefined
      : { name: sent.Name, ...(sent.LEI ? { lei: sent.LEI } : {}), ...fullAddress(sent.PostalAddress) }
  const [debtor, creditor] = [party(UltimateDebtor), party(UltimateCreditor)]
  return { ...(debtor ? { ultimateDebtor: debtor } : {}), ...(creditor ? { ultimateCreditor: creditor } : {}) }
}

/** Returns an address with street, town and country. Consents of earlier releases may have less, which is not sent. */
function fullAddress(sent: Parameters<typeof addressOf>[0]) {
  if (!sent?.Country || !sent.TownName) return {}
  const { line1, ...rest } = addressOf(sent, sent.Country)
  return line1 ? { address: { line1, ...rest } } : {}
}
