import type { Account } from '../../accounts/index.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { getBalance, PAGE_SCAN, type PostingRow, postingsPage, sequenceAt, sequencesFrom } from '../../ledger/index.ts'

/** Accounts read one after the other, each newest first, within a range of sequences of each. */
export interface Lane {
  account: Account
  bounds: () => Promise<{ after: bigint; last: bigint }>
}

/** Start of a page: below this sequence in this account's list. */
export interface Position {
  lane: number
  before: bigint
}

export type Direction = 'Credit' | 'Debit' | undefined

export interface Page {
  rows: PostingRow[]
  /** Previous page, absent if there is none. `first` marks the first page, which has no position. */
  prev?: Position | 'first'
  next?: Position
}

/** The lane of an account between two instants, both included; absent ends are open. */
export function laneBetween(db: Queryable, account: Account, from: Date | undefined, to: Date | undefined): Lane {
  const { entityId, accountId } = account
  const at = (instant: Date) => sequenceAt(db, entityId, accountId, instant)
  return {
    account,
    bounds: async () => ({
      after: from ? await at(new Date(from.getTime() - 1)) : 0n,
      last: to ? await at(to) : ((await getBalance(db, entityId, accountId))?.sequence ?? 0n),
    }),
  }
}

/**
 * A page of postings over several accounts. Positions name postings, not offsets, so a page stays the same page while
 * others are booked.
 */
export async function walk(
  db: Queryable,
  lanes: readonly Lane[],
  start: Position | undefined,
  direction: Direction,
  size: number,
): Promise<Page> {
  const rows = await forward(db, lanes, start, direction, size + 1)
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  const prev = start && (await backward(db, lanes, start, direction, size))
  return {
    rows: shown.map(({ row }) => row),
    ...(prev === undefined ? {} : { prev }),
    ...(rows.length > size && last ? { next: { lane: last.lane, before: last.row.sequence } } : {}),
  }
}

const filtersOf = (direction: Direction) => (direction === undefined ? {} : { creditOrDebit: direction })
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)

async function forward(
  db: Queryable,
  lanes: readonly Lane[],
  start: Position | undefined,
  direction: Direction,
  wanted: number,
): Promise<{ lane: number; row: PostingRow }[]> {
  const found: { lane: number; row: PostingRow }[] = []
  for (let lane = start?.lane ?? 0; lane < lanes.length && found.length < wanted; lane++) {
    const { account, bounds } = lanes[lane]!
    const { after, last } = await bounds()
    let before: bigint | null = lane === start?.lane ? min(start.before, last + 1n) : last + 1n
    while (before !== null && before > after + 1n && found.length < wanted) {
      const limit = wanted - found.length
      const page: Awaited<ReturnType<typeof postingsPage>> = await postingsPage(
        db,
        account,
        { after, before, limit },
        filtersOf(direction),
      )
      found.push(...page.rows.map((row) => ({ lane, row })))
      before = page.next
    }
  }
  return found
}

/** Returns the start of the page before a position; undefined if it is the first. */
async function backward(
  db: Queryable,
  lanes: readonly Lane[],
  start: Position,
  direction: Direction,
  size: number,
): Promise<Position | 'first' | undefined> {
  const newer: Position[] = [] // ends of pages that would begin with a posting newer than the start, nearest first
  for (let lane = start.lane; lane >= 0 && newer.length <= size; lane--) {
    const { account, bounds } = lanes[lane]!
    const { after, last } = await bounds()
    let from = lane === start.lane && start.before > after ? start.before : after + 1n
    while (from <= last && newer.length <= size) {
      const limit = size + 1 - newer.length
      const found = await sequencesFrom(db, account, { from, upTo: last, limit }, filtersOf(direction))
      newer.push(...found.map((sequence) => ({ lane, before: sequence + 1n })))
      from += BigInt(PAGE_SCAN) // what one look covers; all that matched in it has been counted
    }
  }
  if (newer.length > size) return newer[size - 1]
  return newer.length > 0 ? 'first' : undefined
}
