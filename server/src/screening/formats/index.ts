import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { refuse } from '../rules.ts'
import type { ListedName } from '../search.ts'
import { readCsv } from './csv.ts'
import { parseEuCsv, parseEuXml } from './eu.ts'
import { parseOfacAliases, parseOfacCsv, parseOfacXml } from './ofac.ts'
import { parseUkCsv, parseUkXml } from './uk.ts'

/** Formats of the authorities' published files, recognised by their content. */
type ListFormat = 'OFAC_CSV' | 'OFAC_XML' | 'UK_CSV' | 'UK_XML' | 'EU_CSV' | 'EU_XML'

interface ParsedList {
  format: ListFormat
  /** Day of the list according to the file; null if it has none. */
  published: string | null
  /** Main names before their aliases. */
  names: Omit<ListedName, 'list'>[]
}

const XML_ROOTS: Readonly<Record<string, ListFormat>> = {
  sdnList: 'OFAC_XML',
  Designations: 'UK_XML',
  export: 'EU_XML',
}

/**
 * Reads a sanctions list.
 *
 * @param aliases the second file of OFAC's CSV form (ALT.CSV)
 * @throws screening_list_unreadable: a list is never loaded in part
 */
export function parseList(text: string, aliases?: string): ParsedList {
  const content = text.replace(/^\uFEFF/, '')
  const parsed = content.trimStart().startsWith('<') ? parseXml(content) : parseCsv(content, aliases)
  if (parsed.names.length === 0) throw unreadable(parsed.format, 'it holds no names')
  return parsed
}

const unreadable = (format: string, reason: string) => refuse.screening_list_unreadable({ format, reason })

function parseXml(text: string): ParsedList {
  const valid = XMLValidator.validate(text) // the parser alone accepts a file that breaks off
  if (valid !== true) throw unreadable('XML', `line ${valid.err.line}: ${valid.err.msg}`)
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    processEntities: false,
    parseTagValue: false,
    parseAttributeValue: false,
  })
  const document = parser.parse(text) as Record<string, unknown>
  const root = Object.keys(document).find((name) => Object.hasOwn(XML_ROOTS, name))
  if (!root) throw unreadable('XML', `its root is not one of ${Object.keys(XML_ROOTS).join(', ')}`)
  const format = XML_ROOTS[root]!
  const parse = { OFAC_XML: parseOfacXml, UK_XML: parseUkXml, EU_XML: parseEuXml }[format as 'EU_XML']
  return { format, ...parse(document[root] as never) }
}

function parseCsv(text: string, aliases: string | undefined): ParsedList {
  const head = text.slice(0, 20_000)
  if (head.includes('NameAlias_WholeName')) return { format: 'EU_CSV', ...parseEuCsv(wholeRows(text, ';')) }
  if (head.includes('Name 6')) return { format: 'UK_CSV', ...parseUkCsv(wholeRows(text, ',')) }
  if (!/^\s*"?\d+"?\s*,/.test(head)) {
    throw unreadable(
      'CSV',
      'its columns are those of no list we know (OFAC SDN, UK sanctions list, EU consolidated list)',
    )
  }
  const names = parseOfacCsv(wholeRows(text, ','))
  const more = aliases === undefined ? [] : parseOfacAliases(wholeRows(aliases.replace(/^\uFEFF/, ''), ','), names)
  if (aliases !== undefined && more.length === 0)
    throw unreadable('ALT.CSV', 'it holds no alias of an entry of the list')
  return { format: 'OFAC_CSV', published: null, names: [...names, ...more] }
}

/** Reads rows, of which the last one has all columns that the one before has. @throws screening_list_unreadable if the file breaks off */
function wholeRows(text: string, delimiter: ',' | ';'): string[][] {
  const rows = readCsv(text, delimiter)
  const [before, last] = rows.slice(-2)
  if (before && last && last.length < before.length) {
    throw unreadable('CSV', `its last row has ${last.length} columns, but the one before has ${before.length}`)
  }
  return rows
}
