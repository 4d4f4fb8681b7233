import { Socket } from 'node:net'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { roundTripsOf } from '../../../test/support/round-trips.ts'
import {
  type Db,
  inRolledBackSavepoint,
  inRolledBackTransaction,
  inSavepoint,
  inTransaction,
  raiseAtCommit,
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

describe('a write that a transaction collects', () => {
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

describe('a write that the database checks itself', () => {
  const first = (tx: Tx) => raiseAtCommit(tx, () => write(tx, ['first']))
  /** Takes no effect: the statement fails in the first run, the second finds no row. */
  const refused = (tx: Tx) =>
    raiseAtCommit(tx, async (raises) => {
      const { rows: found } = await tx.query(raises ? `select must(false, 'it')` : 'select where false')
      if (!raises && found.length === 0) throw new Error('no row found')
    })

  const failing = (tx: Tx) => raiseAtCommit(tx, () => tx.query('select 1 / 0'))

  test('is seen by the reads after it, and committed in one round trip with what the transaction collected', async () => {
    const last: Writer<string> = { place: 2, write, raises: () => true }
    const trips = await roundTripsOf(() =>
      inTransaction(db, async (tx) => {
        writeAtCommit(tx, last, 'third')
        await first(tx)
        const { rows: seen } = await tx.query<{ n: number }>('select count(*)::int as n from written')
        expect(seen[0]!.n).toBe(1)
        await raiseAtCommit(tx, () => write(tx, ['second']))
      }),
    )
    expect(trips.map((trip) => trip.length)).toEqual([1, 2, 3]) // begin, which the first write waits for; write and read; the rest
    expect(await written()).toEqual(['first', 'second', 'third'])
  })

  test.each([
    ['fails', failing, 'division by zero'],
    ['takes no effect', refused, 'no row found'],
  ])('that %s leaves nothing and is rejected where it was made', async (_, wrong, message) => {
    const steps: string[] = []
    const work = async (tx: Tx) => {
      writeAtCommit(tx, rows, 'last')
      await first(tx)
      await wrong(tx)
      steps.push('after')
    }
    await expect(inTransaction(db, work)).rejects.toThrow(message)
    await expect(inRolledBackTransaction(db, work)).rejects.toThrow(message)
    expect(steps).toEqual(['after', 'after']) // in the first run of each; the second ends at the write
    expect(await written()).toEqual([])
  })

  test('may be handled where it was made', async () => {
    await inTransaction(db, async (tx) => {
      await refused(tx).catch(() => write(tx, ['instead']))
    })
    expect(await written()).toEqual(['instead'])
  })

  test('inside a savepoint is confirmed there', async () => {
    await inTransaction(db, async (tx) => {
      await first(tx)
      await expect(inSavepoint(tx, () => failing(tx))).rejects.toThrow('division by zero')
    })
    expect(await written()).toEqual(['first'])
  })

  test('does not run a transaction again whose later statement is rejected for itself alone', async () => {
    let runs = 0
    const work = inTransaction(db, async (tx) => {
      runs++
      await first(tx)
      await inSavepoint(tx, async () => {})
      throw new Error('refused')
    })
    await expect(work).rejects.toThrow('refused')
    expect([runs, await written()]).toEqual([1, []])
  })

  test('leaves with all others of its round trip in one write to the connection', async () => {
    await db.pool.query('select 1')
    type Written = Record<'_write' | '_writev', () => void>
    const writes = (['_write', '_writev'] as const).map((name) =>
      vi.spyOn(Socket.prototype as unknown as Written, name),
    )
    try {
      await inTransaction(db, async (tx) => {
        await Promise.all([tx.query('select 1'), tx.query('select 2')])
        await first(tx)
        await raiseAtCommit(tx, () => write(tx, ['second']))
      })
      expect(writes.map(({ mock }) => mock.calls.length)).toEqual([0, 2])
    } finally {
      for (const spy of writes) spy.mockRestore()
    }
    expect(await written()).toEqual(['first', 'second'])
  })

  test('is never overtaken by COMMIT, even if it is sent late', async () => {
    const work = async (tx: Tx) => {
      await first(tx)
      await raiseAtCommit(tx, async () => {
        await Promise.resolve()
        throw new Error('not sent')
      })
    }
    await expect(inTransaction(db, work)).rejects.toThrow('not sent')
    await inTransaction(db, async (tx) => {
      await raiseAtCommit(tx, async () => {
        await Promise.resolve()
        await write(tx, ['late'])
      })
    })
    expect(await written()).toEqual(['late'])
  })
})
