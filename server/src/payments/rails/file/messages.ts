import { XMLParser } from 'fast-xml-parser'
import { findExcess } from '../../../kernel/text/xml-parts.ts'
import { type Day, isDay } from '../../../kernel/values/days.ts'
import type { NamedPayer } from '../payer.ts'
import { CREDITED, type RailReport } from '../rail.ts'
import { own } from '../../../kernel/own.ts'

/** Parsed contents of a bank file, before it is matched to our payments. */
export interface BankMessage {
  /** Message name, for example pacs.002. */
  kind: string
  items: BankItem[]
}

/** What earlier releases knew an item by. */
interface Former {
  /** Reference under which releases before migration 0121 booked it: the number of the entry, which another message may have too. */
  formerReference?: string
}

/** Report about one of our payments. */
export interface StatusItem extends Former {
  type: 'Status'
  uetr: string
  /** The bank's id of this report; a repeated report counts once. */
  reference: string
  status: RailReport['status']
  reason?: string
  /** Returned or debited amount. */
  money?: { amount: string; currency: string }
}

/** Money in. */
export interface CreditItem extends Former {
  type: 'Credit'
  reference: string
  money: { amount: string; currency: string }
  /** The account it is for, as the bank wrote it: an IBAN where there is one. */
  account?: string
  debtor: { name?: string } & NamedPayer
  text?: string
  /** The day from which the bank counts it. */
  valueDate?: Day
  /** Payment that the entry names by its uetr or a place where we wrote it: of ours, it is a return. */
  uetr?: string
  endToEndId?: string
  /** Other references of the entry: of a return, the bank's id of it. */
  references?: string[]
  /** True if the entry is marked as a return or a reversal. */
  isReturn?: true
  /** Reason of the return. */
  reason?: string
}

/** Read, understood, and without effect: a status before settlement, an entry not yet booked. */
interface NotedItem {
  type: 'Noted'
  reference: string
  why: string
}

/** Booked by the bank, but not readable, or a debit that is not a payment: an operator must look at it. */
export interface UnreadableItem {
  type: 'Unreadable'
  reference: string
  why: string
  money?: { amount: string; currency: string }
  uetr?: string
  /** References of the entry. */
  endToEndId?: string
  references?: string[]
  text?: string
}

export type BankItem = StatusItem | CreditItem | NotedItem | UnreadableItem

/** Error for a file that is not one of the messages; its text states the valid ones. */
export class UnreadableFile extends Error {}

type Node = Record<string, unknown>

/** A hundred thousand entries with addresses have some three million tags. */
const MOST = { tags: 4_000_000, attributes: 500_000, references: 500_000 }

/** Elements that may come more than once. */
const LISTS = new Set(
  'OrgnlGrpInfAndSts OrgnlPmtInfAndSts TxInfAndSts TxInf StsRsnInf RtrRsnInf Ntfctn Ntry NtryDtls TxDtls Ustrd Strd RfrdDocInf AddtlRmtInf'.split(
    ' ',
  ),
)

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  removeNSPrefix: true,
  isArray: (name) => LISTS.has(name),
})

/**
 * Reads pacs.002 and pain.002 (status of our payments), pacs.004 (returns) and camt.054 (bookings on our account).
 *
 * @throws UnreadableFile
 */
export function readMessage(xml: string): BankMessage {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw new UnreadableFile('The file declares entities; bank messages do not.')
  const tooMany = findExcess(xml, MOST)
  if (tooMany) throw new UnreadableFile(`The file has more than ${tooMany.limit} ${tooMany.parts}.`)
  const root = parsed(xml)
  const document = node(root, 'Document') ?? node(node(root, 'BusMsg'), 'Document') ?? root
  for (const [name, kind, read] of READERS) {
    const body = node(document, name)
    if (body) return { kind, items: read(body) }
  }
  throw new UnreadableFile('Expected one of pacs.002, pacs.004, pain.002, camt.054.')
}

function parsed(xml: string): Node {
  try {
    return parser.parse(xml, true) as Node
  } catch (error) {
    throw new UnreadableFile(`The file is not well-formed XML: ${(error as Error).message}`, { cause: error })
  }
}

const READERS: [name: string, kind: string, read: (body: Node) => BankItem[]][] = [
  ['FIToFIPmtStsRpt', 'pacs.002', (body) => statusReport(body, 'pacs.002')],
  ['CstmrPmtStsRpt', 'pain.002', (body) => statusReport(body, 'pain.002')],
  ['PmtRtr', 'pacs.004', returns],
  ['BkToCstmrDbtCdtNtfctn', 'camt.054', notifications],
]

// ---- reading nodes

const node = (of: unknown, ...path: string[]): Node | undefined => {
  const found = path.reduce<unknown>((held, name) => (held as Node | undefined)?.[name], of)
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Node) : undefined
}
const list = (of: unknown, name: string): Node[] => ((of as Node | undefined)?.[name] as Node[] | undefined) ?? []

/** The text at a path; entities are the five of XML. */
function textAt(of: unknown, ...path: string[]): string | undefined {
  const found = path.reduce<unknown>((held, name) => (held as Node | undefined)?.[name], of)
  const value = typeof found === 'object' && found !== null ? (found as Node)['#text'] : found
  if (typeof value !== 'string' || value.trim() === '') return undefined
  return value.trim().replace(/&(amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);/gi, (_, name: string) => decoded(name))
}

function decoded(name: string): string {
  const named = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }[name.toLowerCase()]
  if (named) return named
  const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
}

const moneyAt = (of: unknown, name: string): { amount: string; currency: string } | undefined => {
  const [amount, currency] = [textAt(of, name), textAt(of, name, '@Ccy')]
  return amount && currency ? { amount, currency } : undefined
}

// ---- status reports

/**
 * ISO 20022 statuses that change a payment of ours; all others precede settlement. ACSP only reports acceptance: the
 * debit of our account is confirmed by settlement or by its booking (camt.054).
 */
const STATUSES: Record<string, RailReport['status']> = {
  ACSC: 'Completed',
  [CREDITED]: 'Completed',
  ACWP: 'Completed',
  RJCT: 'Failed',
}

function statusReport(body: Node, kind: string): BankItem[] {
  const messageId = textAt(body, 'GrpHdr', 'MsgId') ?? 'unnamed'
  const groups = list(body, 'OrgnlGrpInfAndSts')
  const orders = list(body, 'OrgnlPmtInfAndSts')
  const each = [...list(body, 'TxInfAndSts'), ...orders.flatMap((order) => list(order, 'TxInfAndSts'))]
  const reports = each.length > 0 ? each : [...orders.filter((order) => textAt(order, 'PmtInfSts')), ...groups]
  return reports.map((report, i) => statusItem(report, `${kind} ${messageId}/${textAt(report, 'StsId') ?? i + 1}`))
}

function statusItem(report: Node, reference: string): BankItem {
  const code = textAt(report, 'TxSts') ?? textAt(report, 'PmtInfSts') ?? textAt(report, 'GrpSts') ?? 'none'
  const status = own(STATUSES, code)
  const uetr = ourPayment(report)
  if (!status) return { type: 'Noted', reference, why: `status ${code} is a step before settlement` }
  if (!uetr) return { type: 'Noted', reference, why: 'it names no payment of ours' }
  const reason = reasonOf(list(report, 'StsRsnInf')[0])
  const why = status === 'Failed' ? reason : code === CREDITED ? CREDITED : undefined
  return { type: 'Status', uetr, reference, status, ...(why ? { reason: why } : {}) }
}

const reasonOf = (of: Node | undefined): string | undefined =>
  textAt(of, 'Rsn', 'Cd') ?? textAt(of, 'Rsn', 'Prtry') ?? textAt(of, 'Cd')

/** Returns the uetr of our payment, from its own field or from a field where we wrote it without hyphens. */
function ourPayment(of: Node): string | undefined {
  const names = ['OrgnlUETR', 'UETR', 'OrgnlTxId', 'TxId', 'OrgnlInstrId', 'InstrId', 'OrgnlPmtInfId', 'OrgnlMsgId']
  return names.map((name) => uetrOf(textAt(of, name))).find(Boolean)
}

function uetrOf(value: string | undefined): string | undefined {
  const hex = value?.toLowerCase().replaceAll('-', '')
  if (!hex || !/^[0-9a-f]{32}$/.test(hex)) return undefined
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

// ---- returns

function returns(body: Node): BankItem[] {
  const messageId = textAt(body, 'GrpHdr', 'MsgId') ?? 'unnamed'
  return list(body, 'TxInf').map((each, i) => {
    const reference = `pacs.004 ${messageId}/${textAt(each, 'RtrId') ?? i + 1}`
    const uetr = ourPayment(each)
    const money = moneyAt(each, 'RtrdIntrBkSttlmAmt')
    if (!uetr || !money) return { type: 'Unreadable', reference, why: whyUnreadable(each, uetr) }
    const reason = reasonOf(list(each, 'RtrRsnInf')[0])
    return { type: 'Status', uetr, reference, status: 'Returned', money, ...(reason ? { reason } : {}) }
  })
}

const whyUnreadable = (of: Node, uetr: string | undefined): string =>
  uetr
    ? 'The return has no RtrdIntrBkSttlmAmt with its currency.'
    : `The return names no payment by OrgnlUETR or OrgnlTxId; its amount is ${textAt(of, 'RtrdIntrBkSttlmAmt') ?? 'missing'}.`

// ---- bookings on our account

function notifications(body: Node): BankItem[] {
  return list(body, 'Ntfctn').flatMap((notification) => {
    const id = textAt(notification, 'Id') ?? 'unnamed'
    const own = accountAt(notification, 'Acct')
    return list(notification, 'Ntry').flatMap((entry, i) => entryItems(entry, `camt.054 ${id}/${i + 1}`, own))
  })
}

function entryItems(entry: Node, place: string, own: string | undefined): BankItem[] {
  const status = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')
  if (status !== 'BOOK') return [{ type: 'Noted', reference: place, why: `the entry is ${status ?? 'without status'}` }]
  const details = list(entry, 'NtryDtls').flatMap((each) => list(each, 'TxDtls'))
  const parts = details.length > 0 ? details : [{}]
  const ownNumber = textAt(entry, 'NtryRef') // a number within the message at some banks
  const number = ownNumber === undefined ? '' : ` ${ownNumber}`
  return parts.map((part, i) => {
    const bank = textAt(part, 'Refs', 'AcctSvcrRef') ?? textAt(entry, 'AcctSvcrRef')
    const ofPart = parts.length > 1 ? `/${i + 1}` : ''
    const reference = bank ? `camt.054 ${bank}${ofPart}` : `${place}/${i + 1}${number}`
    const item = bookingItem(entry, part, reference, own, parts.length === 1)
    if (bank || ownNumber === undefined || (item.type !== 'Credit' && item.type !== 'Status')) return item
    return { ...item, formerReference: `camt.054 ${ownNumber}${ofPart}` }
  })
}

function bookingItem(entry: Node, part: Node, reference: string, own: string | undefined, isWhole: boolean): BankItem {
  const isCredit = (textAt(part, 'CdtDbtInd') ?? textAt(entry, 'CdtDbtInd')) === 'CRDT'
  const money = moneyAt(part, 'Amt') ?? (isWhole ? moneyAt(entry, 'Amt') : undefined)
  const refs = node(part, 'Refs')
  const uetr = refs && ourPayment(refs)
  if (!money) {
    const whole = moneyAt(entry, 'Amt')
    const of = whole ? `, of an entry of ${whole.amount} ${whole.currency}` : ''
    return { type: 'Unreadable', reference, why: `The booking has no amount of its own with its currency${of}.` }
  }
  const back = node(part, 'RtrInf')
  const isReversal = textAt(entry, 'RvslInd') === 'true'
  const reason = reasonOf(back)
  const why = reason ? { reason } : {}
  const isReturn = back !== undefined || isReversal
  if (isCredit && uetr && isReturn) return { type: 'Status', uetr, reference, status: 'Returned', money, ...why }
  const valueDate = textAt(entry, 'ValDt', 'Dt') ?? textAt(entry, 'ValDt', 'DtTm')?.slice(0, 10)
  const dated = valueDate !== undefined && isDay(valueDate) ? { valueDate } : {}
  if (isCredit) {
    const said = isReturn ? { isReturn, ...why } : {}
    return {
      ...creditItem(part, reference, money, own),
      ...dated,
      ...(uetr ? { uetr } : {}),
      ...namesOf(refs),
      ...said,
    }
  }
  if (uetr && !isReversal) return { type: 'Status', uetr, reference, status: 'Sent', money }
  const text = saidOf(node(part, 'RmtInf')) || textAt(entry, 'AddtlNtryInf')
  const of = { money, ...(uetr ? { uetr } : {}), ...namesOf(refs), ...(text ? { text } : {}) }
  return { type: 'Unreadable', reference, why: isReversal ? REVERSED : UNKNOWN_DEBIT, ...of }
}

const REVERSED = 'The bank reversed a credit on our account. Nothing was booked.'
const UNKNOWN_DEBIT = 'The bank debited our account for something that is not a payment of ours. Nothing was booked.'

/** Returns the names of the payment in an entry, besides its uetr. */
function namesOf(refs: Node | undefined): Pick<CreditItem, 'endToEndId' | 'references'> {
  const endToEndId = textAt(refs, 'EndToEndId')
  const references = ['InstrId', 'TxId', 'AcctSvcrRef', 'PmtInfId', 'ClrSysRef']
    .map((name) => textAt(refs, name))
    .filter((text) => text !== undefined)
  return { ...(endToEndId ? { endToEndId } : {}), ...(references.length > 0 ? { references } : {}) }
}

function creditItem(
  part: Node,
  reference: string,
  money: { amount: string; currency: string },
  own: string | undefined,
): CreditItem {
  const name = textAt(part, 'RltdPties', 'Dbtr', 'Pty', 'Nm') ?? textAt(part, 'RltdPties', 'Dbtr', 'Nm')
  const account = accountAt(node(part, 'RltdPties'), 'CdtrAcct') ?? own
  const said = saidOf(node(part, 'RmtInf'))
  return {
    type: 'Credit',
    reference,
    money,
    debtor: { ...(name ? { name } : {}), ...payerOf(part) },
    ...(account ? { account } : {}),
    ...(said ? { text: said } : {}),
  }
}

/** Returns the account of the payer, the codes of its bank, and whether the entry says who paid. */
function payerOf(part: Node): NamedPayer {
  const iban = textAt(part, 'RltdPties', 'DbtrAcct', 'Id', 'IBAN')
  const accountNumber = textAt(part, 'RltdPties', 'DbtrAcct', 'Id', 'Othr', 'Id')
  const agent = node(part, 'RltdAgts', 'DbtrAgt')
  const bank = node(agent, 'FinInstnId')
  const bankCodes = [textAt(bank, 'ClrSysMmbId', 'MmbId'), textAt(bank, 'BICFI'), textAt(bank, 'BIC')].filter(
    (code) => code !== undefined,
  )
  const parties = node(part, 'RltdPties')
  const isNamed =
    ['Dbtr', 'DbtrAcct', 'UltmtDbtr'].some((name) => hasText(parties?.[name])) ||
    (bankCodes.length === 0 && hasText(agent))
  return {
    ...(iban ? { iban } : {}),
    ...(accountNumber ? { accountNumber } : {}),
    ...(bankCodes.length > 0 ? { bankCodes } : {}),
    ...(isNamed ? { isNamed } : {}),
  }
}

const hasText = (of: unknown): boolean =>
  typeof of === 'object' && of !== null ? Object.values(of).some(hasText) : typeof of === 'string' && of.trim() !== ''

/**
 * Returns the remittance information from the payer: its texts, then bill references and invoice numbers, without
 * repetition.
 */
function saidOf(remittance: Node | undefined): string {
  const lines = [remittance, ...list(remittance, 'Strd')].flatMap((part) => [
    ...textsAt(part, 'Ustrd'),
    ...textsAt(part, 'AddtlRmtInf'),
  ])
  const named = list(remittance, 'Strd').flatMap((structured) => [
    textAt(structured, 'CdtrRefInf', 'Ref'),
    ...list(structured, 'RfrdDocInf').map((document) => textAt(document, 'Nb')),
  ])
  const texts = lines.filter(Boolean).join(' ')
  return [texts, ...named.filter((name) => name !== undefined && !` ${texts} `.includes(` ${name} `))]
    .filter(Boolean)
    .join(' ')
}

const textsAt = (of: Node | undefined, name: string): (string | undefined)[] =>
  ((of?.[name] as unknown[] | undefined) ?? []).map((line) => textAt({ line }, 'line'))

const accountAt = (of: unknown, name: string): string | undefined =>
  textAt(of, name, 'Id', 'IBAN') ?? textAt(of, name, 'Id', 'Othr', 'Id')
