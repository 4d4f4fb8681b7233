import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openStatementBank, statementFile, statementOf } from '../../../test/support/bank-statement.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { entryOf, notificationFile } from '../../../test/support/file-bank.ts'
import { blockBelow } from '../../../test/support/longest-block.ts'
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts'
import { createFileReader } from '../rails/index.ts'

/** Longest time for which a file may block the event loop. */
const MOST_MS = 50

const folder = temporaryDirectory()
afterAll(() => rmSync(folder, { recursive: true }))

const db = await testDatabase()
const bank = await openStatementBank(db)
const entries = (count: number) =>
  Array.from({ length: count }, (_, i) => entryOf({ amount: '1.00', head: `<AcctSvcrRef>L${i}</AcctSvcrRef>` })).join(
    '',
  )
const statement = (id: string, count: number, contents = entries(count)) =>
  statementFile(statementOf({ id, opening: '0.00', closing: `${count}.00`, day: bank.today(), entries: contents }))

test('a statement of 40,000 entries arrives by pages and does not block other requests', async () => {
  const file = path.join(folder, 'many.xml')
  writeFileSync(file, statement('MANY', 40_000))
  let lines = 0
  const block = await blockBelow(MOST_MS, async () => {
    lines = 0
    for await (const { kind, items, total } of createFileReader().pages(file)) {
      expect([kind, total, items.length <= 200]).toEqual(['camt.053', 40_001, true])
      for (const item of items) if (item.type === 'StatementLine' && item.line !== ++lines) throw new Error('disorder')
    }
  })
  expect(lines).toBe(40_000)
  expect(block).toBeLessThan(MOST_MS)
}, 120_000)

test('the parts of one entry arrive by pages too', async () => {
  const file = path.join(folder, 'parts.xml')
  const parts = Array.from(
    { length: 2000 },
    (_, i) => `<TxDtls><Refs><TxId>T${i}</TxId></Refs><Amt Ccy="GBP">1.00</Amt></TxDtls>`,
  )
  const entry = entryOf({ amount: '2000.00' }).replace('</Ntry>', `<NtryDtls>${parts.join('')}</NtryDtls></Ntry>`)
  writeFileSync(file, statement('PARTS', 2000, entry))
  for await (const { items, total } of createFileReader().pages(file))
    expect([total, items.length <= 200]).toEqual([2001, true])
}, 60_000)

test('a statement of thousands of credits is stored and matched, and its result file lists the statement alone', async () => {
  const count = 1000
  await bank.take(notificationFile('L', entries(100)))
  expect(await bank.take(statement('LONG', count))).toEqual([
    `statement stored: ${count} line(s), closing balance ${count}.00 GBP`,
  ])
  const [figures] = await bank.compare()
  expect(figures).toMatchObject({ openBreaks: count - 100, openAmount: `${count - 100}.00`, bookBalance: '100.00' })
}, 60_000)
