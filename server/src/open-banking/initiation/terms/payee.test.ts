import { describe, expect, test } from 'vitest'
import { accountOf, agentOf } from '../../resources/parties.ts'
import { payeeOf, statedType, verifiableAccount } from './payee.ts'
import type { Initiation } from './terms.ts'

const order = (currency: string, SchemeName: string, Identification: string, agent?: object) =>
  ({
    CurrencyOfTransfer: currency,
    InstructedAmount: { Amount: '1.00', Currency: currency },
    CreditorAccount: { SchemeName: `UK.OBIE.${SchemeName}`, Identification, Name: 'Brightwater Ltd' },
    ...(agent && { CreditorAgent: agent }),
  }) as unknown as Initiation

describe('the name of a payee is verified', () => {
  test.each([
    ['euros to SEPA', order('EUR', 'IBAN', 'DE89 3704 0044 0532 0130 00'), { iban: 'DE89370400440532013000' }],
    ['pounds to a British IBAN', order('GBP', 'IBAN', 'GB33BUKB20201555555555'), { iban: 'GB33BUKB20201555555555' }],
    [
      'pounds to a sort code',
      order('GBP', 'SortCodeAccountNumber', '20-20-15 55555555'),
      { sortCode: '202015', accountNumber: '55555555' },
    ],
    [
      'pounds to a bare number with its sort code',
      order('GBP', 'BBAN', '55555555', { SchemeName: 'UK.OBIE.NCC.GB', Identification: '202015' }),
      { sortCode: '202015', accountNumber: '55555555' },
    ],
    ['dollars', order('USD', 'IBAN', 'DE89370400440532013000'), undefined],
    ['euros outside SEPA', order('EUR', 'IBAN', 'TR330006100519786457841326'), undefined],
    ['pounds outside the United Kingdom', order('GBP', 'IBAN', 'DE89370400440532013000'), undefined],
    [
      'pounds to a number that no scheme reaches',
      order('GBP', 'BBAN', '1234', { SchemeName: 'UK.OBIE.NCC.GB', Identification: '202015' }),
      undefined,
    ],
  ])('%s: %o', (_what, initiation, expected) => {
    expect(verifiableAccount(initiation)).toEqual(expected)
  })
})

test.each([
  [undefined, undefined],
  ['Personal', 'Individual'],
  ['Business', 'Company'],
])('a stated account type %s is asked about as %s', (BeneficiaryAccountType, expected) => {
  expect(statedType({ ...(BeneficiaryAccountType && { BeneficiaryAccountType }) } as never)).toBe(expected)
})

test.each([
  ['a routing number', 'USD', { routingCodes: [{ type: 'Aba', value: '021000021' }], bankCountryCode: 'US' }],
  ['a BSB', 'AUD', { routingCodes: [{ type: 'Bsb', value: '062000' }], bankCountryCode: 'AU' }],
  ['an IFSC', 'INR', { routingCodes: [{ type: 'Ifsc', value: 'HDFC0000001' }], bankCountryCode: 'IN' }],
  ['a CNAPS code', 'CNY', { routingCodes: [{ type: 'Cnaps', value: '102100099996' }], bankCountryCode: 'CN' }],
  ['a sort code', 'GBP', { routingCodes: [{ type: 'SortCode', value: '202015' }], bankCountryCode: 'GB' }],
  ['a BIC alone', 'JPY', { routingCodes: [], bankCountryCode: 'JP' }],
])('a payment to a payee as account information shows it reaches the same account: %s', (_what, currency, bank) => {
  const saved = { name: 'Lakeshore Sensors Inc', accountNumber: '44172093', bic: 'BANKXX33', ...bank }
  const [account, agent] = [accountOf(saved)!, agentOf(saved)!]
  const initiation = order(currency, account.schemeName.replace('UK.OBIE.', ''), account.identification, {
    SchemeName: agent.schemeName,
    Identification: agent.identification,
  })
  const { accountNumber, routingCodes = [] } = payeeOf(initiation, {})
  expect({ accountNumber, routingCodes }).toEqual({
    accountNumber: saved.accountNumber,
    routingCodes: saved.routingCodes,
  })
})
