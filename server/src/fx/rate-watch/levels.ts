import type { Queryable, Tx } from '../../kernel/db/db.ts'
import { type Row, decimal, oneOf, table, text, uuid } from '../../kernel/db/table.ts'
import { cancelWork, type DueWork, scheduleWork } from '../../kernel/jobs/work.ts'
import type { Decimal } from '../../kernel/values/rates.ts'

/** Side of the market's spot price that a level is compared with. */
type PriceSide = 'Bid' | 'Mid' | 'Ask'
/** Side of a level on which the price has reached it. */
export type LevelDirection = 'AtOrAbove' | 'AtOrBelow'

const levels = table('rate_levels', {
  entityId: uuid,
  kind: text,
  resourceId: uuid,
  currencyPair: text,
  priceSide: oneOf<PriceSide>(),
  direction: oneOf<LevelDirection>(),
  level: decimal,
})

/** A level's job: its kind and its resource. */
type LevelKey = Pick<Row<typeof levels>, 'entityId' | 'kind' | 'resourceId'>

/** A level to be watched. */
export type WatchedRate = Omit<Row<typeof levels>, 'level'> & { level: Decimal }

const insertLevel = levels.insert({
  name: 'watch-rate',
  ending: `on conflict (entity_id, kind, resource_id) do update set currency_pair = excluded.currency_pair,
    price_side = excluded.price_side, direction = excluded.direction, level = excluded.level`,
})

/**
 * Watches the market for a level; when the spot market reaches it, the job of `kind` is scheduled for the resource, once, and the level
 * is removed. Replaces an earlier level of the same job. The job is due at the instant at which the market was compared.
 *
 * A job that watches a level again which the market still reaches is scheduled again by the next look.
 */
export async function watchRate(tx: Tx, rate: WatchedRate): Promise<void> {
  await tx.query(insertLevel({ ...rate, level: rate.level.toFixed() }))
}

/** Stops watching for a resource that was cancelled or has expired: removes its level, or cancels the job that was scheduled for it. */
export async function unwatchRate(tx: Tx, { entityId, kind, resourceId }: LevelKey): Promise<void> {
  await tx.query({
    name: 'unwatch-rate',
    text: 'delete from rate_levels where entity_id = $1 and kind = $2 and resource_id = $3',
    values: [entityId, kind, resourceId],
  })
  await cancelWork(tx, { entityId, kind, resourceId })
}

/** Returns the symbols of the pairs that have levels. Takes one search of the index for each pair, however many levels it has. */
export async function watchedPairs(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ currencyPair: string }>({
    name: 'watched-pairs', // rate_levels_of_market
    text: `with recursive pairs as (
        (select currency_pair from rate_levels order by currency_pair limit 1)
        union all
        select (select l.currency_pair from rate_levels l where l.currency_pair > p.currency_pair
          order by l.currency_pair limit 1) from pairs p where p.currency_pair is not null)
      select currency_pair as "currencyPair" from pairs where currency_pair is not null`,
  })
  return rows.map(({ currencyPair }) => currencyPair)
}

/** One side of a pair's spot price; the price as decimal text. */
export interface SidePrice {
  currencyPair: string
  priceSide: PriceSide
  price: string
}

/**
 * Returns levels that prices have reached, at most `limit`.
 *
 * @param except entities whose levels are left out
 */
export async function reachedLevels(
  db: Queryable,
  prices: readonly SidePrice[],
  { except, limit }: { except: readonly string[]; limit: number },
): Promise<LevelKey[]> {
  const { rows } = await db.query<LevelKey>({
    name: 'reached-levels', // rate_levels_of_market
    text: `select l.entity_id as "entityId", l.kind, l.resource_id as "resourceId"
      from unnest($1::text[], $2::text[], $3::numeric[]) p (currency_pair, price_side, price), lateral (
        (select entity_id, kind, resource_id from rate_levels
          where currency_pair = p.currency_pair and price_side = p.price_side and direction = 'AtOrAbove'
            and level <= p.price and entity_id <> all ($4) limit $5)
        union all
        (select entity_id, kind, resource_id from rate_levels
          where currency_pair = p.currency_pair and price_side = p.price_side and direction = 'AtOrBelow'
            and level >= p.price and entity_id <> all ($4) limit $5)) l
      limit $5`,
    values: [
      prices.map(({ currencyPair }) => currencyPair),
      prices.map(({ priceSide }) => priceSide),
      prices.map(({ price }) => price),
      except,
      limit,
    ],
  })
  return rows
}

/**
 * Removes levels of an entity and schedules their jobs. Waits for another process that does the same; a level that it removed has its job
 * already.
 */
export async function scheduleReached(tx: Tx, entityId: string, reached: readonly LevelKey[], at: Date): Promise<void> {
  const { rows } = await tx.query<Pick<DueWork, 'kind' | 'resourceId'>>({
    name: 'remove-reached-levels',
    text: `with removed as materialized (select kind, resource_id from rate_levels
        where entity_id = $1 and (kind, resource_id) in (select * from unnest($2::text[], $3::uuid[]))
        order by kind, resource_id for update)
      delete from rate_levels where entity_id = $1 and (kind, resource_id) in (select kind, resource_id from removed)
        returning kind, resource_id as "resourceId"`,
    values: [entityId, reached.map(({ kind }) => kind), reached.map(({ resourceId }) => resourceId)],
  })
  for (const row of rows) await scheduleWork(tx, { entityId, ...row, dueAt: at })
}

/** Returns the number of watched levels. */
export async function countLevels(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>('select count(*)::int as count from rate_levels')
  return rows[0]!.count
}
