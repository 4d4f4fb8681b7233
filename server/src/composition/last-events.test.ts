import { expect, test } from 'vitest'
import { operatorAct } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { expectLastImages } from '../../test/support/event-versions.ts'
import { givenTrade } from '../../test/support/given-trade.ts'
import { openPayments, payees } from '../../test/support/payment-service.ts'
import { setAccountStatus } from '../accounts/index.ts'
import { lockTrade, moveTrade } from '../fx/trades/index.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { recordVerification } from '../payments/vop/index.ts'

const db = await testDatabase()

test('the last event of each resource shows it as it is read, after changes that came from other resources', async () => {
  const service = await openPayments(db, 'RM')
  const { entityId, time } = service
  const act = { actor: { type: 'system' as const }, at: time.now, wall: time.now }
  await service.fund('EUR', 1_000_00n)
  const monday = { paymentDate: '2026-11-23' }
  await service.create(monday)
  const tradeId = await givenTrade(db, service)
  const { paymentId } = (await service.create({ ...monday, tradeId })).body
  await service.create({ ...monday, tradeId, amount: '200.00' })
  await service.post(`/v1/payments/${paymentId}/cancel`, undefined)

  const { iban, name } = payees.EUR
  const asked = { question: { accountKey: iban, country: 'DE', name }, accountId: null }
  const principal = service.deps.authenticate('maker')
  const answer = { scheme: 'SEPA_VOP' as const, code: 'MTCH' }
  await inTransaction(db, (tx) => recordVerification({ ...act, principal, tx }, asked, answer))
  const changed = { entityId: service.wireEntity, ...payees.EUR, nickname: 'Supplier' }
  expect((await service.put(`/v1/beneficiaries/${service.beneficiary['EUR']}`, changed)).status).toBe(200)
  await inTransaction(db, async (tx) => {
    const trade = (await lockTrade(tx, entityId, service.uuid(tradeId)))!
    await moveTrade(tx, trade, { from: ['Executed'], to: 'AwaitingFunds', event: 'trade.awaitingFunds' }, act)
  })
  await inTransaction(db, (tx) =>
    setAccountStatus(tx, service.uuid(service.account['USD']!), 'Blocked', { ...operatorAct, at: time.now }),
  )
  await service.settle()

  const { body } = await service.get('/v1/events?limit=500')
  const types = (body.data as { type: string }[]).map(({ type }) => type)
  expect(types).toEqual(
    expect.arrayContaining(['beneficiary.updated', 'trade.paymentAttached', 'payment.updated', 'account.updated']),
  )
  await expectLastImages(db)
  await db.pool.query(`update payments set reference = 'another' where entity_id = $1`, [entityId])
  await expect(expectLastImages(db)).rejects.toThrow('shows another reference than a read of the payment')
})
