import { Command } from 'commander'
import { auditCommand } from './commands/audit.ts'
import { writeBrunoCommand } from './commands/bruno/write-bruno.ts'
import { clustersCommand } from './commands/clusters.ts'
import { demoCommand } from './commands/demo.ts'
import { migrateCommand } from './commands/migrate.ts'
import { operatorCommand } from './commands/operator.ts'
import { printErrorsCommand } from './commands/print-errors.ts'
import { serveCommand } from './commands/serve.ts'

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

try {
  await program.parseAsync()
} catch (error) {
  console.error((error as Error).message)
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
  process.exit(1)
}
