import pg from 'pg'
import { restoreTokens, setTokensAside } from '../../auth/index.ts'
import { restoreHouse, setHouseAside } from '../../entities/index.ts'
import { type Db, inTransaction, type Tx } from '../../kernel/db/db.ts'
import { restartClock, type SandboxClock } from '../clock/index.ts'

/** PostgreSQL's NOTIFY channel on which every process hears that the sandbox was reset, at commit. */
export const SANDBOX_RESET = 'sandbox_reset'

export interface ResetDeps {
  db: Db
  clock: SandboxClock
  /** Seeds the emptied database, with the clients, ids and secrets that it had. `now` is the new business time. */
  reseed: (tx: Tx, now: Date) => Promise<void>
  /** Fills what is not seeded (bank holidays) and has this process forget what it remembered. */
  afterReset: () => Promise<void>
}

/**
 * Not emptied: what the schema is, with the rows that a migration wrote, the clock, which is set anew, the sanctions lists
 * that an operator loaded, and the third parties of open banking with our keys: they are not to be made anew each time.
 */
const KEPT = [
  'schema_migrations',
  'payment_transitions',
  'sandbox_clock',
  'screening_lists',
  'screening_names',
  'open_banking_clients',
  'open_banking_directory_software',
  'open_banking_signing_keys',
  'open_banking_used_jtis',
  'service_keys',
]

/**
 * Rebuilds the sandbox's database as first seeded, in one transaction: whoever looks sees the old or the new one. Tokens
 * of clients that are there again stay valid. The tables' append-only triggers are off only inside it.
 */
export async function resetSandbox(deps: ResetDeps): Promise<void> {
  const { db, clock } = deps
  try {
    await inTransaction(db, async (tx) => {
      // The clock first: whoever moves it holds its row while due work is done over other connections, which must not
      // find the tables locked by a reset that waits for that row.
      const state = await restartClock(tx, clock)
      await emptyTables(tx)
      clock.take(state)
      await deps.reseed(tx, clock.now())
      await restoreTokens(tx)
      await tx.query(`select pg_notify('${SANDBOX_RESET}', '')`)
    })
  } catch (error) {
    await clock.reload()
    throw error
  }
  await deps.afterReset()
}

/** Empties every table of ours but the kept ones; the house, which a migration made, is there again. */
async function emptyTables(tx: Tx): Promise<void> {
  const tables = await ownTables(tx)
  const names = tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')
  await tx.query(`lock table ${names} in access exclusive mode`)
  await setTokensAside(tx)
  await setHouseAside(tx)
  const guarded = tables.filter(({ isGuarded }) => isGuarded).map(({ name }) => pg.escapeIdentifier(name))
  for (const name of guarded) await tx.query(`alter table ${name} disable trigger user`)
  await tx.query(`truncate ${names}`)
  for (const name of guarded) await tx.query(`alter table ${name} enable trigger user`)
  await restoreHouse(tx)
}

/** The tables to be emptied, by name; guarded ones have a trigger that refuses it. */
async function ownTables(tx: Tx): Promise<{ name: string; isGuarded: boolean }[]> {
  const { rows } = await tx.query<{ name: string; isGuarded: boolean }>(
    `select c.relname as name,
       exists (select 1 from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal and t.tgtype & 32 = 32) as "isGuarded"
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ($1)
     order by 1`,
    [KEPT],
  )
  return rows
}
