import { dayOf } from '../kernel/days.ts'
import type { Layout, Line, TouchedAccount } from './layout.ts'

/** What a batch will come to when the balances are as the image has them: every command is posted. */
export interface Foreseen {
  /** Business time of booking: never before an earlier posting of an account that is touched. */
  at: Date
  /** Per touched account, in the layout's order: what it is before the batch, and what the batch adds. */
  changes: readonly Change[]
  /** Per leg. */
  sequences: readonly bigint[]
  after: readonly bigint[]
}

interface Change {
  sequence: bigint
  balanceMinor: bigint
  postings: number
  changeMinor: bigint
}

/** A balance as the database has it. */
export interface SeenBalance {
  entityId: string
  accountId: string
  currency: string
  balanceMinor: bigint
  heldMinor: bigint
  floorMinor: bigint | null
  blocked: boolean
  sequence: bigint
  /** Business time of the last posting in milliseconds, rounded up; null before the first. */
  lastPostedMs: number | null
}

/**
 * The balances as this process saw them last, by which it foresees what a batch comes to. Others write too, so that it may
 * be wrong: the database checks each balance when a foreseen batch is posted, and refuses what was foreseen wrongly.
 */
export interface BalanceImage {
  /**
   * Says what the commands come to and takes it as happened; undefined where only the database can tell: a balance that is not
   * known, a command that would be refused, a hold placed or released, a reversal, the first posting of a day.
   */
  foresee(layout: Layout, now: Date): Foreseen | undefined
  /** The balances are no longer known, until what `settle` is given was read after all that is on its way now. */
  forget(accounts: readonly TouchedAccount[]): void
  settle(accounts: readonly TouchedAccount[], seen: readonly SeenBalance[]): void
  /** A foreseen batch was posted. */
  proved(): void
  /** A foreseen batch was refused: its balances are not known any more, and nothing is foreseen for a while. */
  disproved(accounts: readonly TouchedAccount[]): void
  /** Whether anything is foreseen at present. */
  readonly foresees: boolean
  /** Batches that were foreseen, and those of them that were refused. */
  readonly counts: { foreseen: number; disproved: number }
}

/** Balances that are kept at most; beyond it the image begins anew. */
const CAPACITY = 100_000
/** Below the largest bigint of the database by far; larger balances are left to it. */
const LARGEST_MINOR = 10n ** 18n
/** Batches at most that are not foreseen after one that was foreseen wrongly: other processes post to the same accounts. */
const LONGEST_PAUSE = 256

export function createBalanceImage(): BalanceImage {
  const known = new Map<string, SeenBalance>()
  const unsettled = new Map<string, number>()
  const counts = { foreseen: 0, disproved: 0 }
  let pause = 0
  let paused = 0

  function foresee(layout: Layout, now: Date): Foreseen | undefined {
    if (paused > 0) return void paused--
    if (
      layout.commands.some((command) => command.hold || command.release || command.reversalOf || !command.legs.length)
    )
      return
    const before = balancesOf(layout.accounts)
    const at = before && bookingTime(before, now)
    if (!before || !at) return
    const drafts = before.map(draftOf)
    const foreseen = { at, changes: drafts, sequences: [] as bigint[], after: [] as bigint[] }
    for (let i = 0; i < layout.lines.length; ) {
      const end = i + layout.lines[i]!.command.legs.length
      const legs = layout.lines.slice(i, end)
      if (!legs.every((line) => post(line, drafts[layout.accountIndex(line.accountId) - 1]!, foreseen))) return
      if (!legs.every((line) => isCovered(drafts[layout.accountIndex(line.accountId) - 1]!, line))) return
      i = end
    }
    for (const draft of drafts) advance(draft, at)
    counts.foreseen++
    return foreseen
  }

  function balancesOf(accounts: readonly TouchedAccount[]): SeenBalance[] | undefined {
    const found: SeenBalance[] = []
    for (const { entityId, accountId } of accounts) {
      const seen = known.get(accountId)
      if (!seen || seen.blocked || seen.entityId !== entityId) return
      found.push(seen)
    }
    return found
  }

  return {
    foresee,
    counts,
    forget(accounts) {
      for (const { accountId } of accounts) {
        known.delete(accountId)
        unsettled.set(accountId, (unsettled.get(accountId) ?? 0) + 1)
      }
    },
    settle(accounts, seen) {
      for (const { accountId } of accounts) {
        const left = unsettled.get(accountId)! - 1
        if (left > 0) unsettled.set(accountId, left)
        else unsettled.delete(accountId)
      }
      if (known.size + seen.length > CAPACITY) known.clear()
      for (const balance of seen) if (!unsettled.has(balance.accountId)) known.set(balance.accountId, balance)
    },
    proved() {
      pause >>= 1
    },
    disproved(accounts) {
      for (const { accountId } of accounts) known.delete(accountId)
      counts.disproved++
      pause = Math.min(Math.max(2 * pause, 1), LONGEST_PAUSE)
      paused = pause
    },
    get foresees() {
      return paused === 0
    },
  }
}

/** A balance while a batch is being foreseen. */
interface Draft extends Change {
  seen: SeenBalance
}

const draftOf = (seen: SeenBalance): Draft => ({
  seen,
  sequence: seen.sequence,
  balanceMinor: seen.balanceMinor,
  postings: 0,
  changeMinor: 0n,
})

/** When the batch is booked; undefined when it is the first of a day for one of the accounts. */
function bookingTime(before: readonly SeenBalance[], now: Date): Date | undefined {
  let last = now.getTime()
  for (const { lastPostedMs } of before) if (lastPostedMs !== null && lastPostedMs > last) last = lastPostedMs
  const at = new Date(last)
  const midnight = Date.parse(dayOf(at))
  return before.every(({ lastPostedMs }) => lastPostedMs === null || lastPostedMs >= midnight) ? at : undefined
}

/** @returns whether the leg can be posted at all */
function post({ leg }: Line, draft: Draft, foreseen: { sequences: bigint[]; after: bigint[] }): boolean {
  if (draft.seen.currency !== leg.currency) return false
  draft.postings += 1
  draft.changeMinor += leg.amountMinor
  const after = draft.balanceMinor + draft.changeMinor
  foreseen.sequences.push(draft.sequence + BigInt(draft.postings))
  foreseen.after.push(after)
  return after < LARGEST_MINOR && after > -LARGEST_MINOR
}

/** Whether the account has what a leg took, judged by the command as a whole. */
function isCovered({ seen, balanceMinor, changeMinor }: Draft, { leg }: Line): boolean {
  return (
    leg.amountMinor > 0n || seen.floorMinor === null || balanceMinor + changeMinor - seen.heldMinor >= seen.floorMinor
  )
}

function advance({ seen, postings, changeMinor }: Draft, at: Date): void {
  seen.sequence += BigInt(postings)
  seen.balanceMinor += changeMinor
  seen.lastPostedMs = at.getTime()
}
