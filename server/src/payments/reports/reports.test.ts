import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openPayments } from '../../../test/support/payment-service.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { listOpenContradictions } from './contradiction-queries.ts'
import { clearContradiction } from './contradictions.ts'
import { manualRail, type RailReport, receiveReport } from '../rails/index.ts'

type Clearing = Parameters<typeof clearContradiction>[2]

const db = await testDatabase({ poolSize: 4 })

/** Sets up a payment of 100.00 on a rail that sends no reports by itself, from an account with 500.00. */
async function given(change: object = {}) {
  const service = await openPayments(db, 'RM', { rail: manualRail })
  await service.fund('GBP', 500_00n)
  const { body } = await service.create({ amount: '100.00', ...change }, 'GBP')
  await service.settle()
  const [paymentId, uetr] = [body.paymentId as string, body.uetr as string]
  let count = 0
  return {
    service,
    paymentId,
    /** Sends a bank report one second after the previous one. */
    async told(status: RailReport['status'], more: Partial<RailReport> = {}) {
      const report = { uetr, railRef: `r${++count}`, status, at: service.time.now, ...more }
      const isNew = await inTransaction(db, (tx) => receiveReport(tx, report))
      await service.advance(1000)
      expect(service.failures).toEqual([])
      return isNew
    },
    read: () => service.read(paymentId),
    balance: async () => (await service.balance('GBP')).balance,
    suspense: async () => (await service.book())['suspense:GBP'] ?? 0n,
    async clear(order: { decision: Clearing['decision'] } & Partial<Clearing>) {
      const [open] = await this.open()
      const act = { actor: { type: 'operator' as const }, at: service.time.now, wall: service.time.now }
      const full = { by: 'A. Khan', reason: 'The bank was asked', ...order }
      const cleared = await inTransaction(db, (tx) => clearContradiction(tx, open!.contradictionId, full, act))
      await service.advance(1000)
      return cleared
    },
    async open() {
      return (await listOpenContradictions(db.pool, 500)).filter(({ entityId }) => entityId === service.entityId)
    },
  }
}

test('a payment that comes back in two parts is given back whole', async () => {
  const bank = await given()
  await bank.told('Completed')
  await bank.told('Returned', { amountMinor: 60_00n, reason: 'AC04' })
  expect([(await bank.read()).returned.amount, await bank.balance()]).toEqual(['60.00', 460_00n])
  await bank.told('Returned', { amountMinor: 40_00n, reason: 'AC06' })
  const back = await bank.read()
  expect(back).toMatchObject({ status: 'Returned', returned: { amount: '100.00', reason: 'AC06' } })
  expect([await bank.balance(), await bank.suspense(), await bank.open()]).toEqual([500_00n, 0n, []])
  expect((await bank.service.events(bank.paymentId)).filter((type) => type === 'payment.returned')).toHaveLength(2)
  const { rows } = await db.pool.query(
    'select number, amount_minor as amount from payment_returns where entity_id = $1 order by number',
    [bank.service.entityId],
  )
  expect(rows).toEqual([
    { number: 1, amount: 60_00n },
    { number: 2, amount: 40_00n },
  ])
})

test('the database lets no more come back than was paid', async () => {
  const bank = await given()
  await bank.told('Completed')
  await bank.told('Returned', { amountMinor: 60_00n })
  const again = db.pool.query(
    `insert into payment_returns select entity_id, payment_id, 2, 4001, null, gen_random_uuid(), returned_at
     from payment_returns where entity_id = $1`,
    [bank.service.entityId],
  )
  await expect(again).rejects.toMatchObject({ constraint: 'payment_returns_at_most_its_amount' })
})

test.each([
  ['more than was paid', ['Completed', 'Returned:60', 'Returned:60'], 'ReturnAboveAmount', 500_00n, 20_00n],
  ['of a rejected payment', ['Failed', 'Returned:100'], 'ReturnOfRejected', 500_00n, 100_00n],
  ['a debit of a rejected payment', ['Failed', 'Sent', 'Completed'], 'DebitAfterRejection', 500_00n, -100_00n],
  ['a rejection after settlement', ['Completed', 'Failed', 'Failed'], 'RejectionAfterSettlement', 400_00n, 100_00n],
] as const)(
  'a report that contradicts the payment waits in suspense on the work list: %s',
  async (_, reports, kind, balance, suspense) => {
    const bank = await given()
    for (const report of reports) {
      const [status, amount] = report.split(':') as [RailReport['status'], string?]
      await bank.told(status, amount === undefined ? {} : { amountMinor: BigInt(amount) * 100n })
    }
    expect([await bank.balance(), await bank.suspense()]).toEqual([balance, suspense])
    expect(await bank.open()).toMatchObject([{ kind, status: 'Open' }])
    expect(await bank.service.events(bank.paymentId)).toContain('payment.contradicted')
  },
)

test('a return of a payment that was cancelled before it was sent waits in suspense', async () => {
  const bank = await given({ paymentDate: '2026-11-24' })
  await bank.service.post(`/v1/payments/${bank.paymentId}/cancel`, undefined)
  await bank.told('Returned', { amountMinor: 100_00n })
  expect([(await bank.read()).status, await bank.balance(), await bank.suspense()]).toEqual([
    'Cancelled',
    500_00n,
    100_00n,
  ])
  expect(await bank.open()).toMatchObject([{ kind: 'ReturnOfUnsent' }])
})

test('a reference that is used again is harmless with the same contents and a contradiction with another amount', async () => {
  const bank = await given()
  await bank.told('Completed')
  const part = { railRef: 'same', amountMinor: 60_00n }
  expect(await bank.told('Returned', part)).toBe(true)
  expect(await bank.told('Returned', part)).toBe(false)
  expect(await bank.told('Returned', { ...part, amountMinor: 30_00n })).toBe(true)
  expect(await bank.told('Returned', { ...part, amountMinor: 30_00n })).toBe(false)
  expect([await bank.balance(), await bank.suspense()]).toEqual([460_00n, 30_00n])
  expect(await bank.open()).toMatchObject([{ kind: 'ReferenceUsedAgain' }])
})

test.each([
  ['BookToClient', 600_00n, 0n],
  ['ReturnToBank', 500_00n, 0n],
  ['WriteOff', 500_00n, 100_00n],
] as const)('a contradiction is cleared once: %s', async (decision, balance, ownFunds) => {
  const bank = await given()
  await bank.told('Failed')
  await bank.told('Returned', { amountMinor: 100_00n })
  const own = async () => (await bank.service.book(HOUSE_ENTITY_ID))['own_funds:GBP'] ?? 0n
  const before = await own()
  const id = (await bank.open())[0]!.contradictionId
  expect(await bank.clear({ decision })).toMatchObject({ status: 'Cleared', decision, decidedBy: 'A. Khan' })
  expect([await bank.balance(), await bank.suspense(), (await own()) - before]).toEqual([balance, 0n, ownFunds])
  expect(await bank.open()).toEqual([])
  const act = { actor: { type: 'operator' as const }, at: bank.service.time.now, wall: bank.service.time.now }
  const again = inTransaction(db, (tx) => clearContradiction(tx, id, { decision, by: 'B', reason: 'again' }, act))
  await expect(again).rejects.toMatchObject({ code: 'contradiction_cleared' })
  expect(await bank.service.events(bank.paymentId)).toContain('payment.contradictionCleared')
})

test('a contradicting debit is booked to a client that has the money, and to no other', async () => {
  const bank = await given()
  await bank.told('Failed')
  await bank.told('Completed')
  await bank.clear({ decision: 'BookToClient' })
  expect([await bank.balance(), await bank.suspense()]).toEqual([400_00n, 0n])
  const poor = await given({ amount: '400.00' })
  await poor.told('Failed')
  await poor.told('Completed')
  await poor.service.create({ amount: '300.00' }, 'GBP')
  await poor.service.settle()
  await expect(poor.clear({ decision: 'BookToClient' })).rejects.toMatchObject({ code: 'insufficient_funds' })
  await expect(poor.clear({ decision: 'Dismiss' })).rejects.toMatchObject({ code: 'contradiction_decision' })
  expect(await poor.open()).toHaveLength(1)
})
