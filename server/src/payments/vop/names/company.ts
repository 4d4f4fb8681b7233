import { wordsOnly } from './fold.ts'
import { splitForms } from './legal-forms.ts'
import type { NameResult } from './person.ts'
import { compareWords } from './words.ts'
import { own } from '../../../kernel/own.ts'

/** Abbreviations that stand for one word. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  intl: 'international',
  mgmt: 'management',
  mfg: 'manufacturing',
  svcs: 'services',
  hldgs: 'holdings',
  bros: 'brothers',
}
/** "And" in the languages whose names we meet; letters only between words, where they are no initials. */
const AND = new Set(['and', 'und', 'et', 'og', 'och', 'en'])
const AND_LETTERS = new Set(['y', 'e'])
/** Places of several words. */
const LONG_PLACES: readonly [string, string][] = [
  ['united kingdom', 'uk'],
  ['great britain', 'gb'],
  ['united states of america', 'usa'],
  ['united states', 'us'],
  ['united arab emirates', 'uae'],
]
/** Places that a company's name may have or lack. */
const PLACES = new Set(
  (
    'uk gb britain england scotland wales ireland europe eu emea usa us america canada mexico brazil asia apac africa australia ' +
    'germany deutschland france italy italia spain espana portugal netherlands nederland belgium austria osterreich oesterreich ' +
    'switzerland schweiz suisse sweden sverige norway norge denmark danmark finland suomi poland polska czech hungary romania ' +
    'greece turkey turkiye israel india china japan korea singapore malaysia thailand philippines indonesia vietnam uae dubai ' +
    'london paris berlin munich hamburg frankfurt madrid barcelona milan rome amsterdam brussels vienna zurich geneva dublin ' +
    'stockholm oslo copenhagen warsaw prague york'
  ).split(' '),
)

/**
 * Compares an entered name with a company name (domain 6.3, steps 3, 4 and 6): all words in order, no conflicting legal
 * form, the same numbers.
 *
 * @param entered folded words
 */
export function compareCompany(entered: readonly string[], held: readonly string[]): NameResult {
  const [given, wanted] = [takeApart(entered), takeApart(held)]
  if (given.core.length === 0 || wanted.core.length === 0) return 'None'
  const isWrittenAlike =
    given.letters === wanted.letters &&
    given.numbers === wanted.numbers &&
    (given.numerals === wanted.numerals || given.numerals === '' || wanted.numerals === '')
  const core = isWrittenAlike ? 'Match' : compareCore(given.core, wanted.core)
  const otherForm =
    given.forms.length > 0 && wanted.forms.length > 0 && given.forms.join(' ') !== wanted.forms.join(' ')
  return core === 'Match' && otherForm ? 'Close' : core
}

/**
 * The words that name a company, numbers as digits; the same as they were written, in one, and their numbers and Roman numerals; its
 * legal forms.
 */
function takeApart(words: readonly string[]) {
  const kept = withInitialsJoined(withShortPlaces(wordsOnly(words)))
    .map((word, i) => (AND.has(word) && i > 0 ? 'and' : (own(ABBREVIATIONS, word) ?? word)))
    .filter((word) => word !== 'the' && word !== 'publ')
  const { core: named, forms } = splitForms(kept)
  const core = named.map((word, i) => (AND_LETTERS.has(word) && i > 0 && i < named.length - 1 ? 'and' : word))
  const numerals = core.filter((word) => arabic(word) !== word).join(' ')
  return { core: core.map(arabic), letters: core.join(''), numbers: numbersOf(core), numerals, forms }
}

const withShortPlaces = (words: readonly string[]): string[] =>
  LONG_PLACES.reduce((text, [long, short]) => text.replaceAll(` ${long} `, ` ${short} `), ` ${words.join(' ')} `)
    .trim()
    .split(' ')

/** Joins single letters in a row into one word: "S.A." and "J P Morgan". */
function withInitialsJoined(words: readonly string[]): string[] {
  const out: string[] = []
  let run = ''
  for (const word of [...words, '']) {
    if (/^\p{L}$/u.test(word)) run += word
    else {
      if (run !== '') out.push(run)
      run = ''
      if (word !== '') out.push(word)
    }
  }
  return out
}

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 }

/** Roman numerals to 39 as digits; only well-formed ones, so that "vix" stays a word. */
function arabic(word: string): string {
  if (!/^(?=.)x{0,3}(ix|iv|v?i{0,3})$/.test(word)) return word
  const values = Array.from(word, (letter) => ROMAN[letter]!)
  return String(values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0))
}

const numbersOf = (core: readonly string[]): string =>
  core
    .join(' ')
    .match(/\p{N}+/gu)
    ?.join(' ') ?? ''

function compareCore(given: readonly string[], wanted: readonly string[]): NameResult {
  if (numbersOf(given) !== numbersOf(wanted)) return 'None'
  if (given.join('') === wanted.join('')) return 'Match'
  const [shorter, longer] = given.length <= wanted.length ? [given, wanted] : [wanted, given]
  const aligned = align(shorter, longer)
  if (!aligned) return sameWords(given, wanted) ? 'Close' : 'None'
  return aligned.close > Math.max(1, Math.floor(shorter.length / 2)) ? 'None' : 'Close'
}

const sameWords = (a: readonly string[], b: readonly string[]): boolean => [...a].sort().join() === [...b].sort().join()

/** Aligns the shorter name with the longer one; extra words must be a place or an "and". */
function align(shorter: readonly string[], longer: readonly string[]): { close: number } | undefined {
  let close = 0
  let at = 0
  for (const word of longer) {
    const kind = at < shorter.length ? compareWords(shorter[at]!, word) : 'Other'
    if (kind !== 'Other') at++
    else if (!PLACES.has(word) && word !== 'and') return undefined
    if (kind === 'Close') close++
  }
  return at === shorter.length ? { close } : undefined
}
