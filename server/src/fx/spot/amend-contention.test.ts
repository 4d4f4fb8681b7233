import { expect, test } from 'vitest'
import { operatorAct } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { openDesk } from '../../../test/support/desk.ts'
import { setProfile } from '../../entities/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'

const COUNT = 8
const db = await testDatabase({ poolSize: 2 * COUNT })
const base = '/v1/fx/trades/spot'

const payee = (countryCode: string, currency: string, account: object, address: object) => ({
  name: 'Northern Looms Ltd',
  address: { line1: '1 Mill Lane', countryCode, ...address },
  countryCode,
  bankCountryCode: countryCode,
  currency,
  ...account,
})
const PAYEES = {
  GBP: payee(
    'GB',
    'GBP',
    { accountNumber: '66374958', routingCodes: [{ type: 'SortCode', value: '089999' }] },
    { city: 'Leeds' },
  ),
  USD: payee(
    'US',
    'USD',
    { accountNumber: '1234567890', routingCodes: [{ type: 'Aba', value: '021000021' }] },
    { city: 'Columbus', postCode: '43004' },
  ),
}

async function deadlocks(): Promise<bigint> {
  const sql = 'select deadlocks from pg_stat_database where datname = current_database()'
  return (await db.pool.query<{ deadlocks: bigint }>(sql)).rows[0]!.deadlocks
}

test('an ABS entity cancels and books trades with payments at the same time, and no command waits for a deadlock', async () => {
  const desk = await openDesk(db, 'ABS')
  await inTransaction(db, (tx) => setProfile(tx, desk.entityId, { vopRequired: 'Never' }, operatorAct))
  await expect.poll(async () => (await desk.settings()).settings.vopRequired).toBe('Never')
  for (const currency of ['EUR', 'JPY']) await desk.fund(currency, 1_000_000_000n)
  const quote = async (buyCurrency: 'GBP' | 'USD', sellCurrency: string) => {
    const order = { buyCurrency, sellCurrency, amount: '100.00', valueDate: '2026-11-27' }
    return String((await desk.quote(order)).body.quoteId)
  }
  const book = (quoteId: string, currency: 'GBP' | 'USD') => {
    const payments = ['6.00', '4.00'].map((amount) => ({
      amount,
      creditorAccount: PAYEES[currency],
      reference: 'Hire',
    }))
    return desk.book(quoteId, { payments })
  }
  const cancels: (() => Promise<{ status: number }>)[] = []
  const bookings: (() => Promise<{ status: number }>)[] = []
  for (let each = 0; each < COUNT; each++) {
    const { body } = await book(await quote('USD', 'JPY'), 'USD')
    const path = `${base}/${body.tradeId}/amendments`
    const { quoteId } = (await desk.post(`${path}/quote`, { ...desk.wire, type: 'Cancel' })).body
    cancels.push(() => desk.post(path, { ...desk.wire, quoteId }))
    const booked = await quote('GBP', 'EUR')
    bookings.push(() => book(booked, 'GBP'))
  }
  const before = await deadlocks()
  const answers = await Promise.all([...cancels, ...bookings].map((send) => send()))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(await deadlocks()).toBe(before)
})
