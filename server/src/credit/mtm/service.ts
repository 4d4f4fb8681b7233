import type { Db, Queryable } from '../../kernel/db/db.ts'
import type { PriceSources } from '../../fx/pricing/index.ts'
import {
  type ExposureFilter,
  exposureGroups,
  facilitiesOf,
  type FacilityRow,
  listDeals,
  type ListedDeal,
  openPairs,
  parseFacts,
  termsOf,
} from '../facilities/index.ts'
import { heldCurrencies, heldMarginsOf, variationTerms } from '../margin/index.ts'
import {
  createValuer,
  findSnapshot,
  findSnapshotBefore,
  keepSnapshot,
  type StoredSnapshot,
  valueAt,
  type Valuer,
} from '../valuation/index.ts'
import {
  addLine,
  addValue,
  type CoveredLine,
  type MtmTerms,
  mtmTerms,
  noPairTotals,
  noTotals,
  type PairTotals,
  type PricedFacts,
  refuse,
  type Totals,
} from './rules.ts'

export interface MtmDeps {
  db: Db
  sources: PriceSources
}

/** A kept market needs no other. */
export interface SnapshotDeps {
  db: { reader: Queryable }
}

export interface MtmFilter {
  entityId: string
  facilityId?: string
  tradeId?: string
  currencyPair?: string
}

/** All that values the open deals of an entity at one market: its facilities, a valuer for each currency. */
export interface Valuation {
  filter: MtmFilter
  /** Instant of the deals; undefined for the current ones. */
  asAt: Date | undefined
  /** Instant of the deals and the market in the response. */
  at: Date
  snapshot: StoredSnapshot
  facilities: Map<string, FacilityRow>
  terms: Map<string, MtmTerms>
  valuerOf(facilityId: string): Valuer
  /** Prices the facts that deals of a list share, once for all of them. */
  priced(facts: string): PricedFacts
}

/**
 * Opens a valuation: now, at the current market, which is stored; or as at a past instant, at the last market stored by
 * then.
 *
 * @param asAt not after now
 * @throws valuation_not_available; price_unavailable
 */
export async function openValuation(deps: MtmDeps, filter: MtmFilter, now: Date, asAt?: Date): Promise<Valuation> {
  const db = deps.db.reader
  const { entityId } = filter
  const [terms, pairs, held] = await Promise.all([
    readTerms(db, entityId),
    openPairs(db, { ...filter, ...(asAt && { asAt }) }),
    asAt ? [] : heldCurrencies(db, entityId),
  ])
  const currencies = [...new Set([...[...terms.facilities.values()].map(({ currency }) => currency), ...held])].sort()
  const snapshot = asAt
    ? await keptBefore(db, entityId, asAt, pairs)
    : await keepSnapshot(deps.db.pool, deps.sources, { entityId, pairs, currencies }, now)
  return valuationOf(filter, remember(entityId, { ...terms, snapshot }), { asAt, at: asAt ?? now })
}

async function keptBefore(db: Queryable, entityId: string, asAt: Date, pairs: string[]): Promise<StoredSnapshot> {
  const found = await findSnapshotBefore(db, entityId, asAt, pairs)
  if (!found)
    throw refuse.valuation_not_available({ asAt: asAt.toISOString(), pairs: pairs.length > 0 ? pairs : 'any pair' })
  return found
}

/**
 * Opens a valuation like `openValuation` at a stored market. Facilities and terms are those read when this process last opened it: all pages of a list show one
 * set of terms and read only their own deals.
 *
 * @throws snapshot_not_found
 */
export async function reopenValuation(
  deps: SnapshotDeps,
  filter: MtmFilter,
  snapshotId: string,
  asAt?: Date,
): Promise<Valuation> {
  const { entityId } = filter
  const facts = markets.get(keyOf(entityId, snapshotId)) ?? (await readFacts(deps.db.reader, entityId, snapshotId))
  const at = asAt ?? facts.snapshot.takenAt
  return valuationOf(filter, facts, { asAt: at, at })
}

/** A stored market with the terms of the entity. */
type MarketFacts = Pick<Valuation, 'snapshot' | 'facilities' | 'terms'>

const MOST_MARKETS = 100
/** The markets that were opened last. */
const markets = new Map<string, MarketFacts>()
const keyOf = (entityId: string, snapshotId: string) => entityId + snapshotId

function remember(entityId: string, facts: MarketFacts): MarketFacts {
  const key = keyOf(entityId, facts.snapshot.snapshotId)
  markets.delete(key)
  markets.set(key, facts)
  const [oldest] = markets.keys()
  if (markets.size > MOST_MARKETS) markets.delete(oldest!)
  return facts
}

async function readFacts(db: Queryable, entityId: string, snapshotId: string): Promise<MarketFacts> {
  const [terms, snapshot] = await Promise.all([readTerms(db, entityId), findSnapshot(db, entityId, snapshotId)])
  if (!snapshot) throw refuse.snapshot_not_found()
  return remember(entityId, { ...terms, snapshot })
}

async function readTerms(db: Queryable, entityId: string): Promise<Pick<Valuation, 'facilities' | 'terms'>> {
  const [rows, terms] = await Promise.all([facilitiesOf(db, entityId), termsOf(db, entityId)])
  const facilities = new Map(rows.map((facility) => [facility.facilityId, facility]))
  return {
    facilities,
    terms: new Map(
      terms.map((term) => [term.termId, mtmTerms(variationTerms(facilities.get(term.facilityId)!, term))]),
    ),
  }
}

function valuationOf(filter: MtmFilter, facts: MarketFacts, when: Pick<Valuation, 'asAt' | 'at'>): Valuation {
  const valuerOf = (facilityId: string) => valuerAt(facts.snapshot, facts.facilities.get(facilityId)!.currency)
  const known = pricedMarkets(facts, () => new Map())
  return {
    filter,
    ...when,
    ...facts,
    valuerOf,
    priced(text) {
      const found = known.get(text)
      if (found) return found
      const shared = parseFacts(text)
      const valuer = valuerOf(shared.facilityId)
      const facility = facts.facilities.get(shared.facilityId)!
      const made = { ...shared, facility, terms: facts.terms.get(shared.termId)!, valuer, exit: valuer.exit(shared) }
      known.set(text, made)
      return made
    },
  }
}

/** Caches the values of the keys that were asked for last, at most `most`. */
function lastUsed<V>(most: number) {
  const known = new Map<string | MarketFacts, V>()
  return (key: string | MarketFacts, make: () => V): V => {
    const value = known.get(key) ?? make()
    known.delete(key)
    known.set(key, value)
    const [oldest] = known.keys()
    if (known.size > most) known.delete(oldest!)
    return value
  }
}

const valuers = lastUsed<Valuer>(12)

/** A snapshot never changes: the prices that were computed from it are used again, by the next page and the next call. */
const valuerAt = ({ snapshotId, content }: StoredSnapshot, currency: string): Valuer =>
  valuers(snapshotId + currency, () => createValuer(content, currency))

/** Facts that were priced at a market, by their texts: the next page has them too. */
const pricedMarkets = lastUsed<Map<string, PricedFacts>>(12)

/** Deals in the order of their ids, with their prices, values in their facilities' currencies, and the margin held for them. */
async function linesOf(db: Queryable, valuation: Valuation, deals: ListedDeal[]): Promise<CoveredLine[]> {
  if (deals.length === 0) return []
  const { filter, asAt } = valuation
  const { entityId } = filter
  const range = { entityId, from: deals[0]!.tradeId, to: deals.at(-1)!.tradeId }
  const margins = await heldMarginsOf(db, range, asAt)
  const held = new Map(margins.map((margin) => [margin.kind + margin.tradeId, margin]))
  return deals.map((deal) => {
    const facts = valuation.priced(deal.facts)
    const value = valueAt(facts.exit, deal)
    if (held.size === 0) return { deal, facts, value, initialHeld: undefined, variationHeld: undefined }
    const [initialHeld, variationHeld] = [held.get(`Initial${deal.tradeId}`), held.get(`Variation${deal.tradeId}`)]
    return { deal, facts, value, initialHeld, variationHeld }
  })
}

const exposureFilter = ({ filter, asAt }: Valuation): ExposureFilter => ({ ...filter, ...(asAt && { asAt }) })

/** The deals after one, in order of their ids, at most `limit`, each with its value. */
export async function linesAfter(
  db: Queryable,
  valuation: Valuation,
  after: string | undefined,
  limit: number,
): Promise<CoveredLine[]> {
  const filter = { ...exposureFilter(valuation), ...(after === undefined ? {} : { after }) }
  return linesOf(db, valuation, await listDeals(db, filter, limit))
}

const BATCH = 5000

/**
 * All deals in batches, each with its value; memory does not grow with their number. The database reads a batch while the one
 * before it is valued.
 */
export async function* eachLine(db: Queryable, valuation: Valuation): AsyncGenerator<CoveredLine[]> {
  const filter = exposureFilter(valuation)
  let next = listDeals(db, filter, BATCH)
  for (;;) {
    const deals = await next
    const lines = linesOf(db, valuation, deals) // its statement goes first: the next batch takes longer
    const isLast = deals.length < BATCH
    if (!isLast) {
      next = listDeals(db, { ...filter, after: deals.at(-1)!.tradeId }, BATCH)
      next.catch(() => {}) // reported where it is awaited
    }
    if (deals.length > 0) yield await lines
    if (isLast) return
  }
}

/** Values of all deals, by groups that have one price. */
async function groupValues(db: Queryable, valuation: Valuation) {
  const groups = await exposureGroups(db, exposureFilter(valuation))
  return groups.map((group) => {
    const valuer = valuation.valuerOf(group.facilityId)
    return { group, currency: valuer.currency, exit: valuer.exit(group) }
  })
}

/** Sums over all deals of a valuation, by the facilities' currencies; each deal's value is rounded by itself. */
export async function totalsOf(db: Queryable, valuation: Valuation): Promise<Totals[]> {
  const totals = new Map<string, Totals>()
  for (const { group, currency, exit } of await groupValues(db, valuation)) {
    const sums = totals.get(currency) ?? noTotals(currency)
    totals.set(currency, sums)
    for (const [i, baseMinor] of group.baseMinors.entries()) {
      addValue(sums, valueAt(exit, { baseMinor, counterMinor: group.counterMinors[i]! }))
    }
  }
  return [...totals.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1))
}

/** Sums by pair, in alphabetical order; where facilities have several currencies, by pair and currency. */
export async function pairTotals(db: Queryable, valuation: Valuation): Promise<PairTotals[]> {
  const totals = new Map<string, PairTotals>()
  for (const { group, currency, exit } of await groupValues(db, valuation)) {
    const key = `${group.currencyPair} ${currency}`
    const sums = totals.get(key) ?? noPairTotals(group.currencyPair, currency, group.valueDate)
    totals.set(key, sums)
    for (const [i, baseMinor] of group.baseMinors.entries()) {
      const deal = { ...group, baseMinor, counterMinor: group.counterMinors[i]! }
      addLine(sums, { deal, exit, value: valueAt(exit, deal) })
    }
  }
  return [...totals].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sums]) => sums)
}
