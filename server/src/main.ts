import { Command } from 'commander'
import { migrateCommand } from './commands/migrate.ts'
import { serveCommand } from './commands/serve.ts'

const program = new Command('cambist')
  .description('Self-hostable foreign exchange, payments and open banking for business clients')
  .addCommand(serveCommand, { isDefault: true })
  .addCommand(migrateCommand)

try {
  await program.parseAsync()
} catch (error) {
  console.error((error as Error).message)
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
  process.exit(1)
}
