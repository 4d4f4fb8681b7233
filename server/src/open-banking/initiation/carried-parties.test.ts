import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import {
  base,
  codeOf,
  domestic,
  international,
  type Members,
  named,
  openInitiation,
  pathsOf,
} from '../../../test/support/initiation.ts'
import { officialFilesAtHand } from '../../../test/support/official-openapi.ts'
import { openOpenBanking, VERSIONS } from '../../../test/support/open-banking.ts'
import { openBankingRoutes } from '../../composition/open-banking-routes.ts'
import { parseId } from '../../kernel/values/ids.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)
openBankingRoutes(bank.app, bank.deps)
await bank.book('GBP', 10_000_00n, '2026-11-19T09:00:00Z')
const { ask, authorised, pay } = openInitiation(bank)

const WHOLE = { StreetName: 'Quay Street', BuildingNumber: '7', TownName: 'Leeds', Country: 'GB' }
const LEI = '5493001KJTIIGC8Y1R12'
const of = (place: string) => `Data.Initiation.${place}`

/** Pounds to a British account, as an international payment. */
const pounds = (change: Members = {}): Members => ({
  CurrencyOfTransfer: 'GBP',
  InstructedAmount: { Amount: '20.00', Currency: 'GBP' },
  ExchangeRateInformation: undefined,
  Creditor: undefined,
  CreditorAgent: undefined,
  CreditorAccount: domestic('4.0')['CreditorAccount'],
  ...change,
})

const paidWith = async (consentId: string, change: Members) => {
  const paid = await pay('4.0', 'domestic', consentId, domestic('4.0', change))
  expect([paid.status, paid.body.Data?.Initiation]).toEqual([201, domestic('4.0', change)])
  const id = paid.body.Data.DomesticPaymentId as string
  const read = await bank.get(`${base('4.0')}/domestic-payments/${id}`)
  expect(read.body.Data.Initiation).toEqual(domestic('4.0', change))
  return rowOf(id)
}

async function rowOf(paymentId: string): Promise<Members> {
  const { rows } = await db.pool.query(
    'select reference, details, speed, beneficiary_snapshot as payee from payments where payment_id = $1',
    [parseId('pay', paymentId)],
  )
  return rows[0] as Members
}

describe('a text that is too long once it is in Latin letters is rejected at the consent, not at the payment', () => {
  const sharp = (count: number) => 'ß'.repeat(count)
  test.each<[what: string, change: Members, path: string]>([
    [
      'the town of the payee',
      { CreditorPostalAddress: { ...WHOLE, TownName: sharp(18) } },
      'CreditorPostalAddress.TownName',
    ],
    [
      'the region of the payee',
      { CreditorPostalAddress: { ...WHOLE, CountrySubDivision: sharp(18) } },
      'CreditorPostalAddress.CountrySubDivision',
    ],
    [
      'a line of the payee',
      { CreditorPostalAddress: { TownName: 'Leeds', Country: 'GB', AddressLine: [sharp(36)] } },
      'CreditorPostalAddress',
    ],
    [
      'the town of an ultimate party',
      { UltimateDebtor: { Name: 'x', PostalAddress: { ...WHOLE, TownName: sharp(18) } } },
      'UltimateDebtor.PostalAddress.TownName',
    ],
    ['the name of an ultimate party', { UltimateCreditor: { Name: sharp(71) } }, 'UltimateCreditor.Name'],
    [
      'the name of the payee’s bank',
      { CreditorAgent: { SchemeName: 'UK.OBIE.NCC.GB', Identification: '089999', Name: sharp(71) } },
      'CreditorAgent.Name',
    ],
    [
      'a report to an authority',
      { RegulatoryReporting: [{ Details: [{ Information: ['Goods', sharp(18)] }] }] },
      'RegulatoryReporting[0].Details[0].Information[1]',
    ],
  ])('%s', async (_what, change, path) => {
    const answer = await ask('4.0', 'domestic', change)
    expect([answer.status, answer.body.Errors && codeOf(answer), answer.body.Errors && pathsOf(answer)]).toEqual([
      400,
      'U014',
      [of(path)],
    ])
  })
})

test('a name of an ultimate party that SEPA would shorten is rejected with its path', async () => {
  const named = (name: string): Members => ({
    InstructedAmount: { Amount: '20.00', Currency: 'EUR' },
    LocalInstrument: undefined,
    CreditorAccount: { SchemeName: 'UK.OBIE.IBAN', Identification: 'DE89370400440532013000', Name: 'Muster GmbH' },
    UltimateDebtor: { Name: name },
    UltimateCreditor: { Name: 'Mill Ltd' },
  })
  expect((await ask('4.0', 'domestic', named('ß'.repeat(35)))).status).toBe(201)
  const answer = await ask('4.0', 'domestic', named('ß'.repeat(36)))
  expect([answer.status, codeOf(answer), pathsOf(answer)]).toEqual([400, 'U014', [of('UltimateDebtor.Name')]])
})

describe('an ultimate party keeps its address or is rejected', () => {
  test.each<[what: string, party: Members, path: string]>([
    ['without a name', { PostalAddress: WHOLE }, 'PostalAddress'],
    ['without a town', { Name: 'x', PostalAddress: { ...WHOLE, TownName: undefined } }, 'PostalAddress.TownName'],
    ['without a country', { Name: 'x', PostalAddress: { ...WHOLE, Country: undefined } }, 'PostalAddress.Country'],
    ['without a street', { Name: 'x', PostalAddress: { TownName: 'Leeds', Country: 'GB' } }, 'PostalAddress'],
    [
      'on more lines than a payment has',
      { Name: 'x', PostalAddress: { ...WHOLE, AddressLine: ['a'.repeat(70), 'b'.repeat(70)] } },
      'PostalAddress',
    ],
  ])('an address %s is rejected with U014 and the path', async (_what, party, path) => {
    for (const name of ['UltimateDebtor', 'UltimateCreditor']) {
      const answer = await ask('4.0', 'domestic', { [name]: party })
      expect([answer.status, codeOf(answer), pathsOf(answer)]).toEqual([400, 'U014', [of(`${name}.${path}`)]])
    }
  })

  test('a whole address is paid with and shown again', async () => {
    const address = { ...WHOLE, CareOf: 'Ana Lopes', Floor: '3', PostBox: '12', PostCode: 'LS1 4AX' }
    const change = { UltimateCreditor: { Name: 'Mill Ltd', LEI, PostalAddress: address } }
    const row = await paidWith(await authorised('4.0', 'domestic', change), change)
    expect(row['details'].ultimateCreditor).toEqual({
      name: 'Mill Ltd',
      lei: LEI,
      address: {
        line1: 'c/o Ana Lopes, Floor 3, 7 Quay Street, PO Box 12',
        city: 'Leeds',
        postCode: 'LS1 4AX',
        countryCode: 'GB',
      },
    })
  })
})

describe('the payee’s address is carried whole or rejected', () => {
  test.each<[what: string, change: Members, path: string]>([
    ['a street longer than a line', { StreetName: 'x'.repeat(71) }, ''],
    ['a town longer than its element', { TownName: 'x'.repeat(36) }, '.TownName'],
    ['three full lines', { AddressLine: ['a'.repeat(70), 'b'.repeat(70), 'c'] }, ''],
  ])('%s', async (_what, change, path) => {
    const answer = await ask('4.0', 'domestic', { CreditorPostalAddress: { Country: 'GB', ...change } })
    expect([answer.status, codeOf(answer), pathsOf(answer)]).toEqual([
      400,
      'U014',
      [of(`CreditorPostalAddress${path}`)],
    ])
  })

  test.each(VERSIONS)('v%s: department and all lines reach the payment', async (version) => {
    const lines = ['Mill 4', 'Door B']
    const CreditorPostalAddress = { ...WHOLE, Department: 'Treasury', AddressLine: lines }
    const consentId = await authorised(version, 'domestic', { CreditorPostalAddress })
    const paid = await pay(version, 'domestic', consentId, domestic(version, { CreditorPostalAddress }))
    expect([paid.status, paid.body.Data?.Initiation.CreditorPostalAddress]).toEqual([201, CreditorPostalAddress])
    const { payee } = await rowOf(paid.body.Data.DomesticPaymentId)
    expect(payee.address).toEqual({
      line1: 'Treasury, 7 Quay Street, Mill 4, Door B',
      city: 'Leeds',
      countryCode: 'GB',
    })
  })
})

describe.each(VERSIONS)('v%s: what names the payee or its bank twice agrees', (version) => {
  const own = { SchemeName: 'UK.OBIE.NCC.GB', Identification: '202015' }
  test.each<[what: string, change: Members, path: string]>([
    ['another sort code than that of the account', { CreditorAgent: own }, 'CreditorAgent.Identification'],
    ['another name than that of the account', { Creditor: { Name: 'Southern Looms Ltd' } }, 'Creditor.Name'],
    ['another country than that of the account', { DestinationCountryCode: 'FR' }, 'DestinationCountryCode'],
    ['a purpose where payments carry none', { ExtendedPurpose: 'Cloth' }, 'ExtendedPurpose'],
  ])('%s is rejected with U014', async (_what, change, path) => {
    const answer = await ask(version, 'international', pounds(change))
    expect([answer.status, codeOf(answer), pathsOf(answer)]).toEqual([400, named(version, 'U014'), [of(path)]])
  })

  test('the same sort code, name and country are accepted', async () => {
    const answer = await ask(
      version,
      'international',
      pounds({
        CreditorAgent: { ...own, Identification: '089999' },
        Creditor: { Name: 'NORTHERN LOOMS LTD' },
        DestinationCountryCode: 'JE',
      }),
    )
    expect([answer.status, answer.text]).toEqual([201, answer.text])
  })

  test('an urgent payment by SWIFT is sent as urgent', async () => {
    const change = { LocalInstrument: 'UK.OBIE.SWIFT', InstructionPriority: 'Urgent' }
    const consentId = await authorised(version, 'international', change)
    const paid = await pay(version, 'international', consentId, international(version, change))
    expect(paid.status).toBe(201)
    expect((await rowOf(paid.body.Data.InternationalPaymentId))['speed']).toBe('Urgent')
  })

  test('the address of the payee’s bank reaches the payment', async () => {
    const change = {
      CreditorAgent: {
        SchemeName: 'UK.OBIE.BICFI',
        Identification: 'TGBATRIS',
        Name: 'Garanti',
        PostalAddress: { StreetName: 'Levent', BuildingNumber: '2', TownName: 'Istanbul', Country: 'TR' },
      },
    }
    const consentId = await authorised(version, 'international', change)
    const paid = await pay(version, 'international', consentId, international(version, change))
    expect(paid.status).toBe(201)
    const { payee } = await rowOf(paid.body.Data.InternationalPaymentId)
    expect(payee).toMatchObject({ bankName: 'Garanti', bankAddress: '2 Levent, Istanbul, TR' })
  })
})

test('v3.1: a purpose that the rail does not carry is rejected with its path', async () => {
  const answer = await ask('3.1', 'international', pounds({ Purpose: 'GDDS' }))
  expect([codeOf(answer), pathsOf(answer)]).toEqual([named('3.1', 'U014'), [of('Purpose')]])
})

test.each<[what: string, change: Members, risk: Members, path: string]>([
  [
    'the LEI of the payee’s bank',
    { CreditorAgent: { SchemeName: 'UK.OBIE.BICFI', Identification: 'TGBATRIS', LEI } },
    {},
    'CreditorAgent.LEI',
  ],
  [
    'the LEI of a person',
    { Creditor: { LEI, PostalAddress: { TownName: 'Istanbul', Country: 'TR' } } },
    { BeneficiaryAccountType: 'Personal' },
    'Creditor.LEI',
  ],
])('v4.0: %s, which no rail carries, is rejected with its path', async (_what, change, risk, path) => {
  const answer = await ask('4.0', 'international', change, {}, risk)
  expect([answer.status, codeOf(answer), pathsOf(answer)]).toEqual([400, 'U014', [of(path)]])
})

test.skipIf(!officialFilesAtHand)('every response above fits the official file', () => {
  expect(bank.errors).toEqual([])
})
