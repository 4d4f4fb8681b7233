import type { Day } from '../../kernel/values/days.ts'
import { type Db, inTransaction, type Queryable } from '../../kernel/db/db.ts'
import type { Listener } from '../../kernel/db/notifications.ts'
import { openReloaded } from '../../kernel/db/reads/reloaded.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { shippedReferenceRates } from './counting.ts'
import { insertRates, latestRates, lockRates, type ReferenceRate } from './queries.ts'
import { isOld } from './rules.ts'

/** PostgreSQL's NOTIFY channel on which every process hears that a reference rate was set, at commit. */
export const REFERENCE_RATES_CHANGED = 'reference_rates'

/** The operator's reference rates, kept up with by every process. */
export interface LiveReferenceRates {
  /** Returns the rate of the currency's USD pair in market convention; undefined without one. */
  rate(currency: string): Decimal | undefined
  /** Those that are old by a day: they count, and should be looked at. */
  old(today: Day): { currency: string; day: Day }[]
  /** Reads them again, at once. */
  reload(): Promise<void>
}

/**
 * Opens the reference rates of the database; they reload whenever any process sets one.
 *
 * @param listener not yet started
 * @param options.fill for the sandbox: currencies without a rate are given the shipped one first
 */
export async function openReferenceRates(
  db: Db,
  listener: Pick<Listener, 'on'>,
  options: { fill: boolean },
): Promise<LiveReferenceRates> {
  const { current, reload } = await openReloaded({ listener, channel: REFERENCE_RATES_CHANGED }, () =>
    load(db, options.fill),
  )
  return {
    rate: (currency) => current().get(currency)?.decimal,
    old: (today) => [...current().values()].filter(({ day }) => isOld(day, today)),
    reload,
  }
}

/** Reads the reference rates of the database for one command, which does not follow their changes. */
export async function readReferenceRates(db: Queryable): Promise<Pick<LiveReferenceRates, 'rate'>> {
  const rates = await read(db)
  return { rate: (currency) => rates.get(currency)?.decimal }
}

async function load(db: Db, fill: boolean): Promise<KnownRates> {
  if (fill) await fillIn(db)
  return read(db.pool)
}

/** Rates by currency. */
type KnownRates = Map<string, ReferenceRate & { decimal: Decimal }>

async function read(db: Queryable): Promise<KnownRates> {
  const rates = await latestRates(db)
  return new Map(rates.map((rate) => [rate.currency, { ...rate, decimal: new Decimal(rate.rate) }]))
}

async function fillIn(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockRates(tx)
    const known = new Set((await latestRates(tx)).map(({ currency }) => currency))
    const missing = shippedReferenceRates(new Date()).filter(({ currency }) => !known.has(currency))
    if (missing.length > 0) await insertRates(tx, missing)
  })
}
