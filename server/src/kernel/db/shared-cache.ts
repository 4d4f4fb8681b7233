import type { Listener } from './notifications.ts'

/**
 * A read-through cache of rows that every process caches. It answers at once on a hit, and only while the listener is
 * current: when notifications may be missing, every read goes to the database.
 */
interface SharedCache<V> {
  get: (key: string) => V | undefined | Promise<V | undefined>
  /** Forgets one key, or every value that the predicate picks. */
  forget: (what: string | ((value: V) => boolean)) => void
  clear: () => void
}

/**
 * @param load reads one value; undefined is not kept
 * @param capacity values kept at most, twice; those not used for as many new ones are forgotten
 */
export function createSharedCache<V>(
  listener: Pick<Listener, 'isCurrent'>,
  load: (key: string) => Promise<V | undefined>,
  capacity = 10_000,
): SharedCache<V> {
  let recent = new Map<string, V>()
  let older = new Map<string, V>()
  let changes = 0

  function keep(key: string, value: V): void {
    if (recent.size >= capacity) {
      older = recent
      recent = new Map()
    }
    recent.set(key, value)
  }

  function find(key: string): V | undefined {
    const hit = recent.get(key)
    if (hit !== undefined) return hit
    const old = older.get(key)
    if (old !== undefined) keep(key, old)
    return old
  }

  async function read(key: string): Promise<V | undefined> {
    const seen = changes
    const value = await load(key)
    // Something was forgotten while we read: what we read may be what should be forgotten.
    if (value !== undefined && seen === changes && listener.isCurrent()) keep(key, value)
    return value
  }

  return {
    get: (key) => (listener.isCurrent() ? find(key) : undefined) ?? read(key),
    forget(what) {
      changes++
      for (const map of [recent, older]) {
        if (typeof what === 'string') map.delete(what)
        else for (const [key, value] of map) if (what(value)) map.delete(key)
      }
    },
    clear() {
      changes++
      recent.clear()
      older.clear()
    },
  }
}
