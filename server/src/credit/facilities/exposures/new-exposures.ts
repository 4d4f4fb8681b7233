import { raiseInSet, type Tx, type Writer } from '../../../kernel/db/db.ts'
import { Decimal } from '../../../kernel/values/rates.ts'
import { type CreditDeal, type CreditDecision, positionOf } from '../credit.ts'
import type { PositionRow } from '../queries.ts'
import { isSamePosition, sumOf } from './positions.ts'

/** A deal that is booked on credit. */
export interface BookedDeal extends CreditDeal {
  /** Id of the trade, which is not read. */
  tradeId: string
  /** The client's rate, decimal text. */
  contractRate: string
}

interface NewExposure {
  deal: BookedDeal
  decision: CreditDecision
  at: Date
}

/** Stores the exposure of a new deal with its position, and lets the commit confirm them. The facility is locked. */
export async function storeExposure(tx: Tx, deal: BookedDeal, decision: CreditDecision, at: Date): Promise<void> {
  const exposure = { deal, decision, at }
  await raiseInSet(tx, newExposures, exposure, () => insertExposures(tx, [exposure]))
  const { entityId } = deal
  const change = { entityId, ...positionOf(deal, decision.term, decision.initialMargin.percent) }
  await raiseInSet(tx, grownPositions, change, () => addToPosition(tx, change))
}

const newExposures: Writer<NewExposure> = { place: -3, write: insertExposures, raises: () => true }

/** Stores exposures, each with its first step. */
async function insertExposures(tx: Tx, exposures: readonly NewExposure[]): Promise<void> {
  const rows = exposures.map(({ deal, decision: { term, initialMargin }, at }) => ({
    entity_id: deal.entityId,
    trade_id: deal.tradeId,
    facility_id: term.facilityId,
    term_id: term.termId,
    currency_pair: deal.pair.symbol,
    base_side: deal.baseSide,
    contract_rate: deal.contractRate,
    forward_type: deal.forwardType,
    access_date: deal.accessDate,
    value_date: deal.valueDate,
    initial_margin_percent: initialMargin.percent.toFixed(),
    initial_margin_waived: initialMargin.isWaived,
    base_minor: deal.baseMinor.toString(),
    counter_minor: deal.counterMinor.toString(),
    opened_at: at,
    priced_at_date: deal.pricedAtDate,
  }))
  await tx.query({ name: 'insert-credit-exposure', text: INSERT, values: [JSON.stringify(rows)] })
}

/** $1 rows as JSON. */
const INSERT = `with given as materialized (select * from jsonb_populate_recordset(null::credit_exposures, $1::jsonb)),
      exposure as (
        insert into credit_exposures (entity_id, trade_id, facility_id, term_id, currency_pair, base_side, contract_rate,
          forward_type, access_date, value_date, initial_margin_percent, initial_margin_waived, contract_base_minor,
          contract_counter_minor, base_minor, counter_minor, opened_at, priced_at_date)
        select entity_id, trade_id, facility_id, term_id, currency_pair, base_side, contract_rate, forward_type, access_date,
          value_date, initial_margin_percent, initial_margin_waived, base_minor, counter_minor, base_minor, counter_minor,
          opened_at, priced_at_date from given returning entity_id, trade_id, opened_at, base_minor, counter_minor)
      insert into credit_exposure_steps (entity_id, trade_id, step, from_at, base_minor, counter_minor)
        select entity_id, trade_id, 1, opened_at, base_minor, counter_minor from exposure`

const POSITION_KEY = `(entity_id, facility_id, term_id, currency_pair, base_side, first_date, value_date)
  = ($1, $2, $3, $4, $5, $6::date, $7::date) and priced_at_date is not distinct from $8::date`

type PositionChange = PositionRow & { entityId: string }

/** Adds the deals of a set to the sums they belong to. */
const grownPositions: Writer<PositionChange> = {
  place: -3,
  raises: () => true,
  async write(tx, changes) {
    const sums: PositionChange[] = []
    for (const change of changes) {
      const place = sums.findIndex((sum) => isSamePosition(sum, change))
      if (place === -1) sums.push(change)
      else sums[place] = { ...change, ...sumOf(sums[place]!, change) }
    }
    await Promise.all(sums.map((sum) => addToPosition(tx, sum)))
  },
}

/** Adds amounts and a number of deals to the sums they belong to; `sign` -1 takes the amounts away. */
export async function addToPosition(tx: Tx, change: PositionChange, sign: 1n | -1n = 1n): Promise<void> {
  const { deals } = change
  const key = [
    change.entityId,
    change.facilityId,
    change.termId,
    change.currencyPair,
    change.baseSide,
    change.firstDate,
    change.valueDate,
    change.pricedAtDate,
  ]
  await tx.query({
    name: 'add-to-credit-position',
    text: `with updated as (
        update credit_positions set base_minor = base_minor + $9, counter_minor = counter_minor + $10,
          waived_minor = waived_minor + $11, deals = deals + $12
        where ${POSITION_KEY} returning 1)
      insert into credit_positions (entity_id, facility_id, term_id, currency_pair, base_side, first_date, value_date,
          priced_at_date, base_minor, counter_minor, waived_minor, deals)
        select $1, $2, $3, $4, $5, $6::date, $7::date, $8::date, $9, $10, $11, $12
          where not exists (select 1 from updated)`,
    values: [
      ...key,
      sign * change.baseMinor,
      sign * change.counterMinor,
      new Decimal(change.waivedMinor).mul(sign.toString()).toFixed(),
      deals,
    ],
  })
  if (deals < 0) {
    await tx.query({
      name: 'drop-credit-position',
      text: `delete from credit_positions where ${POSITION_KEY} and deals = 0`,
      values: key,
    })
  }
}
