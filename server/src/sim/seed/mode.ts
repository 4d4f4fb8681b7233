import { type Db, inTransaction, type Tx } from '../../kernel/db/db.ts'
import { hasClock } from '../clock/index.ts'
import { DEMOS } from './demo.ts'

/** Use of a database for its whole life. */
type Mode = 'Sandbox' | 'Production'

const LOCK = 0x30de

/**
 * Records the mode of a database when a server or an operator's command first opens it, and compares it at later times. A
 * database without a record is recognised by its contents.
 *
 * @throws Error that names the settings to change if the database has the other mode
 */
export async function claimMode(db: Db, isSandbox: boolean): Promise<void> {
  const asked = isSandbox ? 'Sandbox' : 'Production'
  const mode = await inTransaction(db, async (tx) => {
    const recorded = await recordedMode(tx)
    if (recorded === asked) return asked
    await tx.query('select pg_advisory_xact_lock($1)', [LOCK])
    const found = (await modeOfDatabase(tx)) ?? asked
    await tx.query(
      `insert into installation_mode (mode) values ($1)
       on conflict (is_only) do update set mode = excluded.mode where installation_mode.mode <> excluded.mode`,
      [found],
    )
    return found
  })
  checkSame(mode, asked)
}

/**
 * Returns the mode of a database, or undefined if the settings decide: it is new, a sandbox whose first start was
 * interrupted, or of an earlier release that an operator filled in the sandbox.
 */
async function modeOfDatabase(tx: Tx): Promise<Mode | undefined> {
  const recorded = await recordedMode(tx)
  if (recorded === 'Production') return recorded
  if (await isEmpty(tx)) return undefined
  if (recorded || (await countDemos(tx)) > 0) return 'Sandbox'
  return (await hasClock(tx)) ? undefined : 'Production'
}

async function recordedMode(tx: Tx): Promise<Mode | undefined> {
  const { rows } = await tx.query<{ mode: Mode }>('select mode from installation_mode')
  return rows[0]?.mode
}

function checkSame(mode: Mode, asked: Mode): void {
  if (mode === asked) return
  throw new Error(
    mode === 'Production'
      ? 'The database is in production, and the settings are those of a sandbox, which simulates the market, the banks and ' +
          'the clock. Set NODE_ENV=production and remove SANDBOX. For a sandbox, use another DATABASE_URL or DATA_DIR.'
      : 'The database is that of a sandbox, whose clients and money are simulated, and the settings are those of production. ' +
          'Use another DATABASE_URL or DATA_DIR. To open the sandbox, set SANDBOX=true.',
  )
}

/** Returns true if a database has no entity besides the house. */
export async function isEmpty(tx: Tx): Promise<boolean> {
  const { rows } = await tx.query(`select 1 from entities where service_kind <> 'House' limit 1`)
  return rows.length === 0
}

/** Returns true if a database has all entities of the sandbox. */
export const hasDemos = async (tx: Tx): Promise<boolean> => (await countDemos(tx)) === DEMOS.length

async function countDemos(tx: Tx): Promise<number> {
  const { rows } = await tx.query('select 1 from entities where entity_id = any($1)', [
    DEMOS.map(({ entity }) => entity.entityId),
  ])
  return rows.length
}
