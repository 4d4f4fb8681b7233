import { channel } from 'node:diagnostics_channel'
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLaneTurns, noteOpen } from './lane-turns.ts'

const open: EventEmitter[] = []

/** Has requests come; returns their responses, which are closed when they are answered. */
function givenRequests(count = 1): EventEmitter[] {
  const responses = Array.from({ length: count }, () => new EventEmitter())
  open.push(...responses)
  for (const response of responses) channel('http.server.request.start').publish({ response })
  return responses
}

const LANES = ['a', 'b', 'c', 'd']

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (const response of open.splice(0)) response.emit('close')
  vi.useRealTimers()
})

/** Lanes that run three jobs each; a job ends by `endOne`. */
function runThreeOfEach() {
  const turns = createLaneTurns()
  const begun: string[] = []
  const ends: (() => void)[] = []
  const lane = async (name: string) => {
    for (let i = 0; i < 3; i++)
      await turns(() => {
        begun.push(name)
        return new Promise<void>((resolve) => ends.push(resolve))
      })
  }
  const all = Promise.all(LANES.map(lane))
  const settled = () => vi.advanceTimersByTimeAsync(0)
  return {
    begun,
    all,
    settled,
    endOne: async () => {
      ends.shift()!()
      await settled()
    },
    running: () => ends.length,
  }
}

describe('lanes of a process', () => {
  test('run at the same time while it serves no request', async () => {
    vi.advanceTimersByTime(1e10) // beyond the last request of other tests in this thread
    const { running, settled } = runThreeOfEach()
    await settled()
    expect(running()).toBe(4)
  })

  test('take turns while it serves requests, so that these keep their share of the processor', async () => {
    givenRequests()
    const { begun, running, settled, endOne, all } = runThreeOfEach()
    await settled()
    for (let i = 0; i < 12; i++) {
      expect(running()).toBe(1)
      await endOne()
    }
    await all
    expect(begun).toEqual([...LANES, ...LANES, ...LANES])
  })

  test('run at the same time while many requests are under way, so that jobs keep pace with what these bring', async () => {
    const responses = givenRequests(40)
    const { running, settled, endOne } = runThreeOfEach()
    await settled()
    expect(running()).toBe(4)
    for (const response of responses) response.emit('close')
    for (let i = 0; i < 3; i++) await endOne()
    expect(running()).toBe(1)
  })

  test('take turns while many streams of events are open', async () => {
    for (const response of givenRequests(40)) {
      noteOpen(response)
      noteOpen(response)
    }
    givenRequests()
    const { running, settled } = runThreeOfEach()
    await settled()
    expect(running()).toBe(1)
  })

  test('do not wait for long for a slow job of another lane', async () => {
    givenRequests()
    const { running } = runThreeOfEach()
    await vi.advanceTimersByTimeAsync(99)
    expect(running()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(running()).toBe(4)
  })

  test('continue after a job that failed', async () => {
    givenRequests()
    const turns = createLaneTurns()
    const failing = turns(() => Promise.reject(new Error('failed')))
    const next = turns(async () => 'ran')
    await expect(failing).rejects.toThrow('failed')
    expect(await next).toBe('ran')
  })
})
