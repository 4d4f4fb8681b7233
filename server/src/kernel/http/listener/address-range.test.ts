import { expect, test } from 'vitest'
import { isNarrowRange } from './address-range.ts'

test.each(['10.0.0.7', '10.0.0.0/24', '10.0.0.7/32', '::1', 'fd00::/120', 'fd00::1/128'])(
  'a proxy can be at %s',
  (range) => expect(isNarrowRange(range)).toBe(true),
)

test.each(['10.0.0.0/8', '10.0.0.0/99', '10.0.0.0/24/x', '10.0.0.0/', 'fd00::/64', 'fd00::/129', 'proxy', ''])(
  'a setting of "%s" is an error of the configuration, not a defect of the start',
  (range) => expect(isNarrowRange(range)).toBe(false),
)
