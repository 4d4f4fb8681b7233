import type { FastifyBaseLogger } from 'fastify'
import { type Db, inTransaction, outsideEpochs } from '../kernel/db/db.ts'
import type { Clock } from '../kernel/values/clock.ts'
import { dayOf } from '../kernel/values/days.ts'
import { findReconciliation, type ReconciliationRow } from './queries.ts'
import { reconcile } from './service.ts'

const LOCK = 7304

export interface NightlyDeps {
  db: Db
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error' | 'info' | 'warn'>
}

/**
 * Reconciles the books unless they have been today, or another process is doing it. The transaction of the lock reads no
 * table: it waits for those inside it, and would keep a reset of the sandbox waiting, which they wait for.
 */
export async function reconcileOnce({ db, clock, log }: NightlyDeps): Promise<ReconciliationRow | undefined> {
  const [at, epoch] = [clock.now(), clock.epoch?.()]
  const row = await inTransaction(outsideEpochs(db), async (tx) => {
    const { rows } = await tx.query<{ mine: boolean }>(`select pg_try_advisory_xact_lock(${LOCK}) as mine`)
    if (!rows[0]?.mine || (await findReconciliation(db.pool, dayOf(at)))) return undefined
    return reconcile(db, { actor: { type: 'system' }, at, wall: clock.wall(), epoch })
  })
  if (row) report(row, log)
  return row
}

function report(
  { day, differenceCount, report: { currencies, findings } }: ReconciliationRow,
  log: NightlyDeps['log'],
) {
  if (differenceCount === 0) return log.info({ day }, 'the books of clients and of the house agree')
  const differing = currencies.filter(({ difference }) => /[1-9]/.test(difference))
  log.error(
    { day, differenceCount, currencies: differing, findings },
    'the books differ: run operator reconcile and audit-ledger',
  )
}
