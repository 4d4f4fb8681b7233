import type { ListedName } from '../search.ts'
import { tableOf } from './csv.ts'
import { listOf, textOf, type Xml } from './xml.ts'
import { own } from '../../kernel/own.ts'

/** The EU's consolidated list of persons, groups and entities subject to financial sanctions. */
type Name = Omit<ListedName, 'list'>

const KINDS: Readonly<Record<string, Name['kind']>> = {
  P: 'Individual',
  PERSON: 'Individual',
  E: 'Company',
  ENTERPRISE: 'Company',
}
const kindOf = (code: string): Name['kind'] => own(KINDS, code.toUpperCase()) ?? 'Unknown'

/** csvFullSanctionsList: one row for each name, address, birth date of an entry, with semicolons. */
export function parseEuCsv(rows: readonly string[][]): { published: string | null; names: Name[] } {
  const table = tableOf(rows, 'NameAlias_WholeName')
  const known = new Set<string>()
  const names = table.rows.flatMap((row) => {
    const parts = ['NameAlias_FirstName', 'NameAlias_MiddleName', 'NameAlias_LastName']
    const name =
      table.cell(row, 'NameAlias_WholeName') ||
      parts
        .map((part) => table.cell(row, part))
        .filter(Boolean)
        .join(' ')
    const entryId = table.cell(row, 'Entity_LogicalId')
    const key = `${entryId} ${name}`
    if (entryId === '' || name === '' || known.has(key)) return []
    known.add(key)
    const kind = kindOf(table.cell(row, 'Entity_SubjectType_ClassificationCode', 'Entity_SubjectType'))
    return [{ entryId, name, kind, programs: table.cell(row, 'Entity_Regulation_Programme'), bics: [] }]
  })
  const first = table.rows[0]
  return { published: (first && table.cell(first, 'fileGenerationDate')) || null, names }
}

/** xmlFullSanctionsList: everything is in attributes. */
export function parseEuXml(list: Xml): { published: string | null; names: Name[] } {
  const attribute = (element: Xml | undefined, name: string): string => textOf(element?.[`@${name}`])
  const names = listOf(list['sanctionEntity']).flatMap((entry) => {
    const [subject] = listOf(entry['subjectType'])
    const [regulation] = listOf(entry['regulation'])
    const common = {
      entryId: attribute(entry, 'logicalId'),
      kind: kindOf(attribute(subject, 'classificationCode') || attribute(subject, 'code')),
      programs: attribute(regulation, 'programme'),
      bics: [],
    }
    return listOf(entry['nameAlias']).map((alias) => ({
      ...common,
      name: attribute(alias, 'wholeName') || `${attribute(alias, 'firstName')} ${attribute(alias, 'lastName')}`.trim(),
    }))
  })
  const published = attribute(list, 'generationDate')
  return { published: published || null, names: names.filter(({ name, entryId }) => name !== '' && entryId !== '') }
}
