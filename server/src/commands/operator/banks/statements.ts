import type { Command } from 'commander'
import { readCalendars } from '../../../fx/calendar/index.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { Act } from '../../../kernel/values/act.ts'
import { dayOf } from '../../../kernel/values/days.ts'
import {
  explainBreak,
  listBreaks,
  listStatements,
  matchAndReconcile,
  presentBreak,
  presentStatement,
} from '../../../payments/bank-statements/index.ts'
import { idOf, reviewerOf, type Run, shownReviewer } from '../run.ts'
import { UsageError } from '../options/usage-error.ts'

const MOST = 500

/** Compares the statements of banks with the books now. Those that cannot be compared are errors on stderr with exit code 1. */
export const compareBanks = async (db: Db, act: Pick<Act, 'at'>) =>
  matchAndReconcile(db, act, await readCalendars(db.pool), (error, { bank, currency }) => {
    process.exitCode = 1
    console.error(`The statements of ${bank} in ${currency} could not be compared: ${(error as Error).message}`)
  })

interface ExplainOptions {
  break: string
  by: string
  reason: string
}

/** Registers the statements of banks and the work list of their differences with the books. */
export function bankCommands(operator: Command, run: Run): void {
  operator
    .command('list-bank-statements')
    .description('list the statements (camt.053) that banks delivered, newest first')
    .action(() => run(async (tx) => (await listStatements(tx, MOST)).map(presentStatement)))

  operator
    .command('list-bank-breaks')
    .description('match the statements of banks with the books now, and list what differs, oldest first')
    .action(() =>
      run.inSteps(async (db, act) => {
        await compareBanks(db, act)
        const today = dayOf(act.at)
        return (await listBreaks(db.pool, MOST)).map((row) => shown(presentBreak(row, today)))
      }),
    )

  operator
    .command('explain-bank-break')
    .description('mark a difference between a bank and the books as explained; nothing is booked')
    .requiredOption('--break <id>')
    .requiredOption('--by <who>', 'decision maker: a name, an e-mail address or an API client')
    .requiredOption('--reason <text>', 'explanation')
    .addHelpText(
      'after',
      '\nExample:\n  npm run operator -- explain-bank-break --break brk_... --by "A. Khan" --reason "Account fee of November, agreed"',
    )
    .action(({ break: id, by, reason }: ExplainOptions) =>
      run(async (tx, act) => {
        if (reason.trim() === '') throw new UsageError('--reason must not be empty.')
        const made = { by: reviewerOf(by), reason: reason.trim() }
        const row = await explainBreak(tx, idOf('brk', id), made, act)
        return shown(presentBreak(row, dayOf(act.at)))
      }),
    )
}

const shown = (row: ReturnType<typeof presentBreak>) => ({ ...row, explainedBy: shownReviewer(row.explainedBy) })
