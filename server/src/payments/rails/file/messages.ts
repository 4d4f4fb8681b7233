import { XMLParser } from 'fast-xml-parser'
import { findExcess } from '../../../kernel/text/xml-parts.ts'
import { own } from '../../../kernel/own.ts'
import { CREDITED, type RailReport } from '../rail.ts'
import { notifications } from './entries.ts'
import type { BankItem } from './items.ts'
import { list, moneyAt, type Node, node, ourPayment, reasonOf, textAt } from './nodes.ts'

/** Parsed contents of a bank file, before it is matched to our payments. */
export interface BankMessage {
  /** Message name, for example pacs.002. */
  kind: string
  items: BankItem[]
}

/** Error for a file that is not one of the messages; its text states the valid ones. */
export class UnreadableFile extends Error {}

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

// ---- returns

function returns(body: Node): BankItem[] {
  const messageId = textAt(body, 'GrpHdr', 'MsgId') ?? 'unnamed'
  const start = `pacs.004 ${messageId}/`
  const parts = list(body, 'TxInf')
  const counts = new Map<string, number>()
  return parts.map((each, i) => {
    const [returnId, uetr] = [textAt(each, 'RtrId'), ourPayment(each)]
    const names = returnId ? { returnId } : { formerPlace: { start, end: '', position: i + 1, count: parts.length } }
    const reference = start + (returnId ?? (uetr ? numbered(uetr, counts) : i + 1))
    const money = moneyAt(each, 'RtrdIntrBkSttlmAmt')
    if (!uetr || !money) return { type: 'Unreadable', reference, why: whyUnreadable(each, uetr) }
    const reason = reasonOf(list(each, 'RtrRsnInf')[0])
    return { type: 'Status', uetr, reference, ...names, status: 'Returned', money, ...(reason ? { reason } : {}) }
  })
}

/** Numbers the returns of one payment in a message that gives them no id: the order of payments there does not matter. */
function numbered(uetr: string, counts: Map<string, number>): string {
  const count = (counts.get(uetr) ?? 0) + 1
  counts.set(uetr, count)
  return count === 1 ? uetr : `${uetr} ${count}`
}

const whyUnreadable = (of: Node, uetr: string | undefined): string =>
  uetr
    ? 'The return has no RtrdIntrBkSttlmAmt with its currency.'
    : `The return names no payment by OrgnlUETR or OrgnlTxId; its amount is ${textAt(of, 'RtrdIntrBkSttlmAmt') ?? 'missing'}.`
