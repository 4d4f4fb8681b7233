/** Decidable rules of plain English: each finds the places in one sentence or text that break it. */

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([match]) => match.trim())
const isQuestion = (sentence: string) => /\?["”)]*$/.test(sentence)

/**
 * Counts clauses with what, whoever or whatever used as a noun ("what the bank answers", "whoever approves"): every
 * such word except in a direct question, which ends with a question mark.
 */
export const nounClauses = (sentence: string) =>
  isQuestion(sentence) ? [] : matches(sentence, /\b(?:what|whoever|whomever|whatever)\b/gi)

/** Passives of tell, say, ask, keep, give and take: a form of be or get, up to two adverbs, then the participle. */
export const passives = (sentence: string) =>
  matches(
    sentence,
    /(?:\b(?:am|is|are|was|were|be|been|being|get|gets|got|getting|isn['’]t|aren['’]t|wasn['’]t|weren['’]t)|['’]re)\s+(?:(?:not|never|also|only|then|still|already|always|now|thus|again|both|all|each|\w+ly)\s+){0,2}(?:told|said|asked|kept|given|taken)\b/gi,
  )

/** Phrases that have a usual word instead, and constructions that a reader has to read twice. */
const BANNED: [pattern: RegExp, instead: string][] = [
  [/^(?:What|Whatever|Whoever)\b(?!.*\?["”)]*$)/g, 'start with the subject'],
  [/^(?:Of|That|As|Such)\b/g, 'start with the subject'],
  [/\bnobody\b/gi, 'no user, no client, … does'],
  [/^None(?=\s+\w)|\bnone (?:of|is|are|was|were|has|have|can|may|will|needs?|does)\b/gi, 'no … does'],
  [/\bis no\b(?! longer\b)/gi, 'is not a …'],
  [/\b(?:is|are|was|were) there\b(?!.*\?["”)]*$)/gi, 'exists'],
  [/\b(?:goes|go|going|went) on\b/gi, 'continues, resumes'],
  [/\b(?:told|tells|says)\b/gi, 'reports, returns, contains, states'],
  [/\b(?:whence|nought)\b/gi, 'from which; zero, nothing'],
  [/\ba no\b(?![-. ]?(?:op|\d))/gi, 'an error, a rejection, a decline'],
  [/\bfaults?\b/gi, 'error, validation error'],
  [/\bpieces? of work\b|\bdue work\b|\bwork that is due\b/gi, 'job, scheduled job'],
  [/\berrands?\b/gi, 'external call'],
  [/\bfores(?:ee|ees|een|aw)\b|\bdisproved\b/gi, 'predict, mispredicted'],
  [/\bimages? of balances\b/gi, 'cached balances'],
  [/\blog made ahead\b/gi, 'pre-allocated WAL'],
  [/\blets? go\b|\b(?:gives?|gave|given|giving) back\b/gi, 'release'],
  [/\bwoken\b|\bwakes\b/gi, 'notify, resume'],
  [/\bwhat is (?:sold|paid for)\b/gi, 'the sell amount; remittance information'],
  [/\b(?:ask|asks|asked|asking) back\b/gi, 'recall'],
  [/\bmoney that (?:came|comes) back\b/gi, 'returned payment, return'],
  [/\bto be had\b/gi, 'available'],
  [/\bthe outside\b(?! of\b)/gi, 'external system'],
  [/\b(?:and|or) the like\b|\ball the same\b|\bas it stands\b/gi, 'drop it'],
  [/\bstands?\b(?! for\b)/gi, 'is, applies; blocks, conflicts with'],
  [/\bcounted at\b/gi, 'valued at'],
  [/\bthe bank asked\b/gi, 'responding bank'],
  [/\bheld until decided\b/gi, 'pending review, on hold'],
  [/\btext that cannot be stored\b/gi, 'unsupported characters'],
  [/\bin the caller['’]s moment\b/gi, 'in the caller’s transaction'],
]

export const bannedPhrases = (sentence: string) =>
  BANNED.flatMap(([pattern, instead]) => matches(sentence, pattern).map((match) => `${match} → ${instead}`))

const PREPOSITIONS =
  'about|above|across|after|against|among|at|before|behind|below|between|beyond|by|during|for|from|in|inside|into|like|near|of|off|on|onto|out|outside|over|past|per|through|to|toward|towards|under|until|up|upon|with|within|without'
const RELATIVES = 'what|whatever|which|whichever|who|whoever|whom|whose|whence|that|such|as'
const CONJUNCTIONS = 'whether|how|where|when|whenever|if|why|nobody|none|nothing|because|since|than|though|unless|so'

const start = (words: string) => new RegExp(`^["“(]?(?:${words})\\b`, 'gi')
const DESCRIPTION_START = start(`${PREPOSITIONS}|${RELATIVES}`)
const DOCSTRING_START = start(`${PREPOSITIONS}|${RELATIVES}|${CONJUNCTIONS}`)

/** API descriptions start with a verb or a noun, not with a preposition or a relative pronoun. */
export const descriptionStarts = (text: string) => matches(text, DESCRIPTION_START)

/** Docstrings start with a verb or a noun, not with a preposition, a pronoun of a clause or a conjunction. */
export const docstringStarts = (text: string) => matches(text, DOCSTRING_START)

export const SENTENCE_LIMIT = 30

/** The limits for clauses and passives, per 1,000 words. */
export const RATE_LIMITS = { nounClauses: 1, passives: 1.5 } as const
