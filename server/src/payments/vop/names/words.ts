import { distance } from 'fastest-levenshtein'
import { jaroWinkler } from '../../../kernel/text/similarity.ts'
import { areNicknames } from './nicknames.ts'

type Closeness = 'Equal' | 'Close' | 'Other'

/** Compares two folded words (domain 6.3, step 4). Digits are never close: Fund 2 is not Fund 3. */
export function compareWords(a: string, b: string): Closeness {
  if (a === b) return 'Equal'
  if (/\p{N}/u.test(a + b) || areOpposites(a, b)) return 'Other'
  return isTypo(a, b) ? 'Close' : 'Other'
}

/** Words that look alike and say the opposite. */
const OPPOSITES = new Set(['northern southern', 'external internal', 'exporter importer', 'exporting importing'])
const areOpposites = (a: string, b: string): boolean => OPPOSITES.has([a, b].sort().join(' '))

/** The same for the given names of people, who also go by short forms. */
export const comparePersonWords = (a: string, b: string): Closeness =>
  a !== b && areNicknames(a, b) ? 'Close' : compareWords(a, b)

/** One edit from 4 letters, two neighbours swapped, two edits from 8 letters, three where the words still look alike. */
function isTypo(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length)
  if (isTransposition(a, b)) return true
  if (length < 4) return false
  const edits = distance(a, b)
  if (edits === 1) return true
  if (length < 8) return false
  return edits === 2 || (edits === 3 && jaroWinkler(a, b) >= 0.85)
}

/** Returns true if swapping two adjacent letters makes the words equal; two letters alone are initials. */
function isTransposition(a: string, b: string): boolean {
  if (a.length !== b.length || a.length < 3) return false
  const at = Array.from(a).findIndex((letter, i) => letter !== b[i])
  return at >= 0 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
}
