import type { Queryable, Tx } from '../../kernel/db/db.ts'
import type { Day } from '../../kernel/values/days.ts'

/** A reference rate as stored. */
export interface ReferenceRate {
  currency: string
  day: Day
  /** Decimal text, of the currency's USD pair in market convention. */
  rate: string
  source: string
  setBy: string
  /** Wall time. */
  setAt: Date
}

const COLUMNS = 'currency, day, rate::text, source, set_by as "setBy", set_at as "setAt"'

/** The rate that rules each currency: the last set of its latest day. Index reference_rates_latest. */
export async function latestRates(db: Queryable): Promise<ReferenceRate[]> {
  const { rows } = await db.query<ReferenceRate>(
    `select distinct on (currency) ${COLUMNS} from reference_rates order by currency, day desc, rate_id desc`,
  )
  return rows
}

/** All rates ever set, or those of one currency: the one that rules first. Index reference_rates_latest. */
export async function listReferenceRates(db: Queryable, currency?: string): Promise<ReferenceRate[]> {
  const { rows } = await db.query<ReferenceRate>(
    `select ${COLUMNS} from reference_rates where $1::text is null or currency = $1
     order by currency, day desc, rate_id desc`,
    [currency ?? null],
  )
  return rows
}

/** Appends rates, in their order. */
export async function insertRates(tx: Tx, rates: readonly ReferenceRate[]): Promise<void> {
  const column = (name: keyof ReferenceRate) => rates.map((each) => each[name])
  await tx.query(
    `insert into reference_rates (currency, day, rate, source, set_by, set_at)
     select * from unnest($1::text[], $2::date[], $3::numeric[], $4::text[], $5::text[], $6::timestamptz[])`,
    (['currency', 'day', 'rate', 'source', 'setBy', 'setAt'] as const).map(column),
  )
}

/** Held until the transaction ends: rates are set one after the other. */
export async function lockRates(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtext($1))', ['reference_rates'])
}
