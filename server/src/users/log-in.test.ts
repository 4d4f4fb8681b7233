import { generateSync } from 'otplib'
import { beforeEach, describe, expect, test } from 'vitest'
import { givenEntity } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { inTransaction } from '../kernel/db/db.ts'
import type { Refusal } from '../kernel/values/refusals.ts'
import { createSeal } from '../kernel/values/seal.ts'
import {
  createDevices,
  createLogIn,
  createLogInLimits,
  createPasskeys,
  createUser,
  listUsers,
  setUserSecrets,
  setUserStatus,
  unlockUser,
} from './index.ts'

const db = await testDatabase()
const seal = createSeal(() => Buffer.alloc(32, 3))
const time = { wall: new Date('2026-11-20T10:00:00Z') }
const clock = { now: () => time.wall, wall: () => time.wall }
const PROOF = {
  passkeyId: 'x',
  publicKey: Buffer.alloc(1),
  clientData: Buffer.alloc(1),
  authenticatorData: Buffer.alloc(1),
  signature: Buffer.alloc(1),
}
/** Users whose passkey is proved, whatever the browser answers. */
const passkeyHolders = new Set<string>()
const passkeys = {
  ...createPasskeys({ db, clock, origin: 'http://localhost:8080', institution: 'Hartwick Bank' }),
  proves: async ({ userId }: { userId: string }) => (passkeyHolders.has(userId) ? PROOF : undefined),
}
const limits = createLogInLimits({ db, clock, wait: async () => {} })
const devices = createDevices({ key: 'secret', clock })
const { full: enter, firstFactor } = createLogIn({ db, clock, seal, passkeys, limits, devices })
const HOME = '192.0.2.1'
const logIn = (order: Omit<Parameters<typeof enter>[0], 'address'> & { address?: string }) =>
  enter({ address: HOME, ...order })
const entityId = await givenEntity(db, 'RM')
const act = { actor: { type: 'operator' as const }, at: time.wall, wall: time.wall }
const later = (minutes: number) => (time.wall = new Date(time.wall.getTime() + minutes * 60_000))
const create = (username: string, password?: string) =>
  inTransaction(db, (tx) => createUser(tx, seal, { entityId, username, ...(password && { password }) }, act))

let number = 0
let user: Awaited<ReturnType<typeof create>>
beforeEach(async () => {
  later(60)
  await db.pool.query('delete from user_failures')
  user = await create(`jo.${++number}`)
})
const code = (offsetSeconds = 0, secret = user.totpSecret) =>
  generateSync({ secret, epoch: Math.floor(time.wall.getTime() / 1000) + offsetSeconds })
const attempt = (change: object = {}) =>
  logIn({ username: user.username, password: user.password, code: code(), ...change })
const refused = { code: 'log_in_failed' }

describe('a user logs in', () => {
  test('with name, password and code; the code of the step before or after is taken too', async () => {
    expect(await attempt()).toMatchObject({ entityId, userId: user.userId })
    later(2)
    expect(await attempt({ code: code(-30) })).toMatchObject({ userId: user.userId })
    expect(await attempt({ code: code(30) })).toMatchObject({ userId: user.userId })
  })

  test('not with a code of two steps ago, nor with one that was taken, nor with an older one after it', async () => {
    await expect(attempt({ code: code(-60) })).rejects.toMatchObject(refused)
    await attempt()
    await expect(attempt()).rejects.toMatchObject(refused)
    await expect(attempt({ code: code(-30) })).rejects.toMatchObject(refused)
  })

  test('once, when the same code is sent twice at the same time', async () => {
    const answers = await Promise.allSettled([attempt(), attempt(), attempt()])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('not with another’s code, an empty one, or a password alone', async () => {
    const other = await create(`al.${number}`)
    await expect(attempt({ code: code(0, other.totpSecret) })).rejects.toMatchObject(refused)
    await expect(attempt({ code: '' })).rejects.toMatchObject(refused)
    await expect(logIn({ username: user.username, password: user.password })).rejects.toMatchObject(refused)
    await expect(attempt({ passkey: { challenge: 'x', response: { id: 'x' } } })).rejects.toMatchObject(refused)
    await expect(attempt({ passkey: { challenge: 'x', response: null } })).rejects.toMatchObject(refused)
  })

  test('not while blocked, and with old secrets never again after a reset', async () => {
    const name = { entityId, userId: user.userId }
    await inTransaction(db, (tx) => setUserStatus(tx, name, 'Blocked', act))
    await expect(attempt()).rejects.toMatchObject(refused)
    await inTransaction(db, (tx) => setUserStatus(tx, name, 'Active', act))
    const next = await inTransaction(db, (tx) => setUserSecrets(tx, seal, name, act))
    await expect(attempt()).rejects.toMatchObject(refused)
    expect(await attempt({ password: next.password, code: code(0, next.totpSecret) })).toMatchObject(name)
  })

  test('not while the entity they act for is suspended', async () => {
    const suspended = await givenEntity(db, 'RM')
    const made = await inTransaction(db, (tx) =>
      createUser(tx, seal, { entityId: suspended, username: `su.${number}` }, act),
    )
    const secrets = { username: made.username, password: made.password, code: code(0, made.totpSecret) }
    await db.pool.query(`update entities set status = 'Suspended' where entity_id = $1`, [suspended])
    await expect(logIn(secrets)).rejects.toMatchObject(refused)
    await db.pool.query(`update entities set status = 'Active' where entity_id = $1`, [suspended])
    expect(await logIn(secrets)).toMatchObject({ userId: made.userId })
  })

  test('with the same password whichever keyboard wrote it', async () => {
    const made = await create(`accent.${number}`, 'caf\u00e9 au lait noir')
    const answer = await logIn({
      username: made.username,
      password: 'cafe\u0301 au lait noir',
      code: code(0, made.totpSecret),
    })
    expect(answer.userId).toBe(made.userId)
  })
})

const guess = (change: object = {}) => attempt({ password: 'not the password', ...change })
const fail = (times: number, change: object = {}) =>
  Promise.all(Array.from({ length: times }, () => expect(guess(change)).rejects.toMatchObject(refused)))
const delayed = { code: 'log_in_delayed', status: 429, headers: { 'retry-after': '2' } }

describe('guessing', () => {
  test('is delayed, at the address of the user too; not in a browser where they logged in, nor with a passkey', async () => {
    await fail(5)
    await expect(attempt()).rejects.toMatchObject(delayed)
    expect(await attempt({ device: devices.mark(user) })).toMatchObject({ userId: user.userId })
    expect(await attempt({ address: '198.51.100.7', code: code(30) })).toMatchObject({ userId: user.userId })
    passkeyHolders.add(user.userId)
    const passkey = { challenge: 'x', response: { id: 'x' } }
    expect(await attempt({ passkey })).toMatchObject({ userId: user.userId })
  })

  test('by strangers in great number turns others away, and not a browser or a passkey of a user', async () => {
    let isOver = false
    let turnedAway: () => void
    const isFull = new Promise<void>((resolve) => (turnedAway = resolve))
    const flood = Array.from({ length: 200 }, async (_, i) => {
      const stranger = { username: `nobody.${i}`, password: 'x', code: '000000', address: `203.0.113.${i}` }
      while (!isOver) await logIn(stranger).catch(({ code }: Refusal) => code === 'overloaded' && turnedAway())
    })
    await isFull
    expect(await attempt({ device: devices.mark(user) })).toMatchObject({ userId: user.userId })
    passkeyHolders.add(user.userId)
    expect(await attempt({ passkey: { challenge: 'x', response: { id: 'x' } } })).toMatchObject({ userId: user.userId })
    isOver = true
    await Promise.all(flood)
  })

  test('does not delay the first factor before a payment either, with a passkey; that passkey replaces no password', async () => {
    await fail(5)
    const first = (change: object = {}) =>
      firstFactor({ username: user.username, password: user.password, address: HOME, ...change })
    await expect(first()).rejects.toMatchObject(delayed)
    const passkey = { challenge: 'x', response: { id: 'x' } }
    await expect(first({ passkey })).rejects.toMatchObject(delayed)
    passkeyHolders.add(user.userId)
    await expect(first({ passkey, password: 'not the password' })).rejects.toMatchObject(refused)
    expect(await first({ passkey })).toMatchObject({ userId: user.userId })
    await expect(first()).rejects.toMatchObject(delayed)
  })

  test('is delayed alike for an unknown name, which fails in the same time', async () => {
    const before = performance.now()
    const unknown = { username: 'nobody', password: 'x', code: '123456' }
    await expect(logIn(unknown)).rejects.toMatchObject(refused)
    expect(performance.now() - before).toBeGreaterThan(390)
    for (let i = 0; i < 4; i++) await expect(logIn(unknown)).rejects.toMatchObject(refused)
    await expect(logIn(unknown)).rejects.toMatchObject(delayed)
  })

  test('codes with the right password stops the codes of the user for a minute, wherever they come from', async () => {
    for (let i = 1; i <= 5; i++)
      await expect(attempt({ code: '000000', address: `198.51.100.${i}` })).rejects.toMatchObject(refused)
    await expect(attempt()).rejects.toMatchObject(refused)
    later(1)
    expect(await attempt()).toMatchObject({ userId: user.userId })
  })

  test('ends for the user when the operator unlocks them', async () => {
    await fail(5)
    await expect(attempt()).rejects.toMatchObject(delayed)
    await inTransaction(db, (tx) => unlockUser(tx, user.username, act))
    expect(await attempt()).toMatchObject({ userId: user.userId })
  })
})

describe('a new user', () => {
  test.each([
    ['username_invalid', 'a b', undefined],
    ['username_invalid', 'x', undefined],
    ['password_too_weak', 'fine.name', 'short'],
  ])('%s: %s', async (refusal, username, password) => {
    await expect(create(username, password)).rejects.toMatchObject({ code: refusal })
  })

  test('cannot have the name of another user, in capitals or not', async () => {
    await expect(create(user.username.toUpperCase())).rejects.toMatchObject({ code: 'username_taken' })
  })

  test('is audited, and seen by its own entity alone', async () => {
    const other = await givenEntity(db, 'ABS')
    expect(await listUsers(db.reader, other)).toEqual([])
    expect((await listUsers(db.reader, entityId)).map(({ userId }) => userId)).toContain(user.userId)
    const { rows } = await db.pool.query(
      `select a::text as text from audit_log a where action = 'user.created' and resource_id = $1`,
      [user.userId],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].text).not.toContain(user.password)
  })
})
