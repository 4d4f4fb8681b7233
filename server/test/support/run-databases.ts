import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Prefix of the databases of one run. */
const RUN = 'cambist_test_[0-9]+_[0-9a-f]{12}_'

/**
 * Claims names for the databases of a run. Several runs may share a server, also from containers whose process ids are the same. A
 * session under the prefix marks the run as alive until `release`.
 */
export async function claimPrefix(
  connection: pg.ClientConfig,
): Promise<{ prefix: string; release: () => Promise<void> }> {
  const prefix = `cambist_test_${process.pid}_${randomBytes(6).toString('hex')}_`
  const session = new pg.Client(connection)
  session.on('error', () => {}) // the server may end before the run
  await session.connect()
  await session.query(`select set_config('application_name', $1, false)`, [prefix])
  return { prefix, release: () => session.end() }
}

/** Drops the databases of runs that ended without doing so: no session marks them as alive. */
export async function dropAbandoned(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where substring(datname from '^' || $1)
      not in (select application_name from pg_stat_activity where application_name is not null)`,
    [RUN],
  )
  for (const { name } of rows) await dropNow(client, name)
}

/** Drops the databases of a run. */
export async function dropRun(client: pg.Client, prefix: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    [prefix],
  )
  for (const { name } of rows) await dropNow(client, name)
}

const dropNow = (client: pg.Client, name: string) => client.query(`drop database if exists ${name} with (force)`)
