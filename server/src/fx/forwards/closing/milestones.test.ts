import { expect, test } from 'vitest'
import type { Forward } from '../record/queries.ts'
import { closeOutDueAt } from './milestones.ts'

test.each([
  ['Open', '2026-12-08T12:50:00.000Z'],
  ['AwaitingInitialMargin', '2026-12-08T12:50:00.000Z'],
  ['PendingApproval', undefined],
  ['Cancelled', undefined],
  ['Rejected', undefined],
])('a non-deliverable forward that is %s is settled in cash at its maturity only if it was dealt', (status, dueAt) => {
  const forward = {
    trade: { status, currencyPair: 'EUR/USD', valueDate: '2026-12-08', buyMinor: 100n, sellMinor: 110n },
    facts: {
      fundsDelivery: 'NonDeliverable',
      contractBuyMinor: 100n,
      contractSellMinor: 110n,
      drawnBuyMinor: 0n,
      drawnSellMinor: 0n,
      amendedBuyMinor: 0n,
      amendedSellMinor: 0n,
      watchedUntil: new Date(0),
    },
  } as unknown as Forward
  expect(closeOutDueAt({ overdueGraceHours: 24 }, forward)?.toISOString()).toBe(dueAt)
})
