import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { openCreditDesk, type TestDeal } from '../../../../test/support/credit.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { inTransaction, openDb } from '../../../kernel/db/db.ts'
import type { Leg, PriceSources } from '../../../fx/pricing/index.ts'
import { newUuid } from '../../../kernel/values/ids.ts'
import { Refusal } from '../../../kernel/values/refusals.ts'
import { findTerm, findTermIn, reduceExposure, reserveExposure } from '../../facilities/index.ts'
import { checkNothingUnpaid } from '../../unpaid/index.ts'
import { checkNoOverdueCall } from '../calls.ts'
import { checkMayDeal } from './credit-facts.ts'
import { createCreditImage } from './credit-image.ts'

const db = await testDatabase({ poolSize: 12 })
const other = await openDb(db.connection, { poolSize: 4 })
afterAll(() => other.close())

const DEALS: TestDeal[] = [
  { base: '1000' },
  { base: '400000', valueDate: '2027-02-25' },
  { base: '900000', side: 'Buy' },
  { pair: 'EUR/USD', base: '250000', rate: '1.16' },
  { base: '1000', valueDate: '2029-02-26' },
]

/** Changes of credit facts as another process commits them, and as SQL by $1 entity. */
const CHANGES = {
  lowerLimit: 'update credit_facilities set limit_minor = 60000000 where entity_id = $1',
  raiseLimit: 'update credit_facilities set limit_minor = 300000000 where entity_id = $1',
  suspend: `update credit_facilities set status = 'Suspended' where entity_id = $1`,
  activate: `update credit_facilities set status = 'Active' where entity_id = $1`,
  suspendTerm: `update credit_terms set status = 'Suspended' where entity_id = $1`,
  activateTerm: `update credit_terms set status = 'Active', currency_pairs = null where entity_id = $1`,
  onePair: `update credit_terms set currency_pairs = array['GBP/USD'] where entity_id = $1`,
  waive: 'update credit_terms set initial_margin_waived = not initial_margin_waived where entity_id = $1',
  overdue: `update margin_calls set status = 'Overdue' where entity_id = $1 and status = 'Issued'`,
  inTime: `update margin_calls set status = 'Issued' where entity_id = $1 and status = 'Overdue'`,
  basis: `update credit_facilities set utilisation_basis =
      case utilisation_basis when 'Notional' then 'MarginWaiver' else 'Notional' end where entity_id = $1`,
  margin: `update credit_cash_margins set amount_minor = amount_minor + 777 where entity_id = $1`,
} as const
/** Changes of the market and of time, which no version of the facts shows. */
const MARKET = ['dollarRises', 'dollarFalls', 'minutePasses', 'dayPasses'] as const
type Change = keyof typeof CHANGES | (typeof MARKET)[number] | 'reserve' | 'reduce'
const changes = fc.array(
  fc.constantFrom<Change>('reserve', 'reduce', ...MARKET, ...(Object.keys(CHANGES) as Change[])),
  { minLength: 2, maxLength: 8 },
)

/** An issued call of a deal of 50,000. */
const ISSUE = `with margin as (insert into credit_margins (entity_id, facility_id, kind, trade_id, currency, required_minor, created_at, updated_at)
    select entity_id, facility_id, 'Variation', trade_id, 'GBP', 0, now(), now() from credit_exposures where entity_id = $1 returning *),
  due as (insert into credit_cash_margins (entity_id, facility_id, kind, currency, amount_minor)
    select entity_id, facility_id, 'Variation', 'GBP', 100 from margin)
  insert into margin_calls (entity_id, margin_call_id, facility_id, kind, trade_id, reason_trade_ids, currency, amount_minor,
    outstanding_minor, status, issued_at, due_at, explanation, updated_at)
    select entity_id, $2, facility_id, 'Variation', trade_id, array[trade_id], 'GBP', 100, 100, 'Issued', now(), now(), 'x', now() from margin`

async function openChangedDesk() {
  const desk = await openCreditDesk(db)
  const book = async (base: string) => {
    const deal = desk.deal({ base, valueDate: '2027-02-25' })
    await inTransaction(other, (tx) => reserveExposure(tx, desk, deal, desk.act()))
    return deal
  }
  let { tradeId } = await book('50000')
  await db.pool.query(ISSUE, [desk.entityId, newUuid()])
  const passed = (ms: number) => void (desk.time.now = new Date(desk.time.now.getTime() + ms))
  const market: Record<(typeof MARKET)[number], () => void> = {
    dollarRises: () => desk.market.set('GBP', '1.25010'),
    dollarFalls: () => desk.market.set('GBP', '1.39990'),
    minutePasses: () => passed(60_000),
    dayPasses: () => passed(86_400_000),
  }
  const apply = async (change: Change): Promise<void> => {
    if (change in market) return market[change as keyof typeof market]()
    if (change !== 'reserve' && change !== 'reduce')
      return void (await other.pool.query(CHANGES[change as keyof typeof CHANGES], [desk.entityId]))
    const part = { entityId: desk.entityId, tradeId, baseMinor: 1000n, counterMinor: 1300n }
    if (change === 'reduce') return void (await inTransaction(other, (tx) => reduceExposure(tx, part, desk.time.now)))
    tradeId = await book('150000').then(
      (deal) => deal.tradeId,
      (error: unknown) => (error instanceof Refusal ? tradeId : Promise.reject(error as Error)),
    )
  }
  return { desk, apply }
}

/** The desk's prices as a live source returns them: the same object until a price changes. */
function steady({ sources }: { sources: PriceSources }): PriceSources {
  const known = new Map<string, Leg>()
  return {
    ...sources,
    market: {
      ...sources.market,
      leg(currency, at) {
        const made = sources.market.leg(currency, at)
        const kept = known.get(currency)
        if (!made || kept?.mid.eq(made.mid)) return kept
        known.set(currency, made)
        return made
      },
    },
  }
}

/** A decision, or the refusal, in full. */
const outcome = (decide: () => unknown) =>
  Promise.resolve()
    .then(decide)
    .catch((error: Refusal) => ({ code: error.code, message: error.message }))

test('a quote is decided on the facts that are committed, whatever another process or the market changes between two quotes', async () => {
  const codes = new Set<string>()
  await fc.assert(
    fc.asyncProperty(changes, async (made) => {
      const { desk, apply } = await openChangedDesk()
      const image = createCreditImage(db)
      const kept = { sources: steady(desk) }
      for (const change of made) {
        await apply(change)
        await Promise.all(
          DEALS.map(async (each) => {
            const deal = desk.deal(each)
            const quoted = await outcome(async () => {
              const facts = await image.of(desk.entityId)
              const decision = findTermIn(facts.book, kept, deal, desk.time.now)
              checkMayDeal(facts, decision.facility.facilityId, desk.time.now)
              return decision
            })
            const fresh = await outcome(async () => {
              const decision = await findTerm(db.reader, desk, deal, desk.time.now)
              await checkNoOverdueCall(db.reader, desk.entityId, decision.facility.facilityId)
              await checkNothingUnpaid(db.reader, desk.entityId, desk.time.now)
              return decision
            })
            expect(quoted).toEqual(fresh)
            codes.add('code' in (quoted as object) ? (quoted as { code: string }).code : 'accepted')
          }),
        )
      }
    }),
    { numRuns: 15 },
  )
  expect([...codes]).toEqual(expect.arrayContaining(['accepted', 'tenor_beyond_term']))
}, 120_000)

test('unchanged facts are read once, and those of two entities are not mixed', async () => {
  const [one, two] = [await openCreditDesk(db), await openCreditDesk(db, { facility: { limitMinor: 250_000_000n } })]
  const image = createCreditImage(db)
  const [first, second, again] = await Promise.all([
    image.of(one.entityId),
    image.of(two.entityId),
    image.of(one.entityId),
  ])
  expect(again).toBe(first)
  expect(await image.of(one.entityId)).toBe(first)
  expect(first.book.usages.map(({ facility }) => facility.facilityId)).toEqual([one.facilityId])
  expect(second.book.usages.map(({ facility }) => facility.facilityId)).toEqual([two.facilityId])
})
