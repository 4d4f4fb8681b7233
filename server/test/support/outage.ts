import type { Db } from '../../src/kernel/db/db.ts'
import { inDatabase, onServer } from './global-setup.ts'

const nameOf = ({ connection }: Pick<Db, 'connection'>): string => String(connection.database)

/** Runs a statement on another database of the same server. */
const ask = ({ connection }: Pick<Db, 'connection'>, text: string, values: unknown[] = []) =>
  onServer(inDatabase(connection, 'postgres'), (client) => client.query(text, values))

/** Ends all connections to a database, as its restart does. They are opened again when they are needed. */
export const endConnections = async (db: Pick<Db, 'connection'>): Promise<void> => {
  await ask(db, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [nameOf(db)])
}

/** Ends the connections to a database that wait for a lock. */
export const endWaiting = async (db: Pick<Db, 'connection'>): Promise<void> => {
  await ask(
    db,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`,
    [nameOf(db)],
  )
}

/** Runs `work` while a database accepts no connection; those that were open have ended. */
export async function duringOutage<T>(db: Pick<Db, 'connection'>, work: () => Promise<T>): Promise<T> {
  const accept = (allowed: boolean) => ask(db, `alter database ${nameOf(db)} allow_connections ${allowed}`)
  await accept(false)
  try {
    await endConnections(db)
    return await work()
  } finally {
    await accept(true)
  }
}
