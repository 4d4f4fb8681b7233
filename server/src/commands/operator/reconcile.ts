import type { Command } from 'commander'
import { isDay } from '../../kernel/values/days.ts'
import { findReconciliation, latestReconciliation, reconcile } from '../../reconciliation/index.ts'
import type { Run } from './run.ts'

/** Registers the reconciliation of the books. A difference ends the command with status 1. */
export function reconcileCommand(operator: Command, run: Run): void {
  operator
    .command('reconcile')
    .description(
      'compare the money of clients with the money at the bank, by currency, and store the report of the day',
    )
    .option('--date <day>', 'print the stored report of a day instead')
    .addHelpText(
      'after',
      `
The service does it at the start of each day (UTC). Exit code 0: the books agree. Exit code 1: they differ; findings name the
accounts.

Example:
  npm run operator -- reconcile --date 2026-11-25`,
    )
    .action(({ date }: { date?: string }) =>
      run.inSteps(async (db, act) => {
        const row = date === undefined ? await reconcile(db, act) : await stored(db, date)
        if (row.differenceCount > 0) process.exitCode = 1
        const { day, asAt, differenceCount, report } = row
        return { day, asAt: asAt.toISOString(), differenceCount, ...report }
      }),
    )
}

/** @throws Error that names the latest day, if none is stored for the day */
async function stored(db: Parameters<typeof reconcile>[0], day: string) {
  if (!isDay(day)) throw new Error(`${day} is not a day: write it as 2026-11-25.`)
  const row = await findReconciliation(db.pool, day)
  if (row) return row
  const latest = await latestReconciliation(db.pool)
  throw new Error(
    `No reconciliation of ${day} is stored; ${latest ? `the latest is of ${latest.day}` : 'run reconcile without a date'}.`,
  )
}
