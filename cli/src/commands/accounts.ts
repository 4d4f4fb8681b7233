import { Command } from 'commander'
import { findAccountId, take } from '../accounts.ts'
import { withClient } from '../connect.ts'
import { currencyArgument, limitOption } from '../options.ts'
import { grouped, minute, printList } from '../output.ts'

/** accounts, balances, transactions. */
export const accountCommands = () => [accounts(), balances(), transactions()]

interface CurrencyOption {
  currency?: string
}

const accounts = () =>
  new Command('accounts')
    .description('your accounts')
    .option('--currency <code>', 'only this currency', currencyArgument)
    .addHelpText('after', '\nExamples:\n  cambist accounts\n  cambist accounts --currency EUR --json')
    .action((options: CurrencyOption, command: Command) =>
      withClient(command, async (api, entity) => {
        const query = { ...options, ...(entity && { entityId: entity }) }
        const rows = await take(api.list('/v1/accounts', { params: { query } }), Number.POSITIVE_INFINITY)
        printList(
          command,
          rows,
          [
            ['Account', (row) => row.accountId],
            ['Currency', (row) => row.currency],
            ['Name', (row) => row.name],
            ['IBAN', (row) => row.identifiers.iban],
            ['Default', (row) => (row.isDefault ? 'yes' : '')],
            ['Status', (row) => row.status],
          ],
          'No accounts.',
        )
      }),
    )

const balances = () =>
  new Command('balances')
    .description('booked and available balances, now or at a time in the past')
    .option('--currency <code>', 'only this currency', currencyArgument)
    .option('--as-at <instant>', 'time, for example 2026-11-20T12:00:00Z')
    .addHelpText('after', '\nExamples:\n  cambist balances\n  cambist balances --as-at 2026-11-20T12:00:00Z')
    .action((options: CurrencyOption & { asAt?: string }, command: Command) =>
      withClient(command, async (api, entity) => {
        const query = { ...options, ...(entity && { entityId: entity }) }
        const rows = await take(api.list('/v1/balances', { params: { query } }), Number.POSITIVE_INFINITY)
        printList(
          command,
          rows,
          [
            ['Currency', (row) => row.currency],
            ['Booked', (row) => grouped(row.booked), 'right'],
            ['Available', (row) => grouped(row.available), 'right'],
            ['Account', (row) => row.accountId],
          ],
          'No accounts.',
        )
      }),
    )

interface TransactionOptions {
  from?: string
  to?: string
  type?: string
  limit: number
}

const transactions = () =>
  new Command('transactions')
    .description('transactions of an account, newest first')
    .argument('<account>', 'account id, or a currency for its default account')
    .option('--from <date>', 'first day')
    .option('--to <date>', 'last day')
    .option('--type <type>', 'Payment, FxSettlement, InternalTransfer, …')
    .addOption(limitOption())
    .addHelpText(
      'after',
      '\nExamples:\n  cambist transactions EUR\n  cambist transactions acc_… --from 2026-11-01 --limit 500',
    )
    .action((account: string, { limit, ...filters }: TransactionOptions, command: Command) =>
      withClient(command, async (api, entity) => {
        const query = { accountId: await findAccountId(api, account, entity), ...filters } as never
        const rows = await take(api.list('/v1/transactions', { params: { query } }), limit)
        printList(
          command,
          rows,
          [
            ['Booked', (row) => minute(row.bookedAt)],
            ['Value', (row) => row.valueDate],
            ['Amount', (row) => signed(row), 'right'],
            ['', (row) => row.currency],
            ['Balance', (row) => grouped(row.runningBalance), 'right'],
            ['Type', (row) => row.type],
            ['Description', (row) => row.description],
          ],
          'No transactions.',
        )
      }),
    )

const signed = (row: { amount: string; creditOrDebit: string }) =>
  `${row.creditOrDebit === 'Debit' ? '-' : ''}${grouped(row.amount)}`
