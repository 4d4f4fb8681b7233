import http from 'node:http'
import https from 'node:https'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { openListeners, openThirdParty } from '../support/third-party.ts'

const listeners = await openListeners(await testDatabase())
const { app, ca, config, credentials, issuer } = listeners
const third = await openThirdParty(listeners)
const main = `http://127.0.0.1:${config.port}`
const agents = [
  new http.Agent({ keepAlive: true, maxSockets: 1 }),
  new https.Agent({
    keepAlive: true,
    maxSockets: 1,
    ca,
    cert: third.software.transport.certificate,
    key: third.software.transport.privateKey,
  }),
] as const
afterAll(async () => {
  for (const agent of agents) agent.destroy()
  await listeners.close()
})

/** Sends a request on a connection that is kept: bytes of a body after HEAD would be read as the next response. */
function ask(method: string, url: string, headers: Record<string, string> = {}) {
  const isSecure = url.startsWith('https:')
  return new Promise<{ status: number; headers: http.IncomingHttpHeaders; length: number }>((resolve, reject) => {
    const sent = { method, headers, agent: agents[isSecure ? 1 : 0] }
    const request = (isSecure ? https : http).request(url, sent, (answer) => {
      let length = 0
      answer.on('data', (chunk: Buffer) => (length += chunk.length))
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, length }))
    })
    request.on('error', reject).end()
  })
}

const OF_ONE_RESPONSE = ['date', 'x-request-id', 'x-fapi-interaction-id', 'ratelimit', 'x-jws-signature', 'set-cookie']
const comparable = (headers: http.IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_RESPONSE.includes(name)))

const { clientId, clientSecret } = credentials.clients.rm
const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
const { access_token: mine } = (await (
  await fetch(`${main}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: basic },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
).json()) as { access_token: string }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const intent = `${issuer}/open-banking/v4.0/aisp/account-access-consents/${await third.consent()}`
const own = await third.token()

describe('HEAD', () => {
  test.each<[string, string, Record<string, string>?]>([
    ['a probe', `${main}/health/live`],
    ['public data', `${main}/v1/errors`],
    ['client data', `${main}/v1/accounts`, bearer(mine)],
    ['client data without a token', `${main}/v1/accounts`],
    ['an API document', `${main}/openapi.json`],
    ['the documentation', `${main}/docs/`],
    ['the page of a user', `${main}/open-banking/connections`],
    ['an unknown path', `${main}/nowhere`],
    ['the path of a command', `${main}/v1/oauth2/token`],
    ['discovery', `${issuer}/.well-known/openid-configuration`],
    ['a consent', intent, bearer(own)],
    ['a consent without a token', intent],
    ['an unknown path of open banking', `${issuer}/open-banking/v4.0/pisp/nowhere`],
  ])('of %s has the status and headers of GET, and no body', async (_what, url, headers) => {
    const expected = await ask('GET', url, headers)
    const answer = await ask('HEAD', url, headers)
    expect([answer.status, answer.length]).toEqual([expected.status, 0])
    const without = ({ 'content-length': _length, 'transfer-encoding': _coding, ...rest }: http.IncomingHttpHeaders) =>
      rest
    const isProblem = expected.status >= 400 // its length varies with the method that it names
    const [found, wanted] = [answer, expected].map((one) => comparable(one.headers))
    expect(isProblem ? without(found!) : found).toEqual(isProblem ? without(wanted!) : wanted)
  })

  test('of a stream of events ends immediately, and holds no connection', async () => {
    const answer = await ask('HEAD', `${main}/v1/events`, { ...bearer(mine), accept: 'text/event-stream' })
    expect([answer.status, answer.length, answer.headers['content-type']]).toEqual([200, 0, 'text/event-stream'])
  })

  test('is named in the error of a path without GET, and in the methods of one that has it', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/v1/oauth2/token' })
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'POST'])
    const other = await ask('DELETE', `${main}/v1/errors`)
    expect([other.status, other.headers['allow']]).toEqual([405, 'GET, HEAD'])
  })

  test('of a document is recorded like the document: it discloses that there is one', async () => {
    const { rows } = await listeners.db.pool.query<{ count: string }>(COUNT)
    const list = await (await fetch(`${main}/v1/accounts`, { headers: bearer(mine) })).json()
    const [{ accountId }] = (list as { data: [{ accountId: string }] }).data
    const url = `${main}/v1/statements?accountId=${accountId}`
    expect((await ask('HEAD', url, { ...bearer(mine), accept: 'application/pdf' })).status).toBe(200)
    const after = await listeners.db.pool.query<{ count: string }>(COUNT)
    expect(Number(after.rows[0]!.count)).toBe(Number(rows[0]!.count) + 1)
  })
})

const COUNT = `select count(*) from audited_acts where action = 'document.read'`
