import { expect, test } from 'vitest'
import type { Consent } from '../../consents/index.ts'
import { paymentLines } from './payment-lines.ts'

const consentTo = (account: object) =>
  ({
    payment: {
      currency: 'GBP',
      amountMinor: 1000n,
      currencyOfTransfer: null,
      creditorName: 'Calder Building Society',
      creditorScheme: 'UK.OBIE.SortCodeAccountNumber',
      creditorIdentification: '08999966374958',
      reference: null,
    },
    terms: { initiation: { CreditorAccount: account } },
    offer: null,
  }) as unknown as Consent

test('the user approves the roll number that the payment carries', () => {
  const lines = paymentLines(consentTo({ SecondaryIdentification: '1234/567 890' }), 'Europe/London')
  expect(lines).toContainEqual(['Roll number', '1234/567 890'])
  expect(paymentLines(consentTo({}), 'Europe/London').map(([name]) => name)).not.toContain('Roll number')
})
