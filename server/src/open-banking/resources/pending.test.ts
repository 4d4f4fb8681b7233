import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openPayments } from '../../../test/support/payment-service.ts'
import type { PermissionCode } from '../consents/permission-codes.ts'
import type { Access } from './access.ts'
import { transactionPage } from './transactions.ts'

const db = await testDatabase()

test('a pending transaction has the code and the creditor of its booked one, and keeps the creditor to details', async () => {
  const service = await openPayments(db, 'RM')
  await service.fund('EUR', 1_000_00n)
  const { paymentId } = (await service.create({ reference: 'a #HOLD' })).body
  await service.settle()
  expect((await service.read(paymentId)).status).toBe('Held')
  const account = (await service.deps.accounts.ofEntity(service.entityId)).find(({ currency }) => currency === 'EUR')!
  const holder = (await service.deps.entities.get(service.entityId))!.entity
  const itemOf = async (status: string, more: PermissionCode[]) => {
    const permissions: PermissionCode[] = ['ReadTransactionsBasic', 'ReadTransactionsDebits', ...more]
    const access = { consent: { permissions }, holder, institution: 'Bank' } as unknown as Access
    const { items } = await transactionPage({ db }, access, [account], {}, undefined)
    return items.find((item) => item.status === status)!
  }
  const pending = await itemOf('PDNG', ['ReadTransactionsDetail'])
  const basic = await itemOf('PDNG', [])
  expect(basic.creditorAccount).toBeUndefined()
  expect(basic.code).toEqual(pending.code)
  await service.post(`/v1/sandbox/payments/${paymentId}/transition`, { status: 'Submitted' })
  const booked = await itemOf('BOOK', ['ReadTransactionsDetail'])
  const shown = ({ code, creditorAccount, creditorAgent, debtorAccount, reference }: typeof booked) => ({
    code,
    creditorAccount,
    creditorAgent,
    debtorAccount,
    reference,
  })
  expect(shown(pending)).toEqual(shown(booked))
  expect(booked.creditorAccount).toMatchObject({ schemeName: 'UK.OBIE.IBAN' })
})
