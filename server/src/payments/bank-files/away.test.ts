import { renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { closeAfterFile, testDatabase } from '../../../test/support/database.ts'
import { openFileBank } from '../../../test/support/file-bank.ts'
import { createScreening } from '../../screening/index.ts'
import { openBanks } from './bank-files.ts'
import { statementStoreOf } from '../bank-statements/index.ts'

const db = await testDatabase()
const { directory, service } = await openFileBank(db)

test('a folder that is away does not fill the log, and is read again when it is back', async () => {
  writeFileSync(
    path.join(directory, 'rail.json'),
    JSON.stringify({ format: 'pacs.008', name: 'A', bic: 'EXPLGB2LXXX', bankBic: 'BANKGB2LXXX', pollSeconds: 1 }),
  )
  const lines: string[] = []
  const write = (_fields: unknown, line: string) => void lines.push(line)
  const log = { info: write, warn: write, error: write } as never
  let rounds = 0
  const pool = new Proxy(db.pool, {
    get(target, name) {
      if (name === 'connect') rounds++
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const counted = new Proxy(db, { get: (target, name) => (name === 'pool' ? pool : Reflect.get(target, name)) })
  const [bank] = await openBanks([directory], {
    db: counted,
    clock: service.deps.clock,
    screening: createScreening(0.88),
    statementsOf: statementStoreOf,
    log,
  })
  closeAfterFile(() => bank!.stop())
  const inbox = path.join(directory, 'inbox')
  renameSync(inbox, `${inbox}.away`)
  bank!.start()
  await expect.poll(() => rounds, { timeout: 60_000 }).toBeGreaterThan(3)
  expect(lines).toEqual(["the bank's files cannot be read"])
  const other = await db.pool.connect() // a process that still reaches the folder reads it
  await other.query("select pg_advisory_lock(7303, hashtext('file'))")
  const begun = rounds
  await expect.poll(() => rounds, { timeout: 60_000 }).toBeGreaterThan(begun + 3)
  await other.query("select pg_advisory_unlock(7303, hashtext('file'))")
  other.release()
  expect(lines).toEqual(["the bank's files cannot be read"])
  const away = bank!.secondsSinceRead()
  expect(away).toBeGreaterThan(rounds - 2) // a second lies between two rounds
  renameSync(`${inbox}.away`, inbox)
  await expect
    .poll(() => lines, { timeout: 60_000 })
    .toEqual(["the bank's files cannot be read", "the bank's files are read again"])
  await expect.poll(() => bank!.secondsSinceRead(), { timeout: 60_000 }).toBeLessThan(away)
})
