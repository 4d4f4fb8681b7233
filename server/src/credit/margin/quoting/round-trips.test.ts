import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { roundTripsOf } from '../../../../test/support/round-trips.ts'
import { newUuid } from '../../../kernel/values/ids.ts'
import { createCreditImage } from './credit-image.ts'

const db = await testDatabase()

test('a quote reads the credit facts of an entity and their version in one round trip, with the begin of their snapshot', async () => {
  const image = createCreditImage(db)
  const trips = await roundTripsOf(() => image.of(newUuid()))
  expect(trips.map((trip) => trip.slice(0, 3))).toEqual([
    ['begin', 'set transaction isolation level repeatable read read only', 'credit-version'],
    ['commit'],
  ])
})
