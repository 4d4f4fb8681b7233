import { expect, test } from 'vitest'
import { auditText } from './audit-text.ts'

test('an audit that agrees counts in words, with separators', () => {
  const report = { accounts: 67n, postings: 1_250_000n, journals: 1n, openHolds: 0n, findings: [] }
  expect(auditText(report)).toBe('The books agree: 67 accounts, 1,250,000 postings, 1 journal, 0 open holds.')
})

test('an audit with one difference uses the singular', () => {
  const findings = [{ rule: 'a rule', difference: 5n }] as never
  const [first, second] = auditText({ accounts: 2n, postings: 1n, journals: 1n, openHolds: 1n, findings }).split('\n')
  expect(first).toBe('1 difference in 2 accounts, 1 posting, 1 journal, 1 open hold:')
  expect(second).toBe('  {"rule":"a rule","difference":"5"}')
})
