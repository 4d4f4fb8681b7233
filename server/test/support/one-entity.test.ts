import { expect, test } from 'vitest'
import { inTransaction, type Tx } from '../../src/kernel/db/db.ts'
import { allowSeveralEntities } from '../../src/kernel/db/several-entities.ts'
import { newUuid } from '../../src/kernel/values/ids.ts'
import { openBook } from '../../src/ledger/index.ts'
import { testDatabase } from './database.ts'

const db = await testDatabase()
const [one, other] = [newUuid(), newUuid()]
const openBoth = async (tx: Tx) => {
  await openBook(tx, one)
  await openBook(tx, other)
}
const bothAtOnce = 'insert into books (entity_id) values ($1), ($2)'

test('a transaction that writes rows of two entities fails, in two statements or in one', async () => {
  await expect(inTransaction(db, openBoth)).rejects.toThrow('one transaction writes rows of the entities')
  await expect(db.pool.query(bothAtOnce, [one, other])).rejects.toThrow('one transaction writes rows of the entities')
})

test('the entity is noted for one transaction only', async () => {
  await inTransaction(db, (tx) => openBook(tx, one))
  await inTransaction(db, (tx) => openBook(tx, other))
})

test('an action on the list may write rows of several entities', async () => {
  await inTransaction(db, async (tx) => {
    await allowSeveralEntities(tx, 'seed')
    await tx.query(bothAtOnce, [newUuid(), newUuid()])
  })
})
