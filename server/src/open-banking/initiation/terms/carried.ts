import type { FieldError } from '../../../kernel/values/refusals.ts'
import { carriedOn } from '../../../payments/index.ts'
import { isCreditorReference, type Rail, SCHEMES } from '../../../payments/schemes/index.ts'
import { compact, creditorReferenceError, sentOn, textError } from '../../../payments/validation/index.ts'
import { fieldErrorOf, refuseErrors, refuseOb, statedError } from '../../http/index.ts'
import { sentLength } from './address.ts'
import { partiesErrors } from './carried-parties.ts'
import type { CheckedOrder } from './checks.ts'
import { isPurpose } from './purpose.ts'
import { billOf, isInvoice, remittanceOf, STRUCTURED_REFERENCE } from './remittance.ts'
import { type asked, type Initiation, transferCurrency } from './terms.ts'
import { uncarried, unknownErrors } from './uncarried.ts'

/** Payment data that open banking describes more richly than payments carry it: what is carried, and what is rejected. */

const AT = '/Data/Initiation'
type Structured = NonNullable<NonNullable<Initiation['RemittanceInformation']>['Structured']>[number]

/** Longest code of a report to an authority. */
const MOST_CODE = 10
/** Longest text of a report to an authority, in characters of its Latin spelling. */
const MOST_TEXT = 35
/** Most texts of a report to an authority. */
const MOST_TEXTS = 10

/**
 * Checks that an order has no data that its payment would lose on any rail.
 *
 * @throws ob_rule_failed (U014) with the path of each member that payments do not carry; ob_field_unexpected (U005) for
 *   members that the standard does not have
 */
export function checkCarried({ initiation, risk }: ReturnType<typeof asked>): void {
  const errors = [...remittanceErrors(initiation), ...reportErrors(initiation), ...partiesErrors(initiation, risk)]
  if (errors.length > 0) throw refuseErrors(errors)
}

/**
 * Checks that an order which passed `checkCarried` has no data that its rail would lose.
 *
 * @throws ob_rule_failed (U014) as `checkCarried`
 */
export function checkCarriedOn(initiation: Initiation, checked: CheckedOrder): void {
  const errors = [...purposeErrors(initiation, checked), ...shortenedErrors(initiation, checked)]
  if (errors.length > 0) throw refuseErrors(errors)
}

const against = (pointer: string, detail: string): FieldError =>
  fieldErrorOf(`${AT}${pointer}`, refuseOb.ob_rule_failed({ detail }))

/** Returns one error for the second and further entries of a list. */
const furtherErrors = (list: readonly unknown[] | undefined, pointer: string, what: string): FieldError[] =>
  (list?.length ?? 0) > 1 ? [against(`${pointer}/1`, `a payment carries one ${what}`)] : []

function remittanceErrors(initiation: Initiation): FieldError[] {
  const { RemittanceInformation: sent } = initiation
  const at = '/RemittanceInformation/Structured'
  const structured = sent?.Structured
  const [first] = structured ?? []
  return [
    ...unknownErrors(sent, '/RemittanceInformation', ['Structured', 'Unstructured']),
    ...furtherErrors(structured, at, 'entry of structured remittance information'),
    ...(first ? structuredErrors(first, initiation, `${at}/0`) : []),
  ]
}

function structuredErrors(entry: Structured, initiation: Initiation, at: string): FieldError[] {
  const { ReferredDocumentInformation: documents } = entry
  const within = `${at}/ReferredDocumentInformation`
  const [document] = documents ?? []
  const lost = ['ReferredDocumentAmount', 'Invoicer', 'Invoicee', 'TaxRemittance', 'AdditionalRemittanceInformation']
  const known = ['ReferredDocumentInformation', 'CreditorReferenceInformation', ...lost]
  return [
    ...unknownErrors(entry, at, known),
    ...furtherErrors(documents, within, 'invoice'),
    ...(document ? documentErrors(document, `${within}/0`) : []),
    ...uncarried(entry, at, lost),
    ...referenceErrors(entry, initiation, `${at}/CreditorReferenceInformation`),
  ]
}

/** Accepts a plain reference, or a structured one (SCOR), whose issuer is that of ISO 11649 or not named. */
function referenceErrors(
  { CreditorReferenceInformation: sent }: Structured,
  initiation: Initiation,
  at: string,
): FieldError[] {
  if (!sent) return []
  const { Code: code, Issuer: issuer, Reference: reference } = sent
  const found = unknownErrors(sent, at, ['Code', 'Issuer', 'Reference'])
  if (code !== undefined && code !== STRUCTURED_REFERENCE)
    found.push(against(`${at}/Code`, `payments carry structured references only; use ${STRUCTURED_REFERENCE}`))
  else if (code !== undefined && reference === undefined) found.push(against(`${at}/Code`, 'send the Reference too'))
  const bad = creditorReferenceError(billOf(initiation), undefined)
  const isIso = billOf(initiation) !== undefined && (bad !== undefined || isCreditorReference(compact(reference!)))
  if (issuer !== undefined && !(issuer === 'ISO' && isIso))
    found.push(against(`${at}/Issuer`, 'only ISO is carried, with a structured reference that begins with RF'))
  if (bad) found.push(statedError(`${AT}${at}/Reference`, 'ob_rule_failed', bad.message))
  return found
}

function documentErrors(document: NonNullable<Structured['ReferredDocumentInformation']>[number], at: string) {
  const { Code: code, Number: number, RelatedDate: date } = document
  const found = [
    ...unknownErrors(document, at, ['Code', 'Issuer', 'Number', 'RelatedDate', 'LineDetails']),
    ...uncarried(document, at, ['Issuer', 'LineDetails']),
  ]
  if (!isInvoice(document)) found.push(against(`${at}/Code`, 'payments carry invoices only; use CINV'))
  else if (number === undefined && code !== undefined)
    found.push(against(`${at}/Code`, 'send the invoice’s Number too'))
  if (number === undefined && date !== undefined)
    found.push(against(`${at}/RelatedDate`, 'send the invoice’s Number too'))
  const bad = number === undefined ? undefined : textError(number, at)
  if (bad) found.push(statedError(`${AT}${at}/Number`, 'ob_field_invalid', bad.message))
  return found
}

function reportErrors({ RegulatoryReporting: reports }: Initiation): FieldError[] {
  const at = '/RegulatoryReporting'
  const within = `${at}/0/Details`
  const [report] = reports ?? []
  const [details] = report?.Details ?? []
  const { Type: code = '', Information: texts = [] } = details ?? {}
  return [
    ...furtherErrors(reports, at, 'report to an authority'),
    ...unknownErrors(report, `${at}/0`, ['DebitCreditReportingIndicator', 'Authority', 'Details']),
    ...uncarried(report, `${at}/0`, ['DebitCreditReportingIndicator', 'Authority']),
    ...furtherErrors(report?.Details, within, 'entry of a report'),
    ...unknownErrors(details, `${within}/0`, ['Type', 'Date', 'Country', 'Amount', 'Information']),
    ...uncarried(details, `${within}/0`, ['Date', 'Amount']),
    ...(sentLength(code) > MOST_CODE
      ? [against(`${within}/0/Type`, `at most ${MOST_CODE} characters are carried`)]
      : []),
    ...(texts.length > MOST_TEXTS
      ? [against(`${within}/0/Information/${MOST_TEXTS}`, `at most ${MOST_TEXTS} texts are carried`)]
      : []),
    ...texts.flatMap((text, i) =>
      sentLength(text) > MOST_TEXT
        ? [against(`${within}/0/Information/${i}`, `at most ${MOST_TEXT} characters are carried`)]
        : [],
    ),
  ]
}

/** A payment carries one purpose, where its destination or its rail has a list of them. */
const purposeErrors = (initiation: Initiation, { purposeCode }: CheckedOrder): FieldError[] =>
  (['Purpose', 'ExtendedPurpose'] as const)
    .filter((name) => initiation[name] !== undefined && !isPurpose(initiation[name], purposeCode))
    .map((name) =>
      against(`/${name}`, purposeCode === undefined ? 'it is not carried; leave it out' : `${purposeCode} is carried`),
    )

/** Returns the errors of names of ultimate parties and of texts for the payee that the rail would shorten or leave out. */
function shortenedErrors(initiation: Initiation, { rail, reference }: CheckedOrder): FieldError[] {
  return [...shortenedNames(initiation, rail), ...shortenedRemittance(initiation, { rail, reference })]
}

function shortenedNames({ UltimateDebtor, UltimateCreditor }: Initiation, rail: Rail): FieldError[] {
  const limit = SCHEMES[rail].iso20022.nameLimit ?? Number.POSITIVE_INFINITY
  return Object.entries({ UltimateDebtor, UltimateCreditor })
    .filter(([, party]) => sentOn(rail, party?.Name ?? '').length > limit)
    .map(([place]) => against(`/${place}/Name`, `${rail} carries at most ${limit} characters of a name; shorten it`))
}

function shortenedRemittance(
  initiation: Initiation,
  { rail, reference }: Pick<CheckedOrder, 'rail' | 'reference'>,
): FieldError[] {
  const said = { ...remittanceOf(initiation, reference), currency: transferCurrency(initiation) }
  const { lost } = carriedOn(rail, said, initiation.EndToEndIdentification)
  return lost.map(({ pointer }) =>
    pointer.startsWith('/invoice')
      ? against('/RemittanceInformation/Structured/0/ReferredDocumentInformation/0', 'no room is left for the invoice')
      : against(
          '/RemittanceInformation/Unstructured',
          `beside the reference ${reference}, the rail cannot carry all of it; shorten it or leave it out`,
        ),
  )
}
