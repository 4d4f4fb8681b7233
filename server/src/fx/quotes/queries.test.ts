import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openDesk } from '../../../test/support/desk.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { deleteOldQuotes } from './queries.ts'

const db = await testDatabase()

test('old quotes are deleted in steps, booked ones and young ones stay', async () => {
  const desk = await openDesk(db, 'RM')
  const quote = async () => (await desk.quote({ amount: '1000.00' })).body.quoteId as string
  const booked = await quote()
  await desk.book(booked)
  for (let i = 0; i < 3; i++) await quote()
  desk.time.now = new Date('2026-12-02T10:00:00.000Z')
  const young = await quote()
  const before = new Date('2026-12-01T10:00:00.000Z')
  expect(await deleteOldQuotes(db.pool, before, 2)).toBe(2)
  expect(await deleteOldQuotes(db.pool, before, 2)).toBe(1)
  expect(await deleteOldQuotes(db.pool, before, 2)).toBe(0)
  expect((await desk.book(booked)).body.code).toBe('quote_already_booked')
  expect((await desk.book(young)).status).toBe(201)
})

test('each quote of a batch is checked against its own account', async () => {
  const desk = await openDesk(db, 'ABS', { currencies: ['EUR', 'USD', 'USD'] })
  await desk.fund('USD', 100_000_000n)
  const [, rich, poor] = desk.accounts.map(({ accountId }) => formatId('acc', accountId))
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => desk.quote({ amount: '1000.00', sellAccountId: i % 2 ? rich : poor })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, (_, i) => (i % 2 ? 201 : 422)))
})
