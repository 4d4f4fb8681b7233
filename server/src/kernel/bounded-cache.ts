/**
 * Creates a cache of the results of a pure function by a text that contains all of its inputs. When the cache is full, all
 * results are dropped: they are computed again.
 *
 * @param most number of results that are kept
 */
export function boundedCache<T>(most = 1000): (key: string, compute: () => T) => T {
  const kept = new Map<string, T>()
  return (key, compute) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const made = compute()
    if (kept.size >= most) kept.clear()
    kept.set(key, made)
    return made
  }
}
