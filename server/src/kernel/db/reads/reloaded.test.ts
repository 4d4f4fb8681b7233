import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openReloaded } from './reloaded.ts'

type Read = string | Error | Promise<string>

/** Opens a value whose reads return what is given, in turn. */
async function open(...reads: Read[]) {
  const hearers: ((payload: string) => void)[] = []
  const closing = new AbortController()
  const listener = {
    on: (_channel: string, hear: (payload: string) => void) => void hearers.push(hear),
    closing: closing.signal,
  }
  const errors: unknown[] = []
  const load = async () => {
    const next = reads.shift() ?? 'last'
    if (next instanceof Error) throw next
    return next
  }
  const options = { onError: (error: unknown) => void errors.push(error), retryMs: 1 }
  const { current, reload } = await openReloaded({ listener, channel: 'changed' }, load, options)
  const notify = () => hearers.forEach((hear) => hear(''))
  return { current, reload, errors, notify, close: () => closing.abort(), left: () => reads.length }
}

test('a change whose read fails is read again without another notice: a process would keep the old value for good', async () => {
  const away = new Error('away')
  const { current, notify, errors } = await open('old', away, new Error('still away'), 'new')
  notify()
  await expect.poll(current).toBe('new')
  expect(errors).toEqual([away])
})

test('notices while a read is repeated report no further error', async () => {
  const away = new Error('away')
  const { current, notify, errors } = await open('old', away, away, away, 'new')
  notify()
  notify()
  await expect.poll(current).toBe('new')
  expect(errors).toEqual([away])
})

test('a slow read does not replace the result of a later one', async () => {
  let finish = (_value: string) => {}
  const slow = new Promise<string>((resolve) => (finish = resolve))
  const { current, reload } = await open('old', slow, 'newest')
  const reads = [reload(), reload()]
  finish('older')
  await Promise.all(reads)
  expect(current()).toBe('newest')
})

test('a read on request reports its error, and the value stays', async () => {
  const { current, reload } = await open('old', new Error('away'))
  await expect(reload()).rejects.toThrow('away')
  expect(current()).toBe('old')
})

test('a process that stops repeats no read: its database is closed', async () => {
  const away = Array.from({ length: 100_000 }, () => new Error('away'))
  const { notify, close, errors, left } = await open('old', ...away)
  notify()
  await expect.poll(left).toBeLessThan(99_990)
  close()
  await pause(20) // a read that was under way ends
  const atClose = left()
  notify()
  await pause(50)
  expect(left()).toBe(atClose - 1)
  expect(errors).toHaveLength(1)
})
