import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { openForwardDesk } from '../../../../test/support/forward-desk.ts'
import { inTransaction } from '../../../kernel/db/db.ts'
import { setAccess } from '../../../ledger/index.ts'

const db = await testDatabase()

test.each([
  ['its blocked account kept from settling', 'Blocked', ['SettlementFailed', 'account_blocked'], 'NotSettledInTime'],
  ['lacks its money', 'Active', ['Overdue', 'insufficient_funds'], 'NotFundedInTime'],
] as const)(
  'a drawdown that %s is cancelled after the grace with its reason',
  async (_what, access, failed, reason) => {
    const desk = await openForwardDesk(db)
    if (access === 'Blocked') await desk.fund('USD', 100_000_000n)
    const { tradeId } = await desk.forward({ forwardType: 'Window', accessDate: '2026-11-30' })
    const { body } = await desk.draw(tradeId, '1000.00', { valueDate: '2026-12-04' })
    await inTransaction(db, (tx) => setAccess(tx, desk.entityId, desk.account('USD').accountId, access))
    const { payBy } = body.fundingInstructions
    await desk.advance(payBy)
    await desk.advance(new Date(Date.parse(payBy) + 86_400_000).toISOString())
    const { history } = await desk.trade(body.drawdownId)
    expect(history.slice(-2).map((step: { status: string; reason: string }) => [step.status, step.reason])).toEqual([
      failed,
      ['Cancelled', reason],
    ])
  },
)
