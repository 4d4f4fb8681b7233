import { afterEach, expect, test, vi } from 'vitest'
import { systemClock } from '../kernel/values/clock.ts'
import { startHousekeeping } from './housekeeping.ts'

afterEach(() => vi.useRealTimers())

test('a failing part of housekeeping is logged and does not stop the other parts', async () => {
  vi.useFakeTimers()
  const warn = vi.fn()
  const cleaned = vi.fn(async () => 0)
  const failing = async () => Promise.reject(new Error('cannot delete'))
  const housekeeping = startHousekeeping({
    db: { pool: {} } as never,
    clock: systemClock,
    log: { warn } as never,
    statements: { issueClosedMonths: async () => Promise.reject(new Error('cannot issue')) },
    cleanUps: [failing, cleaned],
  })
  await vi.advanceTimersByTimeAsync(60_000)
  housekeeping.stop()
  expect(cleaned).toHaveBeenCalledTimes(1)
  expect(warn.mock.calls.map(([{ err }]) => (err as Error).message)).toEqual(['cannot issue', 'cannot delete'])
})
