import { describe, expect, test } from 'vitest'
import { givenTrade } from '../../test/support/given-trade.ts'
import { testDatabase } from '../../test/support/database.ts'
import { FRIDAY, openPayments, type PaymentService } from '../../test/support/payment-service.ts'
import { findAccountById } from '../accounts/index.ts'
import { getProfile } from '../entities/index.ts'
import { tryTransfer } from '../internal-transfers/service.ts'
import { settleTrade, lockTrade } from '../fx/trades/index.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { localDayOf } from '../kernel/values/days.ts'
import { formatId } from '../kernel/values/ids.ts'
import { receiveFunds } from '../payments/inbound/index.ts'

const db = await testDatabase()

/** Lines of an account: type, booking day in UTC and value date. */
async function linesOf(service: PaymentService, currency: string): Promise<[string, string, string][]> {
  const { rows } = await db.pool.query(
    `select type, (posted_at at time zone 'UTC')::date::text as booked, value_date::text as value from postings
     where entity_id = $1 and account_id = $2 order by seq`,
    [service.entityId, service.uuid(service.account[currency]!)],
  )
  return rows.map(({ type, booked, value }) => [type, booked, value])
}

const open = (timeZone: string, kind: 'RM' | 'ABS' = 'RM', options: object = {}) =>
  openPayments(db, kind, { ...options, entity: { timeZone } })

test('a payment dated Monday has the value date of Monday, though it leaves on Sunday in UTC', async () => {
  const service = await open('Europe/Berlin')
  await service.fund('EUR', 500_00n)
  await service.create({ paymentDate: '2026-11-23' })
  await service.advance('2026-11-23T09:00:00.000Z')
  expect(await linesOf(service, 'EUR')).toEqual([
    ['Deposit', FRIDAY, FRIDAY],
    ['Payment', '2026-11-22', '2026-11-23'],
  ])
})

describe('a trade', () => {
  const settle = async (service: PaymentService, at: string) => {
    await service.fund('USD', 2_000_00n)
    const tradeId = await givenTrade(db, service)
    await inTransaction(db, async (tx) => {
      const trade = (await lockTrade(tx, service.entityId, service.uuid(tradeId)))!
      await settleTrade(tx, trade, { actor: { type: 'system' }, at: new Date(at), wall: new Date() })
    })
    return (await linesOf(service, 'EUR')).map(([, , value]) => value)
  }
  test('keeps its value date for a New York entity when it settles as that date begins in UTC', async () => {
    expect(await settle(await open('America/New_York'), '2026-11-23T00:00:00.000Z')).toEqual(['2026-11-23'])
  })
  test('has the local day of settlement as value date if it settles late', async () => {
    expect(await settle(await open('Asia/Tokyo'), '2026-11-24T20:00:00.000Z')).toEqual(['2026-11-25'])
  })
})

describe('money received', () => {
  const receive = async (service: PaymentService, valueDate?: string) =>
    inTransaction(db, async (tx) => {
      const account = (await findAccountById(tx, service.uuid(service.account['EUR']!)))!
      const act = { actor: { type: 'system' as const }, at: service.time.now, wall: new Date() }
      const funds = { account, currency: 'EUR', amountMinor: 100n, ...(valueDate ? { valueDate } : {}) }
      return receiveFunds(tx, funds, act)
    })
  test('has the value date of the bank', async () => {
    const service = await open('Europe/London')
    await receive(service, '2026-11-19')
    expect((await linesOf(service, 'EUR'))[0]![2]).toBe('2026-11-19')
  })
  test('without one has the local day of its holder, not that of UTC', async () => {
    const service = await open('Asia/Tokyo', 'RM', { now: '2026-11-20T20:00:00.000Z' })
    expect((await receive(service)).valueDate).toBe('2026-11-21')
    expect(await linesOf(service, 'EUR')).toEqual([['Deposit', FRIDAY, '2026-11-21']])
  })
})

test('a returned payment has the local day of its holder', async () => {
  const service = await open('Asia/Tokyo')
  await service.fund('EUR', 500_00n)
  const { paymentId } = (await service.create({ reference: 'x #RETURN:AC04' })).body
  await service.advance('2026-11-20T16:00:00.000Z')
  expect((await service.read(paymentId)).status).toBe('Returned')
  const [, , [type, , value]] = (await linesOf(service, 'EUR')) as never as [unknown, unknown, string[]]
  const returnedAt = new Date((await service.read(paymentId)).returned.at)
  expect([type, value]).toEqual(['PaymentReturn', localDayOf(returnedAt, 'Asia/Tokyo')])
})

test('an internal transfer has the local day of its holder', async () => {
  const service = await open('Asia/Tokyo', 'ABS', { now: '2026-11-20T20:00:00.000Z', currencies: [] })
  await service.fund('EUR', 500_00n)
  const second = await service.openAccount('EUR')
  const eur = service.account['EUR']!
  const accounts = {
    find: (_: string, wireId: string) =>
      inTransaction(db, async (tx) => (await findAccountById(tx, service.uuid(wireId)))!),
  }
  const entities = { get: (entityId: string) => getProfile(db.reader, entityId) }
  await inTransaction(db, (tx) =>
    tryTransfer(tx, { db, accounts: accounts as never, entities, transfers: undefined as never }, {
      order: {
        entityId: service.wireEntity,
        debitAccountId: eur,
        creditAccountId: formatId('acc', second),
        amount: '1.00',
      },
      principal: service.deps.authenticate('maker'),
      now: service.time.now,
      wall: new Date(),
      requestId: 'r',
    } as never),
  )
  expect((await linesOf(service, 'EUR')).at(-1)).toEqual(['InternalTransfer', FRIDAY, '2026-11-21'])
})
