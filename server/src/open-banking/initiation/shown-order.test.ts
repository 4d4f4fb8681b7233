import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { codeOf, domestic, international, type Members, openInitiation } from '../../../test/support/initiation.ts'
import { officialFilesAtHand } from '../../../test/support/official-openapi.ts'
import { openOpenBanking, VERSIONS } from '../../../test/support/open-banking.ts'
import { openBankingRoutes } from '../../composition/open-banking-routes.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)
openBankingRoutes(bank.app, bank.deps)
await bank.book('GBP', 10_000_00n, '2026-11-19T09:00:00Z')
const { ask, pay } = openInitiation(bank)

const US_PAYEE = {
  Creditor: undefined,
  CreditorAgent: { SchemeName: 'NCC.US', Identification: '021000021' },
  CreditorAccount: { SchemeName: 'BBAN', Identification: '1234567890', Name: 'Tooling Inc.' },
}

describe.each(VERSIONS)('v%s: a third party may pay with the order that the consent shows', (version) => {
  test.each<[what: string, kind: 'domestic' | 'international', change: Members, shown: Members]>([
    [
      'with a local instrument and an account without namespace',
      'domestic',
      {
        LocalInstrument: 'FPS',
        CreditorAccount: { ...domestic(version)['CreditorAccount'], SchemeName: 'SortCodeAccountNumber' },
      },
      {
        LocalInstrument: 'UK.OBIE.FPS',
        CreditorAccount: { ...domestic(version)['CreditorAccount'], SchemeName: 'UK.OBIE.SortCodeAccountNumber' },
      },
    ],
    [
      'with a national bank code without namespace',
      'international',
      US_PAYEE,
      {
        CreditorAgent: { ...US_PAYEE.CreditorAgent, SchemeName: 'UK.OBIE.NCC.US' },
        CreditorAccount: { ...US_PAYEE.CreditorAccount, SchemeName: 'UK.OBIE.BBAN' },
      },
    ],
  ])('%s', async (_what, kind, change, shown) => {
    const asked = await ask(version, kind, change)
    expect([asked.status, asked.text]).toEqual([201, asked.text])
    const { ConsentId, Initiation } = asked.body.Data
    expect(Initiation).toMatchObject(shown)
    for (const order of [
      Initiation,
      kind === 'domestic' ? domestic(version, change) : international(version, change),
    ]) {
      const { ConsentId: other } = order === Initiation ? { ConsentId } : (await ask(version, kind, change)).body.Data
      await bank.approve(other, ['GBP'])
      const paid = await pay(version, kind, other, order)
      expect([paid.status, paid.text]).toEqual([201, paid.text])
    }
  })
})

const DATES: [sent: string, shown: string][] = [
  ['2026-11-20T12:00:00+01:00', '2026-11-20T12:00:00+01:00'],
  ['2026-11-20T12:00', '2026-11-20T12:00:00.000+00:00'],
  ['20261120T120000.5Z', '2026-11-20T12:00:00.500+00:00'],
  ['2026-11-21', '2026-11-21T00:00:00.000+00:00'],
]

test.each(DATES)(
  'dates sent as %s are shown as date-times of the standard, and may be sent so',
  async (sent, shown) => {
    const invoiced = (RelatedDate: string) => ({
      RemittanceInformation: { Structured: [{ ReferredDocumentInformation: [{ Number: 'INV-7', RelatedDate }] }] },
    })
    const Authorisation = { AuthorisationType: 'Any', CompletionDateTime: sent }
    const asked = await ask('4.0', 'domestic', invoiced(sent), { Authorisation })
    expect([asked.status, asked.text]).toEqual([201, asked.text])
    const { ConsentId, Initiation, Authorisation: answered } = asked.body.Data
    expect([Initiation, answered.CompletionDateTime]).toMatchObject([invoiced(shown), shown])
    await bank.approve(ConsentId, ['GBP'])
    const paid = await pay('4.0', 'domestic', ConsentId, Initiation)
    expect([paid.status, paid.body.Data?.Initiation]).toEqual([201, Initiation])
  },
)

test('v4.0: another date of the invoice than the approved one is not paid', async () => {
  const dated = (day: string) => ({
    RemittanceInformation: {
      Structured: [{ ReferredDocumentInformation: [{ Number: 'INV-7', RelatedDate: `${day}T00:00:00Z` }] }],
    },
  })
  const asked = await ask('4.0', 'domestic', dated('2026-11-01'))
  await bank.approve(asked.body.Data.ConsentId, ['GBP'])
  const paid = await pay('4.0', 'domestic', asked.body.Data.ConsentId, domestic('4.0', dated('2026-11-02')))
  expect([paid.status, codeOf(paid)]).toEqual([400, 'U008'])
})

test.skipIf(!officialFilesAtHand)('every response above fits the official file', () => {
  expect(bank.errors).toEqual([])
})
