import { jaroWinkler } from '../kernel/text/similarity.ts'
import { weightOf } from './words.ts'

/** Similarity below which two words are different. */
const WORD_FLOOR = 0.85
/** Score deduction for each extra word. */
const EXTRA_WORD = 0.03

/**
 * Similarity of two words: short ones must be equal, longer ones may differ by how they were written down.
 *
 * @param lettersOfA `lettersOf` the words, for callers that compare them often
 */
export function wordSimilarity(a: string, b: string, lettersOfA?: number, lettersOfB?: number): number {
  if (a === b) return 1
  if (Math.min(a.length, b.length) < 4) return 0
  if (!mayBeLike(a, b, lettersOfA ?? lettersOf(a), lettersOfB ?? lettersOf(b))) return 0
  const similarity = jaroWinkler(a, b)
  return similarity >= WORD_FLOOR ? similarity : 0
}

/**
 * Excludes most pairs before a full comparison. A similarity of 0.85 needs a Jaro similarity of (0.85 - 0.1 p) / (1 -
 * 0.1 p) with p common leading letters, and thus a minimum of common letters.
 */
function mayBeLike(a: string, b: string, lettersOfA: number, lettersOfB: number): boolean {
  let p = 0
  while (p < 4 && a[p] === b[p]) p++
  const jaro = (WORD_FLOOR - 0.1 * p) / (1 - 0.1 * p)
  const common = ((3 * jaro - 1) * a.length * b.length) / (a.length + b.length)
  if (common > Math.min(a.length, b.length)) return false
  return bitsIn(lettersOfA ^ lettersOfB) <= a.length + b.length - 2 * common
}

/** One bit for each letter a word has. */
export function lettersOf(word: string): number {
  let bits = 0
  for (let i = 0; i < word.length; i++) bits |= 1 << (word.charCodeAt(i) & 31)
  return bits
}

function bitsIn(value: number): number {
  let rest = value - ((value >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** Similarity from which two joined names are one name. */
const JOINED_FLOOR = 0.97

/** Similarity of two names written together, where it is next to equality; 0 otherwise. */
export function joinedSimilarity(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 0
  const similarity = a === b ? 1 : jaroWinkler(a, b)
  return similarity >= JOINED_FLOOR ? similarity : 0
}

/**
 * Returns the similarity of a name and a listed name, 0 to 1. Words are paired in any order; the shorter name must be
 * contained in the longer one, and each further word deducts 0.03, since middle names are often omitted. Two pairs are
 * required unless a name has one word; a one-word listed name matches among others only from five letters on, with 0.10
 * deducted per further word. Names that are equal when joined are equal.
 *
 * @param similarity of two words; `wordSimilarity`, or a table of it
 */
export function scoreNames(
  given: readonly string[],
  listed: readonly string[],
  similarity: (a: string, b: string) => number = wordSimilarity,
): number {
  if (given.length === 0 || listed.length === 0) return 0
  return Math.max(joinedSimilarity(given.join(''), listed.join('')), scoreWords(given, listed, similarity))
}

function scoreWords(
  given: readonly string[],
  listed: readonly string[],
  similarity: (a: string, b: string) => number,
): number {
  const [shorter, longer] = given.length <= listed.length ? [given, listed] : [listed, given]
  const extra = longer.length - shorter.length
  if (shorter.length === 1 && extra > 0) {
    if (shorter === given || shorter[0]!.length < 5) return 0
    return coverage(shorter, longer, similarity).share - extra * 0.1
  }
  const { share, pairs } = coverage(shorter, longer, similarity)
  return pairs < Math.min(2, shorter.length) ? 0 : share - extra * EXTRA_WORD
}

/**
 * Returns the similarity of a listed name within free text: the whole listed name must occur in it, at any share of the
 * text. 0 for one-word listed names, which occur in texts by chance.
 */
export function scoreInText(
  text: readonly string[],
  listed: readonly string[],
  similarity: (a: string, b: string) => number = wordSimilarity,
): number {
  if (listed.length < 2 || listed.length > text.length) return 0
  const { share, pairs } = coverage(listed, text, similarity)
  return pairs === listed.length ? share : 0
}

/** The share of the shorter name, by weight, that has a counterpart in the longer; the likest pairs first. */
function coverage(
  shorter: readonly string[],
  longer: readonly string[],
  similarity: (a: string, b: string) => number,
): { share: number; pairs: number } {
  const candidates = shorter
    .flatMap((a, i) => longer.map((b, j) => ({ i, j, value: similarity(a, b) })))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value)
  const [usedShort, usedLong] = [new Set<number>(), new Set<number>()]
  let covered = 0
  for (const { i, j, value } of candidates) {
    if (usedShort.has(i) || usedLong.has(j)) continue
    usedShort.add(i)
    usedLong.add(j)
    covered += weightOf(shorter[i]!) * value
  }
  const total = shorter.reduce((sum, word) => sum + weightOf(word), 0)
  return { share: covered / total, pairs: usedShort.size }
}
