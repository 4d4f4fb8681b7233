import type { FastifyBaseLogger } from 'fastify'
import { mayPassLater } from '../kernel/db/connection-loss.ts'
import { type Db, inTransaction, outsideEpochs } from '../kernel/db/db.ts'
import { waitForOthers } from '../kernel/db/waits/waits.ts'
import type { Clock } from '../kernel/values/clock.ts'
import { type Day, dayOf } from '../kernel/values/days.ts'
import { type BankFigures, findReconciliation, type ReconciliationRow } from './queries.ts'
import { reconcile } from './service.ts'

const LOCK = 7304

export interface NightlyDeps {
  db: Db
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error' | 'info' | 'warn'>
  /** Compares the statements of banks with the books; absent: without them. */
  compareBanks?: (at: Date) => Promise<BankFigures[]>
}

/**
 * Reconciles the books unless they have been today, or another process is doing it. The transaction of the lock reads no
 * table: it waits for those inside it, and would keep a reset of the sandbox waiting, which they wait for.
 */
export async function reconcileOnce(deps: NightlyDeps): Promise<ReconciliationRow | undefined> {
  const { db, clock, log } = deps
  const [at, epoch] = [clock.now(), clock.epoch?.()]
  const row = await inTransaction(outsideEpochs(db), async (tx) => {
    await waitForOthers(tx)
    const { rows } = await tx.query<{ mine: boolean }>(`select pg_try_advisory_xact_lock(${LOCK}) as mine`)
    if (!rows[0]?.mine || (await findReconciliation(db.pool, dayOf(at)))) return undefined
    return reconcile(db, { actor: { type: 'system' }, at, wall: clock.wall(), epoch }, await banksOf(deps, at))
  })
  if (row) report(row, log)
  return row
}

/**
 * Returns the comparison with banks; undefined if it failed, which does not keep the books from being reconciled.
 *
 * @throws errors that may pass later: the next round compares both
 */
async function banksOf({ compareBanks, log }: NightlyDeps, at: Date): Promise<BankFigures[] | undefined> {
  try {
    return await compareBanks?.(at)
  } catch (error) {
    if (mayPassLater(error)) throw error
    log.error({ err: error }, 'the statements of banks could not be compared with the books')
    return undefined
  }
}

function report(
  { day, differenceCount, report: { currencies, findings, banks = [] } }: ReconciliationRow,
  log: NightlyDeps['log'],
) {
  reportBanks(day, banks, log)
  if (differenceCount === 0) return log.info({ day }, 'the books of clients and of the house agree')
  const differing = currencies.filter(({ difference }) => /[1-9]/.test(difference))
  log.error(
    { day, differenceCount, currencies: differing, findings },
    'the books differ: run operator reconcile and audit-ledger',
  )
}

function reportBanks(day: Day, banks: readonly BankFigures[], log: NightlyDeps['log']) {
  const differing = banks.filter(({ openBreaks }) => openBreaks > 0)
  if (differing.length > 0)
    log.error({ day, banks: differing }, 'the statements of a bank and the books differ: run operator list-bank-breaks')
  const missing = banks.flatMap(({ bank, currency, missing }) => missing.map((each) => ({ bank, currency, ...each })))
  if (missing.length > 0) log.error({ day, missing }, 'a statement of a bank is missing: ask the bank for it')
  if (banks.length > 0 && differing.length + missing.length === 0)
    log.info({ day, banks: banks.length }, 'the statements of banks and the books agree')
}
