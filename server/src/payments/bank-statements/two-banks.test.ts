import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { statementFile, statementOf } from '../../../test/support/bank-statement.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { entryOf, notificationFile } from '../../../test/support/file-bank.ts'
import { openPayments } from '../../../test/support/payment-service.ts'
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts'
import { dayOf } from '../../kernel/values/days.ts'
import { createScreening } from '../../screening/index.ts'
import { openBanks } from '../bank-files/index.ts'
import { listBreaks, matchAndReconcile, presentBreak, statementStoreOf } from './index.ts'

const db = await testDatabase()
const service = await openPayments(db, 'RM')
const { clock } = service.deps
const root = temporaryDirectory()
afterAll(() => rmSync(root, { recursive: true, force: true }))
for (const id of ['london', 'leeds']) {
  mkdirSync(path.join(root, id))
  const settings = { id, format: 'pacs.008', name: 'Cambist', bic: 'CMBTDEFF', bankBic: 'DEUTDEFF' }
  writeFileSync(
    path.join(root, id, 'rail.json'),
    JSON.stringify({ ...settings, schemes: [id === 'london' ? 'Fps' : 'Chaps'] }),
  )
}
const banks = await openBanks([path.join(root, 'london'), path.join(root, 'leeds')], {
  db,
  clock,
  screening: createScreening(0.88),
  log: pino({ level: 'silent' }),
  statementsOf: statementStoreOf,
})
let count = 0
async function send(to: 'london' | 'leeds', xml: string) {
  writeFileSync(path.join(root, to, 'inbox', `${++count}.xml`), xml)
  for (const bank of banks) await bank.poll()
  await service.settle()
}

const failed: string[] = []
const compare = () =>
  matchAndReconcile(db, { at: clock.now() }, undefined, (_error, { bank, currency }) =>
    failed.push(`${bank} ${currency}`),
  )

test('two banks with the same references in one currency are compared each with its own money', async () => {
  const entry = (amount: string) => entryOf({ amount, head: '<AcctSvcrRef>SAME-1</AcctSvcrRef>' })
  const day = dayOf(clock.now())
  const statement = (closing: string) =>
    statementFile(statementOf({ id: 'S', opening: '0.00', closing, day, entries: entry(closing) }))
  await send('london', notificationFile('N', entry('10.00')))
  await send('leeds', notificationFile('N', entry('25.00')))
  await send('london', statement('10.00'))
  await send('leeds', statement('25.00'))
  const compared = await compare()
  expect(
    compared.map(({ bank, bankBalance, bookBalance, openBreaks }) => [bank, bankBalance, bookBalance, openBreaks]),
  ).toEqual([
    ['leeds', '25.00', '25.00', 0],
    ['london', '10.00', '10.00', 0],
  ])
  await send(
    'leeds',
    statementFile(
      statementOf({ id: 'T', opening: '25.00', closing: '26.00', day, entries: entryOf({ amount: '1.00' }) }),
    ),
  )
  await compare()
  const breaks = (await listBreaks(db.pool, 10)).map((row) => presentBreak(row, day))
  expect(breaks).toEqual([expect.objectContaining({ bank: 'leeds', kind: 'OnlyAtBank', amount: '1.00' })])
})

test('a bank that cannot be compared does not keep the other from being compared', async () => {
  const line = `update bank_statement_lines set item = '{"type": "Credit"}' where match_id is null`
  await db.pool.query(line)
  await send('leeds', notificationFile('T', entryOf({ amount: '1.00', head: '<AcctSvcrRef>T-1</AcctSvcrRef>' })))
  expect((await compare()).map(({ bank }) => bank)).toEqual(['london'])
  expect(failed).toEqual(['leeds GBP'])
})
