import { Command } from 'commander'
import { AUDITS } from '../../composition/modules.ts'
import { readConfig } from '../../settings/config.ts'
import { openDb } from '../../kernel/db/db.ts'
import { auditLedger } from '../../ledger/index.ts'
import { auditText, integersAsText } from './audit-text.ts'
import { openDatabase } from '../database.ts'

/** `audit`: recomputes every balance from the postings, and compares payments, deals and holds; exit code 1 when anything differs. */
export const auditCommand = new Command('audit')
  .description('recompute every balance from the postings, compare payments, deals and holds, and name any difference')
  .option('--json', 'print the findings as JSON')
  .addHelpText(
    'after',
    `
Reads the database of the server (DATABASE_URL, or the one in DATA_DIR), which can keep running. Exit code 0: the books agree. Exit code 1: they differ; each difference is listed.`,
  )
  .action(async ({ json }: { json?: boolean }) => {
    const database = await openDatabase(readConfig(process.env), (line) => console.error(line))
    const db = await openDb(database.connection, { poolSize: 2 })
    try {
      const report = await auditLedger(db, (line) => console.error(line), AUDITS)
      console.log(json ? JSON.stringify(report, integersAsText, 2) : auditText(report))
      if (report.findings.length > 0) process.exitCode = 1
    } finally {
      await db.close()
      await database.close()
    }
  })
