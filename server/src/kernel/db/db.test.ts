import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import {
  type Db,
  inRolledBackSavepoint,
  inRolledBackTransaction,
  inSavepoint,
  inTransaction,
  type Tx,
  writeAtCommit,
  type Writer,
} from './db.ts'

let db: Db
beforeAll(async () => {
  db = await testDatabase()
  await db.pool.query('create table written (place serial, name text)')
})

const write = async (tx: Tx, names: readonly string[]) => {
  await tx.query('insert into written (name) select unnest($1::text[])', [names])
}
const rows: Writer<string> = { place: 2, write }
const written = async () => {
  const { rows } = await db.pool.query<{ name: string }>('delete from written returning name, place')
  return rows.map(({ name }) => name)
}

describe('what a transaction collects', () => {
  test('is written after everything else, in order', async () => {
    await inTransaction(db, async (tx) => {
      writeAtCommit(tx, rows, 'second')
      writeAtCommit(tx, rows, 'third')
      await write(tx, ['first'])
    })
    expect(await written()).toEqual(['first', 'second', 'third'])
  })

  test('is written in the lock order of its rows, not in the order of the calls', async () => {
    await inTransaction(db, async (tx) => {
      writeAtCommit(tx, rows, 'counter')
      writeAtCommit(tx, { place: 1, write: (own, names: readonly string[]) => write(own, names) }, 'job')
    })
    expect(await written()).toEqual(['job', 'counter'])
  })

  test('is dropped with the savepoint that is rolled back, with the savepoints inside it', async () => {
    await inTransaction(db, async (tx) => {
      writeAtCommit(tx, rows, 'kept')
      const failed = inSavepoint(tx, async () => {
        writeAtCommit(tx, rows, 'dropped')
        await inSavepoint(tx, async () => writeAtCommit(tx, rows, 'dropped inside'))
        throw new Error('refused')
      })
      await expect(failed).rejects.toThrow('refused')
      const previewed = await inRolledBackSavepoint(tx, async () => {
        writeAtCommit(tx, rows, 'previewed')
        await write(tx, ['previewed row'])
        return 'result'
      })
      expect(previewed).toBe('result')
      await inSavepoint(tx, async () => writeAtCommit(tx, rows, 'kept too'))
    })
    expect(await written()).toEqual(['kept', 'kept too'])
  })

  test('continues after a failed statement in a savepoint', async () => {
    await inTransaction(db, async (tx) => {
      await expect(inSavepoint(tx, () => tx.query('select 1 / 0'))).rejects.toThrow('division by zero')
      await expect(inRolledBackSavepoint(tx, () => tx.query('select 1 / 0'))).rejects.toThrow('division by zero')
      await write(tx, ['afterwards'])
    })
    expect(await written()).toEqual(['afterwards'])
  })

  test('is not written by a dry run', async () => {
    await inRolledBackTransaction(db, async (tx) => writeAtCommit(tx, rows, 'never'))
    expect(await written()).toEqual([])
  })
})
