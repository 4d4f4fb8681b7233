import { expect } from 'vitest'
import { type Policy, setPolicy } from '../../src/approvals/index.ts'
import { type Db, inTransaction } from '../../src/kernel/db/db.ts'
import { newUuid } from '../../src/kernel/values/ids.ts'
import { Decimal } from '../../src/kernel/values/rates.ts'
import { givenClientRow, operatorAct } from './clients.ts'
import type { Desk } from './desk.ts'

/** Differences from a policy that requires one approval of every trade and has its band in the entity's base currency. */
export type PolicyChange = Partial<Omit<Policy, 'policyId'>>

/** Sets an approval policy of a desk's entity, and waits until the server sees it. */
export async function givenPolicy(db: Db, desk: Pick<Desk, 'entityId' | 'settings'>, change: PolicyChange = {}) {
  const every = { resource: 'Trade' as const, currency: null, fromMinor: 0n, belowMinor: null, newPayeeOnly: false }
  const order = { ...every, steps: 1, ...change }
  const known = async () => (await desk.settings()).settings.approvalPolicies.length
  const before = await known()
  const policy = await inTransaction(db, (tx) => setPolicy(tx, desk.entityId, order, operatorAct))
  await expect.poll(known).toBe(before + 1)
  return policy
}

/** Returns how other clients of a desk's entity, and its maker, decide on trades; and how the market moves meanwhile. */
export function fourEyes(db: Db, desk: Pick<Desk, 'entityId' | 'principal' | 'post' | 'get' | 'market'>) {
  const decide = async (verb: 'approve' | 'reject', tradeId: string, who: string) => {
    const clientId = await givenClientRow(db, desk.entityId, { clientId: who })
    return desk.post(`/v1/fx/trades/${tradeId}/${verb}`, {}, { authorization: `Bearer ${clientId}` })
  }
  return {
    byMaker: (tradeId: string) => decide('approve', tradeId, desk.principal.clientId),
    approve: (tradeId: string, who = newUuid()) => decide('approve', tradeId, who),
    reject: (tradeId: string, who = newUuid()) => decide('reject', tradeId, who),
    approval: async (tradeId: string) => (await desk.get(`/v1/fx/trades/${tradeId}/approval`)).body,
    /** The market moves by basis points of its mid. */
    move(bps: number) {
      const mid = new Decimal('1.16250').mul(new Decimal(bps).div(10_000).plus(1))
      desk.market.prices = { EUR: [mid.minus('0.00005').toFixed(6), mid.toFixed(6), mid.plus('0.00005').toFixed(6)] }
    },
  }
}
