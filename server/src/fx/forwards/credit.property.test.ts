import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openForwardDesk } from '../../../test/support/forward-desk.ts'

const db = await testDatabase()
/** GBP 2,000,000 at 1.16250 / 1.31240 GBP for a euro, in cents. */
const MOST = 200_000_000n
const inPence = (cents: bigint) => (cents * 116_250n) / 131_240n

test('concurrent bookings of any amounts never exceed the limit, and rejected ones use no credit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 100_000, max: 1_200_000 }), { minLength: 2, maxLength: 7 }),
      async (amounts) => {
        const desk = await openForwardDesk(db)
        const quotes = await Promise.all(amounts.map((amount) => desk.quoteForward({ amount: `${amount}.00` })))
        const answers = await Promise.all(quotes.map(({ body }) => desk.bookForward(body.quoteId)))
        for (const { status, body } of answers) expect([201, 'credit_limit_exceeded']).toContain(body.code ?? status)
        const booked = amounts.filter((_, i) => answers[i]!.status === 201).map((amount) => BigInt(amount) * 100n)
        const open = booked.reduce((sum, amount) => sum + amount, 0n)
        expect(inPence(open) <= MOST).toBe(true)
        for (const [i, { status }] of answers.entries()) {
          if (status !== 201) expect(inPence(open + BigInt(amounts[i]!) * 100n) > MOST - 10n).toBe(true)
        }
        const { rows } = await db.pool.query(
          `select coalesce(sum(base_minor), 0)::bigint as open,
             (select count(*)::int from fx_trades where entity_id = $1) as trades,
             (select coalesce(sum(used_minor), 0)::bigint from daily_usage where entity_id = $1) as used
           from credit_exposures where entity_id = $1`,
          [desk.entityId],
        )
        expect(rows[0]).toEqual({ open, trades: booked.length, used: open })
      },
    ),
    { numRuns: 6 },
  )
}, 120_000)
