import { describe, expect, test } from 'vitest'
import { givenTrade } from '../../../test/support/given-trade.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { FRIDAY, openPayments, type PaymentService } from '../../../test/support/payment-service.ts'
import { setAccountStatus } from '../../accounts/index.ts'
import { lockTrade, settleTrade } from '../../fx/trades/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { auditLedger, getBalance } from '../../ledger/index.ts'
import { ledgerAccountId } from '../../ledger/book/account-ids.ts'
import { assignFunds, returnFunds } from './index.ts'

const db = await testDatabase({ poolSize: 20 })
const operator = (service: PaymentService) => ({
  actor: { type: 'operator' as const },
  at: service.time.now,
  wall: new Date(),
})
const close = (service: PaymentService, currency: string) =>
  inTransaction(db, (tx) => setAccountStatus(tx, service.uuid(service.account[currency]!), 'Closed', operator(service)))
const booksAreClean = async () => expect((await auditLedger(db, () => {})).findings).toEqual([])

describe('money for a closed account never stays on it', () => {
  test('received: it is unidentified, and cannot be assigned to that account', async () => {
    const service = await openPayments(db, 'RM')
    await close(service, 'EUR')
    const row = await service.fund('EUR', 10_00n)
    expect(row).toMatchObject({ status: 'Unidentified', accountId: null })
    expect(await service.balance('EUR')).toEqual({ balance: 0n, held: 0n })
    const account = { entityId: service.entityId, accountId: service.uuid(service.account['EUR']!), currency: 'EUR' }
    const assign = assignFunds(db, row.inboundPaymentId, account, operator(service))
    await expect(assign).rejects.toMatchObject({ code: 'inbound_account_closed' })
    await booksAreClean()
  })

  test('received while it is closed: either the closing or the credit comes first, and nothing is lost', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const service = await openPayments(db, 'RM')
        const [closed, row] = await Promise.all([
          close(service, 'EUR').then(
            () => true,
            () => false,
          ),
          service.fund('EUR', 10_00n),
        ])
        const { balance } = await service.balance('EUR')
        return `${closed ? 'closed' : 'open'} ${row.status} ${balance}`
      }),
    )
    expect(outcomes.filter((each) => !['closed Unidentified 0', 'open Credited 1000'].includes(each))).toEqual([])
    await booksAreClean()
  })

  test('of a returned payment: it waits as a held inbound payment, which an operator can send back', async () => {
    const service = await openPayments(db, 'RM')
    await service.fund('EUR', 100_00n)
    const { paymentId } = (await service.create({ reference: 'x #RETURN:AC04' })).body
    await service.settle()
    await close(service, 'EUR')
    await service.advance('2026-11-20T18:00:00.000Z')
    expect((await service.read(paymentId)).status).toBe('Returned')
    expect(await service.balance('EUR')).toEqual({ balance: 0n, held: 0n })
    const suspense = ledgerAccountId(service.entityId, { kind: 'suspense' }, 'EUR')
    expect((await getBalance(db.reader, service.entityId, suspense))!.balanceMinor).toBe(100_00n)
    const { rows } = await db.pool.query(
      'select inbound_payment_id as id, status from inbound_payments where entity_id = $1 and status = $2',
      [service.entityId, 'Held'],
    )
    expect(rows).toHaveLength(1)
    const key = { entityId: service.entityId, inboundPaymentId: rows[0].id }
    const returned = await inTransaction(db, (tx) => returnFunds(tx, key, operator(service)))
    expect(returned.status).toBe('Returned')
    await service.settle()
    expect(service.failures).toEqual([])
    await booksAreClean()
  })

  test('bought by a trade: the trade fails to settle and says why', async () => {
    const service = await openPayments(db, 'RM')
    await service.fund('USD', 2_000_00n)
    const tradeId = await givenTrade(db, service, { valueDate: FRIDAY })
    await close(service, 'EUR')
    const settled = await inTransaction(db, async (tx) => {
      const trade = (await lockTrade(tx, service.entityId, service.uuid(tradeId)))!
      return settleTrade(tx, trade, { actor: { type: 'system' }, at: service.time.now, wall: new Date() })
    })
    expect(settled).toMatchObject({ status: 'SettlementFailed', failureReason: 'trade_account_closed' })
    expect(await service.balance('USD')).toEqual({ balance: 2_000_00n, held: 0n })
  })
})
