import { Type } from 'typebox'
import { defineEvent, type EventCatalogue } from '../../../kernel/module.ts'
import { formatAmount } from '../../../kernel/values/money.ts'
import type { Act } from '../../../kernel/values/act.ts'
import type { Day } from '../../../kernel/values/days.ts'
import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import { Decimal } from '../../../kernel/values/rates.ts'
import { invariant } from '../../../kernel/values/refusals.ts'
import { emit } from '../../../events/index.ts'
import { type CreditDecision, type CreditDeps, findTermIn, waivedOn } from '../credit.ts'
import { addToPosition, type BookedDeal, storeExposure } from './new-exposures.ts'
import { type ForwardType, lockFacility } from '../queries.ts'
import { scheduleMarginRun } from '../margin-run.ts'
import { type CreditBook, lockCreditBook } from '../usage.ts'
import { wantedFor } from '../usage-at-market.ts'
import { noteMarket } from '../../valuation/index.ts'

/** Events of the use of credit facilities. */
export const utilisationEvents = {
  'creditFacility.thresholdReached': defineEvent(
    'The utilisation of a credit facility reached 80, 90 or 100 percent.',
    'creditFacility',
    { percent: Type.Integer(), utilised: Type.String(), limit: Type.String(), currency: Type.Optional(Type.String()) },
  ),
} satisfies EventCatalogue

declare module '../../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof utilisationEvents, true> {}
}

/** Open deal under a facility; amounts are the remaining ones in minor units. */
export interface Exposure {
  entityId: string
  tradeId: string
  facilityId: string
  termId: string
  currencyPair: string
  baseSide: 'Buy' | 'Sell'
  /** Counter currency per unit of base, decimal text. */
  contractRate: string
  forwardType: ForwardType
  /** First day of delivery: the value date, but for windows. */
  firstDate: Day
  valueDate: Day
  /** Day a window, open or variable forward was priced for; null for a fixed one. */
  pricedAtDate: Day | null
  baseMinor: bigint
  counterMinor: bigint
}

/**
 * Reserves credit for a deal: locks the entity's facilities, checks terms and limits at current mid rates under the
 * lock, and stores the exposure and its market. Concurrent deals that no longer fit are rejected.
 *
 * @throws as `findTerm`
 */
export async function reserveExposure(tx: Tx, deps: CreditDeps, deal: BookedDeal, act: Act): Promise<CreditDecision> {
  const book = await lockCreditBook(tx, deal.entityId)
  const decision = findTermIn(book, deps, deal, act.at)
  await storeReserved(tx, deps, { deal, book, decision }, act)
  return decision
}

/** Stores the exposure of a decision on a credit book that was locked in this transaction, and the market of the decision. */
export async function storeReserved(
  tx: Tx,
  { sources }: CreditDeps,
  { deal, book, decision }: { deal: BookedDeal; book: CreditBook; decision: CreditDecision },
  act: Act,
): Promise<void> {
  const { facility } = decision
  const facts = book.usages.find((each) => each.facility === facility)
  invariant(facts, 'the decision is one on the book')
  const wanted = { entityId: deal.entityId, ...wantedFor(facts, deal) }
  await noteMarket(tx, sources, wanted, act.at)
  await storeExposure(tx, deal, decision, act.at)
  await announceThreshold(tx, decision, act)
  await scheduleMarginRun(tx, facility, act.at)
}

/** Utilisation percentages at which the client is notified. */
const THRESHOLDS = [80n, 90n, 100n]

async function announceThreshold(tx: Tx, decision: CreditDecision, act: Act): Promise<void> {
  const { facility, utilisedBeforeMinor: before, utilisedAfterMinor: after } = decision
  const isReached = (percent: bigint, used: bigint) => used * 100n >= facility.limitMinor * percent
  const reached = THRESHOLDS.filter((percent) => isReached(percent, after) && !isReached(percent, before)).at(-1)
  if (reached === undefined) return
  await emit(tx, act, {
    entityId: facility.entityId,
    type: 'creditFacility.thresholdReached',
    resourceType: 'creditFacility',
    resourceId: facility.facilityId,
    resourceVersion: facility.version,
    detail: {
      percent: Number(reached),
      utilised: formatAmount(after, facility.currency),
      limit: formatAmount(facility.limitMinor, facility.currency),
      currency: facility.currency,
    },
  })
}

const EXPOSURE = `entity_id as "entityId", trade_id as "tradeId", facility_id as "facilityId", term_id as "termId",
  currency_pair as "currencyPair", base_side as "baseSide", contract_rate as "contractRate",
  forward_type as "forwardType", coalesce(access_date, value_date) as "firstDate", value_date as "valueDate",
  priced_at_date as "pricedAtDate", base_minor as "baseMinor", counter_minor as "counterMinor"`

/** Exposure with the terms of its initial margin. */
export type MarginedExposure = Exposure & { initialMarginPercent: string; initialMarginWaived: boolean }

const MARGINED = `${EXPOSURE}, initial_margin_percent as "initialMarginPercent",
        initial_margin_waived as "initialMarginWaived"`

/** The open exposure of a deal; undefined when it has none (any more). */
export async function findExposure(
  db: Queryable,
  entityId: string,
  tradeId: string,
): Promise<MarginedExposure | undefined> {
  const { rows } = await db.query<MarginedExposure>({
    name: 'find-credit-exposure',
    text: `select ${MARGINED} from credit_exposures where entity_id = $1 and trade_id = $2 and closed_at is null`,
    values: [entityId, tradeId],
  })
  return rows[0]
}

async function lockExposure(tx: Tx, entityId: string, tradeId: string): Promise<MarginedExposure> {
  const found = await findExposure(tx, entityId, tradeId)
  invariant(found, 'the exposure of the deal is open')
  await lockFacility(tx, entityId, found.facilityId)
  const { rows } = await tx.query<MarginedExposure>({
    name: 'lock-credit-exposure',
    text: `select ${MARGINED} from credit_exposures where entity_id = $1 and trade_id = $2 and closed_at is null for update`,
    values: [entityId, tradeId],
  })
  invariant(rows[0], 'the exposure of the deal is open')
  return rows[0]
}

/**
 * Takes a delivered part off a deal's exposure; the last part closes it. The caller holds the deal's own lock. More than
 * is left, or one currency without the other at the end, is a defect.
 *
 * @param part minor units of base and counter currency
 * @returns what is left
 */
export async function reduceExposure(
  tx: Tx,
  part: { entityId: string; tradeId: string; baseMinor: bigint; counterMinor: bigint },
  at: Date,
): Promise<Exposure> {
  const exposure = await lockExposure(tx, part.entityId, part.tradeId)
  const left = {
    baseMinor: exposure.baseMinor - part.baseMinor,
    counterMinor: exposure.counterMinor - part.counterMinor,
  }
  invariant(left.baseMinor >= 0n && left.counterMinor >= 0n, 'no more is drawn than is open')
  invariant((left.baseMinor === 0n) === (left.counterMinor === 0n), 'both legs of a deal end together')
  const isClosed = left.baseMinor === 0n
  await updateExposure(tx, exposure, left, at)
  await addToPosition(
    tx,
    { ...exposure, ...part, waivedMinor: waivedPart(exposure, part.baseMinor), deals: isClosed ? -1 : 0 },
    -1n,
  )
  return { ...exposure, ...left }
}

/** Initial margin waived on a part of a deal, in minor units of the base currency: exact decimal text. */
export const waivedPart = (exposure: MarginedExposure, baseMinor: bigint): string =>
  exposure.initialMarginWaived ? waivedOn(baseMinor, new Decimal(exposure.initialMarginPercent)) : '0'

/** A step never ends before it began: who asked may have waited for the lock. */
async function updateExposure(
  tx: Tx,
  { entityId, tradeId }: Exposure,
  left: { baseMinor: bigint; counterMinor: bigint },
  at: Date,
): Promise<void> {
  await tx.query({
    name: 'update-credit-exposure',
    text: `with last as (
        update credit_exposure_steps set to_at = greatest($5, from_at)
          where entity_id = $1 and trade_id = $2 and to_at is null returning step, to_at),
      next as (
        insert into credit_exposure_steps (entity_id, trade_id, step, from_at, base_minor, counter_minor)
          select $1, $2, step + 1, to_at, $3, $4 from last where $3::bigint > 0)
      update credit_exposures set base_minor = $3, counter_minor = $4,
          closed_at = case when $3::bigint = 0 then $5::timestamptz end
        where entity_id = $1 and trade_id = $2`,
    values: [entityId, tradeId, left.baseMinor, left.counterMinor, at],
  })
}
