import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scanJson } from './scan-json.ts'

const LIMITS = { members: 20, values: 1000 }
const found = (text: string) => {
  const finding = scanJson(text, LIMITS)
  return finding && `${finding.kind} ${finding.pointer}`
}

test.each([
  ['{"a":1,"a":2}', 'repeated /a'],
  ['{"a":1,"\\u0061":2}', 'repeated /a'],
  ['{"a":{"b":[{},{"c":1,"d":{},"c":2}]}}', 'repeated /a/b/1/c'],
  ['{"a":{"b":1},"b":{"a":1},"c":[{"a":1},{"a":1}]}', undefined],
  ['{"a":"{\\"a\\":1,\\"a\\":2}","b":"\\\\","c":"\\\\\\""}', undefined],
  ['{ "a" :\n1 ,\t"a" : 1 }', 'repeated /a'],
  ['{"a/b":{"~":1,"~":2}}', 'repeated /a~1b/~0'],
  ['{"__proto__":1}', 'reserved /__proto__'],
  ['{"toString":1,"constructor":2,"hasOwnProperty":3}', undefined],
  ['["a","a"]', undefined],
  ['"a"', undefined],
  ['', undefined],
])('%s: %s', (text, expected) => expect(found(text)).toBe(expected))

test('a name is found again among many', () => {
  const names = Array.from({ length: 20 }, (_, i) => `"n${i}":${i}`)
  expect(found(`{${names.join()}}`)).toBeUndefined()
  expect(found(`{${[...names.slice(0, 19), '"n7":1'].join()}}`)).toBe('repeated /n7')
})

test('parts are counted before they are built: fields of one object, values of all, levels', () => {
  expect(found(`{"a":[{},{${Array.from({ length: 21 }, (_, i) => `"n${i}":0`).join()}}]}`)).toBe('members /a/1')
  expect(found(`[${'0,'.repeat(1000)}0]`)).toBe('values ')
  expect(found('['.repeat(100_000))).toMatch(/^deep (\/0){100}$/)
  expect(found(`${'['.repeat(100)}${']'.repeat(100)}`)).toBeUndefined()
})

test('a long name is found at its object, however it is written', () => {
  const escaped = '\\u0061'
  for (const character of ['a', escaped]) {
    expect(found(`{"x":[{"${character.repeat(256)}":1}]}`)).toBeUndefined()
    expect(found(`{"x":[{"${character.repeat(257)}":1}]}`)).toBe('long /x/0')
  }
  expect(found(`{"${escaped.repeat(100_000)}":1}`)).toBe('long ')
})

test('text that is not JSON is left to the parser, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from('{}[]",:\\ a1u0')) }), (text) => void found(text)),
  )
})

test('output of JSON.stringify has no findings, and any repeated member has one', () => {
  const name = fc.string({ minLength: 1, maxLength: 3 }).filter((text) => text !== '__proto__')
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.string(),
      fc.integer(),
      tie('object'),
      fc.array(tie('value'), { maxLength: 3 }),
    ),
    object: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  })).value
  fc.assert(
    fc.property(name, json, json, (repeated, before, after) => {
      const [key, first, second] = [repeated, before, after].map((value) => JSON.stringify(value))
      expect(found(`{${key}:${first}}`)).toBeUndefined()
      expect(found(`[${first},{${key}:${first},${key}:${second}}]`)).toMatch(/^repeated \/1\//)
    }),
  )
})
