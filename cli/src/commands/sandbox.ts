import { Command } from 'commander'
import { findAccountId } from '../accounts.ts'
import { withClient } from '../connect.ts'
import { currencyArgument } from '../options.ts'
import { grouped, printOne } from '../output.ts'

/** Commands for a sandbox only: clock and fund. */
export const sandboxCommands = () => [clock(), fund()]

type ClockMove = { set: string } | { advance: string } | { freeze: boolean }

const clock = () =>
  new Command('clock')
    .description('show the sandbox clock, or move it forward and wait for the jobs that fall due')
    .addCommand(clockMove('show', 'the time it is in the sandbox'), { isDefault: true })
    .addCommand(
      clockMove('advance', 'move it by a duration', ['<duration>', 'duration, for example P1D or PT2H'], (advance) => ({
        advance,
      })),
    )
    .addCommand(
      clockMove('set', 'move it to an instant', ['<instant>', 'time, for example 2026-11-24T16:00:00Z'], (set) => ({
        set,
      })),
    )
    .addCommand(clockMove('freeze', 'stop it', undefined, () => ({ freeze: true })))
    .addCommand(clockMove('unfreeze', 'let it run', undefined, () => ({ freeze: false })))
    .addHelpText(
      'after',
      '\nExamples:\n  cambist clock\n  cambist clock advance P2D\n  cambist clock set 2026-11-24T16:00:00Z',
    )

function clockMove(
  name: string,
  description: string,
  argument?: [name: string, description: string],
  move?: (text: string) => ClockMove,
): Command {
  const command = new Command(name).description(description)
  if (argument) command.argument(...argument)
  return command.action(() =>
    withClient(command, async (api) => {
      const answer = move
        ? await api.post('/v1/sandbox/clock', { body: move(command.args[0] ?? '') })
        : await api.get('/v1/sandbox/clock')
      printOne(command, answer, [
        ['Now', answer.now],
        ['Market', answer.marketOpen ? 'open' : 'closed'],
        ['Frozen', answer.frozen ? 'yes' : undefined],
      ])
    }),
  )
}

const fund = () =>
  new Command('fund')
    .description('credit an incoming payment to a sandbox account')
    .argument('<amount>', 'amount, for example 10000.00')
    .argument('<currency>', 'currency of the account', currencyArgument)
    .option('--account <account>', 'account id (default: the default account of the currency)')
    .option('--reference <text>', 'reference from the payer')
    .addHelpText('after', '\nExample:\n  cambist fund 10000 EUR')
    .action((amount: string, currency: string, options: { account?: string; reference?: string }, command: Command) =>
      withClient(command, async (api, entity) => {
        const accountId = await findAccountId(api, options.account ?? currency, entity)
        const { reference } = options
        const body = { accountId, amount, currency, ...(reference && { reference }) }
        const answer = await api.post('/v1/sandbox/inbound-payments', { body })
        printOne(command, answer, [
          ['Inbound payment', answer.inboundPaymentId],
          ['Status', answer.status],
          ['Amount', `${grouped(answer.amount)} ${answer.currency}`],
          ['Account', accountId],
        ])
      }),
    )
