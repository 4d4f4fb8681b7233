import { addDays, type Day, instantOf, localDayOf } from '../kernel/values/days.ts'
import { type Queryable, raiseInSet, type Tx, type Writer } from '../kernel/db/db.ts'
import { formatAmount } from '../kernel/values/money.ts'
import type { Refusal } from '../kernel/values/refusals.ts'
import type { Entity } from './queries.ts'
import { refuse } from './rules.ts'

type UsageKind = 'trade' | 'payment'

export interface Usage {
  /** Day in the entity's time zone. */
  day: Day
  /** The instant at which the next day begins there. */
  resetsAt: Date
  /** Minor units of the entity's base currency. */
  usedMinor: Record<UsageKind, bigint>
}

type Counted = Pick<Entity, 'entityId' | 'timeZone' | 'baseCurrency'>

/** Amount that is counted towards a daily limit. */
interface Use {
  entity: Counted
  kind: UsageKind
  /** Minor units of the entity's base currency. */
  amountMinor: bigint
  /** Business time. */
  now: Date
}

/** Returns the day on which `consumeDailyLimit` counts: the entity's local day. */
export const limitDayOf = ({ timeZone }: Pick<Counted, 'timeZone'>, now: Date): Day => localDayOf(now, timeZone)

/** $1 entity, $2 day, $3 kind, $4 amount; no row if the limit would be exceeded. */
const CONSUME = `insert into daily_usage (entity_id, day, kind, used_minor)
      select entity_id, $2, $3, $4 from entity_settings
        where entity_id = $1 and $4 <= case $3 when 'trade' then daily_trade_minor else daily_payment_minor end
      on conflict (entity_id, day, kind) do update set used_minor = daily_usage.used_minor + excluded.used_minor
        where daily_usage.used_minor + excluded.used_minor <=
          (select case $3 when 'trade' then daily_trade_minor else daily_payment_minor end
            from entity_settings where entity_id = $1)`
const CONSUME_OR_FAIL = `with counted as (${CONSUME} returning 1)
    select must((select count(*) from counted) = 1, 'the daily limit')`

/**
 * Counts an amount towards the entity's daily limit, in the transaction that books the trade or accepts the payment.
 * The counter's row stays locked until commit. A refusal has counted nothing.
 *
 * @throws daily_limit_exceeded
 */
export async function consumeDailyLimit(tx: Tx, use: Use): Promise<void> {
  const counted = await tx.query({ name: 'consume-daily-limit', text: CONSUME, values: valuesOf(use) })
  if (counted.rowCount === 0) throw await exceeded(tx, use.entity, use.kind, use.now)
}

/**
 * Counts an amount towards the entity's daily limit where it must not be refused, as of a deal that only reduces what the
 * entity has open. The use may then exceed the limit, and other deals wait for the next day.
 */
export async function countWithoutLimit(tx: Tx, use: Use): Promise<void> {
  await tx.query({
    name: 'count-without-daily-limit',
    text: `insert into daily_usage (entity_id, day, kind, used_minor) values ($1, $2, $3, $4)
      on conflict (entity_id, day, kind) do update set used_minor = daily_usage.used_minor + excluded.used_minor`,
    values: valuesOf(use),
  })
}

/** Counts an amount. The statement fails if the limit is exceeded. */
async function countOrFail(tx: Tx, use: Use): Promise<void> {
  await tx.query({ name: 'consume-daily-limit-or-fail', text: CONSUME_OR_FAIL, values: valuesOf(use) })
}

const valuesOf = ({ entity, kind, amountMinor, now }: Use): unknown[] => [
  entity.entityId,
  limitDayOf(entity, now),
  kind,
  amountMinor,
]

/** Counts the amounts of a set of commands of one entity and kind: those of a day together. */
const uses: Writer<Use> = {
  place: -1,
  raises: () => true,
  async write(tx, items) {
    const days = new Map<Day, Use>()
    for (const use of items) {
      const day = limitDayOf(use.entity, use.now)
      days.set(day, { ...use, amountMinor: use.amountMinor + (days.get(day)?.amountMinor ?? 0n) })
    }
    const ascending = [...days].sort(([a], [b]) => (a < b ? -1 : 1))
    await Promise.all(ascending.map(([, use]) => countOrFail(tx, use)))
  },
}

/** Counts an amount as `consumeDailyLimit` does, and lets the commit confirm it. @throws daily_limit_exceeded */
export const countTowardsDailyLimit = (tx: Tx, use: Use): Promise<void> =>
  raiseInSet(tx, uses, use, (raises) => (raises ? countOrFail : consumeDailyLimit)(tx, use))

/**
 * Part `usage` of a statement over a set of payments: counts them towards the daily limits, as `consumeDailyLimit` does, in
 * one row per entity and day. A day whose limit would be exceeded has no row in it.
 *
 * @param payments query with the columns entity_id, day and minor
 */
export const usageOfPayments = (payments: string): string => `usage as (
      insert into daily_usage (entity_id, day, kind, used_minor)
      select entity_id, day, 'payment', minor from (select entity_id, day, sum(minor)::bigint as minor from (${payments}) each
          group by entity_id, day order by entity_id, day) counted
        where minor <= (select daily_payment_minor from entity_settings s where s.entity_id = counted.entity_id)
      on conflict (entity_id, day, kind) do update set used_minor = daily_usage.used_minor + excluded.used_minor
        where daily_usage.used_minor + excluded.used_minor <=
          (select daily_payment_minor from entity_settings s where s.entity_id = excluded.entity_id)
      returning 1)`

async function exceeded(tx: Tx, entity: Counted, kind: UsageKind, now: Date) {
  const usage = await readUsage(tx, entity, now)
  const { rows } = await tx.query<{ limit: bigint }>({
    name: 'read-daily-limit',
    text: `select case $2 when 'trade' then daily_trade_minor else daily_payment_minor end as limit
      from entity_settings where entity_id = $1`,
    values: [entity.entityId, kind],
  })
  return refuse.daily_limit_exceeded({
    kind,
    currency: entity.baseCurrency,
    limit: formatAmount(rows[0]!.limit, entity.baseCurrency),
    used: formatAmount(usage.usedMinor[kind], entity.baseCurrency),
    resetsAt: usage.resetsAt.toISOString(),
  })
}

/** Releases the daily limit used by `consumeDailyLimit` when the payment or trade is undone. */
export async function releaseDailyLimit(
  tx: Tx,
  use: { entityId: string; day: Day; kind: UsageKind; amountMinor: bigint },
): Promise<void> {
  await tx.query({
    name: 'release-daily-limit',
    text: 'update daily_usage set used_minor = used_minor - $4 where entity_id = $1 and day = $2 and kind = $3',
    values: [use.entityId, use.day, use.kind, use.amountMinor],
  })
}

/** Returns the entity's usage of today. @param now business time */
export async function readUsage(db: Queryable, entity: Omit<Counted, 'baseCurrency'>, now: Date): Promise<Usage> {
  const day = localDayOf(now, entity.timeZone)
  const { rows } = await db.query<{ kind: UsageKind; usedMinor: bigint }>({
    name: 'read-daily-usage',
    text: 'select kind, used_minor as "usedMinor" from daily_usage where entity_id = $1 and day = $2',
    values: [entity.entityId, day],
  })
  const used = (kind: UsageKind) => rows.find((row) => row.kind === kind)?.usedMinor ?? 0n
  return {
    day,
    resetsAt: instantOf(addDays(day, 1), '00:00', entity.timeZone),
    usedMinor: { trade: used('trade'), payment: used('payment') },
  }
}

/** Returns an entity's unpaid spot deals in its base currency. Uses the index fx_trades_unsettled_spot. */
export async function readSettlementUsed(db: Queryable, entityId: string): Promise<bigint> {
  const { rows } = await db.query<{ usedMinor: bigint }>({
    name: 'read-settlement-used',
    text: `select coalesce(sum(settlement_minor), 0)::bigint as "usedMinor" from unsettled_spot where entity_id = $1`,
    values: [entityId],
  })
  return rows[0]!.usedMinor
}

/**
 * Locks an entity's settlement limit until the transaction ends, so that one spot booking decides at a time. Taken before
 * the quote.
 *
 * @returns the limit, minor units of the entity's base currency
 */
export async function lockSettlementLimit(tx: Tx, entityId: string): Promise<bigint> {
  const { rows } = await tx.query<{ limitMinor: bigint }>({
    name: 'lock-settlement-limit',
    text: `select settlement_minor as "limitMinor" from entity_settings where entity_id = $1 for no key update`,
    values: [entityId],
  })
  return rows[0]!.limitMinor
}

/** A deal beside the settlement limit, minor units of the currency that the limit is in. */
interface SettlementNeed {
  currency: string
  limitMinor: bigint
  usedMinor: bigint
  neededMinor: bigint
}

/** @throws settlement_limit_exceeded */
export function checkSettlementLimit(need: SettlementNeed): void {
  if (need.usedMinor + need.neededMinor > need.limitMinor) throw settlementExceeded(need)
}

/** Returns the rejection of a deal that exceeds the settlement limit. */
export function settlementExceeded({ currency, limitMinor, usedMinor, neededMinor }: SettlementNeed): Refusal {
  const amount = (minor: bigint) => formatAmount(minor, currency)
  return refuse.settlement_limit_exceeded({
    currency,
    limit: amount(limitMinor),
    used: amount(usedMinor),
    needed: amount(neededMinor),
    available: amount(limitMinor > usedMinor ? limitMinor - usedMinor : 0n),
  })
}
