import { beforeEach, describe, expect, test } from 'vitest'
import { authService, type TestClient } from '../../test/support/auth-service.ts'
import { givenClient, givenEntity, operatorAct } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { setEntityStatus, setProfile } from '../entities/index.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { SCOPES } from '../kernel/http/http.ts'
import { setClientStatus, unlockClient } from './index.ts'

const db = await testDatabase()
const service = await authService(db)
const { app, baseUrl, post, ask, call, after, wall } = service
const entity = await givenEntity(db, 'RM')
let client: TestClient
const own = () => service.own(client)
const tokenOf = (form: Record<string, string> = {}) => service.tokenOf(client, form)
beforeEach(async () => {
  service.resetWall()
  client = await givenClient(db, entity)
})

type Form = Record<string, string>

describe('token', () => {
  test('with all granted scopes by default', async () => {
    const answer = await ask(own())
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' })
    expect(answer.json()).toEqual({
      access_token: expect.stringMatching(/^cbt_00[A-Za-z0-9_-]{43}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: SCOPES.join(' '),
    })
    expect((await call(answer.json().access_token)).json()).toMatchObject({
      clientId: client.clientId,
      entityId: entity,
      serviceKind: 'RM',
    })
  })

  test('by HTTP Basic', async () => {
    const authorization = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`
    expect((await ask({}, { authorization })).statusCode).toBe(200)
    const both = await ask(own(), { authorization })
    expect([both.statusCode, both.json().error]).toEqual([400, 'invalid_request'])
  })

  test.each([
    ['token', 'grant_type, scope'],
    ['revoke', 'token, token_type_hint'],
    ['introspect', 'token, token_type_hint'],
  ])('parameters in the address of %s are rejected by name, with the valid ones', async (operation, valid) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/v1/oauth2/${operation}?client_secret=${client.secret}&scope=fx%3Aquote`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...own(), token: 'x' }).toString(),
    })
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_request'])
    expect(answer.json().error_description).toContain('query parameters: client_secret, scope.')
    expect(answer.json().error_description).toContain(`in the body: ${valid}`)
    expect(answer.body).not.toContain(client.secret)
  })

  test('unknown fields of the form are ignored, as RFC 6749 requires', async () => {
    const answer = await ask({ ...own(), scope: 'fx:quote', audience: 'x', resource: 'https://x.example' })
    expect([answer.statusCode, answer.json().scope]).toEqual([200, 'fx:quote'])
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { client_id, client_secret } = own()
    const form = { client_id, client_secret, token: answer.json().access_token, audience: 'x' } as Form
    const payload = new URLSearchParams(form).toString()
    const found = await app.inject({ method: 'POST', url: '/v1/oauth2/introspect', headers, payload })
    expect(found.json()).toMatchObject({ active: true })
    const revoked = await app.inject({ method: 'POST', url: '/v1/oauth2/revoke', headers, payload })
    expect(revoked.statusCode).toBe(200)
  })

  test('opens what its scope allows and nothing else', async () => {
    const token = await tokenOf({ scope: 'fx:quote' })
    expect((await call(token)).json().scopes).toEqual(['fx:quote'])
    const refused = await call(token, '/scoped')
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'scope_missing'])
    expect((await call(await tokenOf({ scope: 'fx:trade' }), '/scoped')).statusCode).toBe(200)
  })

  test('keeps only scopes that the client still has', async () => {
    const token = await tokenOf()
    await db.pool.query(`update api_client_entities set grants = '{fx:quote}' where client_id = $1`, [client.clientId])
    await expect.poll(async () => (await call(token)).json().scopes).toEqual(['fx:quote'])
  })

  test('is stored as a hash only, as secrets are', async () => {
    const token = await tokenOf()
    const { rows } = await db.pool.query(
      `select (select count(*) from access_tokens t where t::text like $1) + (select count(*) from client_secrets s where s::text like $2) as n`,
      [`%${token.slice(4)}%`, `%${client.secret.slice(4)}%`],
    )
    expect(rows).toEqual([{ n: 0n }])
  })

  test.each<[string, Form, number, string]>([
    ['no grant_type', { grant_type: '' }, 400, 'invalid_request'],
    ['another grant_type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['an unknown scope', { scope: 'admin:*' }, 400, 'invalid_scope'],
    ['no secret', { client_secret: '' }, 401, 'invalid_client'],
    ['a wrong secret', { client_secret: 'cbs_wrong' }, 401, 'invalid_client'],
    ['an unknown client', { client_id: 'cli_00000000000000000000000000' }, 401, 'invalid_client'],
    ['an id that is none', { client_id: 'nobody' }, 401, 'invalid_client'],
    ['an ungranted scope', { scope: 'fx:quote nonsense:read' }, 400, 'invalid_scope'],
  ])('%s: rejected as RFC 6749 requires', async (_what, change, status, error) => {
    const answer = await ask({ ...own(), ...change })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toEqual({
      error,
      error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
      error_uri: `${baseUrl}/docs/errors#${error}`,
    })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['www-authenticate']).toBe(status === 401 ? 'Basic realm="cambist"' : undefined)
  })

  test('JSON is rejected with the media type to send, and other routes still accept JSON', async () => {
    const answer = await app.inject({ method: 'POST', url: '/v1/oauth2/token', payload: { grant_type: 'x' } })
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_request'])
    expect(answer.json().error_description).toContain('application/x-www-form-urlencoded, not as application/json')
    expect((await app.inject({ method: 'POST', url: '/json', payload: { a: 1 } })).json()).toEqual({ a: 1 })
    expect((await app.inject({ method: 'POST', url: '/v1/oauth2/token' })).json().error).toBe('invalid_request')
  })

  test('ends after an hour of wall time', async () => {
    const token = await tokenOf()
    after(3599)
    expect((await call(token)).statusCode).toBe(200)
    after(1)
    const refused = await call(token)
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'token_invalid'])
  })

  test.each(['cbt_nonsense', `cbt_${'A'.repeat(45)}`])('%s is refused', async (token) => {
    expect((await call(token)).statusCode).toBe(401)
  })
})

describe('lock-out', () => {
  const fail = (times: number) =>
    Promise.all(Array.from({ length: times }, () => ask({ ...own(), client_secret: 'cbs_wrong' })))

  test('after ten failures the right secret gets the answer of a wrong one; after 15 minutes it works', async () => {
    await fail(9)
    expect((await ask(own())).statusCode).toBe(200) // and forgets the nine
    await fail(10)
    const locked = await ask(own())
    const unknown = await ask({ ...own(), client_id: 'cli_00000000000000000000000000' })
    expect([locked.statusCode, locked.body]).toEqual([401, unknown.body])
    after(15 * 60 - 1)
    expect((await ask(own())).statusCode).toBe(401)
    after(1)
    expect((await ask(own())).statusCode).toBe(200)
  })

  test('from one address does not lock out the client from another', async () => {
    await fail(10)
    expect((await ask(own())).statusCode).toBe(401)
    const payload = new URLSearchParams({ grant_type: 'client_credentials', ...own() }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const from = (remoteAddress: string) =>
      app.inject({ method: 'POST', url: '/v1/oauth2/token', headers, payload, remoteAddress })
    expect((await from('192.0.2.7')).statusCode).toBe(200)
    expect((await from('192.0.2.1')).statusCode).toBe(401)
  })

  test('does not revoke issued tokens, and the operator can end it', async () => {
    const token = await tokenOf()
    await fail(10)
    expect((await call(token)).statusCode).toBe(200)
    await inTransaction(db, (tx) => unlockClient(tx, client.clientId, operatorAct))
    expect((await ask(own())).statusCode).toBe(200)
  })

  test('failures far apart do not add up', async () => {
    await fail(9)
    after(15 * 60)
    await fail(9)
    expect((await ask(own())).statusCode).toBe(200)
  })

  test('every kind of failure is answered after the same time', async () => {
    for (const change of [{ client_id: 'cli_0000000000000000000000YYYY' }, { client_secret: 'wrong' }]) {
      const askedAt = performance.now()
      await ask({ ...own(), ...change })
      expect(performance.now() - askedAt).toBeGreaterThan(45)
    }
  })

  test('an unknown id costs the same steps: a row is written for it too', async () => {
    const count = async () => {
      const { rows } = await db.pool.query('select coalesce(sum(failures), 0) as n from client_failures')
      return Number(rows[0].n)
    }
    const before = await count()
    await ask({ ...own(), client_id: 'cli_0000000000000000000000ZZZZ' })
    expect(await count()).toBe(before + 1)
  })
})

describe('addresses', () => {
  test('off the list are refused once the client has proved itself, and cannot lock it out', async () => {
    client = await givenClient(db, entity, { ipAllowList: ['198.51.100.0/24'] })
    const refused = await ask(own())
    expect([refused.statusCode, refused.json().error]).toEqual([403, 'ip_not_allowed'])
    await Promise.all(Array.from({ length: 12 }, () => ask({ ...own(), client_secret: 'wrong' })))
    expect((await ask({ ...own(), client_secret: 'wrong' })).json().error).toBe('invalid_client')
    expect((await ask(own(), {}, '198.51.100.9')).statusCode).toBe(200)
  })

  test('off the list cannot use a token either', async () => {
    const token = await tokenOf()
    expect((await call(token)).statusCode).toBe(200)
    await inTransaction(db, (tx) => setProfile(tx, entity, { ipAllowList: ['203.0.113.5'] }, operatorAct))
    await expect.poll(async () => (await call(token)).json().code).toBe('ip_not_allowed')
    await inTransaction(db, (tx) => setProfile(tx, entity, { ipAllowList: [] }, operatorAct))
    await expect.poll(async () => (await call(token)).statusCode).toBe(200)
  })

  test('must be on the list of the entity as well', async () => {
    const other = await givenEntity(db, 'ABS')
    client = await givenClient(db, other)
    await inTransaction(db, (tx) => setProfile(tx, other, { ipAllowList: ['203.0.113.5'] }, operatorAct))
    expect((await ask(own())).json().error).toBe('ip_not_allowed')
    expect((await ask(own(), {}, '203.0.113.5')).statusCode).toBe(200)
  })
})

describe('blocked', () => {
  test('clients and suspended entities get no token, and those they have are refused', async () => {
    const other = await givenEntity(db, 'RM')
    client = await givenClient(db, other)
    const token = await tokenOf()
    expect((await call(token)).statusCode).toBe(200)
    await inTransaction(db, (tx) => setClientStatus(tx, client.clientId, 'Blocked', operatorAct))
    await expect.poll(async () => (await call(token)).statusCode).toBe(401)
    expect((await ask(own())).json().error).toBe('unauthorized_client')
    expect((await ask({ ...own(), client_secret: 'wrong' })).json().error).toBe('invalid_client')
    await inTransaction(db, (tx) => setClientStatus(tx, client.clientId, 'Active', operatorAct))
    expect((await call(token)).statusCode).toBe(200)
    await inTransaction(db, (tx) => setEntityStatus(tx, other, 'Suspended', operatorAct))
    await expect.poll(async () => (await call(token)).statusCode).toBe(401)
    expect((await ask(own())).json().error).toBe('unauthorized_client')
  })
})

describe('revocation and introspection', () => {
  test('a revoked token is rejected, an unknown one gets the same answer, and no other client can revoke it', async () => {
    const token = await tokenOf()
    const other = await givenClient(db, entity)
    const theirs = { client_id: other.id, client_secret: other.secret }
    expect((await post('revoke', { ...theirs, token })).statusCode).toBe(200)
    expect((await call(token)).statusCode).toBe(200)
    const done = await post('revoke', { ...own(), token })
    expect([done.statusCode, done.body]).toEqual([200, ''])
    expect((await call(token)).statusCode).toBe(401)
    expect((await post('revoke', { ...own(), token: 'nonsense' })).statusCode).toBe(200)
    expect((await post('revoke', own())).json().error).toBe('invalid_request')
    expect((await post('revoke', { ...own(), client_secret: 'wrong', token })).statusCode).toBe(401)
  })

  test('a client can introspect its own token, and none of another client', async () => {
    const token = await tokenOf({ scope: 'fx:quote' })
    const seconds = Math.floor(wall().getTime() / 1000)
    expect((await post('introspect', { ...own(), token })).json()).toEqual({
      active: true,
      scope: 'fx:quote',
      client_id: client.id,
      sub: expect.stringMatching(/^ent_/),
      entity_ids: [expect.stringMatching(/^ent_/)],
      iss: baseUrl,
      token_type: 'Bearer',
      iat: seconds,
      exp: seconds + 3600,
    })
    const other = await givenClient(db, entity)
    const theirs = { client_id: other.id, client_secret: other.secret }
    expect((await post('introspect', { ...theirs, token })).json()).toEqual({ active: false })
    expect((await post('introspect', { ...own(), token: 'nonsense' })).json()).toEqual({ active: false })
    after(3600)
    expect((await post('introspect', { ...own(), token })).json()).toEqual({ active: false })
  })

  test('the metadata names the endpoints', async () => {
    const answer = await app.inject('/.well-known/oauth-authorization-server')
    expect(answer.json()).toMatchObject({ issuer: baseUrl, token_endpoint: `${baseUrl}/v1/oauth2/token` })
  })
})
