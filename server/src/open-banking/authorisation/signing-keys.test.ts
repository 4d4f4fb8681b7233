import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { type Db, inTransaction } from '../../kernel/db/db.ts'
import { createSeal } from '../../kernel/values/seal.ts'
import { systemClock } from '../../kernel/values/clock.ts'
import { selfSigned } from '../dcr/index.ts'
import { openSigningKeys, rotateSigningKey } from './signing-keys.ts'

const db = await testDatabase()
const clock = systemClock
const certify = () => selfSigned('CN=Signing', new Date())
const [ours, other] = [1, 2].map((byte) => createSeal(() => Buffer.alloc(32, byte)))

/** Opens the keys of a process whose reads of the database may fail. */
async function open() {
  const state = { isAway: false, defects: [] as Error[], hear: () => {} }
  const pool = {
    query: (...given: Parameters<Db['pool']['query']>) =>
      state.isAway ? Promise.reject(new Error('no connection is free')) : db.pool.query(...given),
  }
  const keys = await openSigningKeys({
    db: { ...db, pool } as unknown as Db,
    clock,
    seal: ours!,
    certify,
    mayReplace: false,
    onDefect: (error) => void state.defects.push(error),
    listener: { on: (_channel, hear) => void (state.hear = () => hear('')) },
  })
  return { keys, state }
}
const rotate = (seal = ours!) => inTransaction(db, (tx) => rotateSigningKey(tx, { clock, seal, certify }))
await rotate()

test('a process that could not read the keys at a rotation does not sign with the retired one for good', async () => {
  const { keys, state } = await open()
  const { kid: retired } = keys.current()
  state.isAway = true
  const kid = await rotate()
  state.hear()
  await expect.poll(() => state.defects.length).toBe(1)
  expect(keys.current().kid).toBe(retired)
  state.isAway = false
  await expect.poll(() => keys.current().kid, { timeout: 10_000 }).toBe(kid)
  expect(keys.published().keys.map((key) => key.kid)).toEqual([kid, retired])
  expect(state.defects).toHaveLength(1)
})

test('a provider that cannot be built with the next key is built again, and the earlier key signs meanwhile', async () => {
  const { keys, state } = await open()
  const { kid: retired } = keys.current()
  const built: string[] = []
  keys.onChange(async (next) => {
    built.push(next.kid)
    if (built.length === 1) throw new Error('it cannot be built')
  })
  const kid = await rotate()
  state.hear()
  await expect.poll(() => state.defects.length).toBe(1)
  expect(keys.current().kid).toBe(retired)
  await expect.poll(() => keys.current().kid, { timeout: 10_000 }).toBe(kid)
  expect(built).toEqual([kid, kid])
})

test('a rotation with the SECRETS_KEY of another installation is reported, and the next one counts', async () => {
  const { keys, state } = await open()
  const { kid: retired } = keys.current()
  await rotate(other)
  state.hear()
  await expect.poll(() => state.defects[0]?.message).toMatch(/rotate again with that of the servers/)
  expect(keys.current().kid).toBe(retired)
  const kid = await rotate()
  await expect.poll(() => keys.current().kid, { timeout: 10_000 }).toBe(kid)
})
