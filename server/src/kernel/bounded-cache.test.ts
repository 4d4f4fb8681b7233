import { expect, test } from 'vitest'
import { boundedCache } from './bounded-cache.ts'

test('a result is computed once for each text, and memory stays bounded: a full cache is emptied', () => {
  const cache = boundedCache<string>(2)
  const computed: string[] = []
  const ask = (key: string) =>
    cache(key, () => {
      computed.push(key)
      return key.toUpperCase()
    })
  expect(['a', 'b', 'a', 'b'].map(ask)).toEqual(['A', 'B', 'A', 'B'])
  expect(computed).toEqual(['a', 'b'])
  expect(['c', 'a', 'c', 'a'].map(ask)).toEqual(['C', 'A', 'C', 'A'])
  expect(computed).toEqual(['a', 'b', 'c', 'a'])
})
