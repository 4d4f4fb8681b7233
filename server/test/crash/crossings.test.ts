import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { chanceOf } from './chance.ts'
import { killDuringCrossings } from './crossings.ts'

const seed = process.env.CRASH_SEED ?? `${Date.now()}`
const KILLS = 5

test(`after ${KILLS} kills under load the house has one journal per crossing (CRASH_SEED=${seed})`, async () => {
  const db = await testDatabase()
  const tally = await killDuringCrossings(db, KILLS, chanceOf(seed))
  expect(tally.crossings).toBeGreaterThan(KILLS)
}, 120_000)
