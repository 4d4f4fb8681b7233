import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { openPayments, payees } from '../../test/support/payment-service.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { recordVerification } from '../payments/vop/index.ts'

const db = await testDatabase()

test('a verification is a new version of the saved payee with its name, account and type, with an event', async () => {
  const service = await openPayments(db, 'RM')
  const { iban, name } = payees.EUR
  const verificationOf = async (currency: string) =>
    (await service.get(`/v1/beneficiaries/${service.beneficiary[currency]}`)).body.verification
  const context = {
    principal: service.deps.authenticate('maker'),
    actor: { type: 'psu' as const },
    at: service.time.now,
    wall: new Date(),
    requestId: 'r',
  }
  const question = { accountKey: iban, country: 'DE', name }
  const answer = { scheme: 'SEPA_VOP' as const, code: 'MTCH' }
  const record = (type: object) =>
    inTransaction(db, (tx) =>
      recordVerification({ ...context, tx }, { question: { ...question, ...type }, accountId: null }, answer),
    )

  expect(await verificationOf('EUR')).toMatchObject({ status: 'NotChecked' })
  await record({ partyType: 'Individual' })
  expect(await verificationOf('EUR')).toMatchObject({ status: 'NotChecked' })
  await record({ partyType: 'Company' })
  expect(await verificationOf('EUR')).toMatchObject({ status: 'Match' })
  expect(await verificationOf('GBP')).toMatchObject({ status: 'NotChecked' })

  const events = (await service.get('/v1/events?types=beneficiary.updated')).body.data
  const read = (await service.get(`/v1/beneficiaries/${service.beneficiary['EUR']}`)).body
  expect(events).toMatchObject([{ resource: { type: 'beneficiary', version: 2 }, data: read }])
  expect(read).toMatchObject({ version: 2, verification: { status: 'Match' } })
})
