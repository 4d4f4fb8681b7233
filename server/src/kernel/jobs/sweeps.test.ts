import { expect, test } from 'vitest'
import type { Db } from '../db/db.ts'
import { runSweeps, sweepSets } from './sweeps.ts'

const run = { db: {} as Db, until: new Date(), at: (begun: Date) => begun }

test('a sweep that fails as a whole is reported, and the other sweeps finish', async () => {
  const failures: object[] = []
  let open = 2
  const sweeps = {
    'note.fail': () => Promise.reject(new Error('broken')),
    'note.write': async () => (open > 0 ? (open--, 1) : 0),
  }
  const done = await runSweeps(sweeps, run, (error, { kind }) => void failures.push({ error: String(error), kind }))
  expect([done, failures]).toEqual([2, [{ error: 'Error: broken', kind: 'note.fail' }]])
})

test('pieces that fail leave room in the next sets for those behind them', async () => {
  const open = new Set(Array.from({ length: 10 }, (_, i) => String(i)))
  const read = async (except: readonly string[]) => [...open].filter((piece) => !except.includes(piece)).slice(0, 3)
  const done = await sweepSets(read, async (set) => {
    const [left, finished] = [set.filter((piece) => Number(piece) < 5), set.filter((piece) => Number(piece) >= 5)]
    for (const piece of finished) open.delete(piece)
    return { done: finished.length, left }
  })
  expect([done, [...open]]).toEqual([5, ['0', '1', '2', '3', '4']])
})
