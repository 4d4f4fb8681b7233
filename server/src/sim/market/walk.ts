/**
 * A deterministic random walk: a pure function of seed, name and seconds, so that every process and every restart sees
 * the same market, and any instant costs the same. Whole-day levels are summed (with a pull back to where the walk began);
 * inside a day the path between two levels is found by halving it 17 times, each midpoint displaced by a hash. Integers
 * throughout, in billionths.
 */
export type Walk = (seconds: number) => number

const DAY = 86_400
const HALVINGS = 17 // 2^17 steps a day: finer than a second
/** Displacement at each halving, in thousandths of a day's deviation: 1/2, then less by the square root of 2 each time. */
const SCALE = [500, 354, 250, 177, 125, 88, 62, 44, 31, 22, 16, 11, 8, 6, 4, 3, 2]
/** Daily decay of a level in thousandths: the walk stays within a few deviations. */
const KEPT = 980

/**
 * @param deviation typical move of a day, in billionths of the rate
 * @returns for seconds since the walk's origin (where it is 0) the deviation in billionths
 */
export function createWalk(seed: number, name: string, deviation: number): Walk {
  const key = hashText(name, seed)
  const levels = [0]
  const level = (day: number): number => {
    for (let d = levels.length; d <= day; d++) {
      levels.push(Math.trunc((levels[d - 1]! * KEPT) / 1000) + displacement(key, d, 0, deviation))
    }
    return levels[day]!
  }
  return (seconds) => {
    const day = Math.floor(seconds / DAY)
    const step = Math.floor(((seconds - day * DAY) * 2 ** HALVINGS) / DAY)
    return between(key, day, [level(day), level(day + 1)], step, deviation)
  }
}

type Span = readonly [start: number, end: number]

function between(key: number, day: number, levels: Span, step: number, deviation: number): number {
  let [low, high] = levels
  for (let halving = 0, node = 1; halving < HALVINGS; halving++) {
    const size = Math.trunc((deviation * SCALE[halving]!) / 1000)
    const middle = Math.trunc((low + high) / 2) + displacement(key, day, node, size)
    const isLater = (step >> (HALVINGS - 1 - halving)) & 1
    if (isLater) low = middle
    else high = middle
    node = node * 2 + isLater
  }
  return low
}

/**
 * Returns an approximately normal value with the given deviation: the sum of four bytes of a hash, whose own deviation
 * is 148.
 */
function displacement(key: number, day: number, node: number, deviation: number): number {
  const hash = mix(mix(key ^ day) ^ node)
  const sum = (hash & 255) + ((hash >>> 8) & 255) + ((hash >>> 16) & 255) + (hash >>> 24)
  return Math.trunc(((sum - 510) * deviation) / 148)
}

function hashText(text: string, seed: number): number {
  let hash = mix(seed)
  for (let i = 0; i < text.length; i++) hash = mix(hash ^ text.charCodeAt(i))
  return hash
}

/** A bijective 32-bit mixer: every input bit moves every output bit. */
function mix(value: number): number {
  let x = value | 0
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d)
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b)
  return (x ^ (x >>> 16)) >>> 0
}
