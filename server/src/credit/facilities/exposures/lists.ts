import type { Queryable } from '../../../kernel/db/db.ts'
import type { Day } from '../../../kernel/values/days.ts'
import type { Exposure } from './exposures.ts'
import type { ForwardType } from '../queries.ts'

export interface ExposureFilter {
  entityId: string
  facilityId?: string
  tradeId?: string
  currencyPair?: string
  /** Instant of the exposures; absent for the current ones. */
  asAt?: Date
  /** Trade id of the last one of the page before. */
  after?: string
}

/** Ranges of ids instead of "if given": so one plan serves all, and walks an index from where it begins. */
const [FIRST, LAST] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
const rangeOf = ({ tradeId }: ExposureFilter): [string, string] => [tradeId ?? FIRST, tradeId ?? LAST]

/** $2 and $3 range of trades, $4 facility, $5 pair; $1 is the entity. */
const CHOSEN = `e.trade_id between $2 and $3
        and ($4::uuid is null or e.facility_id = $4) and ($5::text is null or e.currency_pair = $5)`

/** The remaining amount of each deal at the instant of a parameter: at most one step is of an instant. */
const stepsAt = (at: '$6' | '$8') =>
  `s.trade_id = e.trade_id and s.from_at <= ${at} and (s.to_at is null or s.to_at > ${at})`

/** Open deal of a list: what is its own, and the text of the facts that it shares with others. */
export interface ListedDeal {
  tradeId: string
  /** Text that `parseFacts` reads; deals with the same facts have the same text. */
  facts: string
  /** Counter currency per unit of base, decimal text. */
  contractRate: string
  /** Remaining amounts. */
  baseMinor: bigint
  counterMinor: bigint
}

/** Facts that a deal has in common with others. */
export type SharedFacts = Omit<Exposure, 'entityId' | Exclude<keyof ListedDeal, 'facts'>>

/** Open deals in order of their ids, at most `limit`. Index credit_exposures_open; in the past credit_exposures_closed too. */
export async function listDeals(db: Queryable, filter: ExposureFilter, limit: number): Promise<ListedDeal[]> {
  const { entityId, facilityId, currencyPair, after = FIRST, asAt } = filter
  const chosen = [entityId, ...rangeOf(filter), facilityId, currencyPair, after, limit]
  const { rows } = asAt
    ? await db.query<Columns>({ name: 'list-past-exposures', text: PAST, values: [...chosen, asAt] })
    : await db.query<Columns>({ name: 'list-exposures', text: PRESENT, values: chosen })
  return dealsOf(rows[0]!)
}

/** Lists deals like `listDeals`, each with all of its facts. */
async function listExposures(db: Queryable, filter: ExposureFilter, limit: number): Promise<Exposure[]> {
  const { entityId } = filter
  const known = new Map<string, SharedFacts>()
  return (await listDeals(db, filter, limit)).map(({ facts, ...own }) => {
    const shared = known.get(facts) ?? parseFacts(facts)
    known.set(facts, shared)
    return { entityId, ...shared, ...own }
  })
}

/** A list of deals by columns, each of them one text: reading five texts costs a fraction of reading as many rows. */
interface Columns {
  tradeIds: string | null
  facts: string
  contractRates: string
  baseMinors: string
  counterMinors: string
}

/** The day that the deal was priced for is last: it is left out where it is null. */
const FACTS = `concat_ws(' ', e.facility_id, e.term_id, e.currency_pair, e.base_side, e.forward_type,
        coalesce(e.access_date, e.value_date), e.value_date, e.priced_at_date) as facts`
const OWN = `e.trade_id, ${FACTS}, e.contract_rate`

/** The columns of a list that is in order. */
const columnsOf = (
  list: string,
) => `select string_agg(trade_id::text, ' ') as "tradeIds", string_agg(facts, ',') as facts,
      string_agg(contract_rate::text, ' ') as "contractRates", string_agg(base_minor::text, ' ') as "baseMinors",
      string_agg(counter_minor::text, ' ') as "counterMinors"
    from (${list}) list`

function dealsOf({ tradeIds, ...columns }: Columns): ListedDeal[] {
  if (tradeIds === null) return []
  const facts = columns.facts.split(',')
  const rates = columns.contractRates.split(' ')
  const bases = columns.baseMinors.split(' ')
  const counters = columns.counterMinors.split(' ')
  return tradeIds.split(' ').map((tradeId, i) => ({
    tradeId,
    facts: facts[i]!,
    contractRate: rates[i]!,
    baseMinor: BigInt(bases[i]!),
    counterMinor: BigInt(counters[i]!),
  }))
}

/** Parses the facts that deals of a list share. */
export function parseFacts(text: string): SharedFacts {
  const [facilityId, termId, currencyPair, baseSide, forwardType, firstDate, valueDate, pricedAtDate = null] =
    text.split(' ') as [string, string, string, 'Buy' | 'Sell', ForwardType, Day, Day, Day?]
  return { facilityId, termId, currencyPair, baseSide, forwardType, firstDate, valueDate, pricedAtDate }
}

const NEXT = `${CHOSEN} and e.trade_id > $6 order by e.trade_id limit $7`
const PRESENT = columnsOf(`select ${OWN}, e.base_minor, e.counter_minor from credit_exposures e
      where e.entity_id = $1 and closed_at is null and ${NEXT}`)

/** A step of one deal at a time, so that a page reads its own; a plain join reads those of the pages before it too. */
const stepOf = (condition: string) => `lateral (select base_minor, counter_minor from credit_exposure_steps s
          where ${condition}s.entity_id = e.entity_id and ${stepsAt('$8')} limit 1) s`
/** Condition that nothing was drawn of the deal: it has one step, which began when it was opened. */
const WHOLE = '(e.base_minor, e.counter_minor) = (e.contract_base_minor, e.contract_counter_minor)'
/** Closed deals that were open at the instant; `offset 0` has them found by when they were closed: deals closed earlier cost nothing. */
const CLOSED_SINCE = '(select * from credit_exposures where entity_id = $1 and closed_at > $8 offset 0) e'
const PAST = columnsOf(`select * from (
      (select ${OWN}, coalesce(s.base_minor, e.base_minor) as base_minor, coalesce(s.counter_minor, e.counter_minor) as counter_minor
        from credit_exposures e left join ${stepOf(`not ${WHOLE} and `)} on true
        where e.entity_id = $1 and closed_at is null and (s.base_minor is not null or ${WHOLE} and e.opened_at <= $8) and ${NEXT})
      union all
      (select ${OWN}, s.base_minor, s.counter_minor from ${CLOSED_SINCE} cross join ${stepOf('')}
        where e.entity_id = $1 and ${NEXT})
    ) past order by trade_id limit $7`)

/** Reads all exposures like `listExposures`, in batches: memory use does not grow with their number. */
export async function* eachExposure(db: Queryable, filter: ExposureFilter, batch = 5000): AsyncGenerator<Exposure[]> {
  let after = filter.after
  for (;;) {
    const rows = await listExposures(db, { ...filter, ...(after === undefined ? {} : { after }) }, batch)
    if (rows.length > 0) yield rows
    if (rows.length < batch) return
    after = rows.at(-1)!.tradeId
  }
}

/** Open deals that are valued at one price: each has a base and a counter amount at the same place of the two lists. */
interface ExposureGroup
  extends Pick<Exposure, 'facilityId' | 'currencyPair' | 'baseSide' | 'pricedAtDate' | 'valueDate'> {
  baseMinors: bigint[]
  counterMinors: bigint[]
}

/** Groups all open deals by their pricing inputs in one read, for sums over many. */
export async function exposureGroups(db: Queryable, filter: ExposureFilter): Promise<ExposureGroup[]> {
  const { entityId, facilityId, currencyPair, asAt } = filter
  const { rows } = await db.query<ExposureGroup>({
    name: asAt ? 'past-exposure-groups' : 'exposure-groups',
    text: `select facility_id as "facilityId", currency_pair as "currencyPair", base_side as "baseSide",
        priced_at_date as "pricedAtDate", value_date as "valueDate",
        array_agg(${asAt ? 's' : 'e'}.base_minor) as "baseMinors",
        array_agg(${asAt ? 's' : 'e'}.counter_minor) as "counterMinors"
      from credit_exposures e ${asAt ? `join credit_exposure_steps s on s.entity_id = e.entity_id and ${stepsAt('$6')}` : ''}
      where e.entity_id = $1 and ${CHOSEN} and (closed_at is null ${asAt ? 'or closed_at > $6' : ''})
      group by 1, 2, 3, 4, 5`,
    values: [entityId, ...rangeOf(filter), facilityId, currencyPair, ...(asAt ? [asAt] : [])],
  })
  return rows
}

/** Returns the ids of given deals that are no longer open, ascending. */
export async function endedAmong(db: Queryable, entityId: string, tradeIds: readonly string[]): Promise<string[]> {
  if (tradeIds.length === 0) return []
  const { rows } = await db.query<{ tradeId: string }>(
    `select trade_id as "tradeId" from credit_exposures
      where entity_id = $1 and trade_id = any($2) and closed_at is not null order by trade_id`,
    [entityId, tradeIds],
  )
  return rows.map(({ tradeId }) => tradeId)
}

/** The pairs of the open deals of an entity. */
export async function openPairs(db: Queryable, filter: ExposureFilter): Promise<string[]> {
  const { rows } = await db.query<{ pair: string }>(
    filter.asAt
      ? `select distinct currency_pair as pair from credit_exposures
          where entity_id = $1 and ($2::uuid is null or facility_id = $2) and opened_at <= $3
            and (closed_at is null or closed_at > $3)`
      : `select distinct currency_pair as pair from credit_positions
          where entity_id = $1 and ($2::uuid is null or facility_id = $2) and deals > 0`,
    [filter.entityId, filter.facilityId, ...(filter.asAt ? [filter.asAt] : [])],
  )
  return rows.map(({ pair }) => pair)
}
