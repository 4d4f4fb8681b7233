import { expect, test } from 'vitest'
import { marketSession } from '../../fx/calendar/index.ts'
import { checkMode, checkTarget, startOf, stateAt, timeOf } from './rules.ts'

const at = (text: string) => new Date(text)
const latest = at('2027-12-14T23:59:59.999Z')

test.each([
  ['2026-11-25T12:00:00Z', '2026-11-25T12:00:00.000Z'], // a Wednesday noon: wall time
  ['2026-11-27T18:59:00Z', '2026-11-27T18:59:00.000Z'], // Friday, three hours and a minute left
  ['2026-11-27T19:01:00Z', '2026-11-27T10:00:00.000Z'], // Friday, less than three hours left
  ['2026-11-28T12:00:00Z', '2026-11-27T10:00:00.000Z'], // Saturday
  ['2026-11-29T21:00:00Z', '2026-11-27T10:00:00.000Z'], // Sunday before the opening
  ['2026-11-29T22:30:00Z', '2026-11-29T22:30:00.000Z'], // Sunday after it
])('an empty sandbox opened at %s starts at %s', (wall, start) => {
  expect(startOf(at(wall), marketSession).toISOString()).toBe(start)
})

test('at every hour of the week a sandbox starts in an open market, and a consent "until in two hours" is not over', () => {
  for (let hour = 0; hour < 7 * 24; hour++) {
    const wall = new Date(at('2026-11-23T00:30:00Z').getTime() + hour * 3600_000)
    const start = startOf(wall, marketSession)
    expect(start.getTime()).toBeLessThanOrEqual(wall.getTime())
    const { isOpen, to } = marketSession(start)
    expect([start, isOpen, to.getTime() - start.getTime() >= 3 * 3600_000]).toEqual([start, true, true])
  }
})

test.each([
  ['P2D', '2026-11-27T12:00:00.000Z'],
  ['PT90M', '2026-11-25T13:30:00.000Z'],
  ['P1DT12H', '2026-11-27T00:00:00.000Z'],
  ['P1Y', '2027-11-25T12:00:00.000Z'],
  ['P1W', '2026-12-02T12:00:00.000Z'],
  ['PT0S', '2026-11-25T12:00:00.000Z'],
])('advancing by %s leads to %s', (advance, target) => {
  expect(checkTarget({ advance }, at('2026-11-25T12:00:00Z'), latest).toISOString()).toBe(target)
})

test.each([
  [{ set: '2026-11-25T11:59:59.999Z' }, 'clock_moves_forward_only'],
  [{ advance: '-P1D' }, 'clock_moves_forward_only'],
  [{ advance: '2 days' }, 'duration_invalid'],
  [{ advance: 'P2Y' }, 'clock_beyond_calendar'],
  [{ set: '2028-01-01T00:00:00Z' }, 'clock_beyond_calendar'],
])('%o is refused: %s', (move, code) => {
  expect(() => checkTarget(move, at('2026-11-25T12:00:00Z'), latest)).toThrow(expect.objectContaining({ code }))
})

test('a request needs exactly one mode', () => {
  expect(() => checkMode({})).toThrow(expect.objectContaining({ code: 'clock_mode_required' }))
  expect(() => checkMode({ freeze: true, advance: 'P1D' })).toThrow(
    expect.objectContaining({ code: 'clock_mode_required' }),
  )
})

test('a running clock follows wall time, a frozen one stops, and a resumed one continues from there', () => {
  const running = { version: 1n, epoch: 0, offsetMs: 3_600_000, frozenAt: null }
  const wall = at('2026-11-25T12:00:00Z')
  const later = at('2026-11-25T12:10:00Z')
  expect(timeOf(running, later).toISOString()).toBe('2026-11-25T13:10:00.000Z')
  const frozen = stateAt(running, timeOf(running, wall), wall, true)
  expect(timeOf(frozen, later).toISOString()).toBe('2026-11-25T13:00:00.000Z')
  const released = stateAt(frozen, timeOf(frozen, later), later, false)
  expect(timeOf(released, at('2026-11-25T12:11:00Z')).toISOString()).toBe('2026-11-25T13:01:00.000Z')
})
