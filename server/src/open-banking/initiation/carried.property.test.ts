import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import {
  base,
  codeOf,
  domestic,
  international,
  type Members,
  openInitiation,
} from '../../../test/support/initiation.ts'
import { openOpenBanking, VERSIONS } from '../../../test/support/open-banking.ts'
import { openBankingRoutes } from '../../composition/open-banking-routes.ts'
import { parseId } from '../../kernel/values/ids.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)
openBankingRoutes(bank.app, bank.deps)
await bank.book('GBP', 1_000_000_00n, '2026-11-19T09:00:00Z')
await bank.book('EUR', 1_000_000_00n, '2026-11-19T09:00:00Z')
const { ask, pay } = openInitiation(bank)

/** Texts by which each member is recognised in the payment. */
let serial = 0
const mark = (prefix: string) => fc.constant(prefix).map((text) => `${text}${++serial}`)
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
const LEI = fc.constantFrom('5493001KJTIIGC8Y1R12')

const address = fc.record({
  StreetName: some(mark('Street')),
  BuildingNumber: some(mark('N')),
  PostCode: some(mark('PC')),
  TownName: some(mark('Town')),
  CountrySubDivision: some(mark('Region')),
  Country: some(fc.constantFrom('GB', 'TR')),
  Department: some(mark('Dep')),
  SubDepartment: some(mark('Sub')),
  AddressLine: some(fc.array(mark('Line'), { maxLength: 3 })),
})
const addressV4 = fc.record({
  BuildingName: some(mark('House')),
  Floor: some(mark('F')),
  UnitNumber: some(mark('U')),
  Room: some(mark('R')),
  PostBox: some(mark('Box')),
  TownLocationName: some(mark('Quarter')),
  DistrictName: some(mark('District')),
  CareOf: some(mark('Care')),
})
const addressOf = (version: string) =>
  version === '3.1' ? address : fc.tuple(address, addressV4).map(([one, other]) => ({ ...one, ...other }))
const party = fc.record({ Name: some(mark('Ultimate ')), LEI: some(LEI), PostalAddress: some(addressOf('4.0')) })
const reports = fc.array(
  fc.record({
    Details: some(
      fc.array(
        fc.record({
          Type: some(mark('T')),
          Country: some(fc.constant('GB')),
          Information: some(fc.array(mark('Info'), { maxLength: 3 })),
        }),
        {
          maxLength: 1,
        },
      ),
    ),
  }),
  { maxLength: 1 },
)
const remittance = fc.record({
  Unstructured: some(fc.array(mark('Free text '), { maxLength: 2 })),
  Structured: some(
    fc.array(
      fc.record({
        ReferredDocumentInformation: some(
          fc.array(
            fc.record({
              Code: some(fc.constant('CINV')),
              Number: some(mark('INV')),
              RelatedDate: some(fc.constant('2026-11-01T00:00:00Z')),
            }),
            { maxLength: 1 },
          ),
        ),
        CreditorReferenceInformation: some(
          fc.record({
            Code: some(fc.constantFrom('SCOR', 'RADM')),
            Issuer: some(fc.constant('ISO')),
            Reference: some(fc.oneof(mark('REF'), fc.constant('RF18539007547034'))),
          }),
        ),
      }),
      { maxLength: 1 },
    ),
  ),
})
const remittanceV3 = fc.record({ Unstructured: some(mark('Free text ')), Reference: some(mark('REF')) })

const order = fc
  .constantFrom(
    ...VERSIONS.flatMap((version) =>
      (['domestic', 'euros', 'international'] as const).map((kind) => ({ version, kind })),
    ),
  )
  .chain(({ version, kind }) =>
    fc.record({
      version: fc.constant(version),
      kind: fc.constant(kind),
      change: fc
        .record({
          EndToEndIdentification: mark('E2E'),
          RemittanceInformation: some(version === '3.1' ? (remittanceV3 as fc.Arbitrary<object>) : remittance),
          ...(kind === 'international'
            ? {
                Creditor: some(
                  fc.record({
                    Name: some(fc.constant('Bosporus Tekstil AS')),
                    PostalAddress: some(addressOf(version)),
                    ...(version === '4.0' ? { LEI: some(LEI) } : {}),
                  }),
                ),
                CreditorAgent: fc.record({
                  SchemeName: fc.constant('UK.OBIE.BICFI'),
                  Identification: fc.constant('TGBATRIS'),
                  Name: some(mark('Bank ')),
                  PostalAddress: some(addressOf(version)),
                }),
                ExtendedPurpose: some(mark('Purpose ')),
                InstructionPriority: some(fc.constantFrom('Normal', 'Urgent')),
                DestinationCountryCode: some(fc.constantFrom('TR', 'DE')),
                ChargeBearer: some(fc.constantFrom('Shared', 'BorneByDebtor')),
                ...(version === '3.1' ? { Purpose: some(fc.constantFrom('GDDS', 'XXXX')) } : {}),
              }
            : { CreditorPostalAddress: some(addressOf(version)) }),
          ...(version === '4.0'
            ? { UltimateDebtor: some(party), UltimateCreditor: some(party), RegulatoryReporting: some(reports) }
            : {}),
        } as Record<string, fc.Arbitrary<unknown>>)
        .map((change) => Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))),
    }),
  )

const EUROS = {
  LocalInstrument: undefined,
  InstructedAmount: { Amount: '10.00', Currency: 'EUR' },
  CreditorAccount: { SchemeName: 'UK.OBIE.IBAN', Identification: 'DE89370400440532013000', Name: 'Nordlicht GmbH' },
}

/** Members that decide how a payment is made, or that stay with the consent. */
const NOT_TEXT = new Set([
  'AddressType',
  'Code',
  'Issuer',
  'ChargeBearer',
  'InstructionPriority',
  'RelatedDate',
  'DestinationCountryCode',
  'SchemeName',
  'LocalInstrument',
  'InstructionIdentification',
  'Amount',
  'Currency',
  'CurrencyOfTransfer',
  'UnitCurrency',
  'RateType',
])

function textsOf(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return NOT_TEXT.has(name) ? [] : [/^\d{14}$/.test(value) ? value.slice(6) : value] // stored in two parts
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, held]) => textsOf(held, Array.isArray(value) ? name : key))
}
const bare = (text: string) => text.replaceAll(/\s/g, '').toLowerCase()

test('every text of an accepted order is in its payment, and shown by consent and payment', {
  timeout: 120_000,
}, async () => {
  const reached = { paid: 0, rejected: 0 }
  await fc.assert(
    fc.asyncProperty(order, async ({ version, kind, change: drawn }) => {
      const change = (kind === 'euros' ? { ...EUROS, ...drawn } : drawn) as Members
      const path = kind === 'international' ? 'international' : 'domestic'
      const sent = JSON.parse(
        JSON.stringify(path === 'domestic' ? domestic(version, change) : international(version, change)),
      ) as Members
      const asked = await ask(version, path, change)
      if (asked.status !== 201) {
        expect([asked.status, asked.text]).toEqual([400, asked.text])
        reached.rejected++
        return
      }
      const { ConsentId, Initiation } = asked.body.Data
      expect(Initiation).toEqual(sent)
      await bank.approve(ConsentId, [kind === 'euros' ? 'EUR' : 'GBP'])
      const paid = await pay(version, path, ConsentId, Initiation)
      expect([paid.status, paid.status === 201 ? '' : `${codeOf(paid)} ${paid.text}`]).toEqual([201, ''])
      expect(paid.body.Data.Initiation).toEqual(sent)
      const id = paid.body.Data.DomesticPaymentId ?? paid.body.Data.InternationalPaymentId
      const read = await bank.get(`${base(version)}/${path}-payments/${id}`)
      expect(read.body.Data.Initiation).toEqual(sent)
      const { rows } = await db.pool.query('select p::text as whole from payments p where payment_id = $1', [
        parseId('pay', id),
      ])
      const whole = bare(rows[0].whole)
      expect(textsOf(sent).filter((text) => !whole.includes(bare(text)))).toEqual([])
      reached.paid++
    }),
    { numRuns: 60 },
  )
  expect([reached.paid > 0, reached.rejected > 0]).toEqual([true, true])
  expect(bank.errors).toEqual([])
})
