import { expect, test } from 'vitest'
import { accountOf, agentOf } from './parties.ts'

const UNKNOWN = { iban: null, accountNumber: null, bic: null, routingCodes: [] }
const inDollars = { currency: 'USD', bankCountryCode: 'US' }
const code = (type: string, value: string) => [{ type, value }]

test.each([
  ['an IBAN', { iban: 'DE89370400440532013000', bic: 'DEUTDEFF' }, 'IBAN DE89370400440532013000', 'BICFI DEUTDEFF'],
  [
    'a sort code',
    { accountNumber: '55779911', routingCodes: code('SortCode', '20-00-00'), bankCountryCode: 'GB' },
    'SortCodeAccountNumber 20000055779911',
    'NCC.GB 200000',
  ],
  [
    'a routing number',
    { accountNumber: '1234567890', routingCodes: code('Aba', '021000021'), bankCountryCode: 'US' },
    'BBAN 1234567890',
    'NCC.US 021000021',
  ],
  [
    'a routing number and a BIC',
    { ...inDollars, accountNumber: '1234567890', bic: 'CHASUS33', routingCodes: code('Aba', '021000021') },
    'BBAN 1234567890',
    'NCC.US 021000021',
  ],
  [
    'a number and a BIC',
    { accountNumber: '4471903', bic: 'BOTKJPJT', bankCountryCode: 'JP' },
    'BBAN 4471903',
    'BICFI BOTKJPJT',
  ],
  [
    'a sort code and a BIC',
    { accountNumber: '55779911', bic: 'BUKBGB22', routingCodes: code('SortCode', '200000'), bankCountryCode: 'GB' },
    'SortCodeAccountNumber 20000055779911',
    'BICFI BUKBGB22',
  ],
  [
    'codes of bank and branch',
    {
      accountNumber: '1234567',
      routingCodes: [...code('InstitutionNo', '003'), ...code('TransitNo', '00011')],
      bankCountryCode: 'CA',
    },
    'BBAN 1234567',
    'NCC.CA 000300011',
  ],
  [
    'a CLABE',
    { routingCodes: code('Clabe', '032180000118359719'), bankCountryCode: 'MX' },
    'BBAN 032180000118359719',
    undefined,
  ],
  ['a number alone', { accountNumber: '1234567890', bankCountryCode: 'US' }, 'BBAN 1234567890', undefined],
  ['nothing', {}, undefined, undefined],
])('a party with %s keeps its account and its bank', (_what, known, account, agent) => {
  const party = { ...UNKNOWN, name: 'Northern Looms', ...known }
  const shown = (item?: { schemeName: string; identification: string }) =>
    item && `${item.schemeName.replace('UK.OBIE.', '')} ${item.identification}`
  expect([shown(accountOf(party)), shown(agentOf(party))]).toEqual([account, agent])
  expect(accountOf(party)?.name).toBe(account && 'Northern Looms')
})

test('an account at a building society keeps its roll number', () => {
  const party = {
    accountNumber: '55779911',
    routingCodes: code('SortCode', '200000'),
    secondaryReference: '1234/567 890',
  }
  expect(accountOf(party)).toEqual({
    schemeName: 'UK.OBIE.SortCodeAccountNumber',
    identification: '20000055779911',
    secondaryIdentification: '1234/567 890',
  })
})
