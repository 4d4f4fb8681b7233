import { describe, expect, test } from 'vitest'
import { currentFindings } from './current.ts'
import { excessCounts, findingsIn, perThousand, ratesOf } from './measure.ts'
import { apiTextsOf, blocksOf, docstringsOf, sentencesOf } from './prose.ts'
import { bannedPhrases, descriptionStarts, docstringStarts, nounClauses, passives, RATE_LIMITS } from './rules.ts'
import { docstringAreas, proseAreas } from './sources.ts'

test('no text breaks a rule (`npm run language -- --list` shows the findings)', () => {
  expect(currentFindings()).toEqual([])
})

test.each(['docs', 'decisions', 'errors', 'api'] as const)(
  '%s: per 1,000 words at most 1 clause used as a noun and 1.5 passives of tell, say, ask, keep, give and take',
  (area) => {
    const { words, nounClauses, passives } = ratesOf(proseAreas()[area])
    expect(RATE_LIMITS).toEqual({ nounClauses: 1, passives: 1.5 })
    expect(perThousand(nounClauses.length, words)).toBeLessThanOrEqual(RATE_LIMITS.nounClauses)
    expect(perThousand(passives.length, words)).toBeLessThanOrEqual(RATE_LIMITS.passives)
  },
)

test('the texts of all areas are found', () => {
  const { docs, decisions, errors, api } = proseAreas()
  for (const texts of [docs, decisions, errors, api]) expect(ratesOf(texts).words).toBeGreaterThan(2000)
  expect(Object.values(docstringAreas()).flat().length).toBeGreaterThan(1000)
})

describe('rules', () => {
  test.each([
    ['What the bank answers is final.', 1],
    ['Whoever approves sees what they approve.', 2],
    ['Send whatever the bank asks for.', 1],
    ['The answer explains what failed.', 1],
    ['What does it cost?', 0],
    ['The bank reports the reason.', 0],
  ])('%s has %i clauses used as nouns', (sentence, count) => {
    expect(nounClauses(sentence)).toHaveLength(count)
  })

  test.each([
    ['The caller is told at once.', 1],
    ['The names are never kept, and the margin has been taken.', 2],
    ['Nothing is lost when it isn’t asked.', 1],
    ['The margin was only partly given.', 1],
    ['We keep the names; the operator has taken a copy.', 0],
    ['The rate is given by the market, as told.', 1],
  ])('%s has %i passives', (sentence, count) => {
    expect(passives(sentence)).toHaveLength(count)
  })

  test.each([
    'What is left of it is kept.',
    'Of an amount, the sign.',
    'That is refused.',
    'As before.',
    'Such a client waits.',
    'It keeps nobody waiting.',
    'None of them applies.',
    'The answer is no promise.',
    'In the file there is one entry, and is there one more.',
    'The job goes on.',
    'The client is told the reason.',
    'The answer says why.',
    'The source whence it comes.',
    'An answer that is a no.',
    'All faults are listed.',
    'One piece of work.',
    'The errand runs.',
    'A batch that was not foreseen.',
    'The lock is let go.',
    'The job gives back its lease.',
    'The date is no longer to be had.',
    'Calls to the outside.',
    'Lists, files and the like.',
    'An open recall stands in the way.',
    'Amounts are counted at yesterday’s rate.',
  ])('%s contains a banned phrase', (sentence) => {
    expect(bannedPhrases(sentence).length).toBeGreaterThan(0)
  })

  test.each([
    'The quote is no longer valid.',
    'What happens next?',
    'Is there a cut-off?',
    'CODE stands for a value.',
    'The default is a no-op.',
    'Asks the bank again.',
    'A person on the outside of the list.',
  ])('%s passes', (sentence) => {
    expect(bannedPhrases(sentence)).toEqual([])
  })

  test.each([
    ['Of the trade.', true, true],
    ['In minor units.', true, true],
    ['Which account to debit.', true, true],
    ['Whether the payment is final.', false, true],
    ['How a rate is rounded.', false, true],
    ['Returns the rate.', false, false],
    ['Information about the payee.', false, false],
    ['Office of the payee.', false, false],
  ])('%s: wrong start of an API description %s, of a docstring %s', (text, description, docstring) => {
    expect([descriptionStarts(text).length > 0, docstringStarts(text).length > 0]).toEqual([description, docstring])
  })

  test('a sentence of 31 words is too long for a page and an error, not for a docstring', () => {
    const texts = [{ place: 'page', text: `${'word '.repeat(30)}end. Short.` }]
    expect(findingsIn('docs', texts)).toMatchObject([{ rule: 'longSentences', found: '31 words', place: 'page' }])
    expect(findingsIn('errors', texts)).toHaveLength(1)
    expect(findingsIn('docstrings sdk', texts)).toEqual([])
    expect(findingsIn('docs', [{ place: 'page', text: `${'word '.repeat(29)}end.` }])).toEqual([])
  })
})

describe('measures', () => {
  const texts = [{ place: 'page', text: 'The bank says what it is told.' }]

  test('rates are per 1,000 words', () => {
    expect(ratesOf(texts)).toMatchObject({
      words: 7,
      nounClauses: [{ found: 'what' }],
      passives: [{ found: 'is told' }],
    })
    expect(perThousand(1, 500)).toBe(2)
  })

  test('an area above a limit is counted, one below is not', () => {
    const filler = { place: 'page', text: 'The bank answers. '.repeat(400) }
    expect(excessCounts({ docs: texts })).toEqual({ 'docs: nounClauses': 1, 'docs: passives': 1 })
    expect(excessCounts({ docs: [...texts, filler] })).toEqual({})
  })
})

describe('texts', () => {
  test('pages lose their code and keep their sentences', () => {
    const page =
      '# Pay\n\nUse `what` and [a link](https://x.test/what). Done.\n\n```sh\nwhat\n```\n\n    whatever\n\n- one\n- two\n\n| Head | **Cell** |\n|---|---|\n| a \\| b | c |'
    expect(blocksOf(page)).toEqual(['Pay', 'Use CODE and a link. Done.', 'one', 'two', 'Head', 'Cell', 'a \\| b', 'c'])
    expect(sentencesOf('Use CODE. It is 1.5 per cent, e.g. 2. Done!')).toEqual([
      'Use CODE.',
      'It is 1.5 per cent, e.g. 2.',
      'Done!',
    ])
  })

  test('docstrings end at their first tag', () => {
    const source =
      '/** Returns it. */\nconst a = 1\n  /**\n   * Names a\n   * thing.\n   * @param x what it is\n   */\n/* no */'
    expect(docstringsOf(source)).toEqual(['Returns it.', 'Names a\nthing.'])
  })

  test('API descriptions come without examples, each once', () => {
    const generated =
      '/** Pays */\n/**\n * Pays\n * @description Scope: a.\n *\n *     Role: b.\n */\n/**\n * @description A code.\n * @example DE\n */\n/** @enum {string} */'
    expect(apiTextsOf(generated)).toEqual(['Pays', 'Scope: a.', 'Role: b.', 'A code.'])
  })
})
