import type { Act } from '../../kernel/values/act.ts'
import { recordAudit } from '../../events/index.ts'
import { dayOf } from '../../kernel/values/days.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import { REFERENCE_RATES_CHANGED } from './book.ts'
import { insertRates, latestRates, lockRates, type ReferenceRate } from './queries.ts'
import { isUnusual, type NewRate, pairOfRate, rateErrors } from './rules.ts'

/** Outcome of setting a rate. */
interface RateSet {
  rate: ReferenceRate
  /** The rate that ruled before. */
  before: ReferenceRate | undefined
  /** False where a later day's rate rules on. */
  rules: boolean
}

/**
 * Sets the reference rate of a currency with its audit row; running servers use it from the commit on.
 *
 * @param act business and wall time
 * @param unusual whether a rate far from the last one is meant
 * @throws Error naming all errors
 */
export async function setReferenceRate(tx: Tx, given: NewRate, act: Act, unusual = false): Promise<RateSet> {
  const errors = rateErrors(given, dayOf(act.at))
  if (errors.length > 0) throw new Error(errors.join('\n'))
  await lockRates(tx)
  const before = (await latestRates(tx)).find(({ currency }) => currency === given.currency)
  if (before && !unusual && isUnusual(given.rate, before.rate)) throw new Error(unusualMessage(given, before))
  const rate = { ...given, setAt: act.wall }
  await insertRates(tx, [rate])
  const { currency, day, source, setBy } = given
  await recordAudit(tx, act, {
    entityId: HOUSE_ENTITY_ID,
    action: 'referenceRate.set',
    resourceType: 'referenceRate',
    resourceId: HOUSE_ENTITY_ID,
    detail: { currency, rate: given.rate, day, source, setBy, before: before?.rate ?? null },
  })
  await tx.query('select pg_notify($1, $2)', [REFERENCE_RATES_CHANGED, ''])
  return { rate, before, rules: before === undefined || before.day <= day }
}

function unusualMessage({ currency, rate }: NewRate, before: ReferenceRate): string {
  const pair = pairOfRate(currency).symbol
  return `${rate} is far from the last rate of ${pair}, ${before.rate} of ${before.day}. If it is meant, say --unusual.`
}
