import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shippedCalendars } from '../../../test/support/calendars.ts'
import { handMarket } from '../../../test/support/credit.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { checkForwardDate, checkValueDate, parsePair } from '../calendar/index.ts'
import type { Leg } from './market-data.ts'
import { shippedInterestRates } from './policy-rates.ts'
import { priceDeal, type PriceSources } from './price.ts'
import { leastFavourable, liveMarket } from './snapshot.ts'

const START = new Date('2026-11-25T10:00:00.000Z')

/** Prices that are the same objects until they are moved, as those of a live source are. */
function openMarket() {
  const hand = handMarket({ EUR: '1.16250', GBP: '1.31240', JPY: '154.320' })
  const known = new Map<string, Leg>()
  const leg = (currency: string, at: Date) => {
    const found = known.get(currency) ?? hand.data.leg(currency, at)
    if (found) known.set(currency, found)
    return found
  }
  const calendars = shippedCalendars()
  const sources = (): PriceSources => ({ calendars, market: { ...hand.data, leg }, rates: shippedInterestRates() })
  const move = (currency: string, mid: string) => {
    hand.set(currency, mid)
    known.delete(currency)
  }
  return { shared: sources(), fresh: sources, move }
}

const steps = fc.record({
  step: fc.constantFrom('EUR', 'JPY', 'minute', 'day', 'nothing'),
  pair: fc.constantFrom('EUR/USD', 'EUR/GBP', 'USD/JPY'),
  valueDate: fc.constantFrom(undefined, '2027-01-04', '2027-03-24'),
  isBaseBought: fc.boolean(),
  fixedSide: fc.constantFrom('Buy' as const, 'Sell' as const),
  markupBps: fc.constantFrom('0', '12.5', '12.50', '30'),
  amountMinor: fc.bigInt(100n, 10n ** 11n),
})

test('shared prices equal the prices of a fresh market, whatever moves between two quotes', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 10 }), (asked) => {
      const { shared, fresh, move } = openMarket()
      let at = START
      for (const [i, { step, pair: symbol, valueDate, isBaseBought, markupBps, ...deal }] of asked.entries()) {
        if (step === 'minute' || step === 'day') at = new Date(at.getTime() + (step === 'day' ? 86_400_000 : 60_000))
        else if (step !== 'nothing') move(step, step === 'JPY' ? `15${i % 10}.5` : `1.1${i}`)
        const pair = parsePair(symbol)
        const buyCurrency = isBaseBought ? pair.base : pair.counter
        const priceOf = (sources: PriceSources) => {
          const dates = valueDate
            ? checkForwardDate(sources.calendars, pair, at, valueDate)
            : checkValueDate(sources.calendars, pair, at)
          const order = { ...deal, pair, buyCurrency, dates, markupBps: new Decimal(markupBps) }
          const from = dates.spotDate < dates.date ? dates.spotDate : dates.date
          const worst = leastFavourable(liveMarket(sources, pair, at), pair, 'Buy', from, dates.date)
          return { price: priceDeal(sources, order, at), worst: worst.valueDate, ask: worst.outright.ask }
        }
        expect(priceOf(shared)).toEqual(priceOf(fresh()))
      }
    }),
    { numRuns: 100 },
  )
})
