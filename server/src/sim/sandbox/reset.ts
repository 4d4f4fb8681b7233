import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { restoreTokens, setTokensAside } from '../../auth/index.ts'
import { restoreHouse, setHouseAside } from '../../entities/index.ts'
import { type Db, inTransaction, outsideEpochs, type Tx } from '../../kernel/db/db.ts'
import { isLockTimeout } from '../../kernel/db/waits/waits.ts'
import { allowSeveralEntities } from '../../kernel/db/several-entities.ts'
import { restartClock, type SandboxClock } from '../clock/index.ts'

/** PostgreSQL's NOTIFY channel on which every process hears that the sandbox was reset, at commit. */
const SANDBOX_RESET = 'sandbox_reset'

export interface ResetDeps {
  db: Db
  clock: SandboxClock
  /** Seeds the emptied database, with the clients, ids and secrets that it had. `now` is the new business time. */
  reseed: (tx: Tx, now: Date) => Promise<void>
  /** Restores unseeded data (bank holidays) and clears this process's caches. */
  afterReset: () => Promise<void>
}

/**
 * Tables that a reset keeps: the schema with the rows of migrations, the clock, which is set separately, the mode, the operator's
 * sanctions lists, and the open-banking third parties with our keys.
 */
const KEPT = [
  'schema_migrations',
  'sandbox_clock',
  'installation_mode',
  'screening_lists',
  'screening_names',
  'open_banking_client_logos',
  'open_banking_clients',
  'open_banking_directory_readings',
  'open_banking_directory_software',
  'open_banking_directory_statuses',
  'open_banking_signing_keys',
  'open_banking_suspensions',
  'open_banking_used_jtis',
  'service_keys',
]

/**
 * Rebuilds the sandbox's database as first seeded, in one transaction: readers see the old or the new one. Tokens of
 * recreated clients stay valid. The append-only triggers are off only inside it.
 */
export async function resetSandbox(deps: ResetDeps): Promise<void> {
  const { db, clock } = deps
  try {
    const state = await whenFree(() =>
      inTransaction(outsideEpochs(db), async (tx) => {
        await tx.query(`set local lock_timeout = '${MOST_WAIT_MS}ms'`)
        const { state: next, now } = await restartClock(tx, clock)
        await allowSeveralEntities(tx, 'sandbox reset')
        await emptyTables(tx)
        await deps.reseed(tx, now)
        await restoreTokens(tx)
        await tx.query(`select pg_notify('${SANDBOX_RESET}', '')`)
        return next
      }),
    )
    clock.take(state)
  } catch (error) {
    await clock.reload()
    throw error
  }
  await deps.afterReset()
}

/**
 * Time for which a reset waits for a lock. All commands wait meanwhile, also one that a transaction under way needs to end: it then continues,
 * and the reset tries again.
 */
const MOST_WAIT_MS = 3000
const ATTEMPTS = 10

/** Tries again while a lock is not free in time. */
async function whenFree<T>(reset: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await reset()
    } catch (error) {
      if (!isLockTimeout(error) || attempt === ATTEMPTS) throw error
      await pause(Math.random() * 500)
    }
  }
}

/** Empties every table of ours except the kept ones, and recreates the house. */
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
