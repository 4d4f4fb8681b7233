import {
  arrayOf,
  instant,
  integer,
  minor,
  nullable,
  oneOf,
  percentage,
  type Row,
  table,
  text,
  uuid,
} from '../../kernel/db/table.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import { acrossEntities } from '../../kernel/http/paging.ts'
import { sequenceOf } from '../../ledger/index.ts'
import type { CallStatus } from './rules.ts'

export type MarginKind = 'Initial' | 'Variation'

/** Stands for the trade where margin is of a facility's net position. */
export const NET = '00000000-0000-0000-0000-000000000000'

/** Margin of a deal or of a net position; minor units of its currency. */
const margins = table('credit_margins', {
  entityId: uuid,
  facilityId: uuid,
  kind: oneOf<MarginKind>(),
  tradeId: uuid,
  currency: text,
  /** Initial only. */
  requiredMinor: minor,
  percent: nullable(percentage),
  side: nullable(oneOf<'Buy' | 'Sell'>()),
  accountId: nullable(uuid),
  receivedMinor: minor,
  heldMinor: minor,
  dueAt: nullable(instant),
  createdAt: instant,
  updatedAt: instant,
})

export type MarginRow = Row<typeof margins>

const MARGIN = margins.list

const marginCalls = table('margin_calls', {
  entityId: uuid,
  marginCallId: uuid,
  facilityId: uuid,
  kind: oneOf<MarginKind>(),
  tradeId: uuid,
  reasonTradeIds: arrayOf(uuid),
  currency: text,
  amountMinor: minor,
  outstandingMinor: minor,
  status: oneOf<CallStatus>(),
  issuedAt: instant,
  dueAt: instant,
  /** Account it is collected from; null if the client pays it. */
  accountId: nullable(uuid),
  snapshotId: nullable(uuid),
  explanation: text,
  version: integer,
  updatedAt: instant,
})

export type CallRow = Row<typeof marginCalls>

const CALL = marginCalls.list

const newMargin = margins.insert({ name: 'ensure-credit-margin', ending: 'on conflict do nothing' })

/** Records required margin; an existing row stays. */
export async function ensureMargin(
  tx: Tx,
  margin: Pick<MarginRow, 'entityId' | 'facilityId' | 'kind' | 'tradeId' | 'currency'> &
    Partial<Pick<MarginRow, 'requiredMinor' | 'percent' | 'side' | 'accountId' | 'dueAt'>>,
  at: Date,
): Promise<void> {
  const { requiredMinor = 0n, percent = null, side = null, accountId = null, dueAt = null } = margin
  const given = { ...margin, requiredMinor, percent, side, accountId, dueAt }
  await tx.query(newMargin({ ...given, receivedMinor: 0n, heldMinor: 0n, createdAt: at, updatedAt: at }))
}

/** Finds a deal's margin by kind; undefined if it never required any. Uses the index credit_margins_by_trade. */
export async function findMargin(
  db: Queryable,
  entityId: string,
  tradeId: string,
  kind: MarginKind,
): Promise<MarginRow | undefined> {
  const { rows } = await db.query<MarginRow>({
    name: 'find-credit-margin',
    text: `select ${MARGIN} from credit_margins where entity_id = $1 and trade_id = $2 and kind = $3`,
    values: [entityId, tradeId, kind],
  })
  return rows[0]
}

/** Margins of a facility of which something is held. Index credit_margins_held. */
export async function heldMargins(db: Queryable, entityId: string, facilityId?: string): Promise<MarginRow[]> {
  const { rows } = await db.query<MarginRow>({
    name: 'held-credit-margins',
    text: `select ${MARGIN} from credit_margins
      where entity_id = $1 and ($2::uuid is null or facility_id = $2) and held_minor > 0`,
    values: [entityId, facilityId],
  })
  return rows
}

/** Margin of one deal that is held, as the valuation shows it. */
export type HeldMargin = Pick<MarginRow, 'tradeId' | 'kind' | 'currency' | 'heldMinor'>

/** The currencies of the margins of an entity of which something is held. */
export async function heldCurrencies(db: Queryable, entityId: string): Promise<string[]> {
  const { rows } = await db.query<{ currency: string }>({
    name: 'held-margin-currencies',
    text: 'select distinct currency from credit_margins where entity_id = $1 and held_minor > 0',
    values: [entityId],
  })
  return rows.map(({ currency }) => currency)
}

/**
 * Margins of the deals in a range of ids of which something is held; or was at an instant, from their movements. Indexes
 * credit_margins_by_trade and credit_margin_moves_by_trade.
 *
 * @param range both ends included: a query with thousands of ids costs more than what is held
 */
export async function heldMarginsOf(
  db: Queryable,
  { entityId, from, to }: { entityId: string; from: string; to: string },
  at?: Date,
): Promise<HeldMargin[]> {
  const { rows } = at
    ? await db.query<HeldMargin>({ name: 'past-margins-of-trades', text: PAST_HELD, values: [entityId, from, to, at] })
    : await db.query<HeldMargin>({ name: 'held-margins-of-trades', text: HELD, values: [entityId, from, to] })
  return rows
}

const HELD = `select trade_id as "tradeId", kind, currency, held_minor as "heldMinor" from credit_margins
  where entity_id = $1 and trade_id between $2 and $3 and held_minor > 0`
const PAST_HELD = `select trade_id as "tradeId", kind, currency, sum(amount_minor)::bigint as "heldMinor"
  from credit_margin_moves where entity_id = $1 and trade_id between $2 and $3 and moved_at <= $4
  group by trade_id, kind, currency having sum(amount_minor) > 0`

/** Initial margins that wait for money in an account. Index credit_margins_awaited. */
export async function awaitedMargins(db: Queryable, entityId: string, accountId: string): Promise<string[]> {
  const { rows } = await db.query<{ tradeId: string }>({
    name: 'awaited-credit-margins',
    text: `select trade_id as "tradeId" from credit_margins
      where entity_id = $1 and account_id = $2 and kind = 'Initial' and received_minor < required_minor
      order by due_at, trade_id`,
    values: [entityId, accountId],
  })
  return rows.map(({ tradeId }) => tradeId)
}

/** Open variation margin calls that are collected from an account, those first that are due first. Index margin_calls_collected. */
export async function collectedCalls(db: Queryable, entityId: string, accountId: string): Promise<string[]> {
  const { rows } = await db.query<{ marginCallId: string }>({
    name: 'collected-margin-calls',
    text: `select margin_call_id as "marginCallId" from margin_calls
      where entity_id = $1 and account_id = $2 and kind = 'Variation' and status in ('Issued', 'PartlyMet', 'Overdue')
      order by due_at, margin_call_id limit 5`,
    values: [entityId, accountId],
  })
  return rows.map(({ marginCallId }) => marginCallId)
}

/** The account that variation margin of a facility was last paid from; undefined before the first. */
export async function lastPayingAccount(
  db: Queryable,
  entityId: string,
  facilityId: string,
): Promise<string | undefined> {
  const { rows } = await db.query<{ accountId: string }>({
    name: 'last-margin-account',
    text: `select account_id as "accountId" from credit_margins
      where entity_id = $1 and facility_id = $2 and kind = 'Variation' and account_id is not null
      order by updated_at desc limit 1`,
    values: [entityId, facilityId],
  })
  return rows[0]?.accountId
}

/** A movement of margin: positive when it was posted, negative when it was released. */
export interface MoveRow {
  marginCallId: string | null
  kind: MarginKind
  currency: string
  amountMinor: bigint
  accountId: string
  /** Sequence of the posting on that account. */
  accountSeq: bigint
  journalId: string
  movedAt: Date
}

/** Stores a movement whose journal is posted, and updates the margin, which keeps the account that last paid it. */
export async function insertMove(
  tx: Tx,
  margin: Pick<MarginRow, 'entityId' | 'facilityId' | 'kind' | 'tradeId'>,
  move: Omit<MoveRow, 'accountSeq'> & { moveId: string },
): Promise<void> {
  await tx.query({
    name: 'insert-margin-move',
    text: `with moved as (
        insert into credit_margin_moves (entity_id, move_id, facility_id, kind, trade_id, margin_call_id, currency,
          amount_minor, account_id, account_seq, journal_id, moved_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, ${sequenceOf('$1', '$9', '$10')}, $10, $11) returning 1)
      update credit_margins set held_minor = held_minor + $8, received_minor = received_minor + greatest($8, 0),
          account_id = case when $8 > 0 then $9 else account_id end, updated_at = $11
        where entity_id = $1 and facility_id = $3 and kind = $4 and trade_id = $5`,
    values: [
      margin.entityId,
      move.moveId,
      margin.facilityId,
      margin.kind,
      margin.tradeId,
      move.marginCallId,
      move.currency,
      move.amountMinor,
      move.accountId,
      move.journalId,
      move.movedAt,
    ],
  })
}

/** Movements of a deal's margin, the oldest first. Index credit_margin_moves_by_trade. */
export async function movesOf(db: Queryable, entityId: string, tradeId: string, kind: MarginKind): Promise<MoveRow[]> {
  const { rows } = await db.query<MoveRow>({
    name: 'margin-moves-of-trade',
    text: `select margin_call_id as "marginCallId", kind, currency, amount_minor as "amountMinor",
        account_id as "accountId", account_seq as "accountSeq", journal_id as "journalId", moved_at as "movedAt"
      from credit_margin_moves where entity_id = $1 and trade_id = $2 and kind = $3 order by move_id`,
    values: [entityId, tradeId, kind],
  })
  return rows
}

const newCall = marginCalls.insert({ name: 'insert-margin-call' })

/** Returns a call after a change, as `updateCall` stores it. */
export const changedCall = (
  call: CallRow,
  change: { status: CallStatus; outstandingMinor: bigint },
  at: Date,
): CallRow => ({ ...call, ...change, version: call.version + 1, updatedAt: at })

/** Stores a call. */
export async function insertCall(tx: Tx, call: CallRow): Promise<void> {
  await tx.query(newCall(call))
}

/** Stores calls for one deal each, and notes the margin they are for; all else they have in common. */
export async function insertDealCalls(tx: Tx, calls: readonly CallRow[]): Promise<void> {
  const [first] = calls
  if (!first) return
  const { entityId, facilityId, kind, currency, issuedAt, dueAt, snapshotId, accountId } = first
  await tx.query({
    name: 'insert-deal-calls',
    text: `with margins as (
        insert into credit_margins (entity_id, facility_id, kind, trade_id, currency, required_minor, created_at, updated_at)
          select $1, $2, $3, trade_id, $4, 0, $5, $5 from unnest($8::uuid[]) as deal (trade_id) on conflict do nothing)
      insert into margin_calls (entity_id, margin_call_id, facility_id, kind, trade_id, reason_trade_ids, currency,
          amount_minor, outstanding_minor, status, issued_at, due_at, snapshot_id, explanation, updated_at, account_id)
        select $1, call_id, $2, $3, trade_id, array[trade_id], $4, amount, amount, 'Issued', $5, $6, $7, explanation, $5, $12::uuid
          from unnest($9::uuid[], $8::uuid[], $10::bigint[], $11::text[]) as call (call_id, trade_id, amount, explanation)`,
    values: [
      entityId,
      facilityId,
      kind,
      currency,
      issuedAt,
      dueAt,
      snapshotId,
      calls.map(({ tradeId }) => tradeId),
      calls.map(({ marginCallId }) => marginCallId),
      calls.map(({ amountMinor }) => amountMinor),
      calls.map(({ explanation }) => explanation),
      accountId,
    ],
  })
}

export async function findCall(db: Queryable, entityId: string, marginCallId: string): Promise<CallRow | undefined> {
  const { rows } = await db.query<CallRow>({
    name: 'find-margin-call',
    text: `select ${CALL} from margin_calls where entity_id = $1 and margin_call_id = $2`,
    values: [entityId, marginCallId],
  })
  return rows[0]
}

/** Calls of an entity that are still to be paid, the oldest first. Index margin_calls_open. */
export async function openCalls(
  db: Queryable,
  entityId: string,
  facilityId?: string,
  status?: 'Overdue',
): Promise<CallRow[]> {
  const { rows } = await db.query<CallRow>({
    name: 'open-margin-calls',
    text: `select ${CALL} from margin_calls
      where entity_id = $1 and ($2::uuid is null or facility_id = $2) and status in ('Issued', 'PartlyMet', 'Overdue')
        and ($3::text is null or status = $3)
      order by margin_call_id`,
    values: [entityId, facilityId, status],
  })
  return rows
}

/** The calls for one deal's margin of a kind that are still to be paid, the oldest first. Index margin_calls_open. */
export async function openCallsFor(
  db: Queryable,
  margin: Pick<MarginRow, 'entityId' | 'facilityId' | 'kind' | 'tradeId'>,
): Promise<CallRow[]> {
  const { rows } = await db.query<CallRow>({
    name: 'open-margin-calls-for',
    text: `select ${CALL} from margin_calls
      where entity_id = $1 and facility_id = $2 and trade_id = $3 and kind = $4
        and status in ('Issued', 'PartlyMet', 'Overdue')
      order by margin_call_id`,
    values: [margin.entityId, margin.facilityId, margin.tradeId, margin.kind],
  })
  return rows
}

/** The met calls whose margin is still held for a deal, the oldest first. Index margin_calls_met. */
export async function metCalls(
  db: Queryable,
  margin: Pick<MarginRow, 'entityId' | 'facilityId' | 'kind' | 'tradeId'>,
): Promise<CallRow[]> {
  const { rows } = await db.query<CallRow>({
    name: 'met-margin-calls',
    text: `select ${CALL} from margin_calls
      where entity_id = $1 and facility_id = $2 and trade_id = $3 and kind = $4 and status = 'Met'
      order by margin_call_id`,
    values: [margin.entityId, margin.facilityId, margin.tradeId, margin.kind],
  })
  return rows
}

export async function updateCall(
  tx: Tx,
  call: CallRow,
  change: { status: CallStatus; outstandingMinor: bigint },
  at: Date,
): Promise<CallRow> {
  const { rows } = await tx.query<CallRow>({
    name: 'update-margin-call',
    text: `update margin_calls set status = $3, outstanding_minor = $4, version = version + 1, updated_at = $5
      where entity_id = $1 and margin_call_id = $2 returning ${CALL}`,
    values: [call.entityId, call.marginCallId, change.status, change.outstandingMinor, at],
  })
  return rows[0]!
}

interface CallFilter {
  entityIds: readonly string[]
  facilityId?: string
  tradeId?: string
  status?: CallStatus
  kind?: MarginKind
  after?: string
  limit: number
}

/** Margin calls, newest first, one more than the limit. Walks the primary key backwards. */
export async function listCalls(db: Queryable, filter: CallFilter): Promise<CallRow[]> {
  const { rows } = await db.query<CallRow>({
    name: 'list-margin-calls',
    text: acrossEntities(
      `select ${CALL} from margin_calls m where m.entity_id = member.entity_id
        and ($2::uuid is null or facility_id = $2) and ($3::uuid is null or $3 = any (reason_trade_ids))
        and ($4::text is null or status = $4) and ($5::text is null or kind = $5)
        and ($6::uuid is null or margin_call_id < $6)
      order by margin_call_id desc limit $7`,
      '"marginCallId" desc',
      '$7',
    ),
    values: [
      filter.entityIds,
      filter.facilityId,
      filter.tradeId,
      filter.status,
      filter.kind,
      filter.after,
      filter.limit + 1,
    ],
  })
  return rows
}
