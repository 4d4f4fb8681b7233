import { Command } from 'commander'
import { CambistError } from '@cambist/sdk'
import { accountCommands } from './commands/accounts.ts'
import { beneficiaryCommands } from './commands/beneficiaries.ts'
import { fxCommands } from './commands/fx.ts'
import { listenCommand } from './commands/listen.ts'
import { paymentCommands } from './commands/payments.ts'
import { sandboxCommands } from './commands/sandbox.ts'
import { transferCommands } from './commands/transfers.ts'
import { triggerCommand } from './commands/trigger.ts'
import { connectionHelp } from './connect.ts'

const program = new Command('cambist')
  .description('Accounts, currency deals and payments from the command line.')
  .version('0.1.0')
  .option('--url <address>', 'address of the service')
  .option('--credentials <file>', 'sandbox-credentials.json with address, client and secret')
  .option('--as <client>', 'client in the credentials file: rm, abs or group', 'rm')
  .option('--entity <id>', 'entity to act for, if the client has several')
  .option('--json', 'print the response as JSON instead of a table')
  .addHelpText('after', connectionHelp)
  .showHelpAfterError('(--help shows how)')
  .configureHelp({ showGlobalOptions: true })

for (const command of [
  ...accountCommands(),
  ...fxCommands(),
  ...beneficiaryCommands(),
  ...paymentCommands(),
  ...transferCommands(),
  ...sandboxCommands(),
  listenCommand(),
  triggerCommand(),
]) {
  for (const one of [command, ...command.commands]) one.copyInheritedSettings(program)
  program.addCommand(command)
}

try {
  await program.parseAsync()
} catch (error) {
  console.error(explain(error as Error))
  process.exitCode = 1
}

function explain(error: Error): string {
  if (!(error instanceof CambistError)) return error.message
  const request = error.requestId ? `, request ${error.requestId}` : ''
  return `${error.message}\n(${error.code}${request})`
}
