import { creditorReferenceError } from '../../../payments/validation/index.ts'
import type { PaymentOrder } from '../../../payments/index.ts'
import { parseDate } from '../../http/index.ts'
import { type Initiation, unstructured } from './terms.ts'

/** Type of a structured creditor reference (ISO 11649 or a national one), the only one that payments carry. */
export const STRUCTURED_REFERENCE = 'SCOR'

/** Returns the texts of a payment for its payee. @param reference one that its rail carries */
export function remittanceOf(
  initiation: Initiation,
  reference: string,
): Pick<PaymentOrder, 'reference' | 'remittance' | 'invoice'> {
  const free = unstructured(initiation)
  const bill = billOf(initiation)
  const creditorReference = creditorReferenceError(bill, undefined) ? undefined : bill // a consent of an earlier release
  const invoice = invoiceOf(initiation)
  const remittance = {
    ...(free === undefined || free === reference ? {} : { unstructured: free }),
    ...(creditorReference === undefined ? {} : { structured: { creditorReference } }),
  }
  return {
    reference,
    ...(Object.keys(remittance).length > 0 ? { remittance } : {}),
    ...(invoice ? { invoice } : {}),
  }
}

/** Returns the structured creditor reference; undefined if the reference is a plain one. */
export function billOf({ RemittanceInformation: sent }: Initiation): string | undefined {
  const { Code, Reference } = sent?.Structured?.[0]?.CreditorReferenceInformation ?? {}
  return Code === STRUCTURED_REFERENCE ? Reference : undefined
}

/** Returns the invoice that a payment is for; undefined without one. */
function invoiceOf({ RemittanceInformation: sent }: Initiation): PaymentOrder['invoice'] {
  const [document] = sent?.Structured?.[0]?.ReferredDocumentInformation ?? []
  const { Number: number, RelatedDate: date } = document ?? {}
  if (number === undefined || !isInvoice(document!)) return undefined
  return { number, ...(date === undefined ? {} : { date: parseDate(date, 'ignore')!.at.toISOString().slice(0, 10) }) }
}

export const isInvoice = ({ Code }: { Code?: string }): boolean => Code === undefined || Code === 'CINV'
