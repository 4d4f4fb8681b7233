import { instant, minor, nullable, type Row, table, uuid } from '../kernel/db/table.ts'
import type { Queryable, Tx } from '../kernel/db/db.ts'

const progress = table('screening_progress', {
  entityId: uuid,
  /** Version of the lists up to whose names every payee was screened. */
  version: minor,
  /** Version of the lists up to whose names the entity itself was screened. */
  entityVersion: minor,
  /** Version that the pass under way screens up to; null between two passes. */
  target: nullable(minor),
  /** Last beneficiary that the pass under way has screened. */
  afterId: nullable(uuid),
  screened: minor,
  found: minor,
  /** Wall time. */
  finishedAt: nullable(instant),
})

/** Progress of the screening of an entity and its saved payees with the names of the lists. */
export type Progress = Row<typeof progress>

/** Returns the newest version of the lists that added or changed a name; 0 without lists. */
export async function newestNames(db: Queryable): Promise<bigint> {
  const { rows } = await db.query<{ version: bigint }>({
    name: 'screening-newest-names',
    text: 'select coalesce(max(coalesce(changed_version, version)), 0)::bigint as version from screening_lists',
  })
  return rows[0]!.version
}

/** Returns entities that were not screened, with all their payees, with the names up to a version, by id, without the given ones. */
export async function entitiesToScreen(
  db: Queryable,
  version: bigint,
  except: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await db.query<{ entityId: string }>({
    name: 'entities-to-screen',
    text: `select e.entity_id as "entityId" from entities e left join screening_progress p on p.entity_id = e.entity_id
      where coalesce(least(p.version, p.entity_version), 0) < $1 and e.entity_id <> all ($2::uuid[]) order by e.entity_id limit $3`,
    values: [version, except, limit],
  })
  return rows.map(({ entityId }) => entityId)
}

/** Returns the number of entities that were not screened, with all their payees, with every name of the lists yet. */
export async function countEntitiesToScreen(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from entities e left join screening_progress p on p.entity_id = e.entity_id
      where coalesce(least(p.version, p.entity_version), 0) < (select max(coalesce(changed_version, version)) from screening_lists)`,
  )
  return rows[0]!.count
}

/** Returns the progress of an entity; that of one whose payees were never screened again begins at 0. */
export async function findProgress(db: Queryable, entityId: string): Promise<Progress> {
  const { rows } = await db.query<Progress>({
    name: 'find-screening-progress',
    text: `select ${progress.list} from screening_progress where entity_id = $1`,
    values: [entityId],
  })
  const none = {
    version: 0n,
    entityVersion: 0n,
    target: null,
    afterId: null,
    screened: 0n,
    found: 0n,
    finishedAt: null,
  }
  return rows[0] ?? { entityId, ...none }
}

/** Locks the progress of an entity until the transaction ends; undefined while another process screens its payees. */
export async function lockProgress(tx: Tx, entityId: string): Promise<Progress | undefined> {
  await tx.query({
    name: 'begin-screening-progress',
    text: 'insert into screening_progress (entity_id) values ($1) on conflict do nothing',
    values: [entityId],
  })
  const { rows } = await tx.query<Progress>({
    name: 'lock-screening-progress',
    text: `select ${progress.list} from screening_progress where entity_id = $1 for update skip locked`,
    values: [entityId],
  })
  return rows[0]
}

const updateStatement = progress.update({
  name: 'update-screening-progress',
  key: ['entityId'],
  set: ['version', 'entityVersion', 'target', 'afterId', 'screened', 'found', 'finishedAt'],
})

/** Stores the progress of an entity, which the caller has locked. */
export const storeProgress = async (tx: Tx, row: Progress): Promise<void> => {
  await tx.query(updateStatement(row))
}
