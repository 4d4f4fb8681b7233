import { afterEach, expect, test } from 'vitest'
import { installShutdown } from './shutdown.ts'

const before = new Set(process.listeners('SIGTERM'))
afterEach(() => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    for (const listener of process.listeners(signal)) if (!before.has(listener)) process.off(signal, listener)
})

test('all listeners close together, after the delay and before what they use', async () => {
  const shutdown = installShutdown(() => {})
  const steps: string[] = []
  let closing = 0
  let bothClose = () => {}
  const both = new Promise<void>((resolve) => (bothClose = resolve))
  const close = async () => {
    if (++closing === 2) bothClose()
    await both
    steps.push('listener')
  }
  shutdown.onStop(async () => void steps.push('database'))
  shutdown.closeListener(close)
  shutdown.closeListener(close)
  shutdown.onStop(async () => void steps.push('delay'))
  await shutdown.stop()
  expect(steps).toEqual(['delay', 'listener', 'listener', 'database'])
  expect(() => shutdown.closeListener(close)).toThrow('interrupted')
})

test('a listener that fails to close is reported, once the others are closed', async () => {
  const lines: string[] = []
  const shutdown = installShutdown((line) => void lines.push(line))
  const exitCode = process.exitCode
  shutdown.closeListener(() => Promise.reject(new Error('it is open')))
  shutdown.closeListener(async () => void lines.push('closed'))
  await shutdown.stop()
  expect(lines).toEqual(['closed', 'it is open'])
  expect(process.exitCode).toBe(1)
  process.exitCode = exitCode
})
