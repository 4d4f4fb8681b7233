import { afterAll, expect, test } from 'vitest'
import { openAccountsApp } from '../../../test/support/accounts-app.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { createListener } from '../../kernel/db/notifications.ts'
import { createPendingCredits, receiveFunds, releaseFunds } from './index.ts'

const db = await testDatabase()
const { givenHolder, givenAccount, send, clock } = await openAccountsApp(db)
const listener = createListener(db)
const pending = createPendingCredits(db, listener)
await listener.start()
afterAll(() => listener.close())

const holder = await givenHolder('ABS')
const account = await givenAccount(holder.entityId, 'EUR', 100_00n)
const act = (at: string) => ({ actor: { type: 'system' as const }, at: new Date(at), wall: new Date() })

const balance = async (query = '') =>
  (await send(holder.token, 'GET', `/v1/balances?accountId=${account.id}${query}`)).body.data[0]

test('money that is held back is pending, never available, until it is released; a past balance says what was pending then', async () => {
  const funds = { account, currency: 'EUR', amountMinor: 40_00n, held: true }
  expect(await balance()).toMatchObject({ booked: '100.00', pendingIn: '0.00' })
  const row = await inTransaction(db, (tx) => receiveFunds(tx, funds, act('2026-11-20T13:00:00Z')))
  await expect.poll(balance).toMatchObject({ booked: '100.00', available: '100.00', pendingIn: '40.00' })
  await expect.poll(async () => (await pending.now(holder.entityId)).get(account.accountId)).toBe(40_00n)

  await inTransaction(db, (tx) => releaseFunds(tx, row, act('2026-11-20T15:00:00Z')))
  await expect.poll(balance).toMatchObject({ booked: '140.00', available: '140.00', pendingIn: '0.00' })
  clock.set(new Date('2026-11-21T12:00:00Z'))
  const at = (time: string) => balance(`&asAt=2026-11-20T${time}Z`)
  expect(await at('12:59:59')).toMatchObject({ booked: '100.00', pendingIn: '0.00' })
  expect(await at('14:00:00')).toMatchObject({ booked: '100.00', pendingIn: '40.00' })
  expect(await at('15:00:00')).toMatchObject({ booked: '140.00', pendingIn: '0.00' })
})

test('money that is credited immediately was never pending', async () => {
  const funds = { account, currency: 'EUR', amountMinor: 5_00n }
  await inTransaction(db, (tx) => receiveFunds(tx, funds, act('2026-11-21T09:00:00Z')))
  expect(await balance()).toMatchObject({ booked: '145.00', pendingIn: '0.00' })
  expect(await balance('&asAt=2026-11-21T09:00:00Z')).toMatchObject({ booked: '145.00', pendingIn: '0.00' })
})
