import { own } from '../../../kernel/own.ts'
import { CREDITED, type RailReport } from '../rail.ts'
import type { BankItem } from './items.ts'
import { list, moneyAt, type Node, node, ourPayment, reasonOf, textAt } from './nodes.ts'

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

/** A status with the orders and messages around it, the innermost first. Each of our messages has one payment. */
interface Level {
  report: Node
  around: Node[]
}

/**
 * Reads the statuses of transactions, of orders and of whole messages (pacs.002, pain.002). A transaction without a status or
 * the id of a payment has those of its order or message. A status of an order or message that its transactions have too is
 * read once. Another final one contradicts them: it is read after them, or listed if theirs are not final.
 */
export function statusReport(body: Node, kind: string): BankItem[] {
  const messageId = textAt(body, 'GrpHdr', 'MsgId') ?? 'unnamed'
  const groups = list(body, 'OrgnlGrpInfAndSts')
  const message = groups.length === 1 ? groups : []
  const orders = list(body, 'OrgnlPmtInfAndSts')
  const within = (report: Node, around: Node | undefined): Level => ({ report, around: [around ?? [], message].flat() })
  const details = [
    ...list(body, 'TxInfAndSts').map((report) => within(report, node(report, 'OrgnlGrpInf'))),
    ...orders.flatMap((order) => list(order, 'TxInfAndSts').map((report) => within(report, order))),
  ]
  const wholes = [
    ...orders.filter((order) => textAt(order, 'PmtInfSts')).map((report) => within(report, undefined)),
    ...groups.map((report) => ({ report, around: [] })),
  ]
  const found = [...details, ...wholes].map((level, i) =>
    foundAt(level, `${kind} ${messageId}/${textAt(level.report, 'StsId') ?? i + 1}`),
  )
  const detailed = found.slice(0, details.length)
  return [...detailed.map(itemOf), ...found.slice(details.length).flatMap((whole) => besides(detailed, whole))]
}

/** A status with the payment that it is about. */
interface Found {
  reference: string
  code: string
  status: RailReport['status'] | undefined
  uetr: string | undefined
  reason: string | undefined
}

function foundAt({ report, around }: Level, reference: string): Found {
  const levels = [report, ...around]
  const first = <T>(of: (level: Node) => T | undefined) => levels.map(of).find((value) => value !== undefined)
  const code = first(statusOf) ?? 'none'
  const reason = first((level) => reasonOf(list(level, 'StsRsnInf')[0]))
  return { reference, code, status: own(STATUSES, code), uetr: first(ourPayment), reason }
}

const statusOf = (of: Node): string | undefined =>
  textAt(of, 'TxSts') ?? textAt(of, 'PmtInfSts') ?? textAt(of, 'GrpSts')

/** Returns what the status of an order or message adds to those of transactions. */
function besides(detailed: readonly Found[], whole: Found): BankItem[] {
  if (detailed.length === 0) return [itemOf(whole)]
  const { reference, code, status, uetr } = whole
  const about = detailed.filter((each) => each.uetr === uetr)
  if (!status || uetr === undefined || about.some((each) => each.status === status)) return []
  const open = about.find((each) => !each.status)
  if (!open) return [itemOf(whole)]
  const why = `The bank reported ${code} of a message, and ${open.code} of its transaction. Neither took effect.`
  return [{ type: 'Unreadable', reference, why, uetr }]
}

function itemOf({ reference, code, status, uetr, reason }: Found): BankItem {
  if (!status) return { type: 'Noted', reference, why: `status ${code} is a step before settlement` }
  if (!uetr) return { type: 'Noted', reference, why: 'it names no payment of ours' }
  const why = status === 'Failed' ? reason : code === CREDITED ? CREDITED : undefined
  return { type: 'Status', uetr, reference, status, ...(why ? { reason: why } : {}) }
}

// ---- returns

/** Reads returned payments (pacs.004). A message without transactions returns the whole of one of our messages: its payment. */
export function returns(body: Node): BankItem[] {
  const messageId = textAt(body, 'GrpHdr', 'MsgId') ?? 'unnamed'
  const start = `pacs.004 ${messageId}/`
  const parts = list(body, 'TxInf')
  const whole = node(body, 'OrgnlGrpInf')
  if (parts.length === 0) return [returnOf(whole ?? {}, moneyAt(node(body, 'GrpHdr'), TOTAL), { of: [whole], start })]
  const counts = new Map<string, number>()
  return parts.map((each, i) => {
    const returnId = textAt(each, 'RtrId')
    const of = [each, node(each, 'OrgnlGrpInf'), parts.length === 1 ? whole : undefined]
    const formerPlace = { start, end: '', position: i + 1, count: parts.length }
    const names = returnId ? { returnId } : { formerPlace }
    return returnOf(each, moneyAt(each, AMOUNT), { of, start, names, place: i + 1, counts })
  })
}

const TOTAL = 'TtlRtrdIntrBkSttlmAmt'
const AMOUNT = 'RtrdIntrBkSttlmAmt'

interface ReturnFound {
  /** Elements that may name the payment, the most certain first. */
  of: (Node | undefined)[]
  start: string
  names?: { returnId?: string; formerPlace?: { start: string; end: string; position: number; count: number } }
  place?: number
  counts?: Map<string, number>
}

function returnOf(
  each: Node,
  money: { amount: string; currency: string } | undefined,
  { of, start, names = {}, place = 1, counts = new Map<string, number>() }: ReturnFound,
): BankItem {
  const uetr = of.map((element) => element && ourPayment(element)).find((found) => found !== undefined)
  const reference = start + (names.returnId ?? (uetr ? numbered(uetr, counts) : place))
  if (!uetr || !money) return { type: 'Unreadable', reference, why: whyUnreadable(each, uetr) }
  const reason = of.map((element) => reasonOf(list(element, 'RtrRsnInf')[0])).find((found) => found !== undefined)
  return { type: 'Status', uetr, reference, ...names, status: 'Returned', money, ...(reason ? { reason } : {}) }
}

/** Numbers the returns of one payment in a message that gives them no id: the order of payments there does not matter. */
function numbered(uetr: string, counts: Map<string, number>): string {
  const count = (counts.get(uetr) ?? 0) + 1
  counts.set(uetr, count)
  return count === 1 ? uetr : `${uetr} ${count}`
}

const whyUnreadable = (of: Node, uetr: string | undefined): string =>
  uetr
    ? `The return has no ${AMOUNT} with its currency.`
    : `The return names no payment by OrgnlUETR or OrgnlTxId; its amount is ${textAt(of, AMOUNT) ?? 'missing'}.`
