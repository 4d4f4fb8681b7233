import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { refuseHttp } from '../kernel/http/problems.ts'
import { createDevices, createLogInLimits, usersModule } from './index.ts'

const db = await testDatabase()
const time = { wall: new Date('2026-11-20T10:00:00Z') }
const clock = { now: () => time.wall, wall: () => time.wall }
const secondsLater = (seconds: number) => (time.wall = new Date(time.wall.getTime() + seconds * 1000))
const holds: number[] = []
const wait = async (seconds: number) => holds.push(seconds)
/** Two processes of the service: each has limits of its own over the same database. */
const [limits, others] = [createLogInLimits({ db, clock, wait }), createLogInLimits({ db, clock, wait })]
beforeEach(async () => {
  secondsLater(3600)
  holds.length = 0
  await db.pool.query('delete from user_failures')
})

const HOME = { address: '192.0.2.1' }
const wrong = async () => undefined
const right = async () => 'in'
const guess = (origin = HOME, username = 'jo', process = limits) => process.password(username, origin, wrong)
const enter = (origin: Parameters<typeof limits.password>[1] = HOME, username = 'jo') =>
  limits.password(username, origin, right)
const delayed = { code: 'log_in_delayed', status: 429 }

/** Guesses wrongly a number of times, each time as soon as allowed; returns the seconds of each delay. */
async function guessPatiently(times: number, origin = HOME): Promise<number[]> {
  const waits: number[] = []
  for (let done = 0; done < times; ) {
    const failure = await guess(origin).then(
      () => void done++,
      (error: { params: { seconds: number } }) => error,
    )
    if (!failure) continue
    expect(failure).toMatchObject(delayed)
    waits.push(failure.params.seconds)
    secondsLater(failure.params.seconds)
  }
  return waits
}

describe('guessing', () => {
  test('costs a growing delay after five failures, of a quarter of an hour at most, and the answer says how long', async () => {
    expect(await guessPatiently(17)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
    await expect(guess()).rejects.toMatchObject({
      params: { seconds: 900 },
      headers: { 'retry-after': '900' },
      message: expect.stringContaining('Try again in 15 minutes.') as string,
    })
    secondsLater(899)
    await expect(guess()).rejects.toThrow('Try again in 1 second.')
  })

  test('causes no delay until the earlier time if the clock is set back', async () => {
    await guessPatiently(9)
    await expect(enter()).rejects.toMatchObject(delayed)
    const before = time.wall
    secondsLater(-30)
    await expect(enter()).rejects.toMatchObject(delayed) // a process whose clock is behind
    time.wall = before
    secondsLater(-86_400)
    expect(await enter()).toBe('in')
  })

  test('elsewhere does not delay the user, however long it lasts', async () => {
    await guessPatiently(20, { address: '198.51.100.7' })
    expect(await enter()).toBe('in')
  })

  test('at many addresses holds an attempt for a few seconds, growing with the guesses, and never rejects it', async () => {
    for (let i = 1; i <= 12; i++) await guess({ address: `198.51.100.${i}` })
    expect(holds).toEqual([0.25, 0.5, 1, 2, 4, 5, 5])
    expect(await enter()).toBe('in')
  })

  test('at the very address of the user delays neither a browser in which they logged in before nor a passkey', async () => {
    await guessPatiently(9)
    await expect(enter()).rejects.toMatchObject(delayed)
    holds.length = 0
    expect(await enter({ ...HOME, device: 'known' })).toBe('in')
    expect(await enter({ ...HOME, hasPasskey: true })).toBe('in')
    expect(holds).toEqual([])
  })

  test('in a known browser has delays of its own', async () => {
    expect(await guessPatiently(7, { ...HOME, device: 'known' } as typeof HOME)).toEqual([2, 4])
    expect(await enter()).toBe('in')
  })

  test('many names from one address is delayed too; an IPv6 network counts as one address', async () => {
    for (let i = 0; i < 30; i++) await guess({ address: `2001:db8:0:1::${i}` }, `nobody.${i}`)
    await expect(enter({ address: '2001:db8:0:1:ffff::9' })).rejects.toMatchObject(delayed)
    expect(await enter({ address: '2001:db8:0:2::9' })).toBe('in')
    expect(await enter({ address: '2001:db8:0:1::1', device: 'known' })).toBe('in')
  })

  test('is not helped by sending all guesses at once, to several processes: five are looked at', async () => {
    const guesses = Array.from({ length: 40 }, (_, i) => guess(HOME, 'jo', i % 2 === 0 ? limits : others))
    const answers = await Promise.allSettled(guesses)
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject(delayed)
  })

  test('is forgotten after a success', async () => {
    await guessPatiently(4)
    await enter()
    expect(await guessPatiently(5)).toEqual([])
  })
})

test('an attempt that is turned away because the service is busy does not count', async () => {
  const busy = async () => {
    throw refuseHttp.overloaded()
  }
  for (let i = 0; i < 20; i++)
    await expect(limits.password('jo', HOME, busy)).rejects.toMatchObject({ code: 'overloaded' })
  expect(await guessPatiently(5)).toEqual([])
})

test('wrong codes stop the next check of a code for a minute, then for twice as long; a right one ends that', async () => {
  for (let i = 0; i < 5; i++) await limits.code('jo', wrong)
  expect(await limits.code('jo', right)).toBeUndefined()
  secondsLater(60)
  await limits.code('jo', wrong)
  secondsLater(119)
  expect(await limits.code('jo', right)).toBeUndefined()
  secondsLater(1)
  expect(await limits.code('jo', right)).toBe('in')
  expect(await limits.code('jo', right)).toBe('in')
})

test('neither a name nor an address can be read from what is stored, and housekeeping deletes it', async () => {
  await guess()
  const keys = async () =>
    (await db.pool.query<{ key: string }>('select name_key as key from user_failures')).rows.map(({ key }) => key)
  expect(await keys()).toHaveLength(3)
  expect((await keys()).join()).not.toMatch(/192\.0|jo\b/)
  const wall = new Date(time.wall.getTime() + 3 * 86_400_000)
  for (const cleanUp of usersModule.cleanUp!) await cleanUp(db.pool, { business: wall, wall }, 1000)
  expect(await keys()).toEqual([])
})

test('the mark of a known browser counts for its user alone, unchanged, and for half a year', () => {
  const devices = createDevices({ key: 'secret', clock })
  const [user, other] = [{ userId: 'a' }, { userId: 'b' }]
  const mark = devices.mark(user)
  expect(devices.idOf(mark, user)).toMatch(/^[\w-]{22}$/)
  const forged = [devices.mark(other), undefined, '', 'x', mark.replace(/^\d/, '9'), `${mark.slice(0, -1)}~`]
  for (const sent of forged) expect(devices.idOf(sent, user)).toBeUndefined()
  expect(createDevices({ key: 'another', clock }).idOf(mark, user)).toBeUndefined()
  secondsLater(180 * 86_400)
  expect(devices.idOf(mark, user)).toBeUndefined()
})
