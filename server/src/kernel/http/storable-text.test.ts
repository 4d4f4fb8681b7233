import { expect, test } from 'vitest'
import { unstorableTexts } from './storable-text.ts'

test.each<[unknown, string[]]>([
  [{ name: 'Zoë 😀', count: 3, none: null, list: ['a', { b: 'c' }] }, []],
  [{ name: 'a\u0000b' }, ['/name']],
  [{ list: [{ name: 'ok' }, { name: '\ud83d' }] }, ['/list/1/name']],
  [{ half: '\ude00 first' }, ['/half']],
  [{ metadata: { 'bad\u0000name': 'x' } }, ['/metadata']],
  [{ 'to/from': { 'a~b': '\u0000' } }, ['/to~1from/a~0b']],
  ['\u0000', ['']],
  [undefined, []],
])('%j has unstorable text at %j', (value, pointers) => {
  expect(unstorableTexts(value)).toEqual(pointers)
})
