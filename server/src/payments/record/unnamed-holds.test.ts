import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openPayments, screenedLater } from '../../../test/support/payment-service.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { serverDirectory } from '../../kernel/values/package-directory.ts'
import { auditLedger, placeHold } from '../../ledger/index.ts'
import { paymentAudits } from './audits.ts'

const db = await testDatabase({ poolSize: 12 })

test.each(['0121_ledger_holds_without_payment.sql', '0130_ledger_holds_and_hand_overs.sql'])(
  'money that no payment holds any more is free after the migration, and pays what waits for it: %s',
  async (name) => {
    const service = await openPayments(db, 'RM', { policies: screenedLater })
    const { entityId, account, uuid } = service
    for (const currency of ['EUR', 'GBP']) await service.fund(currency, 500_00n)
    const payments = []
    for (const currency of ['EUR', 'EUR', 'GBP']) {
      const { body } = await service.create({}, currency)
      const source = { type: 'payment', id: uuid(body.paymentId) }
      const again = { entityId, accountId: uuid(account[currency]!), currency, amountMinor: 100_00n, source }
      await inTransaction(db, (tx) => placeHold(tx, { ...again, purpose: 'payment' }, service.time.now))
      payments.push(body.paymentId)
    }
    await service.post(`/v1/payments/${payments[1]}/cancel`, {})
    const { body: waiting } = await service.create({ amount: '250.00' })
    expect(waiting.status).toBe('AwaitingFunds')
    expect(await service.balance('EUR')).toEqual({ balance: 500_00n, held: 300_00n })
    const file = path.join(serverDirectory, 'db', 'migrations', name)
    for (const _ of ['once', 'again']) await db.pool.query(readFileSync(file, 'utf8'))
    expect(await service.balance('EUR')).toEqual({ balance: 500_00n, held: 100_00n })
    expect(await service.balance('GBP')).toEqual({ balance: 500_00n, held: 100_00n })
    expect((await auditLedger(db, () => {}, paymentAudits)).findings).toEqual([])
    await service.settle()
    expect((await service.read(waiting.paymentId)).status).not.toBe('AwaitingFunds')
    expect(service.failures).toEqual([])
  },
)
