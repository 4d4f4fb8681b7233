import { expect, test } from 'vitest'
import { purposesFor, readPurpose } from './index.ts'

const codes = (list: ReturnType<typeof purposesFor>) => list?.purposes.map(({ code }) => code) ?? []

test.each([
  ['AE', 'AED', 'Swift', 'ae', true, 'GDI'],
  ['AE', 'USD', 'Swift', 'ae', true, 'SAL'],
  ['BH', 'USD', 'Swift', 'ae', true, 'GDI'],
  ['JO', 'JOD', 'Swift', 'jo', true, '0701'],
  ['JO', 'USD', 'Swift', 'jo', true, '0904'],
  ['KW', 'KWD', 'Swift', 'iso', true, 'SUPP'],
  ['KW', 'USD', 'Swift', 'iso', false, 'SUPP'],
  ['CN', 'CNY', 'Swift', 'cn', true, '/CGODDR/'],
  ['IN', 'INR', 'Local', 'keywords+in', true, 'P0103'],
  ['MY', 'MYR', 'Local', 'keywords', true, 'services'],
  ['GB', 'GBP', 'Chaps', 'iso', false, 'SUPP'],
  ['DE', 'EUR', 'Sepa', 'iso', false, 'SALA'],
  ['SG', 'SGD', 'Local', 'iso', false, 'SUPP'],
] as const)(
  'a payment to %s in %s by %s takes list %s (required: %s), %s in it',
  (country, currency, rail, listId, isRequired, code) => {
    const found = purposesFor({ country, currency, rail })
    expect([found?.listId, found?.isRequired]).toEqual([listId, isRequired])
    expect(codes(found)).toContain(code)
  },
)

test.each([
  ['GB', 'GBP', 'Fps'],
  ['US', 'USD', 'Ach'],
  ['AU', 'AUD', 'Local'],
] as const)('no purpose applies to %s in %s by %s', (country, currency, rail) => {
  expect(purposesFor({ country, currency, rail })).toBeUndefined()
})

test('codes withdrawn in 2018 are not offered, and the list is whole', () => {
  const offered = codes(purposesFor({ country: 'AE', currency: 'AED' }))
  expect(offered).toHaveLength(112)
  for (const withdrawn of ['REM', 'MIS', 'RBC', 'ROC', 'INV', 'GDS']) expect(offered).not.toContain(withdrawn)
  expect(new Set(offered).size).toBe(112)
})

test('a salary cannot be paid to a company', () => {
  const list = purposesFor({ country: 'AE', currency: 'AED', payee: 'Company' })!
  expect(readPurpose(list, 'SAL')).toBeUndefined()
  expect(readPurpose(list, 'gdi')).toBe('GDI')
})

test('a Chinese code is read with its slashes or without, and has them', () => {
  const list = purposesFor({ country: 'CN', currency: 'CNY' })!
  expect([readPurpose(list, '/CGODDR/'), readPurpose(list, 'cgoddr'), readPurpose(list, 'GOODS')]).toEqual([
    '/CGODDR/',
    '/CGODDR/',
    undefined,
  ])
})
