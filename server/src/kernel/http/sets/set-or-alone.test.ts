import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { ConnectionLoss } from '../../db/connection-loss.ts'
import { asRefusal, refuseHttp } from '../problems.ts'
import { inSetOrAlone } from './set-or-alone.ts'

const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
const startingUp = Object.assign(new pg.DatabaseError('the database system is starting up', 1, 'error'), {
  code: '57P03',
})
const full = Object.assign(new pg.DatabaseError('could not extend file', 1, 'error'), { code: '53100' })
const LOST_AT_COMMIT = new ConnectionLoss(gone, true)
const UNKNOWN = refuseHttp.outcome_unknown()

const fails = (reason: unknown) => async () => {
  throw reason
}
const codeOf = (command: Promise<unknown>) => command.catch((error: unknown) => asRefusal(error)?.code)

describe('a command with a key whose set was lost at the commit', () => {
  test.each([LOST_AT_COMMIT, UNKNOWN])('is answered with what is stored under the key (%s)', async (lost) => {
    expect(await inSetOrAlone({ inSet: fails(lost), alone: async () => 'stored', hasKey: true })).toBe('stored')
  })

  test.each([gone, startingUp, full, refuseHttp.overloaded(), refuseHttp.shutting_down()])(
    'is never reported as undone while it cannot be looked up (%s)',
    async (error) => {
      for (const lost of [LOST_AT_COMMIT, UNKNOWN]) {
        const command = inSetOrAlone({ inSet: fails(lost), alone: fails(error), hasKey: true })
        expect(await codeOf(command)).toBe('outcome_unknown')
      }
    },
  )

  test('is rejected where the rules reject it, because nothing was stored then', async () => {
    const rejected = refuseHttp.amount_out_of_range()
    const command = inSetOrAlone({ inSet: fails(LOST_AT_COMMIT), alone: fails(rejected), hasKey: true })
    expect(await codeOf(command)).toBe('amount_out_of_range')
  })
})

test('a defect of one command of a set does not fail the others, if they have keys', async () => {
  const defect = new TypeError('of another command')
  expect(await inSetOrAlone({ inSet: fails(defect), alone: async () => 'made', hasKey: true })).toBe('made')
  await expect(inSetOrAlone({ inSet: fails(defect), alone: async () => 'made', hasKey: false })).rejects.toBe(defect)
})

test('a set that is rejected for lack of capacity is not tried alone', async () => {
  const command = inSetOrAlone({ inSet: fails(refuseHttp.overloaded()), alone: async () => 'made', hasKey: true })
  expect(await codeOf(command)).toBe('overloaded')
})

test('a command without a key is not carried out again after its set was lost', async () => {
  let times = 0
  const alone = async () => void times++
  expect(await codeOf(inSetOrAlone({ inSet: fails(LOST_AT_COMMIT), alone, hasKey: false }))).toBe('outcome_unknown')
  expect(times).toBe(0)
})

test('a command whose set stored nothing is carried out alone and fails with its own error', async () => {
  const inSet = async () => undefined
  expect(await inSetOrAlone({ inSet, alone: async () => 'made', hasKey: false })).toBe('made')
  expect(await codeOf(inSetOrAlone({ inSet, alone: fails(gone), hasKey: true }))).toBe('database_unavailable')
  expect(await codeOf(inSetOrAlone({ inSet: fails(gone), alone: fails(gone), hasKey: true }))).toBe(
    'database_unavailable',
  )
})
