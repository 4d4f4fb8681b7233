import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openPayments } from '../../../test/support/payment-service.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { rejectEntry } from '../../payments/index.ts'
import { manualRail } from '../../payments/rails/index.ts'
import { operatorCommand } from '../operator.ts'
import { testInstitution } from '../../../test/support/accounts.ts'

const db = await testDatabase()
const service = await openPayments(db, 'RM', { rail: manualRail })

async function run(...words: string[]) {
  let printed = ''
  const command = operatorCommand(
    async () => ({ db, clock: service.deps.clock, institution: testInstitution, close: async () => {} }),
    (text) => (printed += text),
  )
  await command.parseAsync([...words, '--json'], { from: 'user' })
  return JSON.parse(printed)
}

test('an operator sees money that the bank returned in excess, and books it to the client with a reason', async () => {
  await service.fund('GBP', 100_00n)
  const { paymentId, uetr } = (await service.create({ amount: '100' }, 'GBP')).body
  await service.settle()
  const report = (status: string, reference: string, ...more: string[]) =>
    run('report-payment', '--uetr', uetr, '--status', status, '--reference', reference, ...more)
  await report('Completed', 'L-1')
  await report('Returned', 'L-2', '--amount', '110', '--currency', 'GBP')
  await service.advance(1000)
  const [open, ...others] = await run('list-contradictions')
  expect(others).toEqual([])
  expect(open).toMatchObject({ kind: 'ReturnAboveAmount', paymentId, amount: '10.00 GBP', direction: 'paid to us' })
  const why = ['--by', 'A. Khan', '--reason', 'Interest, the bank says']
  const decide = (decision: string) =>
    run('clear-contradiction', '--contradiction', open.contradictionId, '--decision', decision, ...why)
  await expect(decide('Dismiss')).rejects.toThrow('Use one of: BookToClient, ReturnToBank, WriteOff')
  expect(await decide('BookToClient')).toMatchObject({ status: 'Cleared', decidedBy: 'A. Khan' })
  expect((await service.balance('GBP')).balance).toBe(110_00n)
  expect(await run('list-contradictions')).toEqual([])
})

test('an entry that could not be booked stays on the list until an operator dismisses it', async () => {
  const act = { actor: { type: 'system' as const }, at: service.time.now, wall: service.time.now }
  const entry = { bankReference: 'camt.054 U-1', why: 'The currency XQX is not known.', text: '5.00 XQX' }
  expect(await inTransaction(db, (tx) => rejectEntry(tx, entry, act))).toBe(true)
  expect(await inTransaction(db, (tx) => rejectEntry(tx, entry, act))).toBe(false)
  const [open] = await run('list-contradictions')
  expect(open).toMatchObject({ kind: 'EntryRejected', bankReference: 'camt.054 U-1', amount: null })
  const decided = ['--decision', 'Dismiss', '--by', 'A. Khan', '--reason', 'Booked by hand with receive-funds']
  await run('clear-contradiction', '--contradiction', open.contradictionId, ...decided)
  expect(await run('list-contradictions')).toEqual([])
})

test('an operator sees money that waits to be identified', async () => {
  await run('receive-funds', '--currency', 'EUR', '--amount', '12', '--bank-reference', 'LINE-1')
  expect(await run('list-unidentified')).toMatchObject([{ status: 'Unidentified', amount: '12.00', currency: 'EUR' }])
})
