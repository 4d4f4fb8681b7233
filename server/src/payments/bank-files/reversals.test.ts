import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { entryOf, notificationFile, openFileBank, returnFile, statusFile } from '../../../test/support/file-bank.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import { type Clearing, clearContradiction } from '../index.ts'

const db = await testDatabase()
const bank = await openFileBank(db)
const { service, take } = bank
let count = 0

type File = (payment: { uetr: string; endToEndId: string }) => string

const entry =
  (direction: 'CRDT' | 'DBIT', amount: string, { marks = '', more = '', reference = `LINE-${++count}` } = {}): File =>
  ({ uetr }) =>
    notificationFile(
      'N',
      entryOf({
        direction,
        amount,
        head: `${marks}<AcctSvcrRef>${reference}</AcctSvcrRef>`,
        details: `<Refs><UETR>${uetr}</UETR></Refs>${more}`,
      }),
    )
const booked = (amount: string) => entry('DBIT', amount)
const reversed = (amount: string, more = '') => entry('CRDT', amount, { marks: '<RvslInd>true</RvslInd>', more })
const reversedByEndToEndId =
  (amount: string): File =>
  ({ endToEndId }) =>
    notificationFile(
      'N',
      entryOf({
        amount,
        head: `<RvslInd>true</RvslInd><AcctSvcrRef>LINE-${++count}</AcctSvcrRef>`,
        details: `<Refs><EndToEndId>${endToEndId}</EndToEndId></Refs>`,
      }),
    )
const settledNow: File = ({ uetr }) => statusFile(uetr, 'ACSC', `S-${++count}`)
const rejected: File = ({ uetr }) => statusFile(uetr, 'RJCT', `R-${++count}`)
const returned =
  (amount: string): File =>
  ({ uetr }) =>
    returnFile(uetr, `RETURN-${++count}`, amount)

async function state() {
  const [own, house] = [await service.book(), await service.book(HOUSE_ENTITY_ID)]
  return {
    balance: await bank.balance(),
    suspense: own['suspense:GBP'] ?? 0n,
    bank: -(house['safeguarding:GBP'] ?? 0n),
    listed: await bank.listed(),
  }
}

/** Makes a payment of 120.00 and processes files about it. */
async function after(...files: File[]) {
  const before = await state()
  const { body } = await service.create({ amount: '120.00' }, 'GBP')
  await service.settle()
  for (const file of files) await take(file(body))
  expect(service.failures).toEqual([])
  return outcome(before, body.paymentId)
}

async function outcome(before: Awaited<ReturnType<typeof state>>, paymentId: string) {
  const now = await state()
  return {
    status: (await service.read(paymentId)).status,
    paid: before.balance - now.balance,
    suspense: now.suspense - before.suspense,
    left: before.bank - now.bank,
    listed: now.listed
      .slice(before.listed.length)
      .map(({ kind, direction, amount }) => `${kind} ${direction} ${amount}`),
  }
}

const once = { paid: 120_00n, suspense: 0n, left: 120_00n, listed: [] }

test.each<[string, File[], string]>([
  ['before the settlement', [booked('120.00'), booked('120.00'), reversed('120.00')], 'Sent'],
  ['after it', [booked('120.00'), settledNow, booked('120.00'), reversed('120.00')], 'Completed'],
  ['with another amount', [booked('120.00'), booked('130.00'), reversed('130.00')], 'Sent'],
  ['by the end-to-end id', [booked('120.00'), booked('120.00'), reversedByEndToEndId('120.00')], 'Sent'],
  ['that is repeated and reversed again', [booked('120.00'), ...pair(), ...pair()], 'Sent'],
  ['of more than was ordered', [booked('1200.00'), reversed('1080.00')], 'Sent'],
])(
  'the reversal of a repeated debit does not return the money of a client who paid once: %s',
  async (_, files, status) => {
    expect(await after(...files)).toEqual({ ...once, status })
  },
)

function pair(): File[] {
  return [booked('120.00'), reversed('120.00')]
}

test('the reversal of a debit that followed a rejection leaves nothing for the operator', async () => {
  const nothing = { paid: 0n, suspense: 0n, left: 0n, listed: [] }
  expect(await after(rejected, booked('120.00'), reversed('120.00'))).toEqual({ status: 'Failed', ...nothing })
})

test('a payment whose repeated debit was reversed is returned later, whichever way the bank reports it', async () => {
  const nothing = { status: 'Returned', paid: 0n, suspense: 0n, left: 0n, listed: [] }
  const repeated = () => [booked('120.00'), booked('120.00'), reversed('120.00')]
  expect(await after(...repeated(), returned('120.00'))).toEqual(nothing)
  expect(await after(...repeated(), reversed('120.00'))).toEqual(nothing)
})

test('the reversal of another amount than the repeated debit waits for an operator', async () => {
  expect(await after(booked('120.00'), booked('130.00'), reversed('120.00'))).toEqual({
    status: 'Sent',
    paid: 120_00n,
    suspense: -10_00n,
    left: 130_00n,
    listed: ['DebitRepeated Out 13000', 'DebitReversed In 12000'],
  })
})

test('a return that the bank marks as one is the return of the payment, though a debit was repeated', async () => {
  const mark = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>'
  expect(await after(booked('120.00'), booked('120.00'), reversed('120.00', mark))).toEqual({
    status: 'Returned',
    paid: 0n,
    suspense: -120_00n,
    left: 120_00n,
    listed: ['DebitRepeated Out 12000'],
  })
})

test.each<[Clearing, bigint, string[]]>([
  ['ReturnToBank', 120_00n, []],
  ['WriteOff', 120_00n, ['DebitReversed In 12000']],
  ['BookToClient', 240_00n, ['DebitReversed In 12000']],
])(
  'the reversal of a repeated debit that was cleared by %s is not returned to the client',
  async (decision, paid, listed) => {
    const before = await state()
    const { body } = await service.create({ amount: '120.00' }, 'GBP')
    await service.settle()
    for (const file of [booked('120.00'), booked('120.00')]) await take(file(body))
    const { rows } = await db.pool.query<{ id: string }>(
      `select contradiction_id as id from contradictory_reports where kind = 'DebitRepeated' and status = 'Open' order by 1 desc`,
    )
    const act = { actor: { type: 'operator' as const }, at: service.time.now, wall: service.time.now }
    await inTransaction(db, (tx) =>
      clearContradiction(tx, rows[0]!.id, { decision, by: 'A. Khan', reason: 'test' }, act),
    )
    const reversal = reversed('120.00')(body)
    for (let i = 0; i < 2; i++) await take(reversal)
    const now = await outcome(before, body.paymentId)
    expect([now.status, now.paid, now.listed]).toEqual(['Sent', paid, listed])
    expect(now.suspense).toBe(listed.length > 0 ? 120_00n : 0n)
  },
)
