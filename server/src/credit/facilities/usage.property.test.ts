import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shippedCalendars } from '../../../test/support/calendars.ts'
import { handMarket } from '../../../test/support/credit.ts'
import { type Leg, type PriceSources, shippedInterestRates } from '../../fx/pricing/index.ts'
import { parsePair } from '../../fx/calendar/index.ts'
import { liveValuer } from '../valuation/index.ts'
import { sumOf } from './exposures/positions.ts'
import type { CashMarginRow, FacilityRow, PositionRow } from './queries.ts'
import { type Usage, type UsageFacts, usageOf, wantedBy } from './usage.ts'
import { growUsage, usageAtMarket } from './usage-at-market.ts'

const AT = new Date('2026-11-25T10:00:00.000Z')
const PAIRS = ['GBP/USD', 'EUR/USD', 'EUR/GBP', 'USD/JPY']

/** Prices that are the same objects until they are moved, as those of a live source are; counts how often it is asked. */
function openMarket() {
  const hand = handMarket({ EUR: '1.16250', GBP: '1.31240', JPY: '154.320' })
  let known = new Map<string, Leg>()
  const leg = (currency: string, at: Date) => {
    const found = known.get(currency) ?? hand.data.leg(currency, at)
    if (found) known.set(currency, found)
    return found
  }
  const sources: PriceSources = {
    calendars: shippedCalendars(),
    market: { ...hand.data, leg },
    rates: shippedInterestRates(),
  }
  return {
    sources,
    move: (currency: string, mid: string) => {
      hand.set(currency, mid)
      known = new Map()
    },
  }
}

const positions = fc.record<PositionRow>({
  facilityId: fc.constant('facility'),
  termId: fc.constantFrom('one', 'other'),
  currencyPair: fc.constantFrom(...PAIRS),
  baseSide: fc.constantFrom('Buy', 'Sell'),
  firstDate: fc.constant('2027-01-04'),
  valueDate: fc.constantFrom('2027-01-04', '2027-03-24', '2027-09-15'),
  pricedAtDate: fc.constant(null),
  baseMinor: fc.bigInt(1n, 10n ** 11n),
  counterMinor: fc.bigInt(1n, 10n ** 11n),
  waivedMinor: fc.bigInt(0n, 10n ** 10n).map((units) => `${units}.5`),
  deals: fc.constant(1),
})
const margins = fc.record<CashMarginRow>({
  facilityId: fc.constant('facility'),
  kind: fc.constantFrom('Initial', 'Variation', 'VariationDue'),
  currency: fc.constantFrom('GBP', 'EUR'),
  amountMinor: fc.bigInt(1n, 10n ** 9n),
})
const books = fc
  .record({
    basis: fc.constantFrom('Notional' as const, 'MarginWaiver' as const),
    limitMinor: fc.bigInt(1n, 10n ** 12n),
    positions: fc.array(positions, { maxLength: 12 }),
    margins: fc.array(margins, { maxLength: 4 }),
  })
  .map(
    ({ basis, limitMinor, ...facts }): UsageFacts => ({
      ...facts,
      unpaid: [],
      facility: { facilityId: 'facility', currency: 'GBP', utilisationBasis: basis, limitMinor } as FacilityRow,
    }),
  )

const figures = (usage: Usage) => ({
  utilised: usage.utilisedMinor,
  available: usage.availableMinor,
  terms: ['one', 'other', 'none'].map((term) => usage.utilisedOfTerm(term)),
  mtm: usage.mtmMinor,
  held: [usage.initialHeldMinor, usage.variationHeldMinor, usage.variationDueMinor, usage.unpaidMinor],
})

test('a deal that is added to a known utilisation uses as much credit as one that is added up with all others', () => {
  fc.assert(
    fc.property(books, positions, positions, (facts, added, next) => {
      const { sources } = openMarket()
      const all = { ...facts, positions: [...facts.positions, added, next] }
      const valuer = liveValuer(sources, wantedBy(all), 'GBP', AT)
      const one = usageOf(facts, valuer)
      const before = figures(one)
      expect(figures(one.plus(added).plus(next))).toEqual(figures(usageOf(all, valuer)))
      expect(figures(one)).toEqual(before)
    }),
  )
})

test('bookings of a set use as much credit, one after the other, as the positions that are read after them', () => {
  const deal = fc.tuple(positions, fc.nat({ max: 11 }))
  fc.assert(
    fc.property(books, fc.array(deal, { minLength: 1, maxLength: 4 }), (facts, deals) => {
      const { sources } = openMarket()
      let grown: UsageFacts = facts
      for (const [deal, place] of deals) {
        const replaced = grown.positions[place] // another deal of a position, or a position of its own
        const position = replaced ? sumOf(replaced, deal) : deal
        const pair = parsePair(position.currencyPair)
        usageAtMarket(sources, grown, pair, AT)
        const list = grown.positions
        const next = { ...grown, positions: replaced ? list.with(place, position) : [...list, position] }
        growUsage(grown, next, position, replaced)
        grown = next
        const valuer = liveValuer(sources, wantedBy(grown), 'GBP', AT)
        expect(figures(usageAtMarket(sources, grown, pair, AT))).toEqual(figures(usageOf(grown, valuer)))
      }
    }),
  )
})

test('the utilisation that quotes share follows every move of the market and every passing minute', () => {
  const steps = fc.constantFrom('EUR', 'JPY', 'minute', 'day', 'nothing')
  fc.assert(
    fc.property(books, positions, fc.array(steps, { maxLength: 6 }), (facts, added, made) => {
      const { sources, move } = openMarket()
      const pair = parsePair(added.currencyPair)
      let at = AT
      for (const [i, step] of made.entries()) {
        if (step === 'minute' || step === 'day') at = new Date(at.getTime() + (step === 'day' ? 86_400_000 : 60_000))
        else if (step !== 'nothing') move(step, step === 'JPY' ? `15${i}.5` : `1.1${i}`)
        const shared = usageAtMarket(sources, facts, pair, at)
        const wanted = wantedBy({ ...facts, positions: [...facts.positions, added] })
        expect(figures(shared.plus(added))).toEqual(
          figures(
            usageOf({ ...facts, positions: [...facts.positions, added] }, liveValuer(sources, wanted, 'GBP', at)),
          ),
        )
        expect(usageAtMarket(sources, facts, pair, at)).toBe(shared)
      }
    }),
    { numRuns: 60 },
  )
})
