import type { ListedName } from '../search.ts'
import { listOf, textOf, type Xml } from './xml.ts'
import { own } from '../../kernel/own.ts'

type Name = Omit<ListedName, 'list'>

const KINDS: Readonly<Record<string, Name['kind']>> = { individual: 'Individual', entity: 'Company', vessel: 'Vessel' }
const NONE = '-0-'
const filled = (text: string | undefined): string => (text === undefined || text === NONE ? '' : text)

/** SDN.CSV: number, name, type, programme, seven columns on ships and titles, remarks; no header. */
export function parseOfacCsv(rows: readonly string[][]): Name[] {
  return rows
    .filter((row) => /^\d+$/.test(row[0] ?? '') && filled(row[1]) !== '')
    .map((row) => ({
      entryId: row[0]!,
      name: row[1]!,
      kind: own(KINDS, filled(row[2]).toLowerCase()) ?? 'Company', // -0- stands for entities
      programs: filled(row[3]),
      bics: bicsIn(filled(row[11])),
    }))
}

/** ALT.CSV: number of the entry, of the alias, its type, the alias. Aliases of entries that are not there are dropped. */
export function parseOfacAliases(rows: readonly string[][], main: readonly Name[]): Name[] {
  const byId = new Map(main.map((name) => [name.entryId, name]))
  return rows.flatMap((row) => {
    const of = byId.get(row[0] ?? '')
    const name = filled(row[3])
    return of && name !== '' ? [{ ...of, name, bics: [] }] : []
  })
}

/** SDN.XML and CONSOLIDATED.XML of the plain schema. */
export function parseOfacXml(list: Xml): { published: string | null; names: Name[] } {
  const names = listOf(list['sdnEntry']).flatMap((entry) => {
    const common = {
      entryId: textOf(entry['uid']),
      kind: own(KINDS, textOf(entry['sdnType']).toLowerCase()) ?? ('Unknown' as const),
      programs: listOf((entry['programList'] as Xml | undefined)?.['program'])
        .map(textOf)
        .join('; '),
    }
    const aliases = listOf((entry['akaList'] as Xml | undefined)?.['aka'])
    return [
      { ...common, name: nameOf(entry), bics: bicsIn(textOf(entry['remarks']), ...idsOf(entry)) },
      ...aliases.map((alias) => ({ ...common, name: nameOf(alias), bics: [] })),
    ]
  })
  const published = textOf((list['publshInformation'] as Xml | undefined)?.['Publish_Date'])
  return { published: published || null, names: names.filter(({ name, entryId }) => name !== '' && entryId !== '') }
}

const nameOf = (entry: Xml): string => [textOf(entry['firstName']), textOf(entry['lastName'])].filter(Boolean).join(' ')

const idsOf = (entry: Xml): string[] =>
  listOf((entry['idList'] as Xml | undefined)?.['id']).map((id) => `${textOf(id['idType'])} ${textOf(id['idNumber'])}`)

/** Finds BICs of listed banks, written in remarks or ids as "SWIFT/BIC ABCDEFGH". */
const bicsIn = (...texts: string[]): string[] =>
  texts.flatMap((text) =>
    [...text.matchAll(/SWIFT\/BIC\s+([A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)\b/g)].map((match) => match[1]!),
  )
