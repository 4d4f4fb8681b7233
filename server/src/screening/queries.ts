import { type Row, instant, json, nullable, oneOf, table, text, uuid } from '../kernel/db/table.ts'
import type { Queryable, Tx } from '../kernel/db/db.ts'
import type { Hit, ListedName, Party } from './search.ts'

/** Returns the version of all lists as one word; it changes whenever a list is loaded or removed. */
export async function listsVersion(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ version: string }>({
    name: 'screening-version',
    text: `select coalesce(string_agg(list || ':' || version, ',' order by list), '') as version from screening_lists`,
  })
  return rows[0]!.version
}

/** Reads every name of every list for the search index of a process. */
export async function readNames(db: Queryable): Promise<ListedName[]> {
  const { rows } = await db.query<ListedName>(
    `select list, entry_id as "entryId", name, kind, programs, bics from screening_names order by list, entry_id, seq`,
  )
  return rows
}

/** Reads the names that the lists added or changed after a version of the lists. */
export async function readNamesSince(db: Queryable, version: bigint): Promise<ListedName[]> {
  const { rows } = await db.query<ListedName>(
    `select n.list, n.entry_id as "entryId", n.name, n.kind, n.programs, n.bics from screening_names n join screening_lists l using (list)
      where coalesce(n.since, l.version) > $1 order by n.list, n.entry_id, n.seq`,
    [version],
  )
  return rows
}

export interface ListRow {
  list: string
  format: string
  published: string | null
  entries: number
  names: number
  loadedAt: Date
}

/** The lists that are loaded, by name. */
export async function findLists(db: Queryable): Promise<ListRow[]> {
  const { rows } = await db.query<ListRow>(
    'select list, format, published, entries, names, loaded_at as "loadedAt" from screening_lists order by list',
  )
  return rows
}

/** Locks the lists until the transaction ends: of two loads of a list at once, the second replaces what the first stored. */
export const lockLists = (tx: Tx) => tx.query('select pg_advisory_xact_lock(hashtext($1))', ['screening_lists'])

interface NewList extends Omit<ListRow, 'names' | 'entries'> {
  sha256: string
  names: readonly Omit<ListedName, 'list'>[]
}

const BATCH = 5_000

/** Stores a list in place of the one of its name. Each name keeps the version of the lists that added or changed it. */
export async function replaceList(tx: Tx, { names, ...list }: NewList): Promise<void> {
  const known = await readVersions(tx, list.list)
  await tx.query('delete from screening_lists where list = $1', [list.list])
  const entries = new Set(names.map(({ entryId }) => entryId)).size
  const { rows } = await tx.query<{ version: bigint }>(
    `insert into screening_lists (list, format, published, sha256, entries, names, loaded_at) values ($1, $2, $3, $4, $5, $6, $7)
      returning version`,
    [list.list, list.format, list.published, list.sha256, entries, names.length, list.loadedAt],
  )
  const { version } = rows[0]!
  const dated = names.map((name, seq) => ({ ...name, seq, since: (known.get(keyOf(name)) ?? version).toString() }))
  for (let at = 0; at < names.length; at += BATCH) {
    await tx.query(
      `insert into screening_names (list, entry_id, seq, name, kind, programs, bics, since)
       select $1, n->>'entryId', (n->>'seq')::integer, n->>'name', n->>'kind', n->>'programs',
         array(select jsonb_array_elements_text(n->'bics')), (n->>'since')::bigint
       from jsonb_array_elements($2::jsonb) n`,
      [list.list, JSON.stringify(dated.slice(at, at + BATCH))],
    )
    await tx.query(
      `update screening_lists set changed_version = (select max(since) from screening_names where list = $1) where list = $1`,
      [list.list],
    )
  }
}

/** A name as screening compares it: another spelling or code of an entry is a change. */
const keyOf = ({ entryId, name, bics }: Pick<ListedName, 'entryId' | 'name' | 'bics'>): string =>
  JSON.stringify([entryId, name, bics])

/** Reads the version of the lists that added or changed each name of a list. */
async function readVersions(tx: Tx, list: string): Promise<Map<string, bigint>> {
  const { rows } = await tx.query<Pick<ListedName, 'entryId' | 'name' | 'bics'> & { since: bigint }>(
    `select n.entry_id as "entryId", n.name, n.bics, coalesce(n.since, l.version) as since
      from screening_names n join screening_lists l using (list) where list = $1`,
    [list],
  )
  return new Map(rows.map((row) => [keyOf(row), row.since]))
}

type CaseStatus = 'Open' | 'Released' | 'Rejected'
export type ScreenedResource = 'beneficiary' | 'payment' | 'inboundPayment' | 'entity'

const cases = table('screening_cases', {
  entityId: uuid,
  caseId: uuid,
  resourceType: oneOf<ScreenedResource>(),
  resourceId: uuid,
  stage: oneOf<'Create' | 'Update' | 'Release' | 'Receipt' | 'ListChange'>(),
  status: oneOf<CaseStatus>(),
  parties: json<Party[]>(),
  hits: json<Hit[]>(),
  fingerprint: text,
  /** Maker of the subject; null for the system or a bank. */
  maker: nullable(text),
  /** Business time. */
  openedAt: instant,
  decidedBy: nullable(text),
  decidedAt: nullable(instant),
  reason: nullable(text),
})

export type CaseRow = Row<typeof cases>

const COLUMNS = cases.list

/** The cases of one thing, newest first; index screening_cases_by_resource. */
export async function casesOf(
  db: Queryable,
  { entityId, resourceType, resourceId }: Pick<CaseRow, 'entityId' | 'resourceType' | 'resourceId'>,
): Promise<CaseRow[]> {
  const { rows } = await db.query<CaseRow>({
    name: 'screening-cases-of',
    text: `select ${COLUMNS} from screening_cases
      where entity_id = $1 and resource_type = $2 and resource_id = $3 order by case_id desc`,
    values: [entityId, resourceType, resourceId],
  })
  return rows
}

/** Open cases of all entities, oldest first: the reviewer's work; index screening_cases_open. */
export async function openCases(db: Queryable): Promise<CaseRow[]> {
  const { rows } = await db.query<CaseRow>(
    `select ${COLUMNS} from screening_cases where status = 'Open' order by case_id`,
  )
  return rows
}

/** One case of the entity. */
export async function findCase(db: Queryable, entityId: string, caseId: string): Promise<CaseRow | undefined> {
  const { rows } = await db.query<CaseRow>(
    `select ${COLUMNS} from screening_cases where entity_id = $1 and case_id = $2`,
    [entityId, caseId],
  )
  return rows[0]
}

/** Locks a case until the transaction ends: after the thing that it is about. */
export async function lockCase(tx: Tx, entityId: string, caseId: string): Promise<CaseRow | undefined> {
  const { rows } = await tx.query<CaseRow>(
    `select ${COLUMNS} from screening_cases where entity_id = $1 and case_id = $2 for update`,
    [entityId, caseId],
  )
  return rows[0]
}

const insertCaseStatement = cases.insert({ name: 'insert-screening-case' })

/** Stores a new case. */
export async function insertCase(tx: Tx, row: CaseRow): Promise<void> {
  await tx.query(insertCaseStatement(row))
}

/** Stores the decision on a locked case. */
export async function updateCase(tx: Tx, row: CaseRow): Promise<void> {
  await tx.query({
    name: 'decide-screening-case',
    text: `update screening_cases set status = $3, decided_by = $4, decided_at = $5, reason = $6
      where entity_id = $1 and case_id = $2`,
    values: [row.entityId, row.caseId, row.status, row.decidedBy, row.decidedAt, row.reason],
  })
}
