import { expect, test } from 'vitest'
import { operatorAct } from '../../../../test/support/clients.ts'
import { errorCode } from '../../../../test/support/codes.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { openForwardDesk } from '../../../../test/support/forward-desk.ts'
import { setProfile } from '../../../entities/service.ts'
import { inTransaction } from '../../../kernel/db/db.ts'

const db = await testDatabase()

async function givenDesk() {
  const desk = await openForwardDesk(db)
  await desk.fund('USD', 200_000_000n)
  const set = async (change: Parameters<typeof setProfile>[2]) => {
    await inTransaction(db, (tx) => setProfile(tx, desk.entityId, change, operatorAct))
    await expect.poll(async () => (await desk.settings()).settings).toMatchObject(change)
  }
  const { features } = (await desk.settings()).settings
  return { desk, set, features }
}

const extend = { type: 'Extend', newValueDate: '2027-03-24' }

test('a forward is extended although forwards, its pair, its account or the new date are not permitted any more', async () => {
  const { desk, set, features } = await givenDesk()
  const { tradeId } = await desk.forward()
  const quoted = await desk.amend(tradeId, extend)
  expect(quoted.status).toBe(201)
  const codes = async () => [
    errorCode((await desk.amend(tradeId, extend)).body),
    errorCode((await desk.bookAmendment(tradeId, quoted.body.quoteId)).body),
  ]
  await set({ maxForwardTenor: 'P3M' })
  expect(await codes()).toEqual(['forward_tenor_too_long', 'forward_tenor_too_long'])
  await set({ maxForwardTenor: null, features: { ...features, forwards: [] } })
  expect(await codes()).toEqual(['forwards_not_enabled', 'forwards_not_enabled'])
  await set({ features, tradablePairs: ['GBP/USD'] })
  expect(await codes()).toEqual(['pair_not_tradeable', 'pair_not_tradeable'])
  expect((await desk.amend(tradeId, { type: 'CloseOut' })).status).toBe(201) // the way out stays open
  await set({ tradablePairs: null })
  await desk.setAccount('EUR', { status: 'Blocked' })
  expect(await codes()).toEqual(['account_blocked', 'account_blocked'])
  await desk.setAccount('EUR', { status: 'Active' })
  expect((await desk.bookAmendment(tradeId, quoted.body.quoteId)).status).toBe(201)
})

test('a spot trade is moved although spot or its pair is not permitted any more', async () => {
  const { desk, set, features } = await givenDesk()
  const { body } = await desk.quote({ ...desk.wire, valueDate: '2026-11-24' })
  const { tradeId } = (await desk.book(body.quoteId)).body
  const url = `/v1/fx/trades/spot/${tradeId}/amendments`
  const order = { ...desk.wire, type: 'Move', newValueDate: '2026-11-23' }
  const quoted = await desk.post(`${url}/quote`, order)
  expect(quoted.status).toBe(201)
  const codes = async () => [
    errorCode((await desk.post(`${url}/quote`, order)).body),
    errorCode((await desk.post(url, { ...desk.wire, quoteId: quoted.body.quoteId })).body),
  ]
  await set({ features: { ...features, spot: false } })
  expect(await codes()).toEqual(['spot_not_enabled', 'spot_not_enabled'])
  await set({ features, tradablePairs: ['GBP/USD'] })
  expect(await codes()).toEqual(['pair_not_tradeable', 'pair_not_tradeable'])
  expect((await desk.post(`${url}/quote`, { ...desk.wire, type: 'Cancel' })).status).toBe(201)
})
