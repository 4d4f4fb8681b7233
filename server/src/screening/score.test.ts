import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scoreInText, scoreNames } from './score.ts'
import { createSearcher, type ListedName } from './search.ts'
import { wordsOf } from './words.ts'

/** Threshold of a server without `SCREENING_THRESHOLD`. */
const DEFAULT_THRESHOLD = 0.88

const score = (given: string, listed: string) => scoreNames(wordsOf(given), wordsOf(listed))

describe('a name is found', () => {
  test.each([
    ['as it is listed', 'Viktor Petrovich Example', 'Viktor Petrovich Example'],
    ['in another order', 'EXAMPLE, Viktor Petrovich', 'Viktor Petrovich Example'],
    ['without its middle name', 'Viktor Example', 'Viktor Petrovich Example'],
    ['with a middle name more', 'Viktor Petrovich Example', 'Viktor Example'],
    ['in Cyrillic', 'Виктор Иванов', 'Viktor Ivanov'],
    ['transliterated another way', 'Aleksandr Sergeev', 'Alexander Sergeyev'],
    ['in Greek', 'Γεωργιος Παπας', 'Georgios Papas'],
    ['in Greek with accents, as it is written', 'Γεώργιος Παππάς', 'Georgios Pappas'],
    ['in Greek capitals with accents', 'ΆΡΗΣ ΉΡΩΣ', 'Aris Iros'],
    ['with an accent for an apostrophe', 'Sean O´Neal', "Sean O'Neal"],
    ['in Kazakh letters', 'Қасым Әлиұлы Өтеғұлов', 'Kasym Aliuly Otegulov'],
    ['with an Arabic letter that Latin writes as a quote', 'Abd Rahman', 'ʻAbd Rahmān'],
    ['with that letter as a mark of its own', 'Abd Rahman', 'ʽAbd Raḥmān'],
    ['with invisible characters', 'Vik\u200Btor P Iva\u00ADnov', 'Viktor Petrovich Ivanov'],
    ['with marks', 'Ivo Sánchez Müller', 'Ivo Sanchez Muller'],
    ['with a letter wrong', 'Viktor Ivannov', 'Viktor Ivanov'],
    ['with its words joined', 'Alshabab Trading', 'Al Shabab Trading'],
    ['with another legal form', 'Northern Star Shipping Ltd', 'NORTHERN STAR SHIPPING CO LLC'],
    ['with its title', 'Dr Viktor Ivanov', 'Viktor Ivanov'],
  ])('%s: %s', (_how, given, listed) => expect(score(given, listed)).toBeGreaterThanOrEqual(DEFAULT_THRESHOLD))
})

describe('a name is not found', () => {
  test.each([
    ['that shares a given name', 'Viktor Mueller', 'Viktor Ivanov'],
    ['that shares a surname', 'Olga Ivanova', 'Viktor Ivanov'],
    ['of one common word', 'Viktor', 'Viktor Ivanov'],
    ['that shares what half the companies are called', 'Southern Trading Group Ltd', 'Northern Trading Group LLC'],
    ['among whose words is a short alias', 'Muhammad Ali Khan', 'Ali'],
    ['that is only long', 'Example Trading International Holdings', 'Viktor Ivanov'],
  ])('%s: %s', (_how, given, listed) => expect(score(given, listed)).toBeLessThan(DEFAULT_THRESHOLD))
})

test('the score is the same for any order of the words, and 1 for a name and itself', () => {
  const word = fc.string({ unit: fc.constantFrom(...Array.from('abcdefghiklmnoprstuvz')), minLength: 3, maxLength: 9 })
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 2, maxLength: 5 }), fc.integer(), (words, seed) => {
      const shuffled = [...words].sort(
        (a, b) => ((a.length * 7 + seed) % 5) - ((b.length * 7 + seed) % 5) || (a < b ? 1 : -1),
      )
      expect(scoreNames(shuffled, words)).toBeCloseTo(1, 9)
      expect(scoreNames(words, shuffled)).toBeCloseTo(scoreNames(shuffled, words), 9)
    }),
  )
})

test('a text matches only with the whole listed name, not with one word of it', () => {
  const text = wordsOf('Invoice 12 for Viktor Ivanov, spare parts')
  expect(scoreInText(text, wordsOf('Viktor Ivanov'))).toBe(1)
  expect(scoreInText(text, wordsOf('Viktor Petrovich Ivanov'))).toBe(0)
  expect(scoreInText(text, wordsOf('Parts'))).toBe(0)
})

const listed = (name: string, change: Partial<ListedName> = {}): ListedName => ({
  list: 'TEST',
  entryId: name,
  name,
  kind: 'Individual',
  programs: '',
  bics: [],
  ...change,
})

test('a search returns the most similar name of each entry, the highest score first, and finds banks by their BIC', async () => {
  const searcher = await createSearcher([
    listed('Viktor Ivanov', { entryId: '1' }),
    listed('Victor Ivanoff', { entryId: '1' }),
    listed('Viktor Ivankov', { entryId: '2' }),
    listed('Listed Bank', { entryId: '3', bics: ['LISTRUMM'] }),
  ])
  const hits = await searcher.search([{ role: 'Payee', name: 'Victor Ivanov' }], DEFAULT_THRESHOLD)
  expect(hits.map(({ entryId }) => entryId).sort()).toEqual(['1', '2'])
  expect(hits[0]!.score).toBeGreaterThanOrEqual(hits[1]!.score)
  const [atBank] = await searcher.search([{ role: 'Bank', name: 'Plain Bank', bic: 'LISTRUMMXXX' }], DEFAULT_THRESHOLD)
  expect(atBank).toMatchObject({ entryId: '3', role: 'Bank', score: 1 })
  expect(await searcher.search([{ role: 'Payee', name: 'Maria Rossi' }], DEFAULT_THRESHOLD)).toEqual([])
})

test('a search lets other work run between two words', async () => {
  const searcher = await createSearcher([listed('Viktor Ivanov')])
  let turns = 0
  let isOver = false
  const tick = () => {
    turns++
    if (!isOver) setImmediate(tick)
  }
  tick()
  await searcher.search([{ role: 'Text', name: 'one two three four five six' }], DEFAULT_THRESHOLD)
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(5)
})

test('every entry that the index leaves out scores below the threshold', async () => {
  const names = [
    'Viktor Petrovich Ivanov',
    'Aleksandra Sergeyeva',
    'Northern Star Shipping',
    'Mohammed Al Rashid',
    'Grupo Ejemplo',
  ]
  const searcher = await createSearcher(names.map((name) => listed(name)))
  const letters = fc.constantFrom(...Array.from('abcdeiklmnoprstuv'))
  const mutated = fc
    .tuple(fc.constantFrom(...names), fc.nat(20), letters, fc.boolean())
    .map(([name, at, letter, drop]) => {
      const place = at % name.length
      return drop ? name.slice(0, place) + name.slice(place + 1) : name.slice(0, place) + letter + name.slice(place + 1)
    })
  await fc.assert(
    fc.asyncProperty(mutated, async (given) => {
      const best = Math.max(...names.map((name) => score(given, name)))
      const [hit] = await searcher.search([{ role: 'Payee', name: given }], DEFAULT_THRESHOLD)
      if (best >= DEFAULT_THRESHOLD) expect(hit?.score).toBeCloseTo(best, 2)
      else expect(hit).toBeUndefined()
    }),
    { numRuns: 500 },
  )
})
