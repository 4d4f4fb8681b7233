import { describe, expect, test } from 'vitest'
import { chooseType } from './media-types.ts'

describe('which format an Accept header wants', () => {
  const offered = ['application/pdf', 'application/json'] as const
  test.each([
    [undefined, 'application/pdf'],
    ['*/*', 'application/pdf'],
    ['application/json', 'application/json'],
    ['application/*;q=0.5, application/json', 'application/json'],
    ['text/html, application/json;q=0.9, */*;q=0.1', 'application/json'],
    ['application/pdf;q=0.2, application/json;q=0.1', 'application/pdf'],
    ['application/pdf;q=0, */*', 'application/json'],
  ])('%s: %s', (accept, expected) => {
    expect(chooseType(accept, offered)).toBe(expected)
  })

  test.each(['text/csv', 'application/pdf;q=0, application/json;q=0'])('%s: refused', (accept) => {
    expect(() => chooseType(accept, offered)).toThrow('Use one of')
  })
})
