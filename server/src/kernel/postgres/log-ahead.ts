import { statfs } from 'node:fs/promises'
import pg from 'pg'

/** Segments of the log are as large as initdb makes them. */
const SEGMENT_MIB = 16

/**
 * Free space required for pre-allocation, as a multiple of the WAL size: a database that cannot write its WAL stops.
 */
const TIMES_FREE = 4

/** Segments beyond the one that is being written, and where the cluster is. */
const READY = `select count(*)::int as ready, current_setting('data_directory') as directory from pg_ls_waldir()
  where name ~ '^[0-9A-F]{24}$' and name > pg_walfile_name(pg_current_wal_insert_lsn())`

/**
 * Pre-allocates WAL segments. A new segment is 16 MB of zeros and a sync, which delays the commit that needs it and all
 * following ones: some 80 ms a second under load, until the first long checkpoint recycles segments. This function
 * fills segments one after the other, and a checkpoint then frees them: `min_wal_size` determines the number kept.
 * Committed data is not affected, and an interruption does no harm. A WAL that is at least half pre-allocated stays
 * unchanged.
 *
 * @param mib how much log is to be ready, in MiB; 0 for none
 * @throws Error when the disk is too full for it, or the database's own; that it went away meanwhile is not told
 */
export async function makeLogAhead(connection: pg.ClientConfig, mib: number): Promise<void> {
  const wanted = Math.floor(mib / SEGMENT_MIB)
  const client = new pg.Client({ ...connection, database: 'postgres', application_name: 'cambist launcher' })
  let isGone = false
  client.on('error', () => (isGone = true))
  client.on('end', () => (isGone = true))
  try {
    await client.connect()
    const { rows } = await client.query<{ ready: number; directory: string }>(READY)
    const { ready, directory } = rows[0]!
    if (2 * ready >= wanted) return
    await checkSpace(directory, mib)
    await fillSegments(client, wanted - ready)
    await client.query('checkpoint')
  } catch (error) {
    if (!isGone) throw error
  } finally {
    await client.end().catch(() => {})
  }
}

async function checkSpace(directory: string, mib: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory)
  const free = Math.floor((bavail * bsize) / 2 ** 20)
  if (free >= TIMES_FREE * mib) return
  throw new Error(`${free} MiB are free on the disk; ${TIMES_FREE * mib} are needed to make ${mib} MiB of log ahead`)
}

async function fillSegments(client: pg.Client, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await client.query(`select pg_logical_emit_message(false, 'cambist', 'log made ahead')`) // an empty segment is not switched
    await client.query('select pg_switch_wal()')
  }
}
