import { expect, test } from 'vitest'
import { runCrashes } from './crash-run.ts'

const seed = process.env.CRASH_SEED ?? `${Date.now()}`

test(`what was acknowledged survives a kill of the server and of the database (CRASH_SEED=${seed})`, async () => {
  const tally = await runCrashes({
    seed,
    crashes: [
      { target: 'server', during: 'load' },
      { target: 'database', during: 'load' },
      { target: 'server', during: 'settlement' },
    ],
    say: process.env.CRASH_SEED ? console.log : undefined,
  })
  expect(tally.made).toBeGreaterThan(100)
  expect(tally.lost).toBeGreaterThan(0)
}, 60_000)
