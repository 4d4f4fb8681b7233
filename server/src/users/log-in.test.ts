import { generateSync } from 'otplib'
import { beforeEach, describe, expect, test } from 'vitest'
import { givenEntity } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { createSeal } from '../kernel/values/seal.ts'
import {
  createLogIn,
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
const passkeys = createPasskeys({ db, clock, origin: 'http://localhost:8080' })
const logIn = createLogIn({ db, clock, seal, passkeys })
const entityId = await givenEntity(db, 'RM')
const act = { actor: { type: 'operator' as const }, at: time.wall, wall: time.wall }
const later = (minutes: number) => (time.wall = new Date(time.wall.getTime() + minutes * 60_000))
const create = (username: string, password?: string) =>
  inTransaction(db, (tx) => createUser(tx, seal, { entityId, username, ...(password && { password }) }, act))

let number = 0
let user: Awaited<ReturnType<typeof create>>
beforeEach(async () => {
  later(60)
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

describe('guessing', () => {
  test('is locked after five failures, for fifteen minutes, and is not prolonged by more', async () => {
    for (let i = 0; i < 5; i++) await expect(attempt({ code: '000000' })).rejects.toMatchObject(refused)
    await expect(attempt()).rejects.toMatchObject(refused)
    later(14)
    await expect(attempt()).rejects.toMatchObject(refused)
    later(1)
    expect(await attempt()).toMatchObject({ userId: user.userId })
  })

  test('is not helped by sending all guesses at once', async () => {
    const guesses = Array.from({ length: 12 }, () => attempt({ password: 'not the password' }))
    await Promise.allSettled(guesses)
    await expect(attempt()).rejects.toMatchObject(refused)
  })

  test('starts anew after a success, and an operator can end a lock', async () => {
    for (let i = 0; i < 4; i++) await expect(attempt({ code: '000000' })).rejects.toMatchObject(refused)
    await attempt()
    later(1)
    for (let i = 0; i < 5; i++) await expect(attempt({ code: '000000' })).rejects.toMatchObject(refused)
    await inTransaction(db, (tx) => unlockUser(tx, user.username, act))
    expect(await attempt()).toMatchObject({ userId: user.userId })
  })

  test('names leaves a bounded trace, and tells nothing: an unknown name fails as a known one does', async () => {
    const before = performance.now()
    await expect(logIn({ username: 'nobody', password: 'x', code: '123456' })).rejects.toMatchObject(refused)
    expect(performance.now() - before).toBeGreaterThan(390)
    const { rows } = await db.pool.query(`select name_key from user_failures where name_key like 'none:%'`)
    expect(rows.every(({ name_key: key }) => /^none:[0-9a-f]{3}$/.test(key))).toBe(true)
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

  test('cannot take another’s name, in whatever letters', async () => {
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
