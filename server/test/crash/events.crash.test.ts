import { test } from 'vitest'
import { removeAbandoned } from '../support/temporary-directory.ts'
import { runEventCrashes } from './event-run.ts'

const seed = process.env.CRASH_SEED ?? `${Date.now()}`

test(`no event is lost, and each webhook arrives, through 20 kills of three processes and their database (CRASH_SEED=${seed})`, async () => {
  await removeAbandoned()
  console.log(`CRASH_SEED=${seed}`)
  await runEventCrashes({ seed, orders: 1000, kills: 20, say: console.log })
})
