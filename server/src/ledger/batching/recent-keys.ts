import type { EncodedCommand } from '../posting/columns.ts'

/**
 * Recently posted keys of this process: a batch with one of them may contain a replay. They are stored as hashes, which
 * cost the garbage collector nothing; a hash collision only makes the database decide a batch.
 */
interface RecentKeys {
  has(command: EncodedCommand): boolean
  add(command: EncodedCommand): void
}

/** Keys that are remembered at least; at most twice as many. */
const KEPT = 10_000

/** No key is known yet. */
export function createRecentKeys(): RecentKeys {
  let [newer, older] = [new Set<number>(), new Set<number>()]
  return {
    has({ idempotency }) {
      if (!idempotency) return false
      const hash = hashOf(idempotency)
      return newer.has(hash) || older.has(hash)
    },
    add({ idempotency }) {
      if (!idempotency) return
      if (newer.size >= KEPT) [newer, older] = [new Set(), newer]
      newer.add(hashOf(idempotency))
    },
  }
}

/** 30 bits (FNV-1a), which a Set keeps without allocating. */
function hashOf({ clientId, key }: { clientId: string; key: string }): number {
  let hash = 0x811c9dc5
  for (const text of [clientId, key]) {
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  return hash >>> 2
}
