import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { createListener } from '../../kernel/db/notifications.ts'
import { isOld, listReferenceRates, openReferenceRates, setReferenceRate } from './index.ts'
import type { NewRate } from './rules.ts'

const db = await testDatabase({ poolSize: 6 })
const now = new Date('2026-11-20T10:00:00Z')
const act = { actor: { type: 'operator' as const }, at: now, wall: now }
const listener = createListener(db)
const live = await openReferenceRates(db, listener, { fill: false })
await listener.start()
afterAll(() => listener.close())

const set = (change: Partial<NewRate> = {}, unusual = false) => {
  const rate = { currency: 'KWD', rate: '0.307', day: '2026-11-20', source: 'CBK', setBy: 'A. Khan', ...change }
  return inTransaction(db, (tx) => setReferenceRate(tx, rate, act, unusual))
}

describe('the rates of an installation', () => {
  test('are empty at first, and a rate that is set reaches other processes', async () => {
    expect(live.rate('KWD')).toBeUndefined()
    await set()
    await expect.poll(() => live.rate('KWD')?.toFixed()).toBe('0.307')
  })

  test('a rate of an earlier day is stored without effect; of two for a day the later counts', async () => {
    expect((await set({ rate: '0.31', day: '2026-11-19' })).rules).toBe(false)
    expect((await set({ rate: '0.308' })).rules).toBe(true)
    await live.reload()
    expect(live.rate('KWD')?.toFixed()).toBe('0.308')
    expect((await listReferenceRates(db.pool, 'KWD')).map(({ rate }) => rate)).toEqual(['0.308', '0.307', '0.31'])
  })

  test('set concurrently are checked one after the other: one that is too far from the first is not recorded', async () => {
    const done = await Promise.allSettled([
      set({ currency: 'OMR', rate: '0.3845' }),
      set({ currency: 'OMR', rate: '2.6' }),
    ])
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await listReferenceRates(db.pool, 'OMR')).toHaveLength(1)
  })

  test('cannot be set for a future day', async () => {
    await expect(set({ day: '2026-11-21' })).rejects.toThrow('still to come')
  })

  test.each(['update reference_rates set rate = 1', 'delete from reference_rates', 'truncate reference_rates'])(
    'is append-only: %s',
    async (statement) => {
      await expect(db.pool.query(statement)).rejects.toThrow('append-only')
    },
  )

  test('a rate still counts after thirty days, and is reported as old', async () => {
    await live.reload()
    expect([isOld('2026-11-20', '2026-12-20'), isOld('2026-11-20', '2026-12-21')]).toEqual([false, true])
    expect(live.old('2026-12-20')).toEqual([])
    expect(live.old('2026-12-21')).toContainEqual(expect.objectContaining({ currency: 'KWD', day: '2026-11-20' }))
    expect(live.rate('KWD')).toBeDefined()
  })

  test('are filled in once for a sandbox without any, and rates of an operator stay', async () => {
    const others = { on: () => {} }
    const opened = await Promise.all([1, 2].map(() => openReferenceRates(db, others, { fill: true })))
    for (const rates of opened) {
      expect([rates.rate('KWD')?.toFixed(), rates.rate('EGP')?.toFixed()]).toEqual(['0.308', '48'])
    }
    expect(await listReferenceRates(db.pool, 'EGP')).toMatchObject([{ setBy: 'shipped with the server' }])
  })
})
