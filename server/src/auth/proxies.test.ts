import { expect, test } from 'vitest'
import { authService } from '../../test/support/auth-service.ts'
import { givenClient, givenEntity } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'

const PROXY = '10.0.0.9'
const db = await testDatabase()
const { ask, own, tokenOf, app } = await authService(db, { trustedProxies: ['10.0.0.0/24'] })
const entity = await givenEntity(db, 'RM')
const through = (address: string) => ({ 'x-forwarded-for': address })

test("behind the proxy a client's allow-list is compared with the client's address", async () => {
  const client = await givenClient(db, entity, { ipAllowList: ['203.0.113.0/24'] })
  const codeFrom = async (headers: Record<string, string>, peer: string) => {
    const answer = await ask(own(client), headers, peer)
    return answer.json().error ?? answer.statusCode
  }
  expect(await codeFrom(through('203.0.113.5'), PROXY)).toBe(200)
  expect(await codeFrom(through('198.51.100.5'), PROXY)).toBe('ip_not_allowed')
  expect(await codeFrom(through('203.0.113.5, 198.51.100.5'), PROXY)).toBe('ip_not_allowed') // forged by the client
  expect(await codeFrom({}, PROXY)).toBe('ip_not_allowed')
  expect(await codeFrom(through('203.0.113.5'), '198.51.100.5')).toBe('ip_not_allowed') // past the proxy
})

test("a token is rejected outside its client's allow-list, also through the proxy", async () => {
  const client = await givenClient(db, entity, { ipAllowList: ['203.0.113.0/24'] })
  const { access_token: token } = (await ask(own(client), through('203.0.113.5'), PROXY)).json()
  const statusFrom = async (address: string) => {
    const headers = { authorization: `Bearer ${token}`, ...through(address) }
    return (await app.inject({ url: '/whoami', headers, remoteAddress: PROXY })).statusCode
  }
  expect([await statusFrom('203.0.113.77'), await statusFrom('198.51.100.5')]).toEqual([200, 403])
})

test('wrong secrets from one address behind the proxy do not lock the client out for the others', async () => {
  const client = await givenClient(db, entity)
  const wrong = { ...own(client), client_secret: 'wrong' }
  await Promise.all(Array.from({ length: 10 }, () => ask(wrong, through('198.51.100.5'), PROXY)))
  expect((await ask(own(client), through('198.51.100.5'), PROXY)).statusCode).toBe(401)
  expect((await ask(own(client), through('203.0.113.5'), PROXY)).statusCode).toBe(200)
  expect(await tokenOf(client)).toMatch(/^cbt_/)
})
