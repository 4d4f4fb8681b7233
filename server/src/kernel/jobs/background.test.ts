import { expect, test } from 'vitest'
import { createRests } from './background.ts'

/** Returns the pauses between several parts of the work. */
async function pausesAfter(parts: readonly number[], isRequested: boolean): Promise<number[]> {
  const pauses: number[] = []
  const rest = createRests(
    async (ms) => void pauses.push(ms),
    () => isRequested,
  )
  for (const ms of parts) await rest(ms)
  return pauses
}

test.each([
  ['half of the time', false, [30, 100, 24]],
  ['a tenth of it while the process serves requests', true, [270, 900, 216]],
])('work that no client waits for takes %s', async (_share, isRequested, pauses) => {
  expect(await pausesAfter([30, 100, 8, 8, 8], isRequested)).toEqual(pauses)
  expect(await pausesAfter([100_000], isRequested)).toEqual([60_000])
})
