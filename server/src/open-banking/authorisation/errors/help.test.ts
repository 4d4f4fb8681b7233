import { expect, test } from 'vitest'
import { refuseErrors } from '../../dcr/rules.ts'
import { withHelp } from './help.ts'

const ORIGIN = `https://open-banking.sandbox.${'bank-of-example-'.repeat(2)}.example:8443`

test('a long error keeps the whole address of the example: a cut one leads to no page', () => {
  const description = withHelp(`${'x'.repeat(600)}.`, 'registration', ORIGIN)
  expect(description.length).toBeLessThanOrEqual(500)
  expect(description.endsWith(`x. See ${ORIGIN}/open-banking/help/registration`)).toBe(true)
})

test('the errors of a registration leave room for their number beside a long address', () => {
  const reason = 'The claim must have another value.'
  const { message } = refuseErrors(
    Array.from({ length: 90 }, () => ({ code: 'invalid_client_metadata' as const, reason })),
  )
  expect(withHelp(message, 'registration', ORIGIN)).toMatch(/value\. There are 8\d more errors\. See https:/)
})
