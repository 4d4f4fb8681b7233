import { expect } from 'vitest'
import { bodyOf, isMade, type Resource } from './checks.ts'
import type { Client } from './client.ts'
import type { Sent } from './load.ts'
import { balancesOf, minorOf, type Stage } from './stage.ts'

/** Money that an account has got, or given where negative: account and minor units. */
type Movement = [accountId: unknown, minor: bigint]

/**
 * Derives the balances from the responses alone: opening balances, receipts, transfers, deals and payments. This proves
 * that no money was created or lost, independent of the service's reports.
 *
 * @param resources payments and trades as they are now, by id
 */
export async function checkBalances(
  client: Client,
  stage: Stage,
  sent: readonly Sent[],
  resources: ReadonlyMap<string, Resource>,
): Promise<void> {
  const expected = new Map<unknown, bigint>(stage.accounts.map(({ accountId, opening }) => [accountId, opening]))
  for (const [accountId, minor] of sent.filter(isMade).flatMap((order) => movementsOf(order, resources))) {
    expected.set(accountId, expected.get(accountId)! + minor)
  }
  const stored = new Map([...(await balancesOf(client, 'rm')), ...(await balancesOf(client, 'abs'))])
  const actual = new Map([...expected.keys()].map((accountId) => [accountId, stored.get(accountId as string)]))
  expect(actual, 'balances, against what the answers say').toEqual(expected)
}

function movementsOf(order: Sent, resources: ReadonlyMap<string, Resource>): Movement[] {
  const body = bodyOf(order)
  const minor = (field: string) => minorOf(body[field] as string)
  switch (order.kind) {
    case 'transfer':
      return [
        [body.debitAccountId, -minor('amount')],
        [body.creditAccountId, minor('amount')],
      ]
    case 'inbound':
      return [[body.accountId, minor('amount')]]
    case 'payment':
      return resources.get(body.paymentId as string)?.status === 'Completed' ? [[body.accountId, -minor('amount')]] : []
    case 'batch':
      return [...resources.values()]
        .filter(({ batchId, paymentId, status }) => paymentId && batchId === body.batchId && status === 'Completed')
        .map(({ accountId, amount }): Movement => [accountId, -minorOf(amount as string)])
    case 'trade':
      if (resources.get(body.tradeId as string)?.status !== 'Settled') return []
      return [
        [body.sellAccountId, -minor('sellAmount')],
        [body.buyAccountId, minor('buyAmount')],
      ]
    case 'quote':
    case 'clock':
      return []
  }
}
