import { expect, test } from 'vitest'
import { nextAttempt } from './schedule.ts'

const first = new Date('2026-11-25T10:00:00.000Z')
const HOUR = 3_600_000

/** Hours after the first attempt of all attempts of a delivery that never succeeds. */
function hoursOf(random: number): number[] {
  const hours: number[] = [0]
  for (let at: Date | undefined = first, attempts = 1; attempts < 100; attempts++) {
    at = nextAttempt(attempts, first, at, random)
    if (!at) return hours
    hours.push((at.getTime() - first.getTime()) / HOUR)
  }
  throw new Error('it never ends')
}

test('a receiver that returns after a minute is not kept waiting, and one that never returns is given up after 72 hours', () => {
  const hours = hoursOf(0)
  expect(hours.slice(0, 4).map((hour) => Math.round(hour * 3600))).toEqual([0, 5, 35, 155])
  expect(hours.at(-1)).toBeLessThanOrEqual(72)
  expect(hours.at(-1)).toBeGreaterThan(58)
  expect(hours.length).toBe(14)
})

test('deliveries that failed together are spread', () => {
  const [early, late] = [0, 1].map((random) => nextAttempt(4, first, first, random)!.getTime() - first.getTime())
  expect([early, late]).toEqual([600_000, 720_000])
  expect(hoursOf(1).at(-1)).toBeLessThanOrEqual(72)
})
