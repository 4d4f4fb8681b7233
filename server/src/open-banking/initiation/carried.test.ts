import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { codeOf, domestic, type Members, openInitiation, pathsOf } from '../../../test/support/initiation.ts'
import { officialFilesAtHand } from '../../../test/support/official-openapi.ts'
import { openOpenBanking } from '../../../test/support/open-banking.ts'
import { openBankingRoutes } from '../../composition/open-banking-routes.ts'
import { parseId } from '../../kernel/values/ids.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)
openBankingRoutes(bank.app, bank.deps)
await bank.book('GBP', 10_000_00n, '2026-11-19T09:00:00Z')
const { ask, authorised, pay, post } = openInitiation(bank)

const REFERENCE = { CreditorReferenceInformation: { Reference: 'FRESCO-101' } }
const INVOICE = { ReferredDocumentInformation: [{ Code: 'CINV', Number: 'INV-7', RelatedDate: '2026-11-01' }] }
const structured = (...entries: Members[]) => ({ RemittanceInformation: { Structured: entries } })
const creditorReference = (parts: Members) => structured({ CreditorReferenceInformation: parts })
const EUROS = {
  LocalInstrument: undefined,
  InstructedAmount: { Amount: '10.00', Currency: 'EUR' },
  CreditorAccount: { SchemeName: 'UK.OBIE.IBAN', Identification: 'DE89370400440532013000', Name: 'Nordlicht GmbH' },
}
const RF = 'RF18539007547034'
const AT_REFERENCE = 'RemittanceInformation.Structured[0].CreditorReferenceInformation'
const report = (details: Members, more: Members = {}) => ({ Details: [details], ...more })

test.each<[what: string, change: Members, path: string]>([
  ['a second structured entry', structured(REFERENCE, INVOICE), 'RemittanceInformation.Structured[1]'],
  [
    'a second invoice',
    structured({ ReferredDocumentInformation: [{ Number: '1' }, { Number: '2' }] }),
    'RemittanceInformation.Structured[0].ReferredDocumentInformation[1]',
  ],
  [
    'a credit note',
    structured({ ReferredDocumentInformation: [{ Code: 'CREN', Number: '1' }] }),
    'RemittanceInformation.Structured[0].ReferredDocumentInformation[0].Code',
  ],
  [
    'the amount of an invoice',
    structured({ ...INVOICE, ReferredDocumentAmount: '10.00' }),
    'RemittanceInformation.Structured[0].ReferredDocumentAmount',
  ],
  ['an invoicer', structured({ Invoicer: 'x' }), 'RemittanceInformation.Structured[0].Invoicer'],
  [
    'an invoice without a number',
    structured({ ReferredDocumentInformation: [{ Code: 'CINV' }] }),
    'RemittanceInformation.Structured[0].ReferredDocumentInformation[0].Code',
  ],
  ['a second report', { RegulatoryReporting: [report({}), report({})] }, 'RegulatoryReporting[1]'],
  [
    'a long code of a report',
    { RegulatoryReporting: [report({ Type: 'ABCDEFGHIJK' })] },
    'RegulatoryReporting[0].Details[0].Type',
  ],
  [
    'the authority of a report',
    { RegulatoryReporting: [report({}, { Authority: { Name: 'Bank of England' } })] },
    'RegulatoryReporting[0].Authority',
  ],
  [
    'a proxy of the payee',
    { CreditorAccount: { ...domestic('4.0')['CreditorAccount'], Proxy: { Identification: '+44', Code: 'TELE' } } },
    'CreditorAccount.Proxy',
  ],
  ['the number of a party', { UltimateDebtor: { Name: 'x', Identification: '1' } }, 'UltimateDebtor.Identification'],
])(
  'a consent with %s, which its payment would lose, is rejected with U014 and the path',
  async (_what, change, path) => {
    const answer = await ask('4.0', 'domestic', change)
    expect([answer.status, codeOf(answer), pathsOf(answer)]).toEqual([400, 'U014', [`Data.Initiation.${path}`]])
  },
)

test.each<[what: string, change: Members, path: string]>([
  ['a remittance advice as the type', creditorReference({ Code: 'RADM', Reference: '7' }), `${AT_REFERENCE}.Code`],
  ['a type without a reference', creditorReference({ Code: 'SCOR' }), `${AT_REFERENCE}.Code`],
  ['an issuer', creditorReference({ Reference: '7', Issuer: 'ACME' }), `${AT_REFERENCE}.Issuer`],
  [
    'wrong check digits',
    creditorReference({ Code: 'SCOR', Reference: 'RF19539007547034' }),
    `${AT_REFERENCE}.Reference`,
  ],
])('a creditor reference with %s is rejected with U014 and the path', async (_what, change, path) => {
  const answer = await ask('4.0', 'domestic', change)
  expect([answer.status, codeOf(answer), pathsOf(answer)]).toEqual([400, 'U014', [`Data.Initiation.${path}`]])
})

test.each<[what: string, change: Members]>([
  [
    'beside a creditor reference on SEPA',
    {
      ...EUROS,
      RemittanceInformation: {
        Unstructured: ['Cloth'],
        Structured: [{ CreditorReferenceInformation: { Code: 'SCOR', Reference: RF } }],
      },
    },
  ],
  [
    'that fills the line of the reference',
    {
      ...EUROS,
      RemittanceInformation: {
        Unstructured: ['x'.repeat(139)],
        Structured: [{ CreditorReferenceInformation: { Reference: 'FRESCO-101' } }],
      },
    },
  ],
  [
    'that fills the line, with an id too long for the rail',
    { EndToEndIdentification: 'E'.repeat(30), RemittanceInformation: { Unstructured: ['x'.repeat(140)] } },
  ],
])('free text %s is rejected, because its end would not be sent', async (_what, change) => {
  const answer = await ask('4.0', 'domestic', change)
  expect([answer.status, codeOf(answer), pathsOf(answer)]).toEqual([
    400,
    'U014',
    ['Data.Initiation.RemittanceInformation.Unstructured'],
  ])
})

test.each<[at: string, change: Members]>([
  ['UltimateDebtor.Nickname', { UltimateDebtor: { Name: 'x', Nickname: 'y' } }],
  ['RemittanceInformation.Reference', { RemittanceInformation: { Reference: '7' } }],
  ['RemittanceInformation.Structured[0].Note', structured({ Note: 'y' })],
  [`${AT_REFERENCE}.Type`, creditorReference({ Reference: '7', Type: 'SCOR' })],
  [
    'RemittanceInformation.Structured[0].ReferredDocumentInformation[0].Type',
    structured({ ReferredDocumentInformation: [{ Number: '7', Type: 'CINV' }] }),
  ],
  ['RegulatoryReporting[0].Note', { RegulatoryReporting: [report({}, { Note: 'y' })] }],
  ['RegulatoryReporting[0].Details[0].Code', { RegulatoryReporting: [report({ Code: 'y' })] }],
])('the unknown member %s is rejected with U005, because its payment would lose it', async (at, change) => {
  const answer = await ask('4.0', 'domestic', change)
  expect([answer.status, codeOf(answer), pathsOf(answer)]).toEqual([400, 'U005', [`Data.Initiation.${at}`]])
})

test.each<[what: string, id: string, change?: Members]>([
  ['with a letter that is converted', 'Rechnung Müller'],
  ['with a sign beyond the x set', 'A&B'],
  ['with a slash at its end', 'INV/'],
  ['with a sign beyond the x set, to SEPA', 'PO#7', EUROS],
  ['longer than Faster Payments carry', 'E'.repeat(32)],
])(
  'an end-to-end id %s, which would not reach the payee unchanged, is rejected at the consent',
  async (_what, id, change) => {
    const answer = await ask('4.0', 'domestic', { ...change, EndToEndIdentification: id })
    expect([answer.status, codeOf(answer), pathsOf(answer)]).toEqual([
      400,
      'U014',
      ['Data.Initiation.EndToEndIdentification'],
    ])
    expect(answer.body.Errors[0].Message).toContain("a-z A-Z 0-9 / - ? : ( ) . , ' + and space")
  },
)

test('an end-to-end id of 35 characters is carried where the rail has room for it', async () => {
  expect((await ask('4.0', 'domestic', { ...EUROS, EndToEndIdentification: 'E'.repeat(35) })).status).toBe(201)
})

test('a structured creditor reference is paid as one and shown again', async () => {
  const change = {
    RemittanceInformation: {
      Structured: [{ CreditorReferenceInformation: { Code: 'SCOR', Issuer: 'ISO', Reference: RF } }],
    },
  }
  const consentId = await authorised('4.0', 'domestic', change)
  const paid = await pay('4.0', 'domestic', consentId, domestic('4.0', change))
  expect([paid.status, paid.body.Data?.Initiation]).toEqual([201, domestic('4.0', change)])
  const { rows } = await db.pool.query('select reference, details from payments where payment_id = $1', [
    parseId('pay', paid.body.Data.DomesticPaymentId),
  ])
  expect(rows[0]).toMatchObject({ reference: RF, details: { remittance: { structured: { creditorReference: RF } } } })
})

test.each(['9007199254740993', '0.1000000000000000055', '1e400'])(
  'the number %s in open members, which would come back changed, is rejected with its path',
  async (digits) => {
    const body = JSON.stringify({
      Data: { Initiation: domestic('4.0', { SupplementaryData: { Number: 7 } }) },
      Risk: {},
    })
    const answer = await post('4.0', 'domestic-payment-consents', body.replace('"Number":7', `"Number":${digits}`))
    expect([answer.status, codeOf(answer)]).toEqual([400, 'U002'])
    expect(pathsOf(answer)).toEqual(['Data.Initiation.SupplementaryData.Number'])
    const kept = await post('4.0', 'domestic-payment-consents', body.replace('"Number":7', '"Number":12.50'))
    expect(kept.body.Data.Initiation.SupplementaryData).toEqual({ Number: 12.5 })
  },
)

test('a payment carries the reference, the invoice and the report of its consent', async () => {
  const change = {
    ...structured({ ...REFERENCE, ...INVOICE }),
    RegulatoryReporting: [report({ Type: 'P0103', Country: 'GB', Information: ['Goods', 'Textiles'] })],
  }
  const consentId = await authorised('4.0', 'domestic', change)
  const paid = await pay('4.0', 'domestic', consentId, domestic('4.0', change))
  expect(paid.status).toBe(201)
  const { rows } = await db.pool.query('select reference, details from payments where payment_id = $1', [
    parseId('pay', paid.body.Data.DomesticPaymentId),
  ])
  expect(rows[0]).toMatchObject({
    reference: 'FRESCO-101',
    details: {
      invoice: { number: 'INV-7', date: '2026-11-01' },
      regulatoryReporting: { code: 'P0103', country: 'GB', details: ['Goods', 'Textiles'] },
    },
  })
})

test.skipIf(!officialFilesAtHand)('every response above fits the official file', () => {
  expect(bank.errors).toEqual([])
})
