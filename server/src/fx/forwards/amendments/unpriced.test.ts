import { expect, test } from 'vitest'
import { givenClientRow } from '../../../../test/support/clients.ts'
import { errorCode } from '../../../../test/support/codes.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { openForwardDesk } from '../../../../test/support/forward-desk.ts'
import { givenPolicy } from '../../../../test/support/four-eyes.ts'
import type { Policy } from '../../../approvals/index.ts'
import { Decimal } from '../../../kernel/values/rates.ts'

const db = await testDatabase()

/** A forward of an entity in whose base currency the market then has no rate; NOK per US dollar is the operator's. */
async function openUnpriced(nok?: string) {
  const rate = (currency: string) => (currency === 'NOK' && nok !== undefined ? new Decimal(nok) : undefined)
  const desk = await openForwardDesk(db, {
    given: { referenceRates: { rate, old: () => [], reload: async () => {} } },
  })
  const { tradeId } = await desk.forward({ forwardType: 'Open' })
  await db.pool.query(`update entities set base_currency = 'NOK' where entity_id = $1`, [desk.entityId])
  await db.pool.query('delete from daily_usage where entity_id = $1', [desk.entityId])
  await expect.poll(async () => (await desk.settings()).entity.baseCurrency).toBe('NOK')
  return {
    ...desk,
    tradeId: String(tradeId),
    async ask(amendment: object) {
      const quote = await desk.amend(tradeId, amendment)
      return quote.status === 201 ? desk.bookAmendment(tradeId, quote.body.quoteId) : quote
    },
    /** Sets approval policies. */
    async under(...policies: Omit<Policy, 'policyId'>[]) {
      for (const each of policies) await givenPolicy(db, desk, each)
    },
    async used() {
      const { rows } = await db.pool.query(
        'select coalesce(sum(used_minor), 0)::text as used from daily_usage where entity_id = $1',
        [desk.entityId],
      )
      return rows[0].used as string
    },
  }
}

test('a client closes out and splits a forward although nothing values its base currency', async () => {
  const desk = await openUnpriced()
  expect((await desk.ask({ type: 'Split', amount: '100000.00' })).status).toBe(201)
  expect((await desk.ask({ type: 'CloseOut', amount: '100000.00' })).status).toBe(201)
  expect(await desk.used()).toBe('0')
})

test('a close-out without a market rate of the base currency counts at the reference rate', async () => {
  const desk = await openUnpriced('10')
  expect((await desk.ask({ type: 'CloseOut', amount: '100000.00' })).status).toBe(201)
  expect(await desk.used()).toBe('116250000') // EUR 100,000 at 1.1625 and 10
})

const rule: Omit<Policy, 'policyId'> = {
  resource: 'Trade',
  currency: 'EUR',
  fromMinor: 0n,
  belowMinor: null,
  newPayeeOnly: false,
  steps: 1,
}

test('a close-out that a policy must judge is judged at the reference rate', async () => {
  const desk = await openUnpriced('10')
  await desk.under({ ...rule, currency: null, fromMinor: 116_250_001n })
  expect((await desk.ask({ type: 'CloseOut', amount: '100000.00' })).body.status).toBe('Booked')
  expect((await desk.ask({ type: 'CloseOut', amount: '100001.00' })).body.status).toBe('PendingApproval')
})

test.each([
  { type: 'CloseOut', amount: '100000.00' },
  { type: 'BringForward', amount: '100000.00', newValueDate: '2027-01-25' },
  { type: 'Split', amount: '100000.00' },
])('a client can request $type under a policy although nothing values its base currency', async (amendment) => {
  const desk = await openUnpriced()
  const most = { ...rule, currency: null, fromMinor: 9_000_000_000n, steps: 2 }
  await desk.under({ ...rule, fromMinor: 20_000_000n }, { ...rule, currency: null, belowMinor: 100n }, most)
  const asked = await desk.ask(amendment)
  expect([asked.status, errorCode(asked.body)]).toEqual([201, undefined])
  expect(asked.body).toMatchObject({ status: 'PendingApproval', approval: { stepsRequired: 2 } })
  for (let step = 1; step <= 2; step++) {
    desk.principal.clientId = await givenClientRow(db, desk.entityId)
    const path = `/v1/fx/trades/${asked.body.newTradeId ?? asked.body.closeOutTradeId}/approve`
    expect((await desk.post(path, {})).status).toBe(200)
  }
  expect(await desk.used()).toBe('0')
})

test('a policy of the base currency, set since, applies to an amendment that nothing values', async () => {
  const desk = await openUnpriced()
  await desk.under(rule)
  const { body } = await desk.ask({ type: 'CloseOut', amount: '100000.00' })
  await desk.under({ ...rule, currency: null, fromMinor: 9_000_000_000n, steps: 2 })
  const approval = await desk.get(`/v1/fx/trades/${body.closeOutTradeId}/approval`)
  expect(approval.body).toMatchObject({ stepsRequired: 2 })
})

test('a policy of a currency judges an amendment by the amount in it, though nothing values the base currency', async () => {
  const desk = await openUnpriced()
  await desk.under({ ...rule, fromMinor: 10_000_001n })
  expect((await desk.ask({ type: 'CloseOut', amount: '100000.00' })).body.status).toBe('Booked')
})

test('a client can draw a forward under a policy for drawdowns although nothing values its base currency', async () => {
  const desk = await openUnpriced()
  await desk.under({ ...rule, resource: 'Drawdown', currency: null, fromMinor: 9_000_000_000n })
  const { status, body } = await desk.draw(desk.tradeId, '100000.00', { valueDate: '2026-11-25' })
  expect([status, body.status]).toEqual([201, 'PendingApproval'])
})

test('an extension that nothing values stays rejected', async () => {
  const desk = await openUnpriced()
  const { status, body } = await desk.ask({ type: 'Extend', amount: '100000.00', newValueDate: '2027-03-24' })
  expect([status, errorCode(body)]).toEqual([422, 'pair_not_tradeable'])
})
