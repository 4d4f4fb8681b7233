import { SCHEMES } from '../schemes/index.ts'
import {
  type DocumentModel,
  ibanText,
  type Issuer,
  localStamp,
  longDate,
  moneyText,
  sortCodeText,
} from '../../documents/index.ts'
import { parsePair } from '../../fx/calendar/index.ts'
import type { TradeRow } from '../../fx/trades/index.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { Decimal, formatRate } from '../../kernel/values/rates.ts'
import { isoOf } from '../record/lifecycle.ts'
import type { PaymentRow } from '../record/queries.ts'
import type { VerificationRow } from '../vop/index.ts'

/** All that a payment's confirmation is made of. */
interface ConfirmationSource {
  payment: PaymentRow
  /** BIC of the paying account; the payment itself stores the debtor as sent to the rail. */
  debtorBic: string
  /** The deal that the money was bought by. */
  trade?: TradeRow | undefined
  verification?: VerificationRow | undefined
  issuer: Issuer
  /** The payer's. */
  timeZone: string
  /** Business time. */
  at: Date
}

/** States with a confirmation: sent and not returned. */
export const CONFIRMED: readonly PaymentRow['status'][] = ['Sent', 'Completed']

/**
 * Builds the confirmation that a payment was sent (domain 7.2). It always states "sent": only the payee's bank can
 * confirm the credit to the payee.
 */
export function confirmationDocument(source: ConfirmationSource): DocumentModel {
  const { payment, issuer, debtorBic, timeZone, at } = source
  const { amountMinor, currency, sentAt, completedAt, status } = payment
  const stamp = (instant: Date | null) => instant && localStamp(instant, timeZone)
  return {
    title: 'Confirmation of payment sent',
    subtitle: `${moneyText(amountMinor, currency)}, value ${longDate(payment.paymentDate)}`,
    issuer,
    reference: formatId('pay', payment.paymentId),
    issuedAt: at,
    blocks: [
      { kind: 'parties', parties: [debtorOf(source), creditorOf(payment.beneficiarySnapshot ?? {})] },
      {
        kind: 'facts',
        title: 'Payment',
        facts: [
          ['Amount', moneyText(amountMinor, currency)],
          ['Value date', longDate(payment.paymentDate)],
          ['Sent', stamp(sentAt)],
          ['Reported as completed', stamp(completedAt)],
          [
            'Status when issued',
            `${status} (ISO 20022 ${isoOf(status, payment.statusReason)}), ${localStamp(at, timeZone)}`,
          ],
          ['Sent by', [issuer.legalName ?? issuer.name, ...(issuer.address ?? [])].join(', ')],
          ['LEI and BIC of the sender', [issuer.lei, debtorBic].filter(Boolean).join(', ')],
          ['Sent over', SCHEMES[payment.rail].title],
          ['Reference', payment.reference],
          ['Remittance information', textOf(payment.details, 'remittance', 'unstructured')],
          ['Creditor reference', textOf(payment.details, 'remittance', 'structured', 'creditorReference')],
          ['Invoice', invoiceText(payment)],
          ['Purpose', [payment.purposeCode, payment.reason].filter(Boolean).join(', ') || null],
          ['Charges', `${payment.chargeBearer}: ${CHARGES[payment.chargeBearer]}`],
          ['Our fee', moneyText(payment.feeMinor, currency)],
        ],
      },
      {
        kind: 'facts',
        title: 'Identification',
        facts: [
          ['Payment id', formatId('pay', payment.paymentId)],
          ['UETR', payment.uetr],
          ['End-to-end id', payment.endToEndId],
          ['Client reference', payment.clientReference],
          ...verificationFacts(source),
          ...presentTradeFacts(source),
        ],
      },
      { kind: 'paragraph', small: true, text: DISCLAIMER },
    ],
  }
}

/** Returns the order's invoice references unchanged. */
function invoiceText({ details, currency }: PaymentRow): string | null {
  const { invoiceNumber, invoiceDate, invoiceAmount } = details.remittance?.structured ?? {}
  const { number, date } = details.invoice ?? {}
  const said = [invoiceNumber, invoiceDate, invoiceAmount && `${currency} ${invoiceAmount}`, number, date]
  return [...new Set(said.filter(Boolean))].join(', ') || null
}

const DISCLAIMER =
  'This document confirms that the payment was sent as shown. It does not confirm that the payee has received it: the ' +
  "payee's bank decides when the money is credited, may deduct charges, and may return it. The document was made by a " +
  'computer and carries no signature. It shows the state at the time of issue.'

const CHARGES = { SHA: 'payer and payee each pay their own bank', OUR: 'the payer pays all', BEN: 'the payee pays all' }

function debtorOf({ payment, debtorBic }: ConfirmationSource) {
  const { debtor } = payment
  return {
    role: 'Payer',
    name: debtor.name,
    lines: [...addressOf(debtor.address), ...accountOf({ ...debtor, bic: debtorBic })],
  }
}

function creditorOf(payee: Record<string, unknown>) {
  const [bank, country] = [textOf(payee, 'bankName'), textOf(payee, 'bankCountryCode')]
  const bankLine = bank ? [`Bank ${[bank, country].filter(Boolean).join(', ')}`] : country ? [`Bank in ${country}`] : []
  return {
    role: 'Payee',
    name: textOf(payee, 'name') ?? '',
    lines: [...addressOf(payee['address']), ...accountOf(payee), ...bankLine],
  }
}

function accountOf(party: object): string[] {
  const [iban, accountNumber, bic] = ['iban', 'accountNumber', 'bic'].map((name) => textOf(party, name))
  const routing = (party as { routingCodes?: { type: string; value: string }[] }).routingCodes ?? []
  return [
    iban && `IBAN ${ibanText(iban)}`,
    !iban && accountNumber && `Account ${accountNumber}`,
    ...routing.map(
      ({ type, value }) =>
        `${type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')} ${type === 'SortCode' ? sortCodeText(value) : value}`,
    ),
    bic && `BIC ${bic}`,
  ].filter((line): line is string => Boolean(line))
}

function addressOf(address: unknown): string[] {
  if (typeof address !== 'object' || address === null) return []
  const part = (name: string) => textOf(address, name)
  const town = [part('postCode'), part('city'), part('region')].filter(Boolean).join(' ')
  return [part('line1'), part('line2'), [town, part('countryCode')].filter(Boolean).join(', ')].filter(
    (line): line is string => Boolean(line),
  )
}

/** A text inside stored JSON; undefined where there is none. */
function textOf(value: unknown, ...path: string[]): string | undefined {
  const found = path.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], value)
  return typeof found === 'string' ? found : undefined
}

const OUTCOMES: Record<VerificationRow['status'], string> = {
  Match: 'the name matches the account',
  NearMatch: 'the name almost matches the account',
  NoMatch: 'the name does not match the account; the payer confirmed the payment',
  NotAvailable: "the payee's bank gave no answer",
}

function verificationFacts({ verification, timeZone }: ConfirmationSource): [string, string][] {
  if (!verification) return []
  const { status, checkedAt } = verification
  return [['Verification of payee', `${status}: ${OUTCOMES[status]}, checked ${localStamp(checkedAt, timeZone)}`]]
}

function presentTradeFacts({ trade }: ConfirmationSource): [string, string][] {
  if (!trade) return []
  const { tradeId, currencyPair, rate } = trade
  const shown = formatRate(new Decimal(rate), parsePair(currencyPair).quoteDp)
  return [['Funded by trade', `${formatId('trd', tradeId)}, ${currencyPair} at ${shown}`]]
}
