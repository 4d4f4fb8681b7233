import { expect, test } from 'vitest'
import { bearersFor, feeMinor, mostMinor, pickRail, railsFor } from './routing.ts'
import type { Speed } from './facts/scheme.ts'
import type { Rail } from './schemes.ts'

test.each([
  ['GB', 'GBP', ['Fps', 'Chaps']],
  ['JE', 'GBP', ['Fps', 'Chaps']],
  ['DE', 'EUR', ['Sepa', 'SepaInstant']],
  ['RS', 'EUR', ['Sepa', 'SepaInstant']],
  ['GB', 'EUR', ['Sepa', 'SepaInstant']],
  ['US', 'USD', ['Ach', 'Fedwire', 'Swift']],
  ['US', 'EUR', ['Swift']],
  ['DE', 'GBP', ['Swift']],
  ['AE', 'AED', ['Swift']],
])('%s %s is served by %j', (country, currency, rails) => {
  expect(railsFor(currency, country)).toEqual(rails)
})

test.each<[string, bigint, Speed, Rail | undefined]>([
  ['GBP', 100_000_000n, 'Normal', 'Fps'],
  ['GBP', 100_000_001n, 'Normal', 'Chaps'],
  ['GBP', 100_000_001n, 'Instant', undefined],
  ['EUR', 1n, 'Normal', 'Sepa'],
  ['EUR', 20_000_000n, 'Instant', 'SepaInstant'], // no scheme limit of 100,000 any more
  ['EUR', 100_000_000_000n, 'Normal', undefined],
  ['USD', 100_000_000n, 'Normal', 'Ach'],
  ['USD', 100_000_001n, 'Normal', 'Fedwire'],
  ['USD', 1n, 'Urgent', 'Fedwire'],
  ['JPY', 1n, 'Normal', 'Local'],
  ['INR', 150_000_000n, 'Normal', 'Local'],
  ['INR', 150_000_001n, 'Normal', undefined],
  ['CAD', 200_000_001n, 'Normal', 'Swift'],
  ['TRY', 1n, 'Normal', 'Swift'],
  ['CNY', 1n, 'Normal', 'Swift'], // the mainland’s, not Hong Kong’s
])('%s %d minor units, %s: %s', (currency, amountMinor, speed, rail) => {
  expect(pickRail(railsFor(currency), { currency, amountMinor, speed })).toBe(rail)
})

test('the maximum amount for a speed is the largest limit of the rails that offer it', () => {
  expect(mostMinor(['Fps', 'Chaps'], 'GBP', 'Instant')).toBe(100_000_000n)
  expect(mostMinor(['Local'], 'INR', 'Normal')).toBe(150_000_000n)
  expect(mostMinor(['Local'], 'INR', 'Instant')).toBeUndefined()
  expect(mostMinor([], 'INR', 'Normal')).toBeUndefined()
})

test('a rail that the payee has no details for is not picked', () => {
  expect(pickRail(['Fedwire'], { currency: 'USD', amountMinor: 1n, speed: 'Normal' })).toBe('Fedwire')
  expect(pickRail([], { currency: 'USD', amountMinor: 1n, speed: 'Normal' })).toBeUndefined()
})

test.each([
  ['Swift', 'EUR', 'DE', true, ['SHA']],
  ['Swift', 'SEK', 'SE', true, ['SHA']],
  ['Swift', 'USD', 'DE', true, ['SHA', 'OUR', 'BEN']],
  ['Swift', 'SEK', 'SE', false, ['SHA', 'OUR', 'BEN']],
  ['Swift', 'EUR', 'US', true, ['SHA', 'OUR', 'BEN']],
  ['Fps', 'GBP', 'GB', false, ['SHA']],
] as const)('%s %s to %s, payer in the EEA %s: charges %j', (rail, currency, bankCountry, payerInEea, bearers) => {
  expect(bearersFor(rail, { currency, bankCountry, payerInEea })).toEqual(bearers)
})

test.each([
  ['Fps', 'SHA', 'GBP', 0n],
  ['Swift', 'SHA', 'GBP', 0n],
  ['Swift', 'OUR', 'GBP', 1500n],
  ['Swift', 'OUR', 'JPY', 3000n],
  ['Swift', 'OUR', 'KWD', undefined],
  ['Sepa', 'OUR', 'EUR', undefined],
] as const)('the fee of %s %s in %s: %s', (rail, bearer, currency, fee) => {
  expect(feeMinor(rail, bearer, currency)).toBe(fee)
})
