import { expect, test } from 'vitest'
import { unstorableTexts } from './storable-text.ts'

test.each<[unknown, string[]]>([
  [{ name: 'Zoë 😀', count: 3, none: null, list: ['a', { b: 'c' }] }, []],
  [{ name: 'a\u0000b' }, ['/name']],
  [{ list: [{ name: 'ok' }, { name: '\ud83d' }] }, ['/list/1/name']],
  [{ half: '\ude00 first' }, ['/half']],
  [{ metadata: { 'bad\u0000name': 'x' } }, ['/metadata']],
  [{ 'to/from': { 'a~b': '\u0000' } }, ['/to~1from/a~0b']],
  [{ list: [{ 'bad\u0000name': 'x', good: '\u0000', 'worse\u0000': 'y' }] }, ['/list/0', '/list/0/good']],
  ['\u0000', ['']],
  [undefined, []],
])('%j has unstorable text at %j', (value, pointers) => {
  expect(unstorableTexts(value)).toEqual(pointers)
})

test('the search ends with the last pointer that is wanted', () => {
  const texts = Array.from({ length: 5000 }, () => '\u0000')
  expect(unstorableTexts({ texts })).toHaveLength(1000)
  expect(unstorableTexts({ texts }, { most: 3 })).toEqual(['/texts/0', '/texts/1', '/texts/2'])
})

test('a long pointer ends above the text, so that hostile names cannot fill the memory', () => {
  const name = '~'.repeat(256)
  const value = { [name]: { [name]: { [name]: ['\u0000', '\u0000'] } } }
  expect(unstorableTexts(value)).toEqual([`/${'~0'.repeat(256)}`])
})
