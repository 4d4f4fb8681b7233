import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { refuse } from '../rules.ts'
import { findExcessOfBatch } from './xml-parts.ts'
import { child, type Element, findUnknownEntity, hasXmlCharacters } from './xml-tree.ts'

const REPEATED = new Set([
  'PmtInf',
  'CdtTrfTxInf',
  'Ustrd',
  'AdrLine',
  'Strd',
  'RfrdDocInf',
  'RgltryRptg',
  'Dtls',
  'Inf',
])

/** No entity is expanded and no DOCTYPE is read: there is nothing in a file that could grow. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseAttributeValue: false,
  parseTagValue: false,
  processEntities: false,
  removeNSPrefix: true,
  trimValues: true,
  isArray: (name) => REPEATED.has(name),
})

/**
 * Returns the customer credit transfer initiation of a document.
 *
 * @throws xml_invalid
 */
export function initiationOf(xml: string): Element {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw refuse.xml_invalid({ reason: 'it has a DOCTYPE' })
  const tooMany = findExcessOfBatch(xml)
  if (tooMany) throw refuse.xml_invalid({ reason: `it has more than ${tooMany.limit} ${tooMany.parts}` })
  const encoding = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']*)/.exec(xml.slice(0, 1000))?.[1]
  if (encoding !== undefined && !/^(utf-?8|us-ascii)$/i.test(encoding))
    throw refuse.xml_invalid({ reason: 'its encoding is not UTF-8' })
  if (!hasXmlCharacters(xml)) throw refuse.xml_invalid({ reason: 'it names a character that XML does not have' })
  const wellFormed = XMLValidator.validate(xml)
  if (wellFormed !== true) throw refuse.xml_invalid({ reason: wellFormed.err.msg })
  const entity = findUnknownEntity(xml)
  if (entity !== undefined) throw refuse.xml_invalid({ reason: `it names the unknown entity ${entity.slice(0, 40)}` })
  const [opening] = /<(\w+:)?Document\b[^>]*>/.exec(xml) ?? ['']
  if (!opening.includes('pain.001.001.09')) throw refuse.xml_invalid({ reason: 'its namespace is another' })
  const document = child(treeOf(xml), 'Document')
  const initiation = child(document, 'CstmrCdtTrfInitn')
  if (!initiation) throw refuse.xml_invalid({ reason: 'Document/CstmrCdtTrfInitn is missing' })
  return initiation
}

/** @throws xml_invalid for what the parser will not read: elements too deep in one another, names with a meaning in code */
function treeOf(xml: string): Element {
  try {
    return parser.parse(xml) as Element
  } catch (error) {
    throw refuse.xml_invalid({ reason: (error as Error).message })
  }
}
