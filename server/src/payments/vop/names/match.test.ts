import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchNames } from './match.ts'

/** Cases of domain 6.4: entered name, account holders between bars, expected result M match, C close, N none. */
const PERSONS: [string, string, 'M' | 'C' | 'N'][] = [
  ['John Smith', 'John Smith', 'M'],
  ['JOHN SMITH', 'John Smith', 'M'],
  ['Smith John', 'John Smith', 'M'],
  ['Smith, John', 'John Smith', 'M'],
  ['Dr. Anna Müller', 'Anna Müller', 'M'],
  ['Anna Mueller', 'Anna Müller', 'M'],
  ['Jose Garcia Lopez', 'José García López', 'M'],
  ['Soren Kjaer', 'Søren Kjær', 'M'],
  ['Lukasz Wisniewski', 'Łukasz Wiśniewski', 'M'],
  ["Sean O'Brien", 'Sean O’Brien', 'M'],
  ['Mary Smith-Jones', 'Mary Smith Jones', 'M'],
  ['John Smith', 'John Paul Smith', 'M'],
  ['Maria Rossi', 'Marco Bianchi | Maria Rossi', 'M'],
  ['Marco Bianchi and Maria Rossi', 'Marco Bianchi | Maria Rossi', 'M'],
  ['J Smith', 'John Smith', 'C'],
  ['J. P. Smith', 'John Paul Smith', 'C'],
  ['John Smyth', 'John Smith', 'C'],
  ['Jhon Smith', 'John Smith', 'C'],
  ['Bob Smith', 'Robert Smith', 'C'],
  ['Liz Taylor', 'Elizabeth Taylor', 'C'],
  ['Mohammed Al Fayed', 'Mohamed Al-Fayed', 'C'],
  ['Alexander Ivanov', 'Aleksandr Ivanov', 'C'],
  ['Anna Schmidt', 'Anna Schmitt', 'C'],
  ['Smith', 'John Smith', 'N'],
  ['Jane Smith', 'John Smith', 'N'],
  ['John Jones', 'John Smith', 'N'],
  ['John Smith Junior Holdings', 'John Smith', 'N'],
  ['Anna Müller', 'Hannah Möller', 'N'],
  ['A Smith', 'John Smith', 'N'],
]
const COMPANIES: [string, string, 'M' | 'C' | 'N'][] = [
  ['Acme Trading Ltd', 'Acme Trading Limited', 'M'],
  ['Acme Trading', 'Acme Trading Limited', 'M'],
  ['The Acme Trading Company Ltd', 'Acme Trading Co Limited', 'M'],
  ['Müller Maschinenbau GmbH', 'Mueller Maschinenbau Gesellschaft mit beschränkter Haftung', 'M'],
  ['Société Générale SA', 'Societe Generale S.A.', 'M'],
  ['Bright Coffee', 'Harper Retail Ltd | Bright Coffee', 'M'],
  ['Acme Trading PLC', 'Acme Trading Limited', 'C'],
  ['Acme Traiding Ltd', 'Acme Trading Limited', 'C'],
  ['Acme Trading UK Ltd', 'Acme Trading Limited', 'C'],
  ['Blue River Capital Fund II LP', 'Blue River Capital Fund III LP', 'N'],
  ['Blue River Capital Fund 2 LP', 'Blue River Capital Fund II LP', 'M'],
  ['Acme Ltd', 'Acme Trading International Limited', 'N'],
  ['Global Steel Trading Ltd', 'Global Steel Logistics Ltd', 'N'],
  ['Green Energy Partners LLP', 'Grey Energy Partners LLP', 'N'],
  ['Smith Plumbing Ltd', 'John Smith', 'N'],
]
/** Pairs that the same rules decide and the sheet does not list. */
const MORE_PERSONS: [string, string, 'M' | 'C' | 'N'][] = [
  ['John P Smith', 'John Paul Smith', 'M'],
  ['John Paul Smith', 'John Smith', 'C'],
  ['John Peter Smith', 'John Paul Smith', 'N'],
  ['José García', 'José García López', 'C'],
  ['García José', 'José García López', 'C'],
  ['María del Carmen Fernández', 'María del Carmen Fernández Sánchez', 'C'],
  ['José López', 'José García López', 'M'],
  ['García López', 'José García López', 'N'],
  ['John Paul', 'John Paul Smith', 'N'],
  ['José García', 'José García Smith', 'N'],
  ['van den Berg Jan', 'Jan van den Berg', 'M'],
  ['Vandenberg Jan', 'Jan van den Berg', 'M'],
  ['Jan Van Den Berg', 'Jan Vandenberg', 'M'],
  ['O Brien Sean', 'Sean O’Brien', 'M'],
  ["O'Brien, Sean", 'Sean O’Brien', 'M'],
  ['Jan Berg', 'Jan van den Berg', 'M'],
  ['Piet van den Berg', 'Jan van den Berg', 'N'],
  ['OBrian Sean', 'Sean O Brien', 'C'],
  ['Paul Smith', 'John Paul Smith', 'N'],
  ['John S', 'John Smith', 'N'],
  ['Müller, Dr. Anna', 'Anna Müller', 'M'],
  ['Soeren Kjaer', 'Søren Kjær', 'M'],
  ['Anna Muller', 'Anna Müller', 'M'],
  ['Marco and Maria Rossi', 'Marco Rossi | Maria Rossi', 'M'],
  ['Marco Bianchi und Maria Rossi', 'Marco Bianchi | Maria Rossi', 'M'],
  ['Maria Rossi y Marco Bianchi', 'Marco Bianchi | Maria Rossi', 'M'],
  ['Marco Bianchi et Maria Rosi', 'Marco Bianchi | Maria Rossi', 'C'],
  ['Marco Bianchi and Carla Verdi', 'Marco Bianchi | Maria Rossi', 'N'],
  ['John Smith and Jane Smith', 'John Smith', 'N'],
  ['John Smith Junior', 'John Smith', 'C'],
  ['Maria Rossi, Marco Bianchi', 'Marco Bianchi | Maria Rossi', 'M'],
  ['Marco Rossi', 'Marco Bianchi | Maria Rossi', 'N'],
  ['John Smith Ltd', 'John Smith', 'N'],
  ['John Smith 2', 'John Smith', 'N'],
  ['Smith, J.', 'John Smith', 'C'],
  ['Alexander Ivanov', 'Alexandra Ivanova', 'N'],
  ['Suharto', 'Suharto', 'M'],
  ['Jahn Smyth', 'John Smith', 'N'],
]
const MORE_COMPANIES: [string, string, 'M' | 'C' | 'N'][] = [
  ['Acme Trading International Ltd', 'Acme Trading Intl Limited', 'M'],
  ['Smith and Jones Ltd', 'Smith & Jones Limited', 'M'],
  ['Müller und Söhne GmbH', 'Mueller & Soehne GmbH', 'M'],
  ['J.P. Example Ltd', 'JP Example Limited', 'M'],
  ['Muster GmbH', 'Muster GmbH & Co. KG', 'C'],
  ['Muster Spółka z ograniczoną odpowiedzialnością', 'Muster Sp. z o.o.', 'M'],
  ['Exempel AB (publ)', 'Exempel AB', 'M'],
  ['Trading Acme Ltd', 'Acme Trading Ltd', 'C'],
  ['Acme Trading UK Ltd', 'Acme Trading Germany Ltd', 'N'],
  ['Fund 12 LP', 'Fund 21 LP', 'N'],
  ['Fund IV', 'Fund VI', 'N'],
  ['Fund I LP', 'Fund 1 LP', 'M'],
  ['Fund I LP', 'Fund LP', 'N'],
  ['Space X Ltd', 'SpaceX Limited', 'M'],
  ['3M United Kingdom PLC', '3M UK plc', 'M'],
  ['Garcia y Lopez SL', 'García & López S.L.', 'M'],
  ['Northern Shipping Co', 'Southern Shipping Co', 'N'],
  ['Northstar Ltd', 'North Star Ltd', 'M'],
  ['Acme Inc', 'Acme Corporation', 'C'],
  ['Smith Plumbing Ltd', 'Smith Plumbing and Heating Ltd', 'N'],
  ['Acme 2020 Ltd', 'Acme Ltd', 'N'],
  ['Series 2026-1 SA', 'Series 20261 SA', 'N'],
  ['Fund 2 1 LP', 'Fund 21 LP', 'N'],
  ['Route 66Trading Ltd', 'Route 66 Trading Ltd', 'M'],
  ['Example Bank Abp', 'Example Bank Oyj', 'M'],
  ['Example Oue', 'Example Osaühing', 'M'],
  ['Example', 'Example OÜ', 'M'],
  ['Example UAB', 'Example SIA', 'C'],
  ['Primer', 'Primer, d.d.', 'M'],
  ['Primer d.d.', 'Primer d.o.o.', 'C'],
  ['Priklad spol. s r.o.', 'Příklad s.r.o.', 'M'],
  ['Przyklad Sp. k.', 'Przykład spółka komandytowa', 'M'],
  ['Pelda', 'Példa Nyrt.', 'M'],
  ['Daemi ehf.', 'Daemi hf.', 'C'],
  ['Abp Foods Ltd', 'Oyj Foods Ltd', 'N'],
  ['Furniture Sia Ltd', 'Furniture', 'N'],
  ['Furniture', 'Furniture Sia Ltd', 'N'],
  ['Studio DD GmbH', 'Studio GmbH', 'N'],
  ['Sia Trading Ltd', 'Trading Ltd', 'N'],
  ['OU Press', 'Press', 'N'],
  ['Example Association ASBL VZW', 'Example Association', 'M'],
  ['Fund II-I', 'Fund III', 'N'],
  ['Series VI-I SA', 'Series VII SA', 'N'],
  ['Xi an Foods', 'Xian Foods', 'M'],
]

const WORD = { M: 'Match', C: 'Close', N: 'None' } as const
const held = (text: string, type: 'Individual' | 'Company') => ({ holders: text.split(' | '), type })

describe.each([
  ['of a person', 'Individual', [...PERSONS, ...MORE_PERSONS]],
  ['of a company', 'Company', [...COMPANIES, ...MORE_COMPANIES]],
] as const)('a name %s', (_, type, pairs) => {
  test.each(pairs)('%s at the account of %s: %s', (entered, holders, expected) => {
    const { result, name } = matchNames(entered, held(holders, type))
    expect(result).toBe(WORD[expected])
    if (expected === 'C') expect(name).toBeTruthy()
    else expect(name).toBeUndefined()
  })
})

test.each([
  ['Individual', [...PERSONS, ...MORE_PERSONS]],
  ['Company', [...COMPANIES, ...MORE_COMPANIES]],
] as const)('no differing pair of type %s becomes a match in any spelling', (type, all) => {
  const pairs = all.filter(([, , expected]) => expected === 'N')
  const typed = fc.tuple(fc.constantFrom(...pairs), fc.boolean(), fc.boolean(), fc.nat(3))
  fc.assert(
    fc.property(typed, ([[entered, holders], upper, dotted, spaces]) => {
      const cased = upper ? entered.toUpperCase() : entered.toLowerCase()
      const text = (dotted ? cased.replace(/ /g, '. ') : cased).replace(/ /g, ' '.repeat(spaces + 1))
      expect(matchNames(text, held(holders, type)).result).not.toBe('Match')
    }),
  )
})

test('a near match on a joint account discloses only the holders with a similar name', () => {
  const { result, name } = matchNames(
    'Marco Bianchi and Maria Rosi',
    held('Marco Bianchi | Maria Rossi | Carla Verdi', 'Individual'),
  )
  expect([result, name]).toEqual(['Close', 'Marco Bianchi and Maria Rossi'])
})

test('a name matches itself, and case, marks and doubled spaces do not matter', () => {
  const word = fc.string({
    unit: fc.constantFrom(...Array.from('abcdefghijklmnoprstuvwyzéüøł')),
    minLength: 2,
    maxLength: 10,
  })
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 2, maxLength: 4 }),
      fc.constantFrom('Individual', 'Company'),
      (words, type) => {
        const name = words.join(' ')
        expect(matchNames(words.join('  ').toUpperCase(), held(name, type as 'Company')).result).toBe('Match')
      },
    ),
  )
})

test('a payee whose name has the word “constructor” gets a close match like any other', () => {
  const holder = held('Constructor Maschinenbau GmbH', 'Company')
  expect(matchNames('Constructor Maschinenbu GmbH', holder).result).toBe('Close')
  expect(matchNames('Constructor Maschinenbau', holder).result).toBe('Match')
})
