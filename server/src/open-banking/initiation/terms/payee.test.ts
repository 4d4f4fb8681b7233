import { describe, expect, test } from 'vitest'
import { type BankDetails, checkBankDetails } from '../../../payments/validation/index.ts'
import { accountOf, agentOf } from '../../resources/parties.ts'
import { partyErrors, payeeOf, statedType, verifiableAccount } from './payee.ts'
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

type Bank = Partial<Omit<BankDetails, 'routingCodes'>> & { routingCodes?: { type: string; value: string }[] }
const code = (type: string, value: string) => [{ type, value }]
const canadian = [...code('TransitNo', '00011'), ...code('InstitutionNo', '003')]
const japanese = [...code('BankCode', '0005'), ...code('BranchCode', '001')]

/** Saved payees with what account information shows of their bank. */
const SAVED: [string, string, Bank, agent: string | undefined][] = [
  ['USD', 'US', { routingCodes: code('Aba', '021000021'), bic: 'CHASUS33' }, 'NCC.US 021000021'],
  ['CAD', 'CA', { routingCodes: canadian }, 'NCC.CA 000300011'],
  ['CAD', 'CA', { routingCodes: canadian, bic: 'ROYCCAT2' }, 'NCC.CA 000300011'],
  ['USD', 'CA', { routingCodes: canadian, bic: 'ROYCCAT2' }, 'BICFI ROYCCAT2'],
  ['AUD', 'AU', { routingCodes: code('Bsb', '062000'), bic: 'CTBAAU2S' }, 'NCC.AU 062000'],
  ['USD', 'AU', { routingCodes: code('Bsb', '062000'), bic: 'CTBAAU2S' }, 'BICFI CTBAAU2S'],
  ['NZD', 'NZ', { accountNumber: '010902006838900', bic: 'ANZBNZ22' }, 'BICFI ANZBNZ22'],
  ['INR', 'IN', { routingCodes: code('Ifsc', 'HDFC0000001'), bic: 'HDFCINBB' }, 'NCC.IN HDFC0000001'],
  ['HKD', 'HK', { routingCodes: code('BankCode', '004'), bic: 'HSBCHKHH' }, 'NCC.HK 004'],
  ['CNY', 'HK', { routingCodes: code('BankCode', '004'), bic: 'HSBCHKHH' }, 'NCC.HK 004'],
  ['USD', 'HK', { routingCodes: code('BankCode', '004'), bic: 'HSBCHKHH' }, 'BICFI HSBCHKHH'],
  ['SGD', 'SG', { routingCodes: code('BankCode', '7171'), bic: 'DBSSSGSG' }, 'BICFI DBSSSGSG'],
  ['KRW', 'KR', { routingCodes: code('BankCode', '088'), accountNumber: '110123456789' }, 'NCC.KR 088'],
  ['IDR', 'ID', { routingCodes: code('BankCode', '014'), bic: 'CENAIDJA' }, 'NCC.ID 014'],
  ['SEK', 'SE', { routingCodes: code('BankCode', '8105') }, 'NCC.SE 8105'],
  ['DKK', 'DK', { routingCodes: code('BankCode', '0040') }, 'NCC.DK 0040'],
  ['JPY', 'JP', { routingCodes: japanese, bic: 'BOTKJPJT' }, 'BICFI BOTKJPJT'],
  ['ZAR', 'ZA', { routingCodes: code('BranchCode', '051001'), bic: 'SBZAZAJJ' }, 'BICFI SBZAZAJJ'],
  ['THB', 'TH', { bic: 'BKKBTHBK' }, 'BICFI BKKBTHBK'],
  ['MXN', 'MX', { accountNumber: undefined, routingCodes: code('Clabe', '032180000118359719') }, undefined],
  ['NOK', 'NO', { accountNumber: '86011117947' }, undefined],
]
const shown = (agent: ReturnType<typeof agentOf>) =>
  agent && `${agent.schemeName.replace('UK.OBIE.', '')} ${agent.identification}`
/** Third parties add what account information does not show: the address, or the country of a bank without a code. */
const paidAs = (saved: Parameters<typeof accountOf>[0], currency: string, country: string) => {
  const [account, agent] = [accountOf(saved)!, agentOf(saved)]
  const paid = order(currency, account.schemeName.replace('UK.OBIE.', ''), account.identification, {
    SchemeName: agent?.schemeName,
    Identification: agent?.identification,
  })
  const PostalAddress = { Country: country, TownName: 'Town', CountrySubDivision: 'ON', PostCode: 'M5H 2N2' }
  const { CreditorAgent, ...others } = paid
  return {
    ...others,
    ...(agent ? { CreditorAgent } : { DestinationCountryCode: country }),
    Creditor: { PostalAddress },
  } as Initiation
}
const ownBanks = {} as never
const noModulus = { rows: [], substitutions: new Map() }

test.each(SAVED)(
  'a payment in %s to a payee in %s, as account information shows it, reaches the same account: %o',
  (currency, bankCountryCode, bank, agent) => {
    const accountNumber = '44172093'
    const saved = { name: 'Lakeshore Sensors Inc', accountNumber, currency, bankCountryCode, ...bank } as BankDetails
    expect(shown(agentOf(saved))).toBe(agent)
    const paid = paidAs(saved, currency, bankCountryCode)
    expect(partyErrors(paid, ownBanks)).toEqual([])
    const { errors, normalised } = checkBankDetails({ ...payeeOf(paid, {}), type: 'Company' }, noModulus)
    expect(errors).toEqual([])
    expect(normalised.accountNumber).toBe(saved.accountNumber ?? bank.routingCodes![0]!.value)
    const byType = (codes: { type: string }[] = []) => codes.toSorted((a, b) => a.type.localeCompare(b.type))
    const isNational = agent?.startsWith('NCC')
    expect(byType(normalised.routingCodes)).toEqual(isNational ? byType(bank.routingCodes) : [])
  },
)

test.each(['00300011', '00011003', '0003000112'])(
  'a Canadian bank code that can be read in two ways is rejected: %s',
  (value) => {
    const paid = order('CAD', 'BBAN', '1234567', { SchemeName: 'UK.OBIE.NCC.CA', Identification: value })
    expect(partyErrors(paid, ownBanks)).toMatchObject([
      { pointer: '/Data/Initiation/CreditorAgent/Identification', message: expect.stringContaining('9 digits') },
    ])
  },
)
