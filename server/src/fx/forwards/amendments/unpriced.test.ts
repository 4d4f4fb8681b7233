import { expect, test } from 'vitest'
import { operatorAct } from '../../../../test/support/clients.ts'
import { errorCode } from '../../../../test/support/codes.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { openForwardDesk } from '../../../../test/support/forward-desk.ts'
import { setPolicy } from '../../../approvals/index.ts'
import { inTransaction } from '../../../kernel/db/db.ts'
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
    async ask(amendment: object) {
      const quote = await desk.amend(tradeId, amendment)
      return quote.status === 201 ? desk.bookAmendment(tradeId, quote.body.quoteId) : quote
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

test('a close-out that a policy must judge is judged at the reference rate, and rejected without any', async () => {
  const rule = {
    resource: 'Trade' as const,
    currency: 'EUR',
    fromMinor: 0n,
    belowMinor: null,
    newPayeeOnly: false,
    steps: 1,
  }
  for (const [nok, answer] of [
    ['10', [201, undefined]],
    [undefined, [422, 'pair_not_tradeable']],
  ] as const) {
    const desk = await openUnpriced(nok)
    await inTransaction(db, (tx) => setPolicy(tx, desk.entityId, rule, operatorAct))
    await expect.poll(async () => (await desk.settings()).settings.approvalPolicies.length).toBe(1)
    const { status, body } = await desk.ask({ type: 'CloseOut', amount: '100000.00' })
    expect([status, status === 201 ? undefined : errorCode(body)]).toEqual(answer)
  }
})
