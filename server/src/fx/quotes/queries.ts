import type { UnpaidTrade } from '../../credit/unpaid/index.ts'
import { columnOf, rowsOfArrays } from '../../kernel/db/arrays.ts'
import { instantText } from '../../kernel/values/days.ts'
import { type Queryable, raiseInSet, type Tx, type Writer } from '../../kernel/db/db.ts'
import type { PostingConnection } from '../../ledger/index.ts'

/** A quote as stored. Rates are decimal text; amounts minor units of their currency. */
export interface QuoteRow {
  entityId: string
  quoteId: string
  kind: 'Spot' | 'Forward' | 'HeldRate'
  clientId: string
  currencyPair: string
  fixedSide: 'Buy' | 'Sell'
  buyCurrency: string
  buyMinor: bigint
  buyAccountId: string
  sellCurrency: string
  sellMinor: bigint
  sellAccountId: string
  rate: string
  costRate: string
  midRate: string
  forwardPoints: string
  /** Sell currency. */
  costMinor: bigint
  /** Counter currency. */
  revenueMinor: bigint
  /** Entity's base currency. */
  limitMinor: bigint
  tenor: string
  tradeDate: string
  valueDate: string
  /** Latest time to deal for its value date. */
  cutOffAt: Date
  createdAt: Date
  expiresAt: Date
  /** Set when it is booked. */
  tradeId: string | null
  /** Time at which its expiry was announced. */
  announcedAt: Date | null
}

/** Quote to be stored, with the checks for storing it. */
export interface QuoteToStore extends Omit<QuoteRow, 'announcedAt'> {
  /** Time at which its expiry is to be announced; null if the entity does not ask for it. */
  announceAt: Date | null
  /** Day in the entity's time zone that the deal counts towards. */
  usageDay: string
  /** Entity's base currency. */
  dailyLimitMinor: bigint
  /** The amount sold must be available now. */
  isPrefunded: boolean
  /** Settlement limit of a spot deal paid later, entity's base currency; null for all others. */
  settlementLimitMinor: bigint | null
  /** Epoch of the sandbox in which the request was received. */
  epoch?: number | undefined
}

/** Values read while storing a quote; it is stored unless the limit or the balance is insufficient. */
export interface StoreAnswer {
  isStored: boolean
  /** False if the details were decided on a version that is no longer the entity's; nothing is stored then. */
  isCurrent: boolean
  availableMinor: bigint
  usedMinor: bigint
  /** Read where the deal takes of the settlement limit. */
  settlementUsedMinor: bigint
  /** A trade that is not paid in time: the deal then needs its money now. */
  unpaidTradeId: string | null
  unpaidKind: UnpaidTrade['kind'] | null
  unpaidCurrency: string | null
  unpaidMinor: bigint | null
  unpaidSince: Date | null
}

/** Columns of fx_quotes for a new quote with SQL type and source, followed by values that are only checked. */
const STORED: [column: string, type: string, of: keyof QuoteToStore][] = [
  ['entity_id', 'uuid', 'entityId'],
  ['quote_id', 'uuid', 'quoteId'],
  ['kind', 'text', 'kind'],
  ['client_id', 'uuid', 'clientId'],
  ['currency_pair', 'text', 'currencyPair'],
  ['fixed_side', 'text', 'fixedSide'],
  ['buy_currency', 'text', 'buyCurrency'],
  ['buy_minor', 'bigint', 'buyMinor'],
  ['buy_account_id', 'uuid', 'buyAccountId'],
  ['sell_currency', 'text', 'sellCurrency'],
  ['sell_minor', 'bigint', 'sellMinor'],
  ['sell_account_id', 'uuid', 'sellAccountId'],
  ['rate', 'numeric', 'rate'],
  ['cost_rate', 'numeric', 'costRate'],
  ['mid_rate', 'numeric', 'midRate'],
  ['forward_points', 'numeric', 'forwardPoints'],
  ['cost_minor', 'bigint', 'costMinor'],
  ['revenue_minor', 'bigint', 'revenueMinor'],
  ['limit_minor', 'bigint', 'limitMinor'],
  ['tenor', 'text', 'tenor'],
  ['trade_date', 'date', 'tradeDate'],
  ['value_date', 'date', 'valueDate'],
  ['cut_off_at', 'timestamptz', 'cutOffAt'],
  ['created_at', 'timestamptz', 'createdAt'],
  ['expires_at', 'timestamptz', 'expiresAt'],
  ['announce_at', 'timestamptz', 'announceAt'],
]
const LOOKED_AT: typeof STORED = [
  ['usage_day', 'date', 'usageDay'],
  ['daily_limit_minor', 'bigint', 'dailyLimitMinor'],
  ['is_prefunded', 'boolean', 'isPrefunded'],
  ['settlement_limit_minor', 'bigint', 'settlementLimitMinor'],
]
const GIVEN = [...STORED, ...LOOKED_AT]

/** Row of another module that is stored with each quote: its table, and columns with SQL type and source. */
export interface QuoteDetails<D> {
  /** Names the prepared statement. */
  name: string
  /** Start of the statement, up to the key: "insert into table (entity_id, quote_id". */
  insert: string
  /** Beside entity_id and quote_id. Values are ids, codes, numbers or days and need no quoting. */
  columns: readonly (readonly [column: string, type: string, of: keyof D & string])[]
  /** Version that a quote was decided on, null if it need not be compared, and the function of an entity that computes the current one. */
  version: { of: keyof D & string; computedBy: string }
}
const names = STORED.map(([column]) => column).join(', ')

/** Parts of the statement that compare the versions on which quotes were decided. */
const NO_VERSION = { computed: '', joined: '', isCurrent: 'true' }
/** The version is computed once per entity, in the snapshot of the statement. */
const versionBy = (computedBy: string) => ({
  computed: `versions as materialized (
    select entity_id, ${computedBy}(entity_id) as version
      from (select distinct entity_id from asked where decided_on is not null) decided
  ), `,
  joined: 'left join versions v on v.entity_id = asked.entity_id',
  isCurrent: '(decided_on is null or decided_on is not distinct from v.version)',
})

/**
 * Stores a batch in one statement: each quote with the committed balance it would debit, the daily total and unsettled
 * spot deals it would increase, and the entity's overdue amounts. Locks nothing: the booking checks again under locks.
 */
const storeText = (
  given: readonly (readonly [string, string, string])[],
  details = '',
  version = NO_VERSION,
) => `with asked as (
    select * from ${rowsOfArrays(given.map(([name, type]) => ({ name, type })))} as asked
  ), ${version.computed}seen as (
    select asked.*, ${version.isCurrent} as is_current, coalesce(b.balance_minor - b.held_minor - coalesce(b.floor_minor, 0), 0) as available_minor,
      coalesce(u.used_minor, 0) as used_minor, coalesce(s.used_minor, 0) as settlement_used_minor,
      o.trade_id as unpaid_trade_id, o.kind as unpaid_kind, o.currency as unpaid_currency, o.amount_minor as unpaid_minor, o.due_at as unpaid_since
    from asked ${version.joined}
    left join balances b on b.entity_id = asked.entity_id and b.account_id = asked.sell_account_id
    left join daily_usage u on u.entity_id = asked.entity_id and u.day = asked.usage_day and u.kind = 'trade'
    left join lateral (
      select sum(settlement_minor)::bigint as used_minor from unsettled_spot t
      where t.entity_id = asked.entity_id and asked.settlement_limit_minor is not null
    ) s on true
    left join lateral (
      select trade_id, kind, currency, amount_minor, due_at from unpaid_trades o
      where o.entity_id = asked.entity_id and asked.settlement_limit_minor is not null
        and (o.status = 'Overdue' or o.due_at <= asked.created_at)
      order by due_at, trade_id limit 1
    ) o on true
  ), judged as materialized (
    select *, is_current and used_minor + limit_minor <= daily_limit_minor and (not is_prefunded or available_minor >= sell_minor)
      and case
        when settlement_limit_minor is null then true
        when unpaid_trade_id is not null then available_minor >= sell_minor
        else settlement_used_minor + limit_minor <= settlement_limit_minor
      end as is_stored
    from seen
  ), stored as (
    insert into fx_quotes (${names}) select ${names} from judged where is_stored
  )${details}
  select available_minor as "availableMinor", used_minor as "usedMinor", is_stored as "isStored",
    is_current as "isCurrent", settlement_used_minor as "settlementUsedMinor", unpaid_trade_id as "unpaidTradeId",
    unpaid_kind as "unpaidKind", unpaid_currency as "unpaidCurrency", unpaid_minor as "unpaidMinor", unpaid_since as "unpaidSince" from judged order by place`
const STORE = storeText(GIVEN)

/** Builds arrays as text: every value is an id, a code, a number or an instant and needs no quoting. */
const arraysOf = <R>(rows: readonly R[], keys: readonly (keyof R)[]) =>
  keys.map((key) => `{${rows.map((row) => toText(row[key])).join(',')}}`)

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  return value instanceof Date ? instantText(value) : String((value ?? 'null') as bigint | boolean | number)
}

const storing = (quotes: readonly QuoteToStore[]) => ({
  name: 'store-quotes',
  text: STORE,
  values: arraysOf(
    quotes,
    GIVEN.map(([, , of]) => of),
  ),
})

/** Stores quotes in one statement and one commit; one answer each, in order. */
export const storeQuoteBatch = (
  connection: PostingConnection,
  quotes: readonly QuoteToStore[],
): Promise<StoreAnswer[]> => connection.query<StoreAnswer & Record<string, unknown>>(storing(quotes))

/** A quote with the details of another module. */
export interface DetailedQuote<D> {
  quote: QuoteToStore
  details: D
}

/** Returns the function that stores quotes with their details: all in one statement and one commit, as `storeQuoteBatch`. */
export function detailedStoring<D>({ name, insert, columns, version }: QuoteDetails<D>) {
  const details = columns.map(([column]) => column).join(', ')
  const inserted = `, detailed as (
    ${insert}, ${details}) select entity_id, quote_id, ${details} from judged where is_stored
  )`
  const decidedOn = ['decided_on', 'text', version.of] as const
  const text = storeText([...GIVEN, ...columns, decidedOn], inserted, versionBy(version.computedBy))
  return (connection: PostingConnection, quotes: readonly DetailedQuote<D>[]): Promise<StoreAnswer[]> => {
    const values = [
      ...storing(quotes.map(({ quote }) => quote)).values,
      ...arraysOf(
        quotes.map(({ details }) => details),
        [...columns, decidedOn].map(([, , of]) => of),
      ),
    ]
    return connection.query<StoreAnswer & Record<string, unknown>>({ name, text, values })
  }
}

/** Stores one quote in the caller's transaction. */
export async function storeQuote(tx: Tx, quote: QuoteToStore): Promise<StoreAnswer> {
  const { rows } = await tx.query<StoreAnswer & Record<string, unknown>>(storing([quote]))
  return rows[0]!
}

const COLUMNS = [...STORED, ['trade_id', 'uuid', 'tradeId'], ['announced_at', 'timestamptz', 'announcedAt']]
  .filter(([column]) => column !== 'announce_at')
  .map(([column, , of]) => `${column} as "${of}"`)
  .join(', ')

/** The quote, locked until the transaction ends. Taken before limits and accounts. */
export async function lockQuote(tx: Tx, entityId: string, quoteId: string): Promise<QuoteRow | undefined> {
  const { rows } = await tx.query<QuoteRow>({
    name: 'lock-quote',
    text: `select ${COLUMNS} from fx_quotes where entity_id = $1 and quote_id = $2 for no key update`,
    values: [entityId, quoteId],
  })
  return rows[0]
}

/** Locks several quotes of an entity as `lockQuote` does, ascending. Returns them by their ids. */
export async function lockQuotes(
  tx: Tx,
  entityId: string,
  quoteIds: readonly string[],
): Promise<Map<string, QuoteRow>> {
  const { rows } = await tx.query<QuoteRow>({
    name: 'lock-quotes',
    text: `select ${COLUMNS} from fx_quotes where entity_id = $1 and quote_id = any ($2::uuid[])
      order by quote_id for no key update`,
    values: [entityId, quoteIds],
  })
  return new Map(rows.map((quote) => [quote.quoteId, quote]))
}

type Use = Pick<QuoteRow, 'entityId' | 'quoteId'> & { tradeId: string }

/** Marks locked quotes of an entity as used. */
const usedQuotes: Writer<Use> = {
  place: -3,
  raises: () => true,
  async write(tx, uses) {
    await tx.query({
      name: 'mark-quotes-booked',
      text: `update fx_quotes q set trade_id = given.trade_id, announce_at = null
        from unnest($2::uuid[], $3::uuid[]) as given (quote_id, trade_id)
        where q.entity_id = $1 and q.quote_id = given.quote_id`,
      values: [
        uses[0]!.entityId,
        columnOf('uuid', uses, ({ quoteId }) => quoteId),
        columnOf('uuid', uses, ({ tradeId }) => tradeId),
      ],
    })
  },
}

/** Marks a locked quote as used, and lets the commit confirm it. */
export const useQuote = (tx: Tx, { entityId, quoteId }: QuoteRow, tradeId: string): Promise<void> =>
  raiseInSet(tx, usedQuotes, { entityId, quoteId, tradeId }, () => markBooked(tx, { entityId, quoteId }, tradeId))

/** Marks a locked quote as used. */
async function markBooked(tx: Tx, quote: Pick<QuoteRow, 'entityId' | 'quoteId'>, tradeId: string): Promise<void> {
  await tx.query({
    name: 'mark-quote-booked',
    text: 'update fx_quotes set trade_id = $3, announce_at = null where entity_id = $1 and quote_id = $2',
    values: [quote.entityId, quote.quoteId, tradeId],
  })
}

export async function findQuote(db: Queryable, entityId: string, quoteId: string): Promise<QuoteRow | undefined> {
  const { rows } = await db.query<QuoteRow>({
    name: 'find-quote',
    text: `select ${COLUMNS} from fx_quotes where entity_id = $1 and quote_id = $2`,
    values: [entityId, quoteId],
  })
  return rows[0]
}

/** A quote whose expiry is to be announced. */
interface ExpiredQuote {
  entityId: string
  quoteId: string
  announceAt: Date
}

/** Returns the oldest quotes, except those of some entities, whose expiry is to be announced until an instant, without a lock. */
export async function readExpired(
  db: Queryable,
  until: Date,
  { except, limit }: { except: readonly string[]; limit: number },
): Promise<ExpiredQuote[]> {
  const { rows } = await db.query<ExpiredQuote>({
    name: 'quotes-to-announce', // fx_quotes_to_announce
    text: `select entity_id as "entityId", quote_id as "quoteId", announce_at as "announceAt" from fx_quotes
      where announce_at <= $1 and entity_id <> all ($2) order by announce_at limit $3`,
    values: [until, except, limit],
  })
  return rows
}

/** Marks those of an entity's quotes that no booking has locked or used as expired, and returns them in the order of their ids. */
export async function announceExpiry(
  tx: Tx,
  { entityId, quoteIds }: { entityId: string; quoteIds: readonly string[] },
  at: Date,
): Promise<QuoteRow[]> {
  const { rows } = await tx.query<QuoteRow>({
    name: 'announce-quote-expiry',
    text: `with expired as materialized (select quote_id from fx_quotes
        where entity_id = $1 and quote_id = any($2) and announce_at is not null
        order by quote_id for no key update skip locked)
      update fx_quotes set announce_at = null, announced_at = $3
        where entity_id = $1 and quote_id in (select quote_id from expired)
        returning ${COLUMNS}`,
    values: [entityId, quoteIds, at],
  })
  return rows.toSorted((one, other) => (one.quoteId < other.quoteId ? -1 : 1))
}

/** Deletes quotes that expired before an instant without being booked, at most `limit`; how many. Index fx_quotes_by_age. */
export async function deleteOldQuotes(db: Queryable, before: Date, limit = 1000): Promise<number> {
  const { rowCount } = await db.query(
    `delete from fx_quotes where (entity_id, quote_id) in (
       select entity_id, quote_id from fx_quotes where created_at < $1 and expires_at < $1 and trade_id is null limit $2)`,
    [before, limit],
  )
  return rowCount ?? 0
}
