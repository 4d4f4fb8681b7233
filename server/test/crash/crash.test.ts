import { expect, test } from 'vitest'
import { runCrashes } from './crash-run.ts'

// The short form of crash.crash.test.ts, which `npm run crash` runs.
const seed = process.env.CRASH_SEED ?? `${Date.now()}`

test(`what was acknowledged survives a kill of the server and of the database (CRASH_SEED=${seed})`, async () => {
  const tally = await runCrashes({
    seed,
    crashes: [
      { target: 'server', during: 'load' },
      { target: 'database', during: 'load' },
      { target: 'server', during: 'settlement' },
    ],
  })
  expect(tally.made, 'orders that were made').toBeGreaterThan(100)
  expect(tally.lost, 'orders without an answer').toBeGreaterThan(0)
}, 300_000)
