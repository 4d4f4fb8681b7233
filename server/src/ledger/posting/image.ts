import { dayOf } from '../../kernel/values/days.ts'
import type { EncodedCommand } from './columns.ts'
import type { Layout, Line, TouchedAccount } from './layout.ts'
import type { BalanceRow } from '../book/types.ts'

/** Predicted result of a batch if the cached balances are correct: every command is posted. */
export interface Prediction {
  /** Business time of booking: never before an earlier posting of an account that is touched. */
  at: Date
  /** Changes by touched account, in the layout's order: the balance before the batch and the batch's sum. */
  changes: readonly Change[]
  /** Sequence of each leg. */
  sequences: readonly bigint[]
  after: readonly bigint[]
}

interface Change {
  sequence: bigint
  balanceMinor: bigint
  /** Lowest balance after any debiting command; null without one. */
  lowestMinor: bigint | null
  postings: number
  changeMinor: bigint
}

/** A balance as the database has it, and when it changed last. */
export interface SeenBalance extends BalanceRow {
  /** Business time of the last posting in milliseconds, rounded up; null before the first. */
  lastPostedMs: number | null
}

/**
 * Balance cache of this process, used to predict the result of a batch. Other processes write too, so it may be wrong:
 * the database checks each balance of a predicted batch and rejects mispredictions.
 */
export interface BalanceImage {
  /**
   * Predicts the result of the commands and applies it to the cache: call it in the turn that sends the batch.
   * Undefined if only the database can decide: an unknown balance, a command to be rejected, a hold placed or released,
   * a reversal, the first posting of a day.
   */
  predict(layout: Layout, now: Date): Prediction | undefined
  /**
   * Drops cached balances until `seen` returns them after all batches in flight: call it in the turn that sends a batch
   * for the database to decide. It never rejects; without a result they stay unknown.
   */
  forget(accounts: readonly TouchedAccount[], seen: Promise<readonly SeenBalance[]>): void
  /** Waits for balances of these accounts that are being read, while predictions are enabled. */
  settled(accounts: readonly TouchedAccount[]): Promise<void> | undefined
  /** Records a confirmed prediction. */
  confirmed(): void
  /** Records a misprediction: drops its balances; after several, drops all and pauses predictions. */
  mispredicted(accounts: readonly TouchedAccount[]): void
  /** True while predictions are enabled. */
  readonly isPredicting: boolean
  /** Number of predicted and of mispredicted batches. */
  readonly counts: { predicted: number; mispredicted: number }
}

/** Capacity of the cache; beyond it the cache is cleared. */
const CAPACITY = 100_000
/** Limit far below the largest bigint of the database, which decides larger balances. */
const LARGEST_MINOR = 10n ** 18n
/** A refusal weighs as much as two batches that were posted; at this weight the image is worth nothing and begins anew. */
const MOST_DOUBT = 6
/** Longest pause in batches, used while other processes keep posting to the same accounts. */
const LONGEST_PAUSE = 256

/** An image that has seen nothing. */
export function createBalanceImage(): BalanceImage {
  const known = new Map<string, SeenBalance>()
  /** Number of reads in progress by account. */
  const unsettled = new Map<string, number>()
  const counts = { predicted: 0, mispredicted: 0 }
  let reading: Promise<void> = Promise.resolve()
  let doubt = 0
  let pause = 0
  let paused = 0

  function beginAnew(): void {
    known.clear()
    doubt = 0
    pause = Math.min(Math.max(2 * pause, 1), LONGEST_PAUSE)
    paused = pause
  }

  function predict(layout: Layout, now: Date): Prediction | undefined {
    if (paused > 0) {
      paused--
      return undefined
    }
    const before = layout.commands.every(isPlain) ? balancesOf(layout.accounts) : undefined
    const at = before && bookingTime(before, now)
    if (!at) return undefined
    const drafts = before.map(draftOf)
    const legs = draw(layout, drafts)
    if (!legs) return undefined
    for (const draft of drafts) advance(draft, at)
    counts.predicted++
    return { at, changes: drafts, ...legs }
  }

  function balancesOf(accounts: readonly TouchedAccount[]): SeenBalance[] | undefined {
    const found: SeenBalance[] = []
    for (const { entityId, accountId } of accounts) {
      const seen = known.get(accountId)
      if (!seen || seen.blocked || seen.entityId !== entityId) return undefined
      found.push(seen)
    }
    return found
  }

  function settle(accounts: readonly TouchedAccount[], seen: readonly SeenBalance[]): void {
    for (const { accountId } of accounts) {
      const left = unsettled.get(accountId)! - 1
      if (left > 0) unsettled.set(accountId, left)
      else unsettled.delete(accountId)
    }
    if (known.size + seen.length > CAPACITY) known.clear()
    for (const balance of seen) if (!unsettled.has(balance.accountId)) known.set(balance.accountId, balance)
  }

  return {
    predict,
    counts,
    forget(accounts, seen) {
      for (const { accountId } of accounts) {
        known.delete(accountId)
        unsettled.set(accountId, (unsettled.get(accountId) ?? 0) + 1)
      }
      reading = seen.then((balances) => settle(accounts, balances))
    },
    settled: (accounts) =>
      paused === 0 && accounts.some(({ accountId }) => unsettled.has(accountId)) ? reading : undefined,
    confirmed() {
      doubt = Math.max(0, doubt - 1)
      pause >>= 1
    },
    mispredicted(accounts) {
      for (const { accountId } of accounts) known.delete(accountId)
      counts.mispredicted++
      doubt += 2
      if (doubt >= MOST_DOUBT) beginAnew()
    },
    get isPredicting() {
      return paused === 0
    },
  }
}

/** Returns true if a command only posts: others are never predicted. */
export const isPlain = ({ hold, release, reversalOf, legs }: EncodedCommand): boolean =>
  !hold && !release && !reversalOf && legs.length > 0

/** Balance during the prediction of a batch. */
interface Draft extends Change {
  seen: SeenBalance
}

const draftOf = (seen: SeenBalance): Draft => ({
  seen,
  sequence: seen.sequence,
  balanceMinor: seen.balanceMinor,
  lowestMinor: null,
  postings: 0,
  changeMinor: 0n,
})

/** Returns the booking time of a batch; undefined for the first batch of a day on one of its accounts. */
function bookingTime(before: readonly SeenBalance[], now: Date): Date | undefined {
  let last = now.getTime()
  for (const { lastPostedMs } of before) if (lastPostedMs !== null && lastPostedMs > last) last = lastPostedMs
  const at = new Date(last)
  const midnight = Date.parse(dayOf(at))
  return before.every(({ lastPostedMs }) => lastPostedMs === null || lastPostedMs >= midnight) ? at : undefined
}

/** Carries the commands out on the drafts, one after the other; undefined as soon as one is not plainly posted. */
function draw(
  { lines, accountIndex }: Layout,
  drafts: readonly Draft[],
): Pick<Prediction, 'sequences' | 'after'> | undefined {
  const [sequences, after]: [bigint[], bigint[]] = [[], []]
  const touched = lines.map(({ accountId }) => drafts[accountIndex(accountId) - 1]!)
  for (let i = 0; i < lines.length; ) {
    const first = i
    const { command, number } = lines[i]!
    for (; i < lines.length && lines[i]!.number === number; i++) {
      const [draft, { leg }] = [touched[i]!, lines[i]!]
      if (draft.seen.entityId !== command.entityId || draft.seen.currency !== leg.currency) return undefined
      sequences.push(draft.sequence + BigInt((draft.postings += 1)))
      after.push(draft.balanceMinor + (draft.changeMinor += leg.amountMinor))
    }
    for (let j = first; j < i; j++) if (!isCovered(touched[j]!, lines[j]!)) return undefined
  }
  return { sequences, after }
}

/** Returns true if the account covers a leg's debit, considering the whole command. */
function isCovered(draft: Draft, { leg }: Line): boolean {
  const { seen, lowestMinor } = draft
  const left = draft.balanceMinor + draft.changeMinor
  if (left >= LARGEST_MINOR || left <= -LARGEST_MINOR) return false
  if (leg.amountMinor > 0n) return true
  if (lowestMinor === null || left < lowestMinor) draft.lowestMinor = left
  return seen.floorMinor === null || left - seen.heldMinor >= seen.floorMinor
}

function advance({ seen, postings, changeMinor }: Draft, at: Date): void {
  seen.sequence += BigInt(postings)
  seen.balanceMinor += changeMinor
  seen.lastPostedMs = at.getTime()
}
