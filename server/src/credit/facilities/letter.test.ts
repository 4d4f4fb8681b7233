import { expect, test } from 'vitest'
import { periodWords } from './letter.ts'

test.each([
  ['P12M', '12 months'],
  ['P1M', '1 month'],
  ['P1Y6M', '1 year 6 months'],
  ['P7D', '7 days'],
  ['PT1H', 'PT1H'],
])('a letter says %s as %s', (period, words) => expect(periodWords(period)).toBe(words))
