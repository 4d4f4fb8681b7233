import { beforeEach, describe, expect, test } from 'vitest'
import { authService, type TestClient } from '../../test/support/auth-service.ts'
import { givenClient, givenEntity, operatorAct } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { createClient, rotateSecret } from './index.ts'

const db = await testDatabase()
const service = await authService(db)
const { ask, after, wall } = service
const entity = await givenEntity(db, 'RM')
let client: TestClient
const own = () => service.own(client)
beforeEach(async () => {
  service.resetWall()
  client = await givenClient(db, entity)
})

describe('secrets', () => {
  const rotate = (overlap: number) =>
    inTransaction(db, (tx) => rotateSecret(tx, client.clientId, overlap, { ...operatorAct, wall: wall() }))

  test('two live ones during rotation, then one', async () => {
    const first = client.secret
    const second = await rotate(60)
    for (const secret of [first, second]) expect((await ask({ ...own(), client_secret: secret })).statusCode).toBe(200)
    after(61)
    expect((await ask({ ...own(), client_secret: first })).statusCode).toBe(401)
    const third = await rotate(60)
    expect((await ask({ ...own(), client_secret: second })).statusCode).toBe(200)
    expect((await ask({ ...own(), client_secret: third })).statusCode).toBe(200)
    const fourth = await rotate(0)
    for (const [secret, status] of [
      [second, 401],
      [third, 401],
      [fourth, 200],
    ] as const) {
      expect((await ask({ ...own(), client_secret: secret })).statusCode).toBe(status)
    }
  })

  test.each([
    ['scope_unknown', { grants: ['admin:*'] }],
    ['ip_range_invalid', { ipAllowList: ['10.0.0.0/40'] }],
    ['jwks_invalid', { jwks: { keys: [{ kty: 'EC', d: 'secret' }] } }],
  ])('%s: the client is not created', async (code, change) => {
    const order = { entityId: entity, name: 'x', roles: ['maker' as const], grants: [], ...change }
    await expect(inTransaction(db, (tx) => createClient(tx, order, operatorAct))).rejects.toMatchObject({ code })
  })
})
