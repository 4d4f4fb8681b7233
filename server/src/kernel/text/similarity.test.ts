import { expect, test } from 'vitest'
import { folded } from './folding.ts'
import { jaroWinkler } from './similarity.ts'

test.each([
  ['martha', 'marhta', 0.9611],
  ['dwayne', 'duane', 0.84],
  ['dixon', 'dicksonx', 0.8133],
  ['same', 'same', 1],
  ['abc', 'xyz', 0],
  ['', '', 1],
  ['', 'a', 0],
])('the similarity of %s and %s is %d, as published', (a, b, expected) => {
  expect(jaroWinkler(a, b)).toBeCloseTo(expected, 4)
  expect(jaroWinkler(b, a)).toBeCloseTo(expected, 4)
})

test.each([
  ['Łódź', 'lodz'],
  ['Şişli', 'sisli'],
  ['STRASSE ß', 'strasse ss'],
  ['Ørsted', 'orsted'],
  ['東京', '東京'],
])('%s is compared as %s', (text, expected) => expect(folded(text)).toBe(expected))
