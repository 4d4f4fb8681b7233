import { createAccount } from '../server/test/support/accounts.ts'
import { createFacility } from '../server/src/credit/facilities/index.ts'
import { addDays } from '../server/src/kernel/values/days.ts'
import { inTransaction } from '../server/src/kernel/db/db.ts'
import type { BenchContext } from './context.ts'
import { type BenchEntity, makeEntity } from './population.ts'

const WEEK_MS = 7 * 86_400_000

/** An RM entity with a credit facility and so many open forwards, in three pairs, bought and sold, over a year of value dates. */
export async function openBook({ db, progress }: BenchContext, forwards: number): Promise<BenchEntity> {
  progress(`making ${forwards.toLocaleString('en')} open forwards`)
  const now = new Date(Date.now() - WEEK_MS) // the clock of the sandbox may be behind
  const act = { actor: { type: 'operator' as const }, at: now, wall: now }
  const entity = await makeEntity(db, 'Bench company', 1, now, 'RM')
  const { entityId } = entity
  const facilityId = await inTransaction(db, async (tx) => {
    await createAccount(tx, { entityId, currency: 'GBP', name: 'Sterling' }, act)
    return createFacility(tx, facilityOf(entityId, now), act)
  })
  await inTransaction(db, (tx) => tx.query(INSERT_FORWARDS, [entityId, facilityId, entity.clientId, forwards, now]))
  await db.pool.query(
    'analyze fx_trades, fx_forwards, credit_exposures, credit_exposure_steps, credit_positions, due_work',
  )
  return entity
}

/** Large enough for all of them, and with a threshold that no market of the sandbox reaches. */
function facilityOf(entityId: string, now: Date): Parameters<typeof createFacility>[1] {
  const today = now.toISOString().slice(0, 10)
  const limitMinor = 10n ** 15n
  return {
    entityId,
    name: 'Bench facility',
    currency: 'GBP',
    limitMinor,
    utilisationBasis: 'Notional',
    marginMethod: 'PerTrade',
    callBasis: 'RateMove',
    thresholdPercent: '900',
    callPercent: '2.5',
    minimumCallMinor: 100_000n,
    dueBusinessDays: 2,
    maxTenor: 'P24M',
    effectiveFrom: today,
    reviewDate: addDays(today, 365),
    signedAt: now,
    terms: [
      {
        name: 'Bench',
        products: ['Forward'],
        forwardTypes: ['Fixed'],
        currencyPairs: null,
        maxTenor: 'P24M',
        limitMinor,
        initialMarginPercent: '5',
        initialMarginWaived: true,
      },
    ],
  }
}

/**
 * Rows of each booked forward: trade, forward data, exposure with its first step, the job that watches it; and their
 * totals. Value dates are weekdays, the first in two weeks, so that nothing falls due meanwhile. $1 entity, $2
 * facility, $3 client, $4 number, $5 instant of booking
 */
const INSERT_FORWARDS = `
  with pair (i, base, counter, rate) as (
    values (0, 'EUR', 'USD', 1.165), (1, 'GBP', 'USD', 1.316), (2, 'EUR', 'GBP', 0.885)
  ), account as (
    select distinct on (currency) currency, account_id from accounts where entity_id = $1 order by currency, account_id
  ), numbered as (
    select n, 1000000 + n as base_minor, current_date + 14 + n % 350 as day, n % 2 = 0 as is_bought
    from generate_series(1, $4::int) n
  ), deal as materialized (
    select gen_random_uuid() as trade_id, t.term_id, n, is_bought, base, counter, rate, base_minor,
      round(base_minor * rate)::bigint as counter_minor,
      day + (array[0, 0, 0, 0, 0, 2, 1])[extract(isodow from day)::int] as value_date,
      b.account_id as base_account, c.account_id as counter_account
    from numbered join pair on i = n % 3
      join account b on b.currency = base join account c on c.currency = counter
      join credit_terms t on t.entity_id = $1 and t.facility_id = $2
  ), trade as (
    insert into fx_trades (entity_id, trade_id, kind, subtype, status, version, client_id, currency_pair, fixed_side,
        buy_currency, buy_minor, buy_account_id, sell_currency, sell_minor, sell_account_id, rate, cost_rate, mid_rate,
        forward_points, cost_minor, revenue_minor, trade_date, value_date, cut_off_at, history, created_at, updated_at)
      select $1, trade_id, 'Forward', 'Fixed', 'Open', 2, $3, base || '/' || counter,
        case when is_bought then 'Buy' else 'Sell' end,
        case when is_bought then base else counter end, case when is_bought then base_minor else counter_minor end,
        case when is_bought then base_account else counter_account end,
        case when is_bought then counter else base end, case when is_bought then counter_minor else base_minor end,
        case when is_bought then counter_account else base_account end,
        rate, rate, rate, 0, 0, 0, ($5::timestamptz)::date, value_date, value_date::timestamp at time zone 'UTC',
        '[{"status":"Executed","at":"2026-01-05T09:00:00.000Z","by":"client","reason":null},
          {"status":"Open","at":"2026-01-05T09:00:00.000Z","by":"client","reason":null}]',
        $5, $5
      from deal
  ), forward as (
    insert into fx_forwards (entity_id, trade_id, forward_type, access_date, priced_at_date, spot_rate, reason,
        funds_delivery, facility_id, term_id, contract_buy_minor, contract_sell_minor, open_revenue_minor, watched_until)
      select $1, trade_id, 'Fixed', value_date, value_date, rate, 'Goods', 'Deliverable', $2, term_id,
        case when is_bought then base_minor else counter_minor end,
        case when is_bought then counter_minor else base_minor end, 0, $5
      from deal
  ), exposure as (
    insert into credit_exposures (entity_id, trade_id, facility_id, term_id, currency_pair, base_side, contract_rate,
        forward_type, value_date, initial_margin_percent, initial_margin_waived, contract_base_minor,
        contract_counter_minor, base_minor, counter_minor, opened_at)
      select $1, trade_id, $2, term_id, base || '/' || counter, case when is_bought then 'Buy' else 'Sell' end, rate,
        'Fixed', value_date, 5, true, base_minor, counter_minor, base_minor, counter_minor, $5
      from deal
  ), step as (
    insert into credit_exposure_steps (entity_id, trade_id, step, from_at, base_minor, counter_minor)
      select $1, trade_id, 1, $5, base_minor, counter_minor from deal
  ), watch as (
    insert into due_work (entity_id, work_id, kind, resource_id, due_at, lane)
      select $1, gen_random_uuid(), 'forward.watch', trade_id, (value_date - 7)::timestamp at time zone 'UTC',
        ('x' || right($1::text, 4))::bit(16)::int % 4
      from deal
  )
  insert into credit_positions (entity_id, facility_id, term_id, currency_pair, base_side, first_date, value_date,
      base_minor, counter_minor, waived_minor, deals)
    select $1, $2, term_id, base || '/' || counter, case when is_bought then 'Buy' else 'Sell' end, value_date, value_date,
      sum(base_minor), sum(counter_minor), sum(base_minor) * 0.05, count(*)
    from deal group by term_id, base, counter, is_bought, value_date`
