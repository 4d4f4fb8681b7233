import { expect, test } from 'vitest'
import { type CreditDesk, openCreditDesk } from '../../../test/support/credit.ts'
import { setAccountStatus } from '../../accounts/index.ts'
import { createAccount } from '../../../test/support/accounts.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { operatorAct } from '../../../test/support/clients.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { changeFacility } from '../facilities/index.ts'
import { requireInitialMargin } from './index.ts'

const db = await testDatabase({ poolSize: 20 })

/** A desk that sold 100,000 GBP at 1.30, with the market 2.5 % away: a call for GBP 2,500. */
async function called(options: Parameters<typeof openCreditDesk>[1] = {}) {
  const desk = await openCreditDesk(db, { mids: { GBP: '1.30' }, ...options })
  await desk.reserve()
  desk.market.set('GBP', '1.3325')
  const [call] = (await desk.run()).body.issued
  return { desk, call, read: async () => (await desk.get(`/v1/credit/margin-calls/${call.marginCallId}`)).body }
}
const wire = (desk: CreditDesk, currency = 'GBP') => formatId('acc', desk.accounts[currency]!.accountId)
async function arrive(desk: CreditDesk, minor: bigint) {
  await desk.fund('GBP', minor)
  await desk.advance(desk.time.now.toISOString())
}

test('a variation margin call is collected from money that arrives, in parts, from the account that it names', async () => {
  const { desk, call, read } = await called()
  expect(call.collectedFrom).toBe(wire(desk))
  await arrive(desk, 1_000_00n)
  expect(await read()).toMatchObject({ status: 'PartlyMet', outstanding: '1500.00' })
  expect(await desk.balances()).toEqual({ 'margin:GBP': 1_000_00n })
  await arrive(desk, 2_000_00n)
  expect(await read()).toMatchObject({ status: 'Met', outstanding: '0.00' })
  expect(await desk.balances()).toEqual({ 'client:GBP': 500_00n, 'margin:GBP': 2_500_00n })
  await arrive(desk, 2_000_00n)
  expect(await desk.balances()).toEqual({ 'client:GBP': 2_500_00n, 'margin:GBP': 2_500_00n })
  expect((await desk.run()).body.issued).toEqual([])
})

test('an overdue call is collected too, and drawdowns go on', async () => {
  const { desk, call, read } = await called()
  await desk.advance(call.dueAt)
  expect((await read()).status).toBe('Overdue')
  await arrive(desk, 2_500_00n)
  expect((await read()).status).toBe('Met')
})

test('initial margin gets the money first, then the margin call', async () => {
  const { desk, read } = await called()
  const tradeId = await desk.reserve()
  const { entityId, facilityId } = desk
  const order = { entityId, tradeId, facilityId, currency: 'GBP', side: 'Sell' as const, percent: '5' }
  const due = {
    amountMinor: 5_000_00n,
    dueAt: new Date('2026-11-27T12:00:00Z'),
    accountId: desk.accounts.GBP!.accountId,
  }
  await inTransaction(db, (tx) => requireInitialMargin(tx, { ...order, ...due }, desk.act()))
  await arrive(desk, 6_000_00n)
  expect(await desk.received()).toEqual([tradeId])
  expect(await read()).toMatchObject({ status: 'PartlyMet', outstanding: '1500.00' })
  expect(await desk.balances()).toEqual({ 'margin:GBP': 6_000_00n })
})

test('a call that the client pays while it is being collected is paid once', async () => {
  for (let i = 0; i < 4; i++) {
    const { desk, call, read } = await called()
    await desk.fund('GBP', 6_000_00n)
    const body = { ...desk.wire, accountId: wire(desk) }
    const [paid] = await Promise.all([
      desk.post(`/v1/credit/margin-calls/${call.marginCallId}/settle`, body),
      desk.advance(desk.time.now.toISOString()),
    ])
    expect([200, 409, 422]).toContain(paid.status)
    await desk.advance(desk.time.now.toISOString())
    expect((await read()).status).toBe('Met')
    expect(await desk.balances()).toEqual({ 'client:GBP': 3_500_00n, 'margin:GBP': 2_500_00n })
  }
})

test('later calls are collected from the account that paid the last one', async () => {
  const { desk, call } = await called()
  const other = await inTransaction(db, (tx) =>
    createAccount(tx, { entityId: desk.entityId, currency: 'GBP', name: 'Margin' }, operatorAct),
  )
  desk.accounts.GBP = other
  await desk.fund('GBP', 2_500_00n)
  const body = { ...desk.wire, accountId: formatId('acc', other.accountId) }
  expect((await desk.post(`/v1/credit/margin-calls/${call.marginCallId}/settle`, body)).body.status).toBe('Met')
  desk.market.set('GBP', '1.37')
  const [next] = (await desk.run()).body.issued
  expect(next.collectedFrom).toBe(formatId('acc', other.accountId))
})

test('a call is not collected before the client has signed that it is, and is not after the operator allowed the client to pay', async () => {
  const desk = await openCreditDesk(db, { mids: { GBP: '1.30' }, facility: { callCollection: 'OnRequest' } })
  const { entityId, facilityId } = desk
  const change = (changes: Parameters<typeof changeFacility>[2]) =>
    inTransaction(db, (tx) => changeFacility(tx, { entityId, facilityId }, changes, operatorAct))
  const collection = async () => (await desk.get('/v1/credit/facilities')).body.data[0].marginCallTerms.collection
  const collectedFrom = async (rate: string) => {
    desk.market.set('GBP', rate)
    return (await desk.run()).body.issued[0].collectedFrom
  }
  await desk.reserve()
  expect((await change({ callCollection: 'Automatic' })).letterVersion).toBe(2)
  expect([await collection(), await collectedFrom('1.3325')]).toEqual(['OnRequest', null])
  await change({ signedAt: operatorAct.at })
  expect([await collection(), await collectedFrom('1.37')]).toEqual(['Automatic', expect.stringMatching(/^acc_/)])
  await change({ callCollection: 'OnRequest' })
  expect([await collection(), await collectedFrom('1.41')]).toEqual(['OnRequest', null])
})

test('a change without a new letter, as by an earlier release, is not agreed to by the signed letter', async () => {
  const desk = await openCreditDesk(db, { mids: { GBP: '1.30' }, facility: { callCollection: 'OnRequest' } })
  const { entityId, facilityId } = desk
  const sign = (minutes: number) =>
    inTransaction(db, (tx) => {
      const signedAt = new Date(operatorAct.at.getTime() + minutes * 60_000)
      return changeFacility(tx, { entityId, facilityId }, { signedAt }, operatorAct)
    })
  const collection = async () => (await desk.get('/v1/credit/facilities')).body.data[0].marginCallTerms.collection
  await sign(1)
  await db.pool.query(
    `update credit_facilities set call_collection = 'Automatic', version = version + 1 where entity_id = $1 and facility_id = $2`,
    [entityId, facilityId],
  )
  expect(await collection()).toBe('OnRequest')
  await sign(2)
  expect(await collection()).toBe('Automatic')
})

test('a call without consent, or without an account that may deal, is not collected and states the reason', async () => {
  const { desk, call, read } = await called({ facility: { callCollection: 'OnRequest' } })
  expect(call.collectedFrom).toBeNull()
  expect((await desk.get('/v1/credit/facilities')).body.data[0].marginCallTerms.collection).toBe('OnRequest')
  await arrive(desk, 5_000_00n)
  expect((await read()).status).toBe('Issued')

  const without = await openCreditDesk(db, { mids: { GBP: '1.30' } })
  await inTransaction(db, (tx) => setAccountStatus(tx, without.accounts.GBP!.accountId, 'Blocked', operatorAct))
  await without.reserve()
  without.market.set('GBP', '1.3325')
  expect((await without.run()).body.issued[0].collectedFrom).toBeNull()
})

test('margin that another deal releases pays an open call', async () => {
  const { desk, read } = await called()
  await arrive(desk, 2_500_00n)
  expect((await read()).status).toBe('Met')
  desk.market.set('GBP', '1.22') // the sold pounds have gained; a purchase now loses
  await desk.reserve({ side: 'Buy', rate: '1.26' })
  const { issued } = (await desk.run()).body
  expect(issued).toMatchObject([{ amount: '2500.00' }])
  const { body } = await desk.get(`/v1/credit/margin-calls/${issued[0].marginCallId}`)
  expect(body).toMatchObject({ status: 'Met' })
  expect(await desk.balances()).toEqual({ 'margin:GBP': 2_500_00n })
})
