import { beforeEach, describe, expect, test } from 'vitest'
import { authService, type TestClient } from '../../test/support/auth-service.ts'
import { givenClient, givenEntity, operatorAct } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { setEntityStatus } from '../entities/index.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { findClient, grantEntity, revokeEntity } from './index.ts'

const db = await testDatabase()
const { call, ask, own, tokenOf, post } = await authService(db)
const [first, second, stranger] = [
  await givenEntity(db, 'RM'),
  await givenEntity(db, 'ABS'),
  await givenEntity(db, 'ABS'),
]
let client: TestClient
beforeEach(async () => {
  client = await givenClient(db, first, { otherEntityIds: [second] })
})

const grant = (entityId: string, grants: string[]) =>
  inTransaction(db, (tx) => grantEntity(tx, client.clientId, { entityId, roles: ['maker'], grants }, operatorAct))
const revoke = (entityId: string) => inTransaction(db, (tx) => revokeEntity(tx, client.clientId, entityId, operatorAct))
const entitiesOf = async (token: string) => {
  const answer = await call(token, '/list')
  if (answer.statusCode !== 200) return `${answer.statusCode} ${answer.json().code}`
  return answer.json<{ entityId: string }[]>().map(({ entityId }) => entityId)
}
const setStatus = (entityId: string, status: 'Active' | 'Suspended') =>
  inTransaction(db, (tx) => setEntityStatus(tx, entityId, status, operatorAct))
const setAllowList = (entityId: string, ranges: string[]) =>
  db.pool.query(`update entity_settings set profile = jsonb_set(profile, '{ipAllowList}', $2) where entity_id = $1`, [
    entityId,
    JSON.stringify(ranges),
  ])

test('a token of a client of two entities is for both, the first one first', async () => {
  expect(await entitiesOf(await tokenOf(client))).toEqual([first, second])
})

test('a client of one entity is bound by its token alone', async () => {
  const token = await tokenOf(await givenClient(db, first))
  expect((await call(token)).json()).toMatchObject({ entityId: first, serviceKind: 'RM' })
})

describe('scopes are granted for each entity', () => {
  test('a token can request the scopes of all entities, and has for each entity those granted for it', async () => {
    await grant(first, ['fx:trade'])
    await grant(second, ['payments:read'])
    const answer = await ask(own(client))
    expect(answer.json().scope).toBe('fx:trade payments:read')
    expect((await call(answer.json().access_token, '/list')).json()).toEqual([
      { entityId: first, scopes: ['fx:trade'] },
      { entityId: second, scopes: ['payments:read'] },
    ])
    expect((await ask({ ...own(client), scope: 'fx:quote' })).json().error).toBe('invalid_scope')
  })

  test('a grant, a change of it and a revocation reach tokens in use', async () => {
    const token = await tokenOf(client)
    expect(await entitiesOf(token)).toEqual([first, second])
    await grant(stranger, ['fx:quote'])
    await expect.poll(() => entitiesOf(token)).toHaveLength(3)
    await revoke(stranger)
    await revoke(first)
    await expect.poll(() => entitiesOf(token)).toEqual([second])
  })

  test('the last entity cannot be revoked, nor one that was never granted', async () => {
    await expect(revoke(stranger)).rejects.toMatchObject({ code: 'client_grant_not_found' })
    await revoke(second)
    await expect(revoke(first)).rejects.toMatchObject({ code: 'client_last_entity' })
    expect((await findClient(db.reader, client.clientId))?.entities.map(({ entityId }) => entityId)).toEqual([first])
  })

  test('grants are audited in the book of their entity', async () => {
    await grant(second, ['fx:quote'])
    const { rows } = await db.pool.query(
      `select entity_id, action from audit_log where resource_id = $1 and action like 'client.entity%' order by at`,
      [client.clientId],
    )
    expect(rows).toEqual(Array.from({ length: 2 }, () => ({ entity_id: second, action: 'client.entityGranted' })))
  })
})

describe('an entity that is suspended', () => {
  test('drops out of tokens in use and comes back when it is active again', async () => {
    const token = await tokenOf(client)
    expect(await entitiesOf(token)).toEqual([first, second])
    await setStatus(first, 'Suspended')
    await expect.poll(() => entitiesOf(token)).toEqual([second])
    expect((await call(token)).json()).toMatchObject({ entityId: second })
    expect((await ask(own(client))).statusCode).toBe(200)
    await setStatus(second, 'Suspended')
    await expect.poll(() => entitiesOf(token)).toBe('401 token_invalid')
    expect((await ask(own(client))).json().error).toBe('unauthorized_client')
    await setStatus(first, 'Active')
    await setStatus(second, 'Active')
    await expect.poll(() => entitiesOf(token)).toEqual([first, second])
  })
})

test('an entity that does not allow the address is left out, and the request is rejected if none allows it', async () => {
  const token = await tokenOf(client)
  await setAllowList(first, ['198.51.100.0/24'])
  await expect.poll(() => entitiesOf(token)).toEqual([second])
  expect((await ask(own(client))).statusCode).toBe(200)
  await setAllowList(second, ['198.51.100.0/24'])
  await expect.poll(() => entitiesOf(token)).toBe('403 ip_not_allowed')
  expect((await ask(own(client))).json().error).toBe('ip_not_allowed')
  expect((await call(token, '/list', '198.51.100.7')).json()).toHaveLength(2)
  await setAllowList(first, [])
  await setAllowList(second, [])
})

test('introspection names the entities', async () => {
  const { body } = await post('introspect', { ...own(client), token: await tokenOf(client) })
  expect(JSON.parse(body).entity_ids).toHaveLength(2)
})
