import type { ListedName } from '../search.ts'
import { tableOf } from './csv.ts'
import { listOf, textOf, type Xml } from './xml.ts'
import { own } from '../../kernel/own.ts'

/**
 * The UK's list: since 28 January 2026 the UK Sanctions List of the FCDO; before, OFSI's consolidated list, whose
 * columns differ in a few names. It covers more than asset freezes (travel bans, trade, ships): only asset freezes are
 * kept if the file states the measures of an entry.
 */
type Name = Omit<ListedName, 'list'>

const PARTS = ['Name 1', 'Name 2', 'Name 3', 'Name 4', 'Name 5', 'Name 6']
const KINDS: Readonly<Record<string, Name['kind']>> = {
  individual: 'Individual',
  entity: 'Company',
  ship: 'Vessel',
}

/** Returns true if an entry's funds are frozen; files without measures list only such entries. */
const isFreeze = (measures: string): boolean => measures === '' || /asset freeze/i.test(measures)

export function parseUkCsv(rows: readonly string[][]): { published: string | null; names: Name[] } {
  const table = tableOf(rows, 'Name 6')
  const names = table.rows
    .filter((row) => isFreeze(table.cell(row, 'Sanctions Imposed')))
    .flatMap((row) => {
      const common = {
        entryId: table.cell(row, 'Unique ID', 'Group ID', 'OFSI Group ID'),
        kind: own(KINDS, table.cell(row, 'Designation Type', 'Group Type').toLowerCase()) ?? ('Unknown' as const),
        programs: table.cell(row, 'Regime Name', 'Regime'),
        bics: [],
      }
      const latin = PARTS.map((part) => table.cell(row, part))
      const other = table.cell(row, 'Name non-latin script', 'Name Non-Latin Script')
      return [latin.filter(Boolean).join(' '), other].map((name) => ({ ...common, name }))
    })
  return { published: dateIn(table.above), names: kept(names) }
}

export function parseUkXml(list: Xml): { published: string | null; names: Name[] } {
  const names = listOf(list['Designation'])
    .filter((entry) => isFreeze(textOf(entry['SanctionsImposed'])))
    .flatMap((entry) => {
      const common = {
        entryId: textOf(entry['UniqueID']),
        kind: own(KINDS, textOf(entry['IndividualEntityShip']).toLowerCase()) ?? ('Unknown' as const),
        programs: textOf(entry['RegimeName']),
        bics: [],
      }
      const latin = listOf((entry['Names'] as Xml | undefined)?.['Name']).map((name) =>
        [1, 2, 3, 4, 5, 6]
          .map((part) => textOf(name[`Name${part}`]))
          .filter(Boolean)
          .join(' '),
      )
      const others = listOf((entry['NonLatinNames'] as Xml | undefined)?.['NonLatinName'])
      const other = others.map((name) => textOf(name['NameNonLatinScript']))
      return [...latin, ...other].map((name) => ({ ...common, name }))
    })
  return { published: textOf(list['DateGenerated']) || null, names: kept(names) }
}

/** Names without the empty ones and without repeats: the file has a row for each address and alias of an entry. */
function kept(names: readonly Name[]): Name[] {
  const known = new Set<string>()
  return names.filter(({ entryId, name }) => {
    const key = `${entryId} ${name}`
    if (entryId === '' || name === '' || known.has(key)) return false
    known.add(key)
    return true
  })
}

/** The day in the lines above the header: "Last Updated, 27/01/2026" or "Report Date: 28-Jan-2026". */
const dateIn = (cells: readonly string[]): string | null =>
  /\d{1,2}[/-](?:\d{1,2}|[A-Za-z]{3})[/-]\d{4}/.exec(cells.join(' '))?.[0] ?? null
