import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openDesk } from '../../../test/support/desk.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { setAccess } from '../../ledger/index.ts'

const db = await testDatabase()

test.each([
  ['its account is blocked', 'Blocked', ['SettlementFailed', 'account_blocked'], 'NotSettledInTime'],
  ['its money has not come', 'Active', ['Overdue', 'insufficient_funds'], 'NotFundedInTime'],
] as const)('a spot trade is closed out after the grace with its reason: %s', async (_what, access, failed, reason) => {
  const desk = await openDesk(db, 'RM')
  const quoted = await desk.quote({ valueDate: '2026-11-27' })
  const { tradeId, cutOffAt } = (await desk.book(quoted.body.quoteId)).body
  if (access === 'Blocked') await desk.fund('USD', 20_000_000n)
  await inTransaction(db, (tx) => setAccess(tx, desk.entityId, desk.account('USD').accountId, access))
  await desk.advance(cutOffAt)
  await desk.advance(new Date(Date.parse(cutOffAt) + 4 * 86_400_000).toISOString()) // over the weekend
  const { status, history } = (await desk.get(`/v1/fx/trades/${tradeId}`)).body
  expect(status).toBe('ClosedOut')
  expect(history.slice(-2).map((step: { status: string; reason: string }) => [step.status, step.reason])).toEqual([
    failed,
    ['ClosedOut', reason],
  ])
})
