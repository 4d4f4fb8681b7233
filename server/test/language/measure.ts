import { sentencesOf, wordsOf } from './prose.ts'
import {
  bannedPhrases,
  descriptionStarts,
  docstringStarts,
  nounClauses,
  passives,
  RATE_LIMITS,
  SENTENCE_LIMIT,
} from './rules.ts'
import type { Text } from './sources.ts'

export interface Finding {
  area: string
  rule: Rule
  place: string
  found: string
  sentence: string
}

export type Rule = 'bannedPhrases' | 'descriptionStarts' | 'docstringStarts' | 'longSentences'

/** Counts of one area and rule, keyed `area: rule`. */
export type Counts = Record<string, number>

type Occurrence = Pick<Finding, 'place' | 'found' | 'sentence'>

export interface Rates {
  words: number
  nounClauses: Occurrence[]
  passives: Occurrence[]
}

type SentenceRule = (sentence: string) => string[]

const tooLong: SentenceRule = (sentence) => {
  const words = wordsOf(sentence).length
  return words > SENTENCE_LIMIT ? [`${words} words`] : []
}

const SENTENCE_RULES: Partial<Record<Rule, [rule: SentenceRule, areas: (area: string) => boolean]>> = {
  bannedPhrases: [bannedPhrases, () => true],
  longSentences: [tooLong, (area) => ['docs', 'decisions', 'errors'].includes(area)],
}
const TEXT_RULES: Partial<Record<Rule, [rule: SentenceRule, areas: (area: string) => boolean]>> = {
  descriptionStarts: [descriptionStarts, (area) => area === 'api'],
  docstringStarts: [docstringStarts, (area) => area.startsWith('docstrings ')],
}

/** Every place in an area's texts that breaks a rule for that area. */
export function findingsIn(area: string, texts: Text[]): Finding[] {
  const apply = (rules: typeof SENTENCE_RULES, place: string, text: string) =>
    Object.entries(rules).flatMap(([rule, [check, covers]]) =>
      covers(area) ? check(text).map((found) => ({ area, rule: rule as Rule, place, found, sentence: text })) : [],
    )
  return texts.flatMap(({ place, text }) => [
    ...apply(TEXT_RULES, place, text),
    ...sentencesOf(text).flatMap((sentence) => apply(SENTENCE_RULES, place, sentence)),
  ])
}

/** Findings counted by area and rule, in alphabetical order. */
export function countsOf(findings: Finding[]): Counts {
  const counts: Counts = {}
  for (const { area, rule } of findings) counts[`${area}: ${rule}`] = (counts[`${area}: ${rule}`] ?? 0) + 1
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Words of an area, and its clauses used as nouns and passives with their sentences. */
export function ratesOf(texts: Text[]): Rates {
  const rates: Rates = { words: 0, nounClauses: [], passives: [] }
  for (const { place, text } of texts)
    for (const sentence of sentencesOf(text)) {
      rates.words += wordsOf(sentence).length
      rates.nounClauses.push(...nounClauses(sentence).map((found) => ({ place, found, sentence })))
      rates.passives.push(...passives(sentence).map((found) => ({ place, found, sentence })))
    }
  return rates
}

/** Occurrences per 1,000 words. */
export const perThousand = (count: number, words: number) => (words === 0 ? 0 : (count * 1000) / words)

/** Counts of clauses and passives in the areas that exceed a limit, keyed `area: rule`. */
export function excessCounts(areas: Record<string, Text[]>): Counts {
  const counts: Counts = {}
  for (const [area, texts] of Object.entries(areas)) {
    const rates = ratesOf(texts)
    for (const rule of ['nounClauses', 'passives'] as const) {
      const { length } = rates[rule]
      if (perThousand(length, rates.words) > RATE_LIMITS[rule]) counts[`${area}: ${rule}`] = length
    }
  }
  return counts
}
