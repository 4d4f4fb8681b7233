import type { Db } from '../../db/db.ts'
import { leaseTokens } from './leases.ts'
import { type LimitGroup, WINDOW_SECONDS } from './policies.ts'

/** Decision about a request, and what is left of the client's limit. */
export interface Verdict {
  isAdmitted: boolean
  /** Requests left now, as this process knows it. */
  remaining: number
  /** Seconds until the bucket is full again. */
  resetSeconds: number
  /** Seconds after which a rejected request can be admitted; at least 1. */
  retrySeconds: number
}

/** Buckets of one group of operations, as one process spends them. */
export interface Buckets {
  quota: number
  /** Spends a token of a client: synchronously while the process has a lease. */
  take: (client: string) => Verdict | Promise<Verdict>
}

/** A process leases a fiftieth of a limit at once. */
const LEASES_PER_QUOTA = 50
const LARGEST_LEASE = 1000
/** An empty bucket is not asked again for a while. */
const SHORTEST_PAUSE_MS = 100
const WINDOW_MS = WINDOW_SECONDS * 1000
/** Clients whose leases are kept, twice; those not seen for as many others are forgotten. */
const CAPACITY = 10_000

interface Held {
  /** Leased and not yet spent. */
  tokens: number
  /** Left in the shared bucket at the latest lease. */
  shared: number
  leasedAt: number
  /** Time before which the shared bucket has nothing to lease. */
  emptyUntil: number
  leasing: Promise<void> | undefined
  /** Requests that wait for the lease. */
  waiting: number
}

/** Returns the number of tokens that a process leases at once. */
const leaseSize = (quota: number): number => Math.min(LARGEST_LEASE, Math.ceil(quota / LEASES_PER_QUOTA))

/**
 * Opens the buckets of a group in this process. It leases tokens from the shared bucket in blocks, and the next block when
 * half of one is left, so that most requests need no statement. Leases that lie unused for a window are dropped, so a process
 * adds at most one and a half blocks to what the limit allows in a window. Without the database requests are admitted: they
 * fail on their own, and a limit must not be a further reason.
 */
export function createBuckets(
  deps: { db: Pick<Db, 'pool'>; wall: () => Date },
  group: LimitGroup,
  quota: number,
): Buckets {
  const block = leaseSize(quota)
  const perMs = quota / WINDOW_MS
  let recent = new Map<string, Held>()
  let older = new Map<string, Held>()

  function find(client: string): Held {
    const known = recent.get(client)
    if (known) return known
    const held = older.get(client) ?? newHeld(quota)
    if (recent.size >= CAPACITY) {
      older = recent
      recent = new Map()
    }
    recent.set(client, held)
    return held
  }

  async function lease(client: string, held: Held): Promise<void> {
    const wall = deps.wall()
    const at = wall.getTime()
    const wanted = Math.min(quota, Math.max(block, held.waiting))
    const { granted, left } = await leaseTokens(deps.db, { client, group }, { wanted, quota, wall }).catch(() => ({
      granted: wanted,
      left: 0,
    }))
    held.tokens += granted
    held.shared = left
    held.leasedAt = at
    if (granted === 0) held.emptyUntil = at + Math.max(SHORTEST_PAUSE_MS, Math.ceil((1 - left) / perMs))
    held.leasing = undefined
  }

  function verdict(held: Held, at: number, isAdmitted: boolean): Verdict {
    const shared = Math.min(quota, held.shared + (at - held.leasedAt) * perMs)
    const remaining = isAdmitted ? Math.min(quota, Math.floor(held.tokens + shared)) : 0
    const retrySeconds = Math.max(1, Math.ceil((held.emptyUntil - at) / 1000))
    return { isAdmitted, remaining, resetSeconds: Math.ceil((quota - remaining) / perMs / 1000), retrySeconds }
  }

  function take(client: string): Verdict | Promise<Verdict> {
    const held = find(client)
    const at = deps.wall().getTime()
    if (at < held.leasedAt) turnBack(held, at)
    if (at - held.leasedAt > WINDOW_MS) held.tokens = 0
    const isEmpty = at < held.emptyUntil
    if (held.tokens > 0) {
      held.tokens--
      if (held.tokens < block >> 1 && !isEmpty) held.leasing ??= lease(client, held)
      return verdict(held, at, true)
    }
    return isEmpty ? verdict(held, at, false) : wait(client, held)
  }

  async function wait(client: string, held: Held): Promise<Verdict> {
    held.waiting++
    try {
      await (held.leasing ??= lease(client, held))
    } finally {
      held.waiting--
    }
    return take(client)
  }

  return { quota, take }
}

/** Follows a clock that was set back, so that no client waits until it shows the earlier time again. */
function turnBack(held: Held, at: number): void {
  held.emptyUntil = 0
  held.leasedAt = at
}

const newHeld = (quota: number): Held => ({
  tokens: 0,
  shared: quota,
  leasedAt: 0,
  emptyUntil: 0,
  leasing: undefined,
  waiting: 0,
})
