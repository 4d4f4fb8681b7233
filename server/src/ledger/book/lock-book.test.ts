import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openAccounts } from '../../../test/support/ledger.ts'
import { inSavepoint, inTransaction } from '../../kernel/db/db.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { lockBook } from './queries.ts'

const db = await testDatabase()

test('a book that was locked in an undone savepoint is locked again', async () => {
  const entityId = newUuid()
  await openAccounts(db, entityId, [
    { currency: 'EUR', balanceMinor: 0n },
    { currency: 'USD', balanceMinor: 0n },
  ])
  const free = async () => {
    const text = 'select 1 from balances where entity_id = $1 for no key update skip locked'
    return (await db.pool.query(text, [entityId])).rowCount
  }
  const all = await free()
  expect(all).toBeGreaterThan(0)
  await inTransaction(db, async (tx) => {
    const undone = inSavepoint(tx, async () => {
      await lockBook(tx, entityId)
      expect(await free()).toBe(0)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await free()).toBe(all)
    await lockBook(tx, entityId)
    await tx.query('select 1')
    expect(await free()).toBe(0)
  })
})
