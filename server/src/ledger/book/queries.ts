import { type Queryable, raiseAtCommit, type Tx } from '../../kernel/db/db.ts'
import type { Day } from '../../kernel/values/days.ts'
import { legAccountId } from './books.ts'
import type { HeldBalanceRow, HoldPurpose, HoldRow, Leg, PostingRow, TransactionType } from './types.ts'

/** The columns of a BalanceRow. */
export const BALANCE = `entity_id as "entityId", account_id as "accountId", currency, balance_minor as "balanceMinor",
  held_minor as "heldMinor", floor_minor as "floorMinor", blocked, seq as "sequence"`

/** The columns of a HeldBalanceRow. */
const HELD_BALANCE = `${BALANCE}, held_trade_minor as "heldTradeMinor", held_margin_minor as "heldMarginMinor"`

/** The balance of one account now; undefined when no such account is open in the entity's book. */
export async function getBalance(
  db: Queryable,
  entityId: string,
  accountId: string,
): Promise<HeldBalanceRow | undefined> {
  const { rows } = await db.query<HeldBalanceRow>({
    name: 'balance',
    text: `select ${HELD_BALANCE} from balances where entity_id = $1 and account_id = $2`,
    values: [entityId, accountId],
  })
  return rows[0]
}

/** Balances of several accounts now, in no order. */
export async function findBalances(
  db: Queryable,
  entityId: string,
  accountIds: readonly string[],
): Promise<HeldBalanceRow[]> {
  const { rows } = await db.query<HeldBalanceRow>({
    name: 'balances',
    text: `select ${HELD_BALANCE} from balances where entity_id = $1 and account_id = any($2)`,
    values: [entityId, accountIds],
  })
  return rows
}

/**
 * Locks balances by id ascending, for a transaction that posts more than once: it must hold all of them before it first
 * posts, or it deadlocks with a transaction that takes them in another order.
 */
export async function lockBalances(tx: Tx, entityId: string, accountIds: readonly string[]): Promise<void> {
  await tx.query({
    name: 'lock-balances',
    text: `select 1 from balances where entity_id = $1 and account_id = any($2) order by account_id for no key update`,
    values: [entityId, accountIds],
  })
}

/** Locks balances like `lockBalances`, for the accounts of legs to be posted. */
export const lockLegs = (tx: Tx, entityId: string, legs: readonly Pick<Leg, 'account' | 'currency'>[]): Promise<void> =>
  lockBalances(
    tx,
    entityId,
    legs.map((leg) => legAccountId(entityId, leg)),
  )

/**
 * SQL expression of the sequence of a journal's last posting on an account, for a statement of another module that follows the
 * posting in its transaction. Arguments: expressions of entity, account and journal.
 */
export const sequenceOf = (entityId: string, accountId: string, journalId: string): string =>
  `(select seq from postings where entity_id = ${entityId} and account_id = ${accountId} and journal_id = ${journalId}
    order by seq desc limit 1)`

/** Returns the value date of a posted journal. */
export async function valueDateOf(db: Queryable, entityId: string, journalId: string): Promise<Day> {
  const { rows } = await db.query<{ valueDate: Day }>({
    name: 'value-date-of-journal',
    text: 'select value_date as "valueDate" from journals where entity_id = $1 and journal_id = $2',
    values: [entityId, journalId],
  })
  return rows[0]!.valueDate
}

/** Entities whose whole book a transaction has locked, and the number of savepoints that were undone by then: undoing one can unlock it. */
const lockedBooks = new WeakMap<Tx, Map<string, number>>()

/**
 * Locks all balances of an entity by id ascending, once a transaction: for deals on credit, which do not know beforehand how
 * often and on which accounts they post. Call it before the first posting, outside of a savepoint.
 */
export async function lockBook(tx: Tx, entityId: string): Promise<void> {
  const locked = lockedBooks.get(tx) ?? new Map<string, number>()
  lockedBooks.set(tx, locked)
  const { undone } = tx.atCommit
  if (locked.get(entityId) === undone) return
  const text = 'select 1 from balances where entity_id = $1 order by account_id for no key update'
  await raiseAtCommit(tx, () => tx.query({ name: 'lock-book', text, values: [entityId] }))
  locked.set(entityId, undone)
}

/** Sequence of the last posting at or before an instant of business time; 0 when there is none. */
export async function sequenceAt(db: Queryable, entityId: string, accountId: string, at: Date): Promise<bigint> {
  const { rows } = await db.query<{ sequence: bigint }>({
    name: 'sequence-at',
    text: 'select ledger_sequence_at($1, $2, $3) as sequence',
    values: [entityId, accountId, at],
  })
  return rows[0]!.sequence
}

/** A balance as it was: booked, holds by purpose, and the sequence of the last posting in it. */
interface PastBalance {
  balanceMinor: bigint
  sequence: bigint
  held: Record<HoldPurpose, bigint>
}

/** Booked balance, holds and sequence of an account as they were at an instant of business time. */
export async function balanceAt(db: Queryable, entityId: string, accountId: string, at: Date): Promise<PastBalance> {
  const { rows } = await db.query<{ balanceMinor: bigint; sequence: bigint } & PastBalance['held']>({
    name: 'balance-at', // postings_pkey, holds_by_account
    text: `select s.sequence, coalesce(p.balance_after_minor, 0) as "balanceMinor", h.*
      from (select ledger_sequence_at($1, $2, $3) as sequence) s
      left join postings p on p.entity_id = $1 and p.account_id = $2 and p.seq = s.sequence
      cross join (select coalesce(sum(amount_minor) filter (where purpose = 'payment'), 0)::bigint as payment,
          coalesce(sum(amount_minor) filter (where purpose = 'trade'), 0)::bigint as trade,
          coalesce(sum(amount_minor) filter (where purpose = 'margin'), 0)::bigint as margin
        from holds where entity_id = $1 and account_id = $2 and created_at <= $3
          and (released_at is null or released_at > $3)) h`,
    values: [entityId, accountId, at],
  })
  const { balanceMinor, sequence, ...held } = rows[0]!
  return { balanceMinor, sequence, held }
}

/** Open holds of an account, newest first, those before `beforeHoldId`. */
export async function openHolds(
  db: Queryable,
  entityId: string,
  accountId: string,
  page: { beforeHoldId?: string; limit: number },
): Promise<HoldRow[]> {
  const { rows } = await db.query<HoldRow>({
    name: 'open-holds', // holds_by_account
    text: `select hold_id as "holdId", entity_id as "entityId", account_id as "accountId", currency, amount_minor as "amountMinor",
        purpose, related_type as "relatedType", related_id as "relatedId", description, reference, created_at as "createdAt",
        released_at as "releasedAt"
      from holds where entity_id = $1 and account_id = $2 and released_at is null and ($3::uuid is null or hold_id < $3)
      order by hold_id desc limit $4`,
    values: [entityId, accountId, page.beforeHoldId ?? null, page.limit],
  })
  return rows
}

const POSTING = `p.entity_id as "entityId", p.account_id as "accountId", p.seq as "sequence", p.journal_id as "journalId",
  p.currency, p.amount_minor as "amountMinor", p.balance_after_minor as "balanceAfterMinor", p.value_date as "valueDate",
  p.posted_at as "postedAt", p.type, p.description, p.reference, p.end_to_end_id as "endToEndId",
  p.counterparty_name as "counterpartyName", p.counterparty_account as "counterpartyAccount",
  p.related_type as "relatedType", p.related_id as "relatedId", p.detail,
  exists (select 1 from journal_reversals r where r.entity_id = p.entity_id and r.journal_id = p.journal_id) as reversed`

export interface PostingFilters {
  /** Sign of the amount. */
  creditOrDebit?: 'Credit' | 'Debit'
  type?: TransactionType
  relatedType?: string
  relatedId?: string
  /** Absolute amounts in minor units. */
  minMinor?: bigint
  maxMinor?: bigint
  /** Part of the reference, without regard to case. */
  reference?: string
  reversed?: boolean
}

/** Most postings searched per page: with selective filters a page may be short although more follow. */
export const PAGE_SCAN = 2000

/**
 * Returns a page of an account's postings, newest first: sequences below `before`, above `after`. The cost is bounded
 * for all filters and does not grow with the account's history.
 *
 * @param scan postings looked at, at most
 * @returns next: where the next page starts (`before`), or null at the end
 */
export async function postingsPage(
  db: Queryable,
  account: { entityId: string; accountId: string },
  range: { after: bigint; before: bigint; limit: number },
  filters: PostingFilters = {},
  scan: number = PAGE_SCAN,
): Promise<{ rows: PostingRow[]; next: bigint | null }> {
  const end = range.before - 1n - BigInt(scan)
  const floor = end > range.after ? end : range.after
  const { rows } = await db.query<PostingRow>({
    name: 'postings-page', // postings_pkey
    text: `select * from (select ${POSTING} from postings p
        where p.entity_id = $1 and p.account_id = $2 and p.seq < $3 and p.seq > $4
          and ($6::boolean is null or (p.amount_minor > 0) = $6)
          and ($7::text is null or p.type = $7)
          and ($8::text is null or p.related_type = $8)
          and ($9::uuid is null or p.related_id = $9)
          and ($10::bigint is null or abs(p.amount_minor) >= $10)
          and ($11::bigint is null or abs(p.amount_minor) <= $11)
          and ($12::text is null or position(lower($12) in lower(p.reference)) > 0)
        order by p.seq desc) f
      where ($13::boolean is null or f.reversed = $13) limit $5`,
    values: [
      account.entityId,
      account.accountId,
      range.before,
      floor,
      range.limit,
      filters.creditOrDebit === undefined ? null : filters.creditOrDebit === 'Credit',
      filters.type ?? null,
      filters.relatedType ?? null,
      filters.relatedId ?? null,
      filters.minMinor ?? null,
      filters.maxMinor ?? null,
      filters.reference ?? null,
      filters.reversed ?? null,
    ],
  })
  // Full: go on below its last row; otherwise below what was looked at.
  const lowest = rows.length === range.limit ? rows.at(-1)!.sequence : floor + 1n
  return { rows, next: lowest - 1n > range.after ? lowest : null }
}

/**
 * Sequences of an account's postings the other way round, oldest first, from `from` up to `upTo`: for finding where the
 * page before one began. Looks at no more than `scan` postings.
 */
export async function sequencesFrom(
  db: Queryable,
  account: { entityId: string; accountId: string },
  range: { from: bigint; upTo: bigint; limit: number },
  filters: Pick<PostingFilters, 'creditOrDebit'> = {},
  scan: number = PAGE_SCAN,
): Promise<bigint[]> {
  const end = range.from - 1n + BigInt(scan)
  const { rows } = await db.query<{ sequence: bigint }>({
    name: 'sequences-from', // postings_pkey
    text: `select p.seq as sequence from postings p
      where p.entity_id = $1 and p.account_id = $2 and p.seq >= $3 and p.seq <= $4
        and ($6::boolean is null or (p.amount_minor > 0) = $6)
      order by p.seq limit $5`,
    values: [
      account.entityId,
      account.accountId,
      range.from,
      end < range.upTo ? end : range.upTo,
      range.limit,
      filters.creditOrDebit === undefined ? null : filters.creditOrDebit === 'Credit',
    ],
  })
  return rows.map(({ sequence }) => sequence)
}

interface PostingTotals {
  creditsMinor: bigint
  creditCount: number
  debitsMinor: bigint
  debitCount: number
  /** Fees charged less fees refunded; included in the other sums. */
  feesMinor: bigint
}

/** Credits and debits of the postings with sequences above `after` up to `upTo`, how many there are of each, and the fees in them. */
export async function totalsBetween(
  db: Queryable,
  account: { entityId: string; accountId: string },
  after: bigint,
  upTo: bigint,
): Promise<PostingTotals> {
  const { rows } = await db.query<PostingTotals>({
    name: 'posting-totals', // postings_pkey
    text: `select coalesce(sum(amount_minor) filter (where amount_minor > 0), 0)::bigint as "creditsMinor",
        (count(*) filter (where amount_minor > 0))::int as "creditCount",
        coalesce(-sum(amount_minor) filter (where amount_minor < 0), 0)::bigint as "debitsMinor",
        (count(*) filter (where amount_minor < 0))::int as "debitCount",
        coalesce(-sum(amount_minor) filter (where type = 'PaymentFee'), 0)::bigint as "feesMinor"
      from postings where entity_id = $1 and account_id = $2 and seq > $3 and seq <= $4`,
    values: [account.entityId, account.accountId, after, upTo],
  })
  return rows[0]!
}
