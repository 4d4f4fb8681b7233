import { type Command, Option } from 'commander'
import {
  CLEARINGS,
  clearContradiction,
  type Clearing,
  listOpenContradictions,
  presentContradiction,
} from '../../payments/index.ts'
import { idOf, reviewerOf, type Run, shownReviewer } from './run.ts'
import { UsageError } from './options/usage-error.ts'

const MOST = 500

interface ClearOptions {
  contradiction: string
  decision: Clearing
  by: string
  reason: string
  account?: string
}

/** Registers the work list of bank reports that contradict bookings, and of entries that could not be booked. */
export function contradictionCommands(operator: Command, run: Run): void {
  operator
    .command('list-contradictions')
    .description('list bank reports that contradict their payments and entries that could not be booked, oldest first')
    .action(() => run(async (tx) => (await listOpenContradictions(tx, MOST)).map(presentContradiction)))

  operator
    .command('clear-contradiction')
    .description('decide a contradictory report: its money leaves suspense and the decision is recorded')
    .requiredOption('--contradiction <id>')
    .addOption(
      new Option(
        '--decision <decision>',
        'BookToClient credits or debits the account of the payment, ReturnToBank records a correction by the bank, ' +
          'WriteOff moves it to our own funds, Dismiss closes an entry without booked money',
      )
        .choices(CLEARINGS)
        .makeOptionMandatory(),
    )
    .requiredOption('--by <who>', 'decision maker: a name, an e-mail address or an API client')
    .requiredOption('--reason <text>', 'reason for the decision')
    .option('--account <id>', 'with BookToClient: another account of the entity in the same currency')
    .addHelpText(
      'after',
      '\nExample:\n  npm run operator -- clear-contradiction --contradiction ctr_... --decision BookToClient --by "A. Khan" --reason "Bank confirmed the return by phone"',
    )
    .action(({ contradiction, decision, by, reason, account }: ClearOptions) =>
      run(async (tx, act) => {
        if (reason.trim() === '') throw new UsageError('--reason must not be empty.')
        const order = {
          decision,
          by: reviewerOf(by),
          reason: reason.trim(),
          ...(account === undefined ? {} : { accountId: idOf('acc', account) }),
        }
        const cleared = await clearContradiction(tx, idOf('ctr', contradiction), order, act)
        return { ...presentContradiction(cleared), decidedBy: shownReviewer(cleared.decidedBy) }
      }),
    )
}
