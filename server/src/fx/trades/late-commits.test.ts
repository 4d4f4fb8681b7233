import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { givenTrade } from '../../../test/support/given-trade.ts'
import { openPayments } from '../../../test/support/payment-service.ts'
import { inTransaction, type Tx } from '../../kernel/db/db.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { moveTrade } from './moves.ts'
import { listTrades, lockTrade } from './queries.ts'

const db = await testDatabase()

test('a list with updatedSince does not miss a trade that commits after a later change was read', async () => {
  const service = await openPayments(db, 'RM')
  const { entityId } = service
  const ids = [await givenTrade(db, service), await givenTrade(db, service)]
  const seconds = (n: number) => new Date(service.time.now.getTime() + n * 1000)
  const list = async (since: Date) => {
    const trades = await listTrades(db.pool, { entityIds: [entityId], updatedSince: since, limit: 10 })
    return trades.map(({ tradeId }) => formatId('trd', tradeId))
  }
  const move = { from: ['Executed' as const], to: 'AwaitingFunds' as const, event: 'trade.awaitingFunds' as const }
  const wait = async (tx: Tx, id: string | undefined, at: Date) => {
    const trade = await lockTrade(tx, entityId, service.uuid(id!))
    await moveTrade(tx, trade!, move, { actor: { type: 'system' }, at, wall: at })
  }
  await inTransaction(db, async (tx) => {
    await wait(tx, ids[0], seconds(10))
    await inTransaction(db, (other) => wait(other, ids[1], seconds(20)))
    expect(await list(seconds(20))).toEqual([ids[1]])
  })
  expect((await list(seconds(20))).toSorted()).toEqual(ids.toSorted())
  expect(await list(seconds(21))).toEqual([])
})
