import type { Db } from '../../src/kernel/db/db.ts'
import { inDatabase, onServer } from './global-setup.ts'

type Named = Pick<Db, 'connection' | 'pool'>

/** Returns the name of a database, also where its address contains it. */
async function nameOf({ pool }: Named): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  return rows[0]!.name
}

/** Runs a statement on another database of the same server. */
const ask = ({ connection }: Named, text: string, values: unknown[] = []) =>
  onServer(inDatabase(connection, 'postgres'), (client) => client.query(text, values))

/** Ends all connections to a database, as its restart does. They are opened again when they are needed. */
const endConnections = (db: Named, name: string) =>
  ask(db, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])

/** Ends the connections to a database that wait for a lock. */
export const endWaiting = async (db: Named): Promise<void> => {
  await ask(
    db,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`,
    [await nameOf(db)],
  )
}

/** Runs `work` while a database accepts no connection; those that were open have ended. */
export async function duringOutage<T>(db: Named, work: () => Promise<T>): Promise<T> {
  const name = await nameOf(db)
  const accept = (allowed: boolean) => ask(db, `alter database ${name} allow_connections ${allowed}`)
  await accept(false)
  try {
    await endConnections(db, name)
    return await work()
  } finally {
    await accept(true)
  }
}
