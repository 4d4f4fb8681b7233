/**
 * Returns true if the query of an address is percent-encoded UTF-8, or absent. The parser passes other text unchanged, so a
 * filter would find nothing.
 */
export function isQueryReadable(url: string): boolean {
  const start = url.indexOf('?')
  if (start < 0 || !url.includes('%', start)) return true
  try {
    decodeURIComponent(url.slice(start))
    return true
  } catch {
    return false
  }
}
