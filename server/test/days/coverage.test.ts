import { expect, test } from 'vitest'
import { gapsOf } from './coverage.ts'

test('an action that was always rejected, and a state that was never reached, are gaps', () => {
  const outcomes = new Map([
    ['amend spot Move: amendment_date_unchanged', 7],
    ['transfer: 201', 3],
    ['transfer: insufficient_funds', 1],
  ])
  const { missing: gaps, rare } = gapsOf(outcomes, new Set(['Spot Settled', 'Initial call Issued']))
  expect(gaps).toContain('amend spot Move')
  expect(gaps).toContain('Spot Overdue')
  expect(rare).toContain('LossCover Settled')
  expect(rare).not.toContain('Initial call Issued')
  expect(gaps).not.toContain('transfer')
  expect(gaps).not.toContain('Spot Settled')
})
