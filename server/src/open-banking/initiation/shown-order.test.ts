import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { domestic, international, type Members, openInitiation } from '../../../test/support/initiation.ts'
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
