import { expect, test } from 'vitest'
import { deprecationAt, readDeprecations } from './deprecations.ts'

test('an announcement covers its path and those below, and the most exact one counts', () => {
  const list = readDeprecations('/v1/fx 2027-01-01, /v1/fx/quotes/spot 2027-02-01 2028-02-01 /v2/quotes')
  const dayAt = (path: string) => deprecationAt(list, path)?.deprecatedOn
  expect(dayAt('/v1/fx')).toBe('2027-01-01')
  expect(dayAt('/v1/fx/trades')).toBe('2027-01-01')
  expect(dayAt('/v1/fx/quotes/spot')).toBe('2027-02-01')
  expect(dayAt('/v1/fxx')).toBeUndefined()
  expect(dayAt('/v1')).toBeUndefined()
})

test.each([
  'v1/a 2027-01-01',
  '/v1/a',
  '/v1/a tomorrow',
  '/v1/a 2027-02-30',
  '/v1/a 2027-01-01 2027-01-01',
  '/v1/a 2027-01-01 2026-01-01',
  '/v1/a 2027-01-01 2028-01-01 v2',
  '/v1/a 2027-01-01 2028-01-01 /v2 more',
])('%j is rejected with the form or the rule', (text) => {
  expect(() => readDeprecations(text)).toThrow(/Write the path|must be after/)
})
