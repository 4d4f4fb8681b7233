import { XMLParser } from 'fast-xml-parser'
import { findExcess } from '../../../kernel/text/xml-parts.ts'
import { notifications } from './entries.ts'
import type { BankItem } from './items.ts'
import type { StatementItem, StatementLineItem } from './statements/items.ts'
import { statements } from './statements/read.ts'
import { type Node, node, UnreadableFile } from './nodes.ts'
import { returns, statusReport } from './payment-reports.ts'

/** Parsed contents of a bank file, before it is matched to our payments. */
export interface BankMessage {
  /** Message name, for example pacs.002. */
  kind: string
  items: FileItem[]
}

/** Item of a file: only camt.053 has statements and their lines. */
export type FileItem = BankItem | StatementItem | StatementLineItem

/** A hundred thousand entries with addresses have some three million tags. */
const MOST = { tags: 4_000_000, attributes: 500_000, references: 500_000 }

/** Elements that may come more than once. */
const LISTS = new Set(
  'OrgnlGrpInfAndSts OrgnlPmtInfAndSts TxInfAndSts TxInf StsRsnInf RtrRsnInf Ntfctn Stmt Bal Ntry NtryDtls TxDtls Ustrd Strd RfrdDocInf AddtlRmtInf'.split(
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
 * Reads pacs.002 and pain.002 (status of our payments), pacs.004 (returns), camt.054 (bookings on our account) and camt.053
 * (statements of our account).
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
  throw new UnreadableFile('Expected one of pacs.002, pacs.004, pain.002, camt.053, camt.054.')
}

function parsed(xml: string): Node {
  try {
    return parser.parse(xml, true) as Node
  } catch (error) {
    throw new UnreadableFile(`The file is not well-formed XML: ${(error as Error).message}`, { cause: error })
  }
}

const READERS: [name: string, kind: string, read: (body: Node) => FileItem[]][] = [
  ['FIToFIPmtStsRpt', 'pacs.002', (body) => statusReport(body, 'pacs.002')],
  ['CstmrPmtStsRpt', 'pain.002', (body) => statusReport(body, 'pain.002')],
  ['PmtRtr', 'pacs.004', returns],
  ['BkToCstmrDbtCdtNtfctn', 'camt.054', notifications],
  ['BkToCstmrStmt', 'camt.053', statements],
]
