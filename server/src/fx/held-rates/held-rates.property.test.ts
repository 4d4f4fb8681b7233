import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openDesk } from '../../../test/support/desk.ts'
import { formatId } from '../../kernel/values/ids.ts'

const db = await testDatabase()

const amount = fc.integer({ min: 100, max: 7_000_000 })
const deal = fc.record({ minor: amount, isTurned: fc.boolean() })
const rounds = fc.array(fc.array(deal, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })

test('for any bookings, also concurrent ones, usage equals the dealt amounts, at most 110 %, and the books balance', async () => {
  await fc.assert(
    fc.asyncProperty(rounds, async (asked) => {
      const desk = await openDesk(db, 'ABS')
      await desk.fund('USD', 100_000_000n)
      await desk.fund('EUR', 100_000_000n)
      const accountOf = (currency: string) => formatId('acc', desk.account(currency).accountId)
      const { body: held } = await desk.post('/v1/fx/quotes/held-rate', {
        ...desk.wire,
        buyCurrency: 'EUR',
        sellCurrency: 'USD',
        fixedSide: 'Buy',
        estimatedAmount: '100000.00',
        tenor: 'PT4H',
        postExpiryAction: 'Reject',
        direction: 'TwoWay',
        usage: 'Multiple',
      })
      const book = ({ minor, isTurned }: { minor: number; isTurned: boolean }) => {
        const [buy, sell] = isTurned ? ['USD', 'EUR'] : ['EUR', 'USD']
        return desk.post('/v1/fx/trades/held-rate', {
          ...desk.wire,
          quoteId: held.quoteId,
          buyAccountId: accountOf(buy!),
          sellAccountId: accountOf(sell!),
          amount: (minor / 100).toFixed(2),
          valueDate: '2026-11-27',
        })
      }
      let usedMinor = 0n
      let [eur, usd] = [100_000_000n, 100_000_000n]
      for (const round of asked) {
        for (const { status, body } of await Promise.all(round.map(book))) {
          if (status !== 201) {
            expect(body.code).toBe('amount_exceeds_hold')
            continue
          }
          const [bought, sold] = [minorOf(body.buyAmount), minorOf(body.sellAmount)]
          const isBuy = body.buyCurrency === 'EUR'
          usedMinor += isBuy ? bought : sold
          eur += isBuy ? bought : -sold
          usd += isBuy ? -sold : bought
        }
      }
      const { body: after } = await desk.get(`/v1/fx/quotes/held-rate/${held.quoteId}`)
      expect(minorOf(after.utilisedAmount)).toBe(usedMinor)
      expect(usedMinor <= 11_000_000n).toBe(true)
      await desk.advance('2026-11-27T00:00:00.000Z')
      const balances = await desk.balances()
      expect([balances['client:EUR'], balances['client:USD']]).toEqual([eur, usd])
      const positions = Object.entries(balances).filter(([name]) => name.startsWith('fx_position'))
      expect(positions.every(([, balance]) => balance === 0n)).toBe(true)
    }),
    { numRuns: 8 },
  )
}, 240_000)

const minorOf = (text: string): bigint => BigInt(text.replace('.', ''))
