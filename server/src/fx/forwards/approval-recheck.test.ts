import { expect, test } from 'vitest'
import { operatorAct } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { openForwardDesk } from '../../../test/support/forward-desk.ts'
import { fourEyes, givenPolicy } from '../../../test/support/four-eyes.ts'
import type { ApprovalResource } from '../../approvals/index.ts'
import { setEntityStatus, setProfile } from '../../entities/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { errorCode } from '../../../test/support/codes.ts'

const db = await testDatabase()

async function openApprovedDesk(resource: ApprovalResource = 'Trade') {
  const desk = await openForwardDesk(db)
  await givenPolicy(db, desk, { resource })
  await desk.fund('USD', 200_000_000n)
  const products = {
    Spot: async () => {
      const { body } = await desk.quote({ ...desk.wire, valueDate: '2026-11-24' })
      return (await desk.book(body.quoteId)).body
    },
    Forward: () => desk.forward(),
    Window: () => desk.forward({ forwardType: 'Window', accessDate: '2027-01-25' }),
  }
  return {
    ...desk,
    ...fourEyes(db, desk),
    products,
    set: async (change: Parameters<typeof setProfile>[2]) => {
      await inTransaction(db, (tx) => setProfile(tx, desk.entityId, change, operatorAct))
      await expect.poll(async () => (await desk.settings()).settings).toMatchObject(change)
    },
  }
}

const kinds = ['Spot', 'Forward', 'Window'] as const

test.each(kinds)(
  'a %s trade is not approved at its old price when the market has moved, for or against the client',
  async (kind) => {
    for (const bps of [400, -400, 7, -7]) {
      const desk = await openApprovedDesk()
      const { tradeId, status, rate } = await desk.products[kind]()
      expect(status).toBe('PendingApproval')
      desk.move(bps)
      const answer = await desk.approve(tradeId)
      expect([answer.status, errorCode(answer.body)]).toEqual([409, 'trade_price_moved'])
      expect(answer.body.params).toMatchObject({ rate, toleranceBps: 5 })
      expect(Math.round(Number(answer.body.params.movedBps))).toBe(bps)
      expect(answer.body.detail).toContain('Request a new quote.')
      expect((await desk.trade(tradeId)).status).toBe('PendingApproval')
      expect(await desk.balances()).toMatchObject({ 'client:USD': 200_000_000n, 'client:EUR': 0n })
      const { rows } = await db.pool.query('select count(*)::int as given from approvals where entity_id = $1', [
        desk.entityId,
      ])
      expect(rows[0].given).toBe(0)
      await desk.advance('2026-11-20T10:15:00.000Z')
      expect((await desk.trade(tradeId)).history.at(-1)).toMatchObject({
        status: 'Cancelled',
        reason: 'ApprovalLapsed',
      })
    }
  },
)

test.each(kinds)(
  'a %s trade is not approved while its entity is suspended, and is once it is active again',
  async (kind) => {
    const desk = await openApprovedDesk()
    const { tradeId } = await desk.products[kind]()
    const setStatus = async (status: 'Active' | 'Suspended') => {
      await inTransaction(db, (tx) => setEntityStatus(tx, desk.entityId, status, operatorAct))
      await expect.poll(async () => (await desk.settings()).entity.status).toBe(status)
    }
    await setStatus('Suspended')
    const refused = await desk.approve(tradeId)
    expect([refused.status, errorCode(refused.body), refused.body.params]).toEqual([
      403,
      'entity_not_active',
      { status: 'Suspended' },
    ])
    expect((await desk.trade(tradeId)).status).toBe('PendingApproval')
    await setStatus('Active')
    expect((await desk.approve(tradeId)).status).toBe(200)
  },
)

test.each(kinds)('a %s trade is approved as booked while the market stays within the tolerance', async (kind) => {
  for (const bps of [4, -4]) {
    const desk = await openApprovedDesk()
    const { tradeId, rate } = await desk.products[kind]()
    desk.move(bps)
    const answer = await desk.approve(tradeId)
    expect([answer.status, answer.body.rate]).toEqual([200, rate])
  }
})

test('the operator sets the tolerance', async () => {
  const desk = await openApprovedDesk()
  await desk.set({ approvalPriceToleranceBps: 20 })
  const { tradeId } = await desk.products.Spot()
  desk.move(21)
  expect((await desk.approve(tradeId)).body.params).toMatchObject({ toleranceBps: 20 })
  desk.move(19)
  expect((await desk.approve(tradeId)).status).toBe(200)
})

test.each(kinds)(
  'a %s trade is not approved with an account that has been blocked or lost its permission',
  async (kind) => {
    const desk = await openApprovedDesk()
    const { tradeId } = await desk.products[kind]()
    await desk.setAccount('EUR', { status: 'Blocked' })
    expect(errorCode((await desk.approve(tradeId)).body)).toBe('account_blocked')
    await desk.setAccount('EUR', { status: 'Active', permissions: ['Payments'] })
    expect(errorCode((await desk.approve(tradeId)).body)).toBe('account_permission_missing')
    await desk.setAccount('EUR', { permissions: ['Fx', 'Payments'] })
    expect((await desk.approve(tradeId)).status).toBe(200)
  },
)

test('what has been disabled, or is closed, is not dealt by an approval', async () => {
  const desk = await openApprovedDesk()
  const [spot, forward] = [await desk.products.Spot(), await desk.products.Forward()]
  const { features } = (await desk.settings()).settings
  await desk.set({ features: { ...features, spot: false, forwards: [] } })
  expect(errorCode((await desk.approve(spot.tradeId)).body)).toBe('spot_not_enabled')
  expect(errorCode((await desk.approve(forward.tradeId)).body)).toBe('forwards_not_enabled')
  await desk.set({ features, tradablePairs: ['GBP/USD'] })
  expect(errorCode((await desk.approve(spot.tradeId)).body)).toBe('pair_not_tradeable')
  await desk.set({ tradablePairs: null })
  desk.market.ageMs = 60_000
  expect(errorCode((await desk.approve(spot.tradeId)).body)).toBe('price_unavailable')
  desk.market.ageMs = 0
  expect((await desk.approve(spot.tradeId)).status).toBe(200)
})

test('a drawdown keeps its contract rate, but not a blocked account or a product that was disabled', async () => {
  const desk = await openApprovedDesk('Drawdown')
  const { tradeId } = await desk.forward({ forwardType: 'Open' })
  const { drawdownId } = (await desk.draw(tradeId, '100000.00', { valueDate: '2026-11-25' })).body
  desk.move(-400)
  await desk.setAccount('USD', { status: 'Blocked' })
  expect(errorCode((await desk.approve(drawdownId)).body)).toBe('account_blocked')
  await desk.setAccount('USD', { status: 'Active' })
  const { features } = (await desk.settings()).settings
  await desk.set({ features: { ...features, drawdowns: false } })
  expect(errorCode((await desk.approve(drawdownId)).body)).toBe('drawdowns_not_enabled')
  await desk.set({ features })
  expect((await desk.approve(drawdownId)).body.status).toBe('Booked')
})
