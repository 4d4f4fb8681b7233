import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, expect, test } from 'vitest'
import { createAccount } from '../support/accounts.ts'
import { FORMATS } from '../../src/accounts/statements/formats/index.ts'
import { inTransaction } from '../../src/kernel/db/db.ts'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { givenEntity, operatorAct } from '../support/clients.ts'
import { testDatabase } from '../support/database.ts'
import { postMany } from './fill.ts'

const LINES = 100_000
/** Maximum memory growth for the statement. Its lines alone would need more if held as a whole. */
const LIMIT_MB = 150
/** All formats, and the figures printed, with STATEMENT_FIGURES=1; else the two that are largest for their time. */
const shown = process.env['STATEMENT_FIGURES'] !== undefined
const formats = shown ? FORMATS : (['json', 'camt053'] as const)

interface Report {
  lines: number
  bytes: number
  idleMb: number
  peakMb: number
  ms: number
}

const db = await testDatabase()
const entityId = await givenEntity(db, 'ABS')
const [from, to] = await inTransaction(db, async (tx) => [
  await createAccount(tx, { entityId, currency: 'EUR', name: 'Busy' }, operatorAct),
  await createAccount(tx, { entityId, currency: 'EUR', name: 'Other' }, operatorAct),
])

/** Bundles the reader like the server: a loader that compiles at run time would dominate the measurement. */
const reader = path.join(serverDirectory, 'dist', `statement-reader-${process.pid}.mjs`)
await build({
  entryPoints: [path.join(import.meta.dirname, 'reader.ts')],
  outfile: reader,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
})
afterAll(() => rmSync(reader))

async function read(format: string): Promise<Report> {
  const { types: _, ...connection } = db.connection as Record<string, unknown>
  const order = JSON.stringify({ connection, entityId, accountId: to!.accountId, format })
  const { stdout } = await promisify(execFile)(process.execPath, [reader, order])
  return JSON.parse(stdout) as Report
}

test(`a statement of ${LINES} lines adds less than ${LIMIT_MB} MB to the process that writes it`, {
  timeout: 300_000,
}, async () => {
  await db.pool.query('update balances set floor_minor = null where account_id = $1', [from!.accountId])
  await postMany(db, entityId, from!.accountId, to!.accountId, LINES, operatorAct.at)
  for (const format of formats) {
    const { lines, bytes, idleMb, peakMb, ms } = await read(format)
    const mb = (value: number) => `${value.toFixed(0)} MB`
    const figures = `${format}: ${mb(bytes / 1e6)} in ${(ms / 1000).toFixed(1)} s, peak ${mb(peakMb)}, ${mb(idleMb)} before`
    if (shown) console.log(figures)
    expect(lines).toBe(LINES)
    expect(peakMb - idleMb).toBeLessThan(LIMIT_MB)
  }
})
