import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openOpenBanking, VERSIONS } from '../../../test/support/open-banking.ts'
import { type Members, domestic, named, openInitiation, remittance } from '../../../test/support/initiation.ts'
import { openBankingRoutes } from '../../composition/open-banking-routes.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)
openBankingRoutes(bank.app, bank.deps)
const { ask, authorised, pay } = openInitiation(bank)
const consentId = await bank.askForAccess('3.1', [
  'ReadAccountsBasic',
  'ReadTransactionsBasic',
  'ReadTransactionsDebits',
])
await bank.approve(consentId)

const found = ({ body }: { body: Members }) =>
  body['Errors'].map(({ ErrorCode, Path }: Members) => [ErrorCode, Path] as const)

test.each(VERSIONS)('v%s: a third party learns all errors of its access request from one response', async (version) => {
  const Permissions = ['ReadEverything', 'ReadTransactionsCredits', 'ReadNothing']
  const Data = {
    Permissions,
    ExpirationDateTime: '2020-01-01T00:00:00Z',
    TransactionFromDateTime: '2026-10-02',
    TransactionToDateTime: '2026-10-01',
  }
  const url = `/open-banking/v${version}/aisp/account-access-consents`
  const answer = await bank.send('POST', url, { payload: { Data, Risk: {} } })
  const [invalid, date] = [named(version, 'U002'), named(version, 'U003')]
  expect(answer.status).toBe(400)
  expect(found(answer)).toEqual([
    [invalid, 'Data.Permissions[0]'],
    [invalid, 'Data.Permissions[2]'],
    [invalid, 'Data.Permissions'],
    [date, 'Data.ExpirationDateTime'],
    [date, 'Data.TransactionToDateTime'],
  ])
  expect(answer.text).toMatch(
    /ReadAccountsBasic or ReadAccountsDetail.*ReadTransactionsBasic or ReadTransactionsDetail/,
  )
})

test.each(VERSIONS)('v%s: both ends of a wrong span are named', async (version) => {
  const query = 'fromBookingDateTime=soon&toBookingDateTime=later'
  const url = `/open-banking/v${version}/aisp/transactions?${query}`
  const answer = await bank.send('GET', url, { token: `psu ${consentId}` })
  const date = named(version, 'U003')
  expect(found(answer)).toEqual([
    [date, 'fromBookingDateTime'],
    [date, 'toBookingDateTime'],
  ])
})

test.each(VERSIONS)('v%s: a query parameter sent twice is an error that states that', async (version) => {
  for (const name of ['fromBookingDateTime', 'toBookingDateTime', 'page']) {
    const url = `/open-banking/v${version}/aisp/transactions?${name}=2026-01-01&${name}=2026-01-01`
    const answer = await bank.send('GET', url, { token: `psu ${consentId}` })
    expect(found(answer)).toEqual([[named(version, 'U002'), name]])
    expect(answer.text).toContain('more than once. Send it once.')
  }
})

test.each(VERSIONS)(
  'v%s: all errors of a payment request are reported together, those of its deadline too',
  async (version) => {
    const change = { LocalInstrument: 'UK.OBIE.Nothing', EndToEndIdentification: '/X' }
    const more = { Authorisation: { AuthorisationType: 'Any', CompletionDateTime: '2020-01-01T00:00:00Z' } }
    const answer = await ask(version, 'domestic', change, more)
    expect(found(answer)).toEqual([
      [named(version, 'U003'), 'Data.Authorisation.CompletionDateTime'],
      [named(version, 'U014'), 'Data.Initiation.EndToEndIdentification'],
    ])
  },
)

test('an account that cannot exist and an instrument that does not are named together', async () => {
  const CreditorAccount = { ...domestic('4.0')['CreditorAccount'], Identification: '08999966374959' }
  const answer = await ask('4.0', 'domestic', { CreditorAccount, LocalInstrument: 'UK.OBIE.Nothing' })
  expect(found(answer)).toEqual([
    ['U002', 'Data.Initiation.CreditorAccount.Identification'],
    ['U026', 'Data.Initiation.LocalInstrument'],
  ])
})

const BOSPORUS = { SchemeName: 'UK.OBIE.BBAN', Identification: '1234567890', Name: 'Bosporus Tekstil AS' }
const PAYEE = 'Data.Initiation.CreditorAccount.Identification'
const AGENT = 'Data.Initiation.CreditorAgent.Identification'

test.each<[string, Members, string]>([
  [
    'an IBAN',
    {
      CreditorAccount: { ...BOSPORUS, SchemeName: 'UK.OBIE.IBAN', Identification: 'T330006100519786457841326' },
      DestinationCountryCode: 'TR',
    },
    PAYEE,
  ],
  [
    'a sort code and account number',
    {
      CreditorAccount: { ...domestic('4.0')['CreditorAccount'], Identification: '0899966374958' },
      Creditor: undefined,
      CreditorAgent: { SchemeName: 'UK.OBIE.NCC.GB', Identification: '089999' },
    },
    PAYEE,
  ],
  [
    'a BIC',
    {
      CreditorAccount: BOSPORUS,
      CreditorAgent: { SchemeName: 'UK.OBIE.BICFI', Identification: 'TGB1' },
      DestinationCountryCode: 'TR',
    },
    AGENT,
  ],
])('a mistyped character of %s is one error, not also one of the fields that match it', async (_of, change, at) => {
  for (const version of VERSIONS)
    expect(found(await ask(version, 'international', change))).toEqual([[named(version, 'U002'), at]])
})

test('a creditor reference with wrong check digits is one error, not also one of its issuer', async () => {
  const CreditorReferenceInformation = { Code: 'SCOR', Issuer: 'ISO', Reference: 'RF00123' }
  const RemittanceInformation = { Structured: [{ CreditorReferenceInformation }] }
  expect(found(await ask('4.0', 'domestic', { RemittanceInformation }))).toEqual([
    ['U014', 'Data.Initiation.RemittanceInformation.Structured[0].CreditorReferenceInformation.Reference'],
  ])
})

test('a text of another rejection is the whole message, not the end of a sentence', async () => {
  const account = { ...domestic('4.0')['CreditorAccount'], Identification: '08999966374959' }
  const changes = {
    'U002 These characters cannot be sent to a bank: ': { RemittanceInformation: remittance('4.0', 'R🙂', 'Invoice') },
    'U002 The account number ': { CreditorAccount: account },
    'U014 An end-to-end id reaches the payee unchanged. ': { EndToEndIdentification: '/X' },
  }
  for (const [beginning, change] of Object.entries(changes)) {
    const [{ ErrorCode, Message }] = (await ask('4.0', 'domestic', change)).body.Errors
    expect(`${ErrorCode} ${Message}`).toMatch(new RegExp(`^${beginning}`))
  }
  const past = { Authorisation: { AuthorisationType: 'Any', CompletionDateTime: '2020-01-01T00:00:00Z' } }
  const late = await ask('4.0', 'domestic', {}, past)
  expect(late.body.Errors[0].Message).toBe('The date must lie in the future. Use a later one.')
  const { body } = await ask('3.1', 'domestic', { EndToEndIdentification: '/X' })
  expect(body.Message).toBe(body.Errors[0].Message)
})

test('an amount above every scheme is rejected with the largest amount that passes', async () => {
  const answer = await ask('4.0', 'domestic', { InstructedAmount: { Amount: '2000000000.00', Currency: 'GBP' } })
  expect(found(answer)).toEqual([['U014', 'Data.Initiation.InstructedAmount.Amount']])
  expect(answer.text).toContain('at most 1000000.00 GBP')
})

const REFERENCES = {
  '3.1': 'Data.Initiation.RemittanceInformation.Reference',
  '4.0': 'Data.Initiation.RemittanceInformation.Structured[0].CreditorReferenceInformation.Reference',
}

test.each(VERSIONS)('v%s: an error of a reference names the field that its version has', async (version) => {
  const wrong = (reference: string) => ({ RemittanceInformation: remittance(version, reference, 'Invoice') })
  const codes = { 'R🙂': 'U002', [`R${'1'.repeat(30)}`]: 'U014' }
  for (const [reference, code] of Object.entries(codes))
    expect(found(await ask(version, 'domestic', wrong(reference)))).toEqual([
      [named(version, code), REFERENCES[version]],
    ])
  const approved = await authorised(version, 'domestic', wrong('INV-1'))
  const paid = await pay(version, 'domestic', approved, domestic(version, wrong('INV-2')))
  expect(found(paid)).toEqual([[named(version, 'U008'), REFERENCES[version]]])
})
