import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import type { DirectoryStatus } from './document.ts'

/** Treatment of third parties whose status in the directory is unknown now. */
export type WhenUnknown = 'accept' | 'reject'

/** Attempt to read the directory's list. */
interface Attempt {
  /** File or address of the list. */
  source: string
  whenUnknown: WhenUnknown
  /** Wall time. */
  at: Date
  /** The last attempt of any process must be older; absent: the attempt is made in any case. */
  dueBefore?: Date
}

/** Records an attempt, so that one process makes it for all; returns false if another made it recently. */
export async function beginReading(db: Queryable, { source, whenUnknown, at, dueBefore }: Attempt): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into open_banking_directory_readings as r (source, when_unknown, asked_at) values ($1, $2, $3)
      on conflict (is_only) do update
        set asked_at = $3, when_unknown = $2, source = $1, is_current = r.is_current and r.source = $1
        where $4::timestamptz is null or r.asked_at < $4`,
    [source, whenUnknown, at, dueBefore ?? null],
  )
  return rowCount === 1
}

/** Replaces the statuses by those of a document, unless a later attempt has stored one. @param at time of the attempt */
export async function storeReading(tx: Tx, statuses: readonly DirectoryStatus[], at: Date): Promise<void> {
  const { rowCount } = await tx.query(
    `update open_banking_directory_readings set read_at = $1, is_current = true
      where read_at is null or read_at <= $1`,
    [at],
  )
  if (rowCount === 0) return
  const documents = [JSON.stringify(statuses), at]
  await tx.query(
    `with listed as (select * from jsonb_to_recordset($1) as l(kind text, "directoryId" text, status text))
      insert into open_banking_directory_statuses as s (kind, directory_id, status, changed_at)
        select kind, "directoryId", status, $2 from listed order by kind, "directoryId"
      on conflict (kind, directory_id) do update set status = excluded.status, changed_at = excluded.changed_at
        where s.status <> excluded.status`,
    documents,
  )
  await tx.query(
    `delete from open_banking_directory_statuses s where not exists (
      select from jsonb_to_recordset($1) as l(kind text, "directoryId" text)
        where l.kind = s.kind and l."directoryId" = s.directory_id)`,
    documents.slice(0, 1),
  )
}

/** Marks the stored document as too old if it was read before an instant. */
export async function endOldReading(db: Queryable, before: Date): Promise<void> {
  await db.query('update open_banking_directory_readings set is_current = false where is_current and read_at < $1', [
    before,
  ])
}

/** Forgets the directory's statuses. */
export async function forgetReadings(tx: Tx): Promise<void> {
  await tx.query('delete from open_banking_directory_readings')
  await tx.query('delete from open_banking_directory_statuses')
}
