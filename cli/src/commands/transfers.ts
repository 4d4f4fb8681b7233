import { Command } from 'commander'
import { ownEntityId } from '../accounts.ts'
import { withClient } from '../connect.ts'
import { dryRunOption, dryRunQuery } from '../options.ts'
import { grouped, printOne } from '../output.ts'

/** transfer. */
export const transferCommands = () => [transfer()]

const transfer = () =>
  new Command('transfer')
    .description('move money between two of your accounts in one currency (ABS)')
    .argument('<amount>', 'amount, for example 125.00')
    .argument('<debit>', 'account id to debit')
    .argument('<credit>', 'account id to credit')
    .option('--reference <text>', 'reference on the statement')
    .option('--client-reference <text>', 'your own reference, unique among your transfers')
    .addOption(dryRunOption())
    .addHelpText('after', '\nExample:\n  cambist --as abs transfer 125.00 acc_… acc_… --reference "Fees of May"')
    .action(
      (amount: string, debitAccountId: string, creditAccountId: string, options: TransferOptions, command: Command) =>
        withClient(command, async (api, entity) => {
          const { dryRun, ...texts } = options
          const body = { entityId: await ownEntityId(api, entity), debitAccountId, creditAccountId, amount, ...texts }
          const answer = await api.post('/v1/internal-account-transfers', { params: dryRunQuery(dryRun), body })
          printOne(command, answer, [
            ['Transfer', answer.internalAccountTransferId],
            ['Status', answer.status],
            ['Amount', `${grouped(answer.amount)} ${answer.currency}`],
            ['Reference', answer.reference],
          ])
        }),
    )

interface TransferOptions {
  reference?: string
  clientReference?: string
  dryRun?: boolean
}
