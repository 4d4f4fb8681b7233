import { createHash } from 'node:crypto'
import { dayOf } from '../../kernel/values/days.ts'
import { type Queryable, raiseInSet, type Tx, type Writer } from '../../kernel/db/db.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { marketInputs, type MarketSnapshot, type PriceSources, takeSnapshot } from '../../fx/pricing/index.ts'
import { type Pair, parsePair } from '../../fx/calendar/index.ts'

/** Market stored for an entity. */
export interface StoredSnapshot {
  snapshotId: string
  takenAt: Date
  content: MarketSnapshot
}

/** Market to keep for an entity. */
interface Wanted {
  entityId: string
  /** Symbols. */
  pairs: readonly string[]
  /** Further ones, that amounts are converted into. */
  currencies: readonly string[]
}

/**
 * Notes the market of some pairs and keeps it. Where nothing has changed since the last snapshot, on the same day, that one
 * is answered: every figure that follows from the one follows from the other.
 *
 * @throws pair_not_tradeable, price_unavailable
 */
export async function keepSnapshot(
  db: Queryable,
  sources: PriceSources,
  wanted: Wanted,
  at: Date,
): Promise<StoredSnapshot> {
  const { rows } = await db.query<StoredSnapshot>({
    name: 'keep-market-snapshot',
    text: `${KEEP}
      select snapshot_id as "snapshotId", taken_at as "takenAt", content from kept
      union all
      select snapshot_id, taken_at, content from last where digest = $4`,
    values: valuesOf(sources, wanted, at),
  })
  return rows[0]!
}

/**
 * Keeps the market of a decision, as `keepSnapshot`, for those who do not read it, and lets the commit confirm it.
 *
 * @throws pair_not_tradeable, price_unavailable
 */
export async function noteMarket(tx: Tx, sources: PriceSources, wanted: Wanted, at: Date): Promise<void> {
  const values = valuesOf(sources, wanted, at)
  await raiseInSet(tx, notedMarkets, values, () => note(tx, values))
}

/** Keeps the markets of a set's decisions: those that follow one another and are the same once. */
const notedMarkets: Writer<SnapshotValues> = {
  place: -3,
  raises: () => true,
  async write(tx, markets) {
    const changes = markets.filter(([entityId, , , digest], i) => {
      const before = markets[i - 1]
      return before?.[0] !== entityId || before[3] !== digest
    })
    await Promise.all(changes.map((values) => note(tx, values)))
  },
}

async function note(db: Queryable, values: SnapshotValues): Promise<void> {
  await db.query({ name: 'note-market', text: `${KEEP} select`, values })
}

/**
 * $1 entity, $2 new id, $3 time, $4 digest, $5 content: text, which PostgreSQL reads as JSON only if it is new. Index
 * market_snapshots_by_time.
 */
const KEEP = `with last as (
    select snapshot_id, taken_at, digest, content from market_snapshots
      where entity_id = $1 and taken_at <= $3 order by taken_at desc, snapshot_id desc limit 1),
  kept as (
    insert into market_snapshots (entity_id, snapshot_id, taken_at, digest, content)
      select $1, $2, $3, $4, $5::text::jsonb where not exists (select 1 from last where digest = $4)
      returning snapshot_id, taken_at, content)`

type SnapshotValues = [entityId: string, id: string, at: Date, digest: string, content: string]

const valuesOf = (sources: PriceSources, wanted: Wanted, at: Date): SnapshotValues => {
  const { digest, contentAt } = noteOf(sources, wanted, at)
  return [wanted.entityId, newUuid(), at, digest, contentAt(at)]
}

/** A market as it is stored. */
interface Note {
  digest: string
  /** Returns its JSON as of an instant. */
  contentAt: (at: Date) => string
}

const notes = new WeakMap<PriceSources, Map<string, { inputs: readonly unknown[]; note: Note }>>()

/** Returns the market of some pairs as it is stored. It is computed once for all entities while nothing changes that it depends on. */
function noteOf(sources: PriceSources, wanted: Wanted, at: Date): Note {
  const ofSources = notes.get(sources) ?? new Map<string, { inputs: readonly unknown[]; note: Note }>()
  notes.set(sources, ofSources)
  const key = `${sources.market.source},${wanted.pairs.join(' ')},${wanted.currencies.join(' ')}`
  const inputs = [...marketInputs(sources, wanted, at), sources.rates.percent('USD')] // its interest is part of every market
  const found = ofSources.get(key)
  if (found && inputs.every((input, i) => input === found.inputs[i])) return found.note
  const content = snapshotOf(sources, wanted, at)
  const note = { digest: digestOf(content), contentAt: contentsOf(content) }
  if (ofSources.size >= MOST_NOTES) ofSources.clear()
  ofSources.set(key, { inputs, note })
  return note
}

/** Markets that are kept at most: sets of pairs and currencies that entities have open deals in. */
const MOST_NOTES = 1000

/** Returns a function for the JSON of a market as of instants at which it is the same. */
function contentsOf(content: MarketSnapshot): Note['contentAt'] {
  const { version, at: _, ...rest } = content
  const end = JSON.stringify(rest).slice(1)
  return (at) => `${JSON.stringify({ version, at: at.toISOString() }).slice(0, -1)},${end}`
}

/** The market of some pairs now, for valuations; not kept. A pair whose holidays have ended is in it at its spot price. */
export const snapshotOf = (
  sources: PriceSources,
  wanted: { pairs: readonly string[]; currencies: readonly string[] },
  at: Date,
): MarketSnapshot =>
  takeSnapshot(
    sources,
    {
      pairs: [...wanted.pairs].sort().map((symbol): Pair => parsePair(symbol)),
      currencies: wanted.currencies.toSorted(),
      withUndated: true,
    },
    at,
  )

/**
 * Returns a hash over everything that determines the figures: the day, not the instant, and prices, not their arrival
 * times. A snapshot of the same pairs and currencies has its parts in the same order.
 */
function digestOf(content: MarketSnapshot): string {
  const legs = Object.entries(content.legs).map(([currency, { bid, mid, ask }]) => [currency, bid, mid, ask])
  const facts = JSON.stringify({ ...content, at: dayOf(new Date(content.at)), legs })
  return createHash('sha256').update(facts).digest('hex')
}

const COLUMNS = 'snapshot_id as "snapshotId", taken_at as "takenAt", content'

export async function findSnapshot(
  db: Queryable,
  entityId: string,
  snapshotId: string,
): Promise<StoredSnapshot | undefined> {
  const { rows } = await db.query<StoredSnapshot>(
    `select ${COLUMNS} from market_snapshots where entity_id = $1 and snapshot_id = $2`,
    [entityId, snapshotId],
  )
  return rows[0]
}

/** The last snapshot at or before an instant that has all the pairs. Index market_snapshots_by_time. */
export async function findSnapshotBefore(
  db: Queryable,
  entityId: string,
  at: Date,
  pairs: readonly string[],
): Promise<StoredSnapshot | undefined> {
  const { rows } = await db.query<StoredSnapshot>(
    `select ${COLUMNS} from market_snapshots
      where entity_id = $1 and taken_at <= $2 and content -> 'pairs' ?& $3 order by taken_at desc, snapshot_id desc limit 1`,
    [entityId, at, pairs],
  )
  return rows[0]
}
