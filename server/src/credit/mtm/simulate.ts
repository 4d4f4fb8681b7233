import type { Queryable } from '../../kernel/db/db.ts'
import { parseAmount } from '../../kernel/values/money.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { Refusal } from '../../kernel/values/refusals.ts'
import { checkForwardDate, checkPair, type Pair } from '../../fx/calendar/index.ts'
import { fixedCurrencyOf } from '../../fx/quotes/index.ts'
import { type BaseSide, clientRate, dealAmounts, type MarketSnapshot, openSnapshot } from '../../fx/pricing/index.ts'
import {
  type CreditDeal,
  type CreditDecision,
  eachExposure,
  type Exposure,
  facilitiesOf,
  type FacilityRow,
  findTerm,
  initialMarginOn,
  positionOf,
  termsOf,
  type Usage,
  type UsageFacts,
  usageFacts,
  usageOf,
  wantedBy,
} from '../facilities/index.ts'
import {
  heldMargins,
  type MarginRow,
  marginStep,
  NET,
  openCalls,
  type Risk,
  riskOf,
  variationTerms,
} from '../margin/index.ts'
import { createValuer, snapshotOf, type Valuer } from '../valuation/index.ts'
import type { SimulationOrder } from './schema.ts'
import type { MtmDeps } from './service.ts'
import { type Shock, shocked } from './shock.ts'

/** A margin call that a run would make. */
export interface SimulatedCall {
  /** NET for the net position; undefined for the proposed trade. */
  tradeId: string | undefined
  amountMinor: bigint
}

/** A facility at one market; minor units of its currency. */
export interface SimulatedState {
  usage: Usage
  calls: SimulatedCall[]
}

export interface SimulatedTrade {
  deal: CreditDeal
  rate: Decimal
  buyCurrency: string
  sellCurrency: string
  buyMinor: bigint
  sellMinor: bigint
  decision: CreditDecision | Refusal
  /** Initial margin in the sell currency; 0 if waived. */
  initialMarginMinor: bigint
}

interface Simulation {
  facilities: { facility: FacilityRow; before: SimulatedState; after: SimulatedState }[]
  trade: SimulatedTrade | undefined
}

/**
 * Simulates shocks of the market and a proposed forward for each facility: utilisation, value and the margin calls of a
 * run. The forward is priced at the current market on the client's side, without mark-up. Stores nothing.
 *
 * @throws as pricing and calendar for the proposed trade; a trade that finds no credit is answered with the refusal
 */
export async function simulate(
  deps: MtmDeps,
  order: { entityId: string; shocks: readonly Shock[]; trade?: SimulationOrder['trade'] },
  at: Date,
): Promise<Simulation> {
  const db = deps.db.reader
  const trade = order.trade && (await proposeTrade(deps, order.entityId, order.trade, at))
  const facilities: Simulation['facilities'] = []
  for (const facility of await facilitiesOf(db, order.entityId)) {
    const facts = await usageFacts(db, facility)
    const own = trade && !(trade.decision instanceof Refusal) && isUnder(trade.decision, facility) ? trade : undefined
    const market = snapshotOf(deps.sources, wantedWith(facts, own, order.shocks), at)
    const world = await worldOf(db, facility)
    facilities.push({
      facility,
      before: await stateOf(db, world, facts, market, undefined),
      after: await stateOf(db, world, facts, shocked(market, order.shocks), own),
    })
  }
  return { facilities, trade }
}

const isUnder = ({ term }: CreditDecision, { facilityId }: FacilityRow): boolean => term.facilityId === facilityId

/** The shocks' own pairs are not needed: one that moves nothing open changes nothing. */
function wantedWith(facts: UsageFacts, trade: SimulatedTrade | undefined, shocks: readonly Shock[]) {
  const { pairs, currencies } = wantedBy(facts)
  const moved = shocks.map(({ pair }) => (pair.base === 'USD' ? pair.counter : pair.base))
  return {
    pairs: [...new Set([...pairs, ...(trade ? [trade.deal.pair.symbol] : [])])],
    currencies: [...new Set([...currencies, ...moved])],
  }
}

async function proposeTrade(
  deps: MtmDeps,
  entityId: string,
  order: NonNullable<SimulationOrder['trade']>,
  at: Date,
): Promise<SimulatedTrade> {
  const { calendars } = deps.sources
  const { buyCurrency, sellCurrency } = order
  const pair = checkPair(calendars, buyCurrency, sellCurrency)
  const date = checkForwardDate(calendars, pair, at, order.valueDate)
  const baseSide: BaseSide = buyCurrency === pair.base ? 'Buy' : 'Sell'
  const { outright } = openSnapshot(snapshotOf(deps.sources, { pairs: [pair.symbol], currencies: [] }, at)).outright(
    pair,
    date.date,
  )
  const rate = clientRate(outright[baseSide === 'Buy' ? 'ask' : 'bid'], baseSide, new Decimal(0), pair.quoteDp)
  const fixedCurrency = fixedCurrencyOf(order)
  const amounts = dealAmounts(pair, rate, fixedCurrency, parseAmount(order.amount, fixedCurrency))
  const deal: CreditDeal = {
    entityId,
    product: 'Forward',
    forwardType: 'Fixed',
    pair,
    baseSide,
    ...amounts,
    accessDate: null,
    valueDate: date.date,
    pricedAtDate: null,
    spotDate: date.spotDate,
  }
  const decision = await findTerm(deps.db.reader, deps, deal, at).catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 422) return error
    throw error
  })
  const [buyMinor, sellMinor] =
    baseSide === 'Buy' ? [amounts.baseMinor, amounts.counterMinor] : [amounts.counterMinor, amounts.baseMinor]
  const initialMarginMinor =
    decision instanceof Refusal ? 0n : marginOf(deps, decision, { amountMinor: sellMinor, currency: sellCurrency }, at)
  return { deal, rate, buyCurrency, sellCurrency, buyMinor, sellMinor, decision, initialMarginMinor }
}

function marginOf(
  { sources }: MtmDeps,
  { initialMargin }: CreditDecision,
  side: { amountMinor: bigint; currency: string },
  at: Date,
): bigint {
  const market = openSnapshot(
    snapshotOf(sources, { pairs: [], currencies: [side.currency, initialMargin.currency] }, at),
  )
  return initialMarginOn(initialMargin, side, market.midRate(initialMargin.currency, side.currency))
}

/** Margin held and called for, which a simulation starts from. */
interface World {
  facility: FacilityRow
  terms: Awaited<ReturnType<typeof termsOf>>
  held: Map<string, MarginRow>
  initial: Map<string, MarginRow>
  outstanding: Map<string, bigint>
}

async function worldOf(db: Queryable, facility: FacilityRow): Promise<World> {
  const { entityId, facilityId } = facility
  const margins = await heldMargins(db, entityId, facilityId)
  const of = (kind: MarginRow['kind']) =>
    new Map(margins.filter((margin) => margin.kind === kind).map((margin) => [margin.tradeId, margin]))
  const outstanding = new Map<string, bigint>()
  for (const call of await openCalls(db, entityId, facilityId)) {
    if (call.kind === 'Initial') continue
    outstanding.set(call.tradeId, (outstanding.get(call.tradeId) ?? 0n) + call.outstandingMinor)
  }
  return {
    facility,
    terms: await termsOf(db, entityId, facilityId),
    held: of('Variation'),
    initial: of('Initial'),
    outstanding,
  }
}

async function stateOf(
  db: Queryable,
  world: World,
  facts: UsageFacts,
  market: MarketSnapshot,
  trade: SimulatedTrade | undefined,
): Promise<SimulatedState> {
  const valuer = createValuer(market, world.facility.currency)
  const decision = trade && !(trade.decision instanceof Refusal) ? trade.decision : undefined
  const added = trade && decision ? [positionOf(trade.deal, decision.term, decision.initialMargin.percent)] : []
  const usage = usageOf({ ...facts, positions: [...facts.positions, ...added] }, valuer)
  const proposed = trade && decision && { ...added[0]!, ...asExposure(trade, decision) }
  const calls = world.facility.marginMethod === 'PerTrade' ? callsByDeal : callsOfNet
  return { usage, calls: await calls(db, world, valuer, proposed) }
}

const asExposure = (trade: SimulatedTrade, { term }: CreditDecision): Exposure => ({
  entityId: trade.deal.entityId,
  tradeId: '',
  facilityId: term.facilityId,
  termId: term.termId,
  currencyPair: trade.deal.pair.symbol,
  baseSide: trade.deal.baseSide,
  contractRate: trade.rate.toFixed(),
  forwardType: 'Fixed',
  firstDate: trade.deal.valueDate,
  valueDate: trade.deal.valueDate,
  pricedAtDate: null,
  baseMinor: trade.deal.baseMinor,
  counterMinor: trade.deal.counterMinor,
})

/** The open deals of a facility in batches, the proposed one last. */
async function* dealsOf(
  db: Queryable,
  { facility }: World,
  proposed: Exposure | undefined,
): AsyncGenerator<Exposure[]> {
  const { entityId, facilityId } = facility
  yield* eachExposure(db, { entityId, facilityId })
  if (proposed) yield [proposed]
}

async function callsByDeal(
  db: Queryable,
  world: World,
  valuer: Valuer,
  proposed: Exposure | undefined,
): Promise<SimulatedCall[]> {
  const termOf = new Map(world.terms.map((term) => [term.termId, variationTerms(world.facility, term)]))
  const calls: SimulatedCall[] = []
  for await (const batch of dealsOf(db, world, proposed)) {
    for (const deal of batch) {
      const { tradeId } = deal
      const risk = riskOf(deal, valuer, initialOf(world, valuer, tradeId))
      const heldMinor = world.held.get(tradeId)?.heldMinor ?? 0n
      const { callMinor } = marginStep(termOf.get(deal.termId)!, risk, heldMinor, world.outstanding.get(tradeId) ?? 0n)
      if (callMinor > 0n) calls.push({ tradeId: tradeId || undefined, amountMinor: callMinor })
    }
  }
  return calls.sort((a, b) => (a.amountMinor > b.amountMinor ? -1 : 1))
}

function initialOf(world: World, valuer: Valuer, tradeId: string): bigint {
  const margin = world.initial.get(tradeId)
  return margin ? valuer.convert(margin.heldMinor, margin.currency) : 0n
}

async function callsOfNet(
  db: Queryable,
  world: World,
  valuer: Valuer,
  proposed: Exposure | undefined,
): Promise<SimulatedCall[]> {
  const net: Risk = { notionalMinor: 0n, mtmMinor: 0n, rateMovePercent: new Decimal(0), initialHeldMinor: 0n }
  for await (const batch of dealsOf(db, world, proposed)) {
    for (const deal of batch) {
      const value = valuer.value(deal)
      net.mtmMinor += value.mtmMinor
      net.notionalMinor += value.notionalMinor
    }
  }
  for (const tradeId of world.initial.keys()) net.initialHeldMinor += initialOf(world, valuer, tradeId)
  const heldMinor = world.held.get(NET)?.heldMinor ?? 0n
  const { callMinor } = marginStep(variationTerms(world.facility), net, heldMinor, world.outstanding.get(NET) ?? 0n)
  return callMinor > 0n ? [{ tradeId: NET, amountMinor: callMinor }] : []
}

/** The pair of a shock, which must be one that is dealt here. */
export const shockOf = (calendars: MtmDeps['sources']['calendars'], pair: Pair, percent: string): Shock => ({
  pair: checkPair(calendars, pair.base, pair.counter),
  percent: new Decimal(percent),
})
