import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { base, codeOf, domestic, named, openInitiation, pathsOf } from '../../../test/support/initiation.ts'
import { officialFilesAtHand } from '../../../test/support/official-openapi.ts'
import { openOpenBanking, VERSIONS } from '../../../test/support/open-banking.ts'
import { openBankingRoutes } from '../../composition/open-banking-routes.ts'
import { parseId } from '../../kernel/values/ids.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)
openBankingRoutes(bank.app, bank.deps)
await bank.book('GBP', 10_000_00n, '2026-11-19T09:00:00Z')
const { ask, pay } = openInitiation(bank)

const account = (SecondaryIdentification: string) => ({
  SchemeName: 'UK.OBIE.SortCodeAccountNumber',
  Identification: '08999966374958',
  Name: 'ACME Inc',
  SecondaryIdentification,
})

describe.each(VERSIONS)('v%s', (version) => {
  test('a payment to a building society carries its roll number to the rail and shows it again', async () => {
    const order = { CreditorAccount: account('1234/567 890') }
    const asked = await ask(version, 'domestic', order)
    expect([asked.status, asked.body.Data?.Initiation.CreditorAccount]).toEqual([201, order.CreditorAccount])
    const { ConsentId } = asked.body.Data
    await bank.approve(ConsentId, ['GBP'])
    const paid = await pay(version, 'domestic', ConsentId, domestic(version, order))
    expect(paid.status).toBe(201)
    const { DomesticPaymentId: id } = paid.body.Data
    const read = await bank.get(`${base(version)}/domestic-payments/${id}`)
    expect(read.body.Data.Initiation.CreditorAccount).toEqual(order.CreditorAccount)
    const { rows } = await db.pool.query('select beneficiary_snapshot as payee from payments where payment_id = $1', [
      parseId('pay', id),
    ])
    expect(rows[0].payee).toMatchObject({ accountNumber: '66374958', secondaryReference: '1234/567 890' })
  })

  test('another roll number than the approved one is not paid: U008', async () => {
    const asked = await ask(version, 'domestic', { CreditorAccount: account('1234/567 890') })
    const { ConsentId } = asked.body.Data
    await bank.approve(ConsentId, ['GBP'])
    const other = domestic(version, { CreditorAccount: account('1234/567 891') })
    const answer = await pay(version, 'domestic', ConsentId, other)
    expect([answer.status, codeOf(answer)]).toEqual([400, named(version, 'U008')])
  })

  test.each([
    ['that no rail carries', 'U002', 'domestic' as const, account('7_7')],
    ['of more than 18 characters', 'U002', 'domestic' as const, account('1234567890123456789')],
    [
      'outside the United Kingdom',
      'U022',
      'international' as const,
      { ...account('7'), SchemeName: 'UK.OBIE.IBAN', Identification: 'DE89370400440532013000' },
    ],
  ])('a roll number %s is rejected: %s', async (_what, code, kind, CreditorAccount) => {
    const answer = await ask(version, kind, { CreditorAccount })
    expect([answer.status, codeOf(answer)]).toEqual([400, named(version, code)])
    expect(pathsOf(answer)).toContain('Data.Initiation.CreditorAccount.SecondaryIdentification')
  })
})

test.skipIf(!officialFilesAtHand)('every response in this file fits the official files', () => {
  expect(bank.errors).toEqual([])
})
