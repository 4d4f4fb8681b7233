import { expect, test } from 'vitest'
import type { Consent } from '../../consents/index.ts'
import { paymentLines } from './payment-lines.ts'

const consentTo = (account: object, offer: object | null = null) =>
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
    offer,
  }) as unknown as Consent

test('the user approves the roll number that the payment carries', () => {
  const lines = paymentLines(consentTo({ SecondaryIdentification: '1234/567 890' }), 'Europe/London')
  expect(lines).toContainEqual(['Roll number', '1234/567 890'])
  expect(paymentLines(consentTo({}), 'Europe/London').map(([name]) => name)).not.toContain('Roll number')
})

test.each([
  ['a day of the rail, wherever its user is', { arrivesOn: '2026-11-30' }, 'America/New_York'],
  ['the start of a day in a consent of an earlier release', {}, 'Europe/Berlin'],
])('the user approves the day on which the payment arrives, not the one before: %s', (_what, offer, timeZone) => {
  const startOfDay = { ExpectedSettlementDateTime: '2026-11-29T23:00:00.000+00:00' }
  const lines = paymentLines(consentTo({}, { ...startOfDay, ...offer }), timeZone)
  expect(lines).toContainEqual(['Arrives', 'By 30 November 2026, in GBP'])
})
