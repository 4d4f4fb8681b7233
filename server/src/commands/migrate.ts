import { Command } from 'commander'
import { readConfig } from '../settings/config.ts'
import { openDatabase } from './database.ts'

export const migrateCommand = new Command('migrate')
  .description('bring the database to the present schema, then end')
  .action(async () => {
    const database = await openDatabase(readConfig(process.env), (line) => console.log(line))
    await database.close()
    console.log('The database has the present schema.')
  })
