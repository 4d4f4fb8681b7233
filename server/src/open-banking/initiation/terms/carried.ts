import type { FieldError } from '../../../kernel/values/refusals.ts'
import type { PaymentOrder } from '../../../payments/index.ts'
import { textFault } from '../../../payments/validation/index.ts'
import { fault, parseDate, refuseFaults, refuseOb } from '../../http/index.ts'
import type { Initiation } from './terms.ts'

/** Payment data that open banking describes more richly than payments carry it: what is carried, and what is rejected. */

const AT = '/Data/Initiation'
type Structured = NonNullable<NonNullable<Initiation['RemittanceInformation']>['Structured']>[number]

/** Longest code of a report to an authority. */
const MOST_CODE = 10
/** Most texts of a report to an authority. */
const MOST_TEXTS = 10

/**
 * Checks that an order has no data that its payment would lose.
 *
 * @throws ob_rule_failed (U014) with the path of each member that payments do not carry
 */
export function checkCarried(initiation: Initiation): void {
  const faults = [...remittanceFaults(initiation), ...reportFaults(initiation), ...partyFaults(initiation)]
  if (faults.length > 0) throw refuseFaults(faults)
}

/** Returns the invoice that a payment is for; undefined without one. */
export function invoiceOf({ RemittanceInformation: sent }: Initiation): PaymentOrder['invoice'] {
  const [document] = sent?.Structured?.[0]?.ReferredDocumentInformation ?? []
  const { Number: number, RelatedDate: date } = document ?? {}
  if (number === undefined || !isInvoice(document!)) return undefined
  return { number, ...(date === undefined ? {} : { date: parseDate(date, 'ignore')!.at.toISOString().slice(0, 10) }) }
}

const isInvoice = ({ Code }: { Code?: string }): boolean => Code === undefined || Code === 'CINV'

const against = (pointer: string, detail: string): FieldError =>
  fault(`${AT}${pointer}`, refuseOb.ob_rule_failed({ detail }))

/** Returns errors of members that have a value and are not carried. */
const uncarried = (holder: object | undefined, pointer: string, names: readonly string[]): FieldError[] =>
  names
    .filter((name) => holder !== undefined && isGiven((holder as Record<string, unknown>)[name]))
    .map((name) => against(`${pointer}/${name}`, 'payments do not carry this; leave it out'))

const isGiven = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0)

/** Returns one error for the second and further entries of a list. */
const furtherFaults = (list: readonly unknown[] | undefined, pointer: string, what: string): FieldError[] =>
  (list?.length ?? 0) > 1 ? [against(`${pointer}/1`, `a payment carries one ${what}`)] : []

function remittanceFaults(initiation: Initiation): FieldError[] {
  const at = '/RemittanceInformation/Structured'
  const structured = initiation.RemittanceInformation?.Structured
  const [first] = structured ?? []
  return [
    ...furtherFaults(structured, at, 'entry of structured remittance information'),
    ...(first ? structuredFaults(first, `${at}/0`) : []),
  ]
}

function structuredFaults(entry: Structured, at: string): FieldError[] {
  const { ReferredDocumentInformation: documents } = entry
  const within = `${at}/ReferredDocumentInformation`
  const [document] = documents ?? []
  const lost = ['ReferredDocumentAmount', 'Invoicer', 'Invoicee', 'TaxRemittance', 'AdditionalRemittanceInformation']
  return [
    ...furtherFaults(documents, within, 'invoice'),
    ...(document ? documentFaults(document, `${within}/0`) : []),
    ...uncarried(entry, at, lost),
  ]
}

function documentFaults(document: NonNullable<Structured['ReferredDocumentInformation']>[number], at: string) {
  const { Number: number, RelatedDate: date } = document
  const found = uncarried(document, at, ['Issuer', 'LineDetails'])
  if (!isInvoice(document)) found.push(against(`${at}/Code`, 'payments carry invoices only; use CINV'))
  if (number === undefined && date !== undefined)
    found.push(against(`${at}/RelatedDate`, 'send the invoice’s Number too'))
  const bad = number === undefined ? undefined : textFault(number, at)
  if (bad) found.push(fault(`${AT}${at}/Number`, refuseOb.ob_field_invalid({ detail: bad.message })))
  return found
}

function reportFaults({ RegulatoryReporting: reports }: Initiation): FieldError[] {
  const at = '/RegulatoryReporting'
  const within = `${at}/0/Details`
  const [report] = reports ?? []
  const [details] = report?.Details ?? []
  const { Type: code = '', Information: texts = [] } = details ?? {}
  return [
    ...furtherFaults(reports, at, 'report to an authority'),
    ...uncarried(report, `${at}/0`, ['DebitCreditReportingIndicator', 'Authority']),
    ...furtherFaults(report?.Details, within, 'entry of a report'),
    ...uncarried(details, `${within}/0`, ['Date', 'Amount']),
    ...(code.length > MOST_CODE ? [against(`${within}/0/Type`, `at most ${MOST_CODE} characters are carried`)] : []),
    ...(texts.length > MOST_TEXTS
      ? [against(`${within}/0/Information/${MOST_TEXTS}`, `at most ${MOST_TEXTS} texts are carried`)]
      : []),
  ]
}

function partyFaults(initiation: Initiation): FieldError[] {
  const proxies = (['DebtorAccount', 'CreditorAccount'] as const).flatMap((name) =>
    uncarried(initiation[name], `/${name}`, ['Proxy']),
  )
  const ultimates = (['UltimateDebtor', 'UltimateCreditor'] as const).flatMap((name) => {
    const party = initiation[name]
    const nameless = party?.Name === undefined && party?.LEI !== undefined
    return [
      ...uncarried(party, `/${name}`, ['Identification', 'SchemeName']),
      ...(nameless ? [against(`/${name}/LEI`, 'send the party’s Name too')] : []),
    ]
  })
  return [...proxies, ...ultimates]
}
