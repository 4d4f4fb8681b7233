/** Jaro-Winkler similarity from 0 to 1: common letters near their place, with a premium for a common beginning. */
export function jaroWinkler(a: string, b: string): number {
  const jaro = jaroSimilarity(a, b)
  let prefix = 0
  while (prefix < 4 && prefix < a.length && a[prefix] === b[prefix]) prefix++
  return jaro + prefix * 0.1 * (1 - jaro)
}

function jaroSimilarity(a: string, b: string): number {
  if (a.length === 0 || b.length === 0) return a === b ? 1 : 0
  const taken = commonPlaces(a, b)
  const common = Array.from(a).filter((_, i) => taken[i] !== undefined)
  if (common.length === 0) return 0
  const places = taken.filter((place) => place !== undefined).sort((x, y) => x - y)
  const swapped = common.filter((letter, i) => letter !== b[places[i]!]).length / 2
  return (common.length / a.length + common.length / b.length + (common.length - swapped) / common.length) / 3
}

/**
 * Maps each position in `a` to a matching letter in `b`, within half the longer length; each position of `b` is used
 * once.
 */
function commonPlaces(a: string, b: string): (number | undefined)[] {
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const used = new Set<number>()
  return Array.from(a, (letter, i) => {
    for (let j = Math.max(0, i - reach); j <= Math.min(b.length - 1, i + reach); j++) {
      if (used.has(j) || b[j] !== letter) continue
      used.add(j)
      return j
    }
    return undefined
  })
}
