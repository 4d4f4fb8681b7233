import { isCreditorReference, isQrReference } from '../schemes/index.ts'
import { compact } from './iban.ts'
import { type Rail, SCHEMES } from '../schemes/index.ts'

/** Remittance information of an order, with texts in the form the rail carries. */
export interface Remittance {
  reference: string
  /** The client's own, where it gave one: it reaches the payee too. */
  endToEndId?: string | undefined
  currency: string
  remittance?: {
    unstructured?: string
    structured?: { creditorReference?: string; invoiceNumber?: string; invoiceDate?: string; invoiceAmount?: string }
  }
  invoice?: { number: string; date?: string }
}

/** An invoice that a payment names. */
interface NamedInvoice {
  number?: string | undefined
  date?: string | undefined
}

/** Remittance information as carried by a rail. */
export interface CarriedRemittance {
  /** Texts of at most 140 characters each: one, or three beside structured parts. */
  texts: string[]
  /** Creditor reference of a bill; ISO 11649 and Swiss QR references without spaces. */
  creditorReference?: string
  invoices: NamedInvoice[]
  invoiceAmount?: string
  /** Parts that are not carried, or only as `sent`, by their pointer in the order. */
  lost: { pointer: string; sent?: string }[]
}

/** One line of free text, in every scheme. */
const MOST = 140
/** Lines of text in a structure. */
const LINES = 3
const STRUCTURED = '/remittance/structured'

/**
 * Fits remittance information to a rail: one line of text or structured, never both. SEPA carries 140 characters
 * including tags: a creditor reference goes alone, otherwise invoice details go into the line. On the other rails
 * (CBPR+ and high-value systems share the rule) an order with structured parts is fully structured, with its texts as
 * additional lines.
 */
export function carriedRemittance(rail: Rail, order: Remittance): CarriedRemittance {
  const creditorReference = billOf(order)
  if (SCHEMES[rail].remittance === 'OneLine')
    return creditorReference ? alone(creditorReference, order) : inOneLine(order)
  const whole = { ...asStructure(order), ...creditorReference }
  return isStructured(whole) ? whole : inOneLine(order)
}

/** Returns true if any part has a structured field. */
export const isStructured = ({ creditorReference, invoices, invoiceAmount }: CarriedRemittance): boolean =>
  creditorReference !== undefined || invoices.length > 0 || invoiceAmount !== undefined

function billOf({ remittance }: Remittance): { creditorReference: string } | undefined {
  const given = remittance?.structured?.creditorReference
  if (given === undefined) return undefined
  const plain = compact(given)
  return { creditorReference: isCreditorReference(plain) || isQrReference(plain) ? plain : given }
}

function asStructure(order: Remittance): CarriedRemittance {
  const { invoiceNumber: number, invoiceDate: date, invoiceAmount } = order.remittance?.structured ?? {}
  return {
    ...inLines(order),
    invoices: named({ number, date }, order.invoice ?? {}),
    ...(invoiceAmount === undefined ? {} : { invoiceAmount }),
  }
}

/** Puts the texts into one line, or the reference first and the free text after it; the line may exceed the limit. */
function inLines(order: Remittance): Pick<CarriedRemittance, 'texts' | 'lost'> {
  const all = texts(order)
  if (lineOf(all).length <= MOST) return { texts: [lineOf(all)], lost: [] }
  const [reference, ...free] = all.flatMap(({ text }) => text.match(/.{1,140}/gsu) ?? [])
  const sent = free.slice(0, LINES - 1)
  return {
    texts: [reference!, ...sent],
    lost: sent.length < free.length ? [{ pointer: UNSTRUCTURED, sent: sent.join('') }] : [],
  }
}

/** The invoices that an order names in its two places: one where they do not contradict each other. */
function named(one: NamedInvoice, other: NamedInvoice): NamedInvoice[] {
  const agree = (a: string | undefined, b: string | undefined) => a === undefined || b === undefined || a === b
  const isSame = agree(one.number, other.number) && agree(one.date, other.date)
  const both = isSame ? [{ number: one.number ?? other.number, date: one.date ?? other.date }] : [one, other]
  return both.filter(({ number, date }) => number !== undefined || date !== undefined)
}

function alone(bill: { creditorReference: string }, order: Remittance): CarriedRemittance {
  const isCarried = ({ text }: Part) => text === order.endToEndId || compact(text) === compact(bill.creditorReference)
  const lost = [...texts(order), ...invoiceWords(order)].filter((part) => !isCarried(part))
  return { texts: [], ...bill, invoices: [], lost: lost.map(({ pointer }) => ({ pointer })) }
}

/**
 * Puts everything into one line up to the limit: free text may be truncated, invoice details are complete or omitted.
 */
function inOneLine(order: Remittance): CarriedRemittance {
  const lost: CarriedRemittance['lost'] = []
  let line = ''
  for (const { pointer, text } of [...shortest(order), ...invoiceWords(order)]) {
    const room = line === '' ? MOST : MOST - line.length - 1
    const isThere = pointer !== UNSTRUCTURED && ` ${line} `.includes(` ${text} `)
    if (isThere) continue
    const sent = text.length <= room || pointer !== UNSTRUCTURED ? text : text.slice(0, room).trim()
    if (sent.length <= room) line = line === '' ? sent : `${line} ${sent}`
    if (sent !== text) lost.push({ pointer, sent })
    else if (sent.length > room) lost.push({ pointer })
  }
  return { texts: [line], invoices: [], lost }
}

interface Part {
  pointer: string
  text: string
}
const UNSTRUCTURED = '/remittance/unstructured'
const textOf = ({ text }: Part): string => text
const lineOf = (parts: readonly Part[]): string => parts.map(textOf).join(' ')

/** The reference and the free text, which may be the same. */
function texts({ reference, remittance }: Remittance): Part[] {
  const free = remittance?.unstructured
  const first = { pointer: '/reference', text: reference }
  return free === undefined || free === reference ? [first] : [first, { pointer: UNSTRUCTURED, text: free }]
}

/** Drops the reference that the payee receives as the end-to-end id if both do not fit into the line. */
function shortest(order: Remittance): Part[] {
  const all = texts(order)
  const isSpare = all.length > 1 && order.reference === order.endToEndId && lineOf(all).length > MOST
  return isSpare ? all.slice(1) : all
}

/** Returns the words that identify an order's invoices, without repetition. */
function invoiceWords({ remittance, invoice, currency }: Remittance): Part[] {
  const { invoiceNumber, invoiceDate, invoiceAmount } = remittance?.structured ?? {}
  const words: [pointer: string, text: string | undefined][] = [
    [`${STRUCTURED}/invoiceNumber`, invoiceNumber],
    [`${STRUCTURED}/invoiceDate`, invoiceDate],
    ['/invoice/number', invoice?.number === invoiceNumber ? undefined : invoice?.number],
    ['/invoice/date', invoice?.date === invoiceDate ? undefined : invoice?.date],
    [`${STRUCTURED}/invoiceAmount`, invoiceAmount === undefined ? undefined : `${currency} ${invoiceAmount}`],
  ]
  return words.flatMap(([pointer, text]) => (text === undefined ? [] : [{ pointer, text }]))
}
