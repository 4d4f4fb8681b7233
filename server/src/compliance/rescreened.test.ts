import { beforeEach, expect, test } from 'vitest'
import { openScreenedPayments } from '../../test/support/screened-payments.ts'
import { testDatabase } from '../../test/support/database.ts'
import { payees } from '../../test/support/payment-service.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { formatId } from '../kernel/values/ids.ts'
import { receiveFunds } from '../payments/inbound/index.ts'

const db = await testDatabase()
const { service, screening, load, openCase, review } = await openScreenedPayments(db, 10_000_00n)
const release = (about: string) => review(about, 'release')

beforeEach(async () => {
  await load('ONE', 'LISTED, Viktor Petrovich')
  await load('TWO', 'Otto Anders')
})

test('a payment that is held while another list names its payee too stays held for a review of that', async () => {
  const creditorAccount = { ...payees.EUR, name: 'Viktor Listed' }
  const { body } = await service.create({ beneficiaryId: undefined, creditorAccount })
  await service.settle()
  await load('TWO', 'Viktor LISTED')
  await release(body.paymentId)
  await service.settle()
  expect((await service.read(body.paymentId)).status).toBe('Held')
  expect((await openCase(body.paymentId))!.hits.join()).toContain('TWO 1')
  await release(body.paymentId)
  await service.settle()
  expect(['Submitted', 'Sent', 'Completed']).toContain((await service.read(body.paymentId)).status)
})

test('money that is held while another list names its payer too stays held for a review of that', async () => {
  const account = { entityId: service.entityId, accountId: service.uuid(service.account['EUR']!), currency: 'EUR' }
  const act = { actor: { type: 'system' as const }, at: service.time.now, wall: service.time.now }
  const funds = { account, currency: 'EUR', amountMinor: 5_000n, debtor: { name: 'Viktor Listed' } }
  const { inboundPaymentId } = await inTransaction(db, (tx) => receiveFunds(tx, funds, act, screening))
  const id = formatId('inp', inboundPaymentId)
  const before = (await service.balance('EUR')).balance
  await load('TWO', 'Viktor LISTED')
  await release(id)
  expect((await service.balance('EUR')).balance).toBe(before)
  await release(id)
  expect((await service.balance('EUR')).balance).toBe(before + 5_000n)
})

test('a payment whose lists are loaded anew without a change needs one review', async () => {
  const creditorAccount = { ...payees.EUR, name: 'Viktor Listed' }
  const { body } = await service.create({ beneficiaryId: undefined, creditorAccount })
  await service.settle()
  await load('ONE', 'LISTED, Viktor Petrovich')
  await release(body.paymentId)
  await service.settle()
  expect(['Submitted', 'Sent', 'Completed']).toContain((await service.read(body.paymentId)).status)
})
