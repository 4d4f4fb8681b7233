import { expect, test } from 'vitest'
import { canSettle, TRADE_STATUSES } from './lifecycle.ts'

test('a forward is never settled itself, and nothing is that waits for approval, for the market, or is over', () => {
  expect(TRADE_STATUSES.filter((status) => canSettle({ kind: 'Forward', status }))).toEqual([])
  expect(TRADE_STATUSES.filter((status) => canSettle({ kind: 'Spot', status })).sort()).toEqual(
    ['AwaitingFunds', 'Booked', 'Executed', 'Overdue', 'SettlementFailed'].sort(),
  )
})
