import { Command } from 'commander'
import { auditCommand } from './commands/audit/audit.ts'
import { writeBrunoCommand } from './commands/bruno/write-bruno.ts'
import { clustersCommand } from './commands/clusters.ts'
import { demoCommand } from './commands/demo.ts'
import { migrateCommand } from './commands/migrate.ts'
import { operatorCommand } from './commands/operator.ts'
import { printErrorsCommand } from './commands/print-errors.ts'
import { serveCommand } from './commands/serve.ts'
import { UsageError } from './commands/operator/options/usage-error.ts'

const program = new Command('cambist-server')
  .description('Self-hostable foreign exchange, payments and open banking for business clients')
  .addCommand(serveCommand, { isDefault: true })
  .addCommand(migrateCommand)
  .addCommand(operatorCommand())
  .addCommand(auditCommand)
  .addCommand(clustersCommand())
  .addCommand(demoCommand())
  .addCommand(printErrorsCommand())
  .addCommand(writeBrunoCommand())

/** Exit code of a command line that cannot be understood; 1 is for failures, and for checks that found a difference. */
const USAGE = 2

/** Makes commander end with that code, and point to the help. */
function separateUsageErrors(command: Command): void {
  command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : USAGE))
  command.showHelpAfterError('(--help shows how)')
  command.commands.forEach(separateUsageErrors)
}

separateUsageErrors(program)
try {
  await program.parseAsync()
} catch (error) {
  console.error((error as Error).message)
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
  process.exit(error instanceof UsageError ? USAGE : 1)
}
