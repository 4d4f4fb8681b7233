import { expect, test } from 'vitest'
import { removeAbandoned } from '../support/temporary-directory.ts'
import { chanceOf } from './chance.ts'
import { type Crash, runCrashes } from './crash-run.ts'

const seed = process.env.CRASH_SEED ?? `${Date.now()}`
const EACH = 20

/** Twenty kills of the server and twenty of the database, mixed; some in the midst of a settlement, some during a start. */
function drawCrashes(): Crash[] {
  const chance = chanceOf(seed)
  const during = (): Pick<Crash, 'during'> => ({ during: chance.happens(20) ? 'settlement' : 'load' })
  const ofServer = (): Crash => ({ target: 'server', ...during(), again: chance.happens(25) })
  const ofDatabase = (): Crash => ({
    target: chance.pick(['database', 'database', 'postmaster', 'both']),
    ...during(),
    again: false,
  })
  return chance.shuffle([...Array.from({ length: EACH }, ofServer), ...Array.from({ length: EACH }, ofDatabase)])
}

test(`what was acknowledged survives ${EACH} kills of the server and ${EACH} of the database (CRASH_SEED=${seed})`, async () => {
  await removeAbandoned()
  console.log(`CRASH_SEED=${seed}`)
  const tally = await runCrashes({ seed, crashes: drawCrashes(), say: console.log })
  console.log(tally)
  expect(tally.made, 'orders that were made').toBeGreaterThan(4000)
  expect(tally.lost, 'orders without an answer').toBeGreaterThan(400)
  expect(tally.storedUnacknowledged, 'orders stored and not acknowledged: what keys are for').toBeGreaterThan(10)
})
