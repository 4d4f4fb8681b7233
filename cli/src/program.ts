import { CambistError } from '@cambist/sdk'
import { Command, CommanderError, Option } from 'commander'
import { completeCommand, completionCommand } from './commands/completion.ts'
import { demoCommand } from './commands/demo.ts'
import { listenCommand } from './commands/listen.ts'
import { profileCommands } from './commands/login.ts'
import { shortcutCommands } from './commands/shortcuts.ts'
import { triggerCommand } from './commands/trigger.ts'
import { connectionHelp } from './connection/connect.ts'
import { exitCodeHelp } from './exit-codes.ts'
import { HELP_LAYOUT } from './output/help-layout.ts'
import { operationCommands } from './operations/commands.ts'

const examples = `
Examples:
  cambist demo
  cambist balances
  cambist trades list --status Settled --csv
  cambist quote EUR GBP 1000 --book
  cambist payments list --query "[?status=='Completed'].[paymentId, amount]"
  cambist --as group --entity ent_… balances`

/** Creates the program with all its commands. */
export function createProgram(): Command {
  const program = new Command('cambist')
    .description('Accounts, currency deals and payments from the command line.')
    .version('0.1.0')
    .option('--profile <name>', 'profile stored by cambist login')
    .option('--url <address>', 'address of the service')
    .option('--credentials <file>', "a sandbox's credentials file: address, clients and secrets")
    .option('--as <client>', 'client in the credentials file: rm, abs or group', 'rm')
    .option('--entity <id>', 'entity to act for, if the client has several')
    .option('--json', 'print JSON instead of a table')
    .addOption(new Option('--csv', 'print CSV instead of a table').conflicts('json'))
    .option('--query <jmespath>', 'select from the result with JMESPath (jmespath.org), and print JSON')
    .option('--columns <names>', 'columns of the table or CSV, separated by commas')
    .option('--no-color', 'print no colours; NO_COLOR does the same')
    .addHelpText('after', `${connectionHelp}\n${exitCodeHelp}\n${examples}`)
    .showHelpAfterError('(--help shows how)')
    .configureHelp({ showGlobalOptions: true, ...HELP_LAYOUT })
    .exitOverride()
  const taken = new Set(program.options.flatMap(({ long }) => (long ? [long] : [])))
  const events = [listenCommand(), triggerCommand(), demoCommand()].map((command) =>
    command.helpGroup('Sandbox and events:'),
  )
  for (const command of [
    ...shortcutCommands(),
    ...events,
    ...profileCommands(),
    completionCommand(),
    ...operationCommands(taken),
  ]) {
    for (const one of [command, ...command.commands]) one.copyInheritedSettings(program)
    program.addCommand(command)
  }
  program.addCommand(completeCommand(program), { hidden: true })
  return program
}

/** Returns the text of an error for standard error; commander has printed its own. */
export function explain(error: Error): string {
  if (error instanceof CommanderError) return ''
  if (!(error instanceof CambistError)) return error.message
  const request = error.requestId ? `, request ${error.requestId}` : ''
  return `${error.message}\n(${error.code}${request})`
}
