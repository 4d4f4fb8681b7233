import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endProgress, reportProgress, startProgress } from './progress.ts'

let written = ''
const wasTerminal = process.stderr.isTTY
beforeEach(() => {
  written = ''
  vi.useFakeTimers()
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((written += text as string)))
})
afterEach(() => {
  endProgress()
  process.stderr.isTTY = wasTerminal
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a long command shows its state and elapsed seconds on a line that disappears when it ends', () => {
  process.stderr.isTTY = true
  startProgress()
  vi.advanceTimersByTime(300)
  expect(written).toBe('') // short work shows nothing
  reportProgress('Read 500 rows')
  vi.advanceTimersByTime(2_000)
  expect(written).toMatch(/Read 500 rows \(2 s\)$/)
  endProgress()
  expect(written.endsWith('\r\u001B[K')).toBe(true)
})

test('a pipe or a file gets no line', () => {
  process.stderr.isTTY = false
  startProgress()
  vi.advanceTimersByTime(5_000)
  endProgress()
  expect(written).toBe('')
})
