import type { Queryable, Tx } from '../../kernel/db/db.ts'
import { Decimal } from '../../kernel/values/rates.ts'

/** Override: from an instant on, a currency's USD pair is multiplied by `factor`. */
interface Override {
  currency: string
  at: Date
  factor: Decimal
}

/** All overrides, by currency, oldest first. A changed set is a new object. */
export type Overrides = ReadonlyMap<string, Override[]>

/** Returns the product of all overrides up to an instant; 1 without any. */
export function factorAt(overrides: Overrides, currency: string, at: Date): Decimal {
  let product = new Decimal(1)
  for (const override of overrides.get(currency) ?? []) if (override.at <= at) product = product.mul(override.factor)
  return product
}

/** Every override, read through the primary key's order. */
export async function selectOverrides(db: Queryable): Promise<Overrides> {
  const { rows } = await db.query<{ currency: string; at: Date; factor: string }>(
    'select currency, at, factor::text as factor from sim_market_overrides order by override_id',
  )
  return grouped(rows.map(toOverride))
}

const toOverride = ({ currency, at, factor }: { currency: string; at: Date; factor: string }): Override => ({
  currency,
  at,
  factor: new Decimal(factor),
})

function grouped(overrides: Override[]): Overrides {
  const byCurrency = new Map<string, Override[]>()
  for (const override of overrides) {
    const held = byCurrency.get(override.currency)
    if (held) held.push(override)
    else byCurrency.set(override.currency, [override])
  }
  return byCurrency
}

/** Serialises moves: a rate is set relative to the previous moves. */
export const lockOverrides = (tx: Tx) =>
  tx.query('select pg_advisory_xact_lock(hashtext($1))', ['sim_market_overrides'])

/** Stores an override and notifies the other processes at commit. */
export async function insertOverride(tx: Tx, { currency, at, factor }: Override): Promise<void> {
  await tx.query('insert into sim_market_overrides (currency, at, factor) values ($1, $2, $3)', [
    currency,
    at,
    factor.toString(),
  ])
  await tx.query("select pg_notify('sim_market', $1)", [currency])
}
