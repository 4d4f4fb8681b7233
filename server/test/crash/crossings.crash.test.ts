import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { chanceOf } from './chance.ts'
import { killDuringCrossings } from './crossings.ts'

const seed = process.env.CRASH_SEED ?? `${Date.now()}`
const KILLS = 200

test(`after ${KILLS} kills under load the house has one journal per crossing (CRASH_SEED=${seed})`, async () => {
  const db = await testDatabase()
  const tally = await killDuringCrossings(db, KILLS, chanceOf(seed))
  console.log(tally)
  expect(tally.crossings).toBeGreaterThan(KILLS)
  expect(tally.betweenSteps, 'kills between the steps').toBeGreaterThan(0)
}, 1_800_000)
