import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'

const db = await testDatabase()

test('every instant comes back from the database as it was stored', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('+020000-01-01') }), {
        minLength: 1,
      }),
      async (instants) => {
        const { rows } = await db.pool.query<{ at: Date }>('select at from unnest($1::timestamptz[]) at', [
          instants.map((instant) => instant.toISOString().replace(/^[+]0/, '')),
        ])
        expect(rows.map(({ at }) => at.toISOString())).toEqual(instants.map((instant) => instant.toISOString()))
      },
    ),
    { numRuns: 50 },
  )
})

test.each([
  ['2026-11-27 10:00:00.123999+00', '2026-11-27T10:00:00.123Z'],
  ['2026-11-27 10:00:00.1+00', '2026-11-27T10:00:00.100Z'],
  ['2024-02-29 23:59:59+00', '2024-02-29T23:59:59.000Z'],
  ['0044-03-15 12:00:00+00', '0044-03-15T12:00:00.000Z'],
  ['2026-11-27 15:30:00+05:30', '2026-11-27T10:00:00.000Z'],
])('%s is read to the millisecond', async (stored, read) => {
  const { rows } = await db.pool.query<{ at: Date }>('select $1::timestamptz as at', [stored])
  expect(rows[0]!.at.toISOString()).toBe(read)
})
