import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { international, type Members, openInitiation, pathsOf } from '../../../test/support/initiation.ts'
import { openOpenBanking, VERSIONS } from '../../../test/support/open-banking.ts'
import { openBankingRoutes } from '../../composition/open-banking-routes.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)
openBankingRoutes(bank.app, bank.deps)
const { ask } = openInitiation(bank)

describe.each(VERSIONS)('v%s: a payee in Canada', (version) => {
  const inCanada = (code: string, address: Members = {}) => ({
    CurrencyOfTransfer: 'CAD',
    InstructedAmount: { Amount: '200.00', Currency: 'CAD' },
    Creditor: {
      PostalAddress: {
        ...international(version)['Creditor'].PostalAddress,
        Country: 'CA',
        TownName: 'Toronto',
        ...address,
      },
    },
    CreditorAgent: { SchemeName: 'UK.OBIE.NCC.CA', Identification: code },
    CreditorAccount: { SchemeName: 'UK.OBIE.BBAN', Identification: '1047382', Name: 'Maple Machinery Agents Ltd' },
  })
  const ADDRESS = { CountrySubDivision: 'ON', PostCode: 'M5H 2N2' }

  test('is paid by the routing number that account information shows', async () => {
    const made = await ask(version, 'international', inCanada('000100011', ADDRESS))
    expect([made.status, made.body.Errors]).toEqual([201, undefined])
  })

  test('is refused without province and postcode, at their places in the address', async () => {
    const refused = await ask(version, 'international', inCanada('000100011'))
    expect(refused.status).toBe(400)
    expect(pathsOf(refused)).toEqual([
      'Data.Initiation.Creditor.PostalAddress.CountrySubDivision',
      'Data.Initiation.Creditor.PostalAddress.PostCode',
    ])
  })

  test('is refused with a routing number in another form', async () => {
    const refused = await ask(version, 'international', inCanada('00100011', ADDRESS))
    expect([refused.status, pathsOf(refused)]).toEqual([400, ['Data.Initiation.CreditorAgent.Identification']])
    expect(refused.body.Errors[0].Message).toContain('9 digits')
  })
})
