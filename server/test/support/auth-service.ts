import type { Db } from '../../src/kernel/db/db.ts'
import type { givenClient } from './clients.ts'
import { openProcess } from './process.ts'

type Form = Record<string, string>
export type TestClient = Awaited<ReturnType<typeof givenClient>>

/**
 * The OAuth endpoints over a database, with a wall clock that can be moved, and routes that show who a token is. Business
 * time is far from wall time, as it must not matter.
 */
export async function authService(db: Db, { trustedProxies }: { trustedProxies?: readonly string[] } = {}) {
  const baseUrl = 'http://cambist.test'
  let wall = new Date()
  const clock = { now: () => new Date('2030-01-01T00:00:00Z'), wall: () => wall }
  const settings = { requireIdempotencyKey: false, sandbox: true, ...(trustedProxies && { trustedProxies }) }
  const { app } = await openProcess(db, { clock, baseUrl, settings })
  app.get('/whoami', (request) => ({ ...request.principal, scopes: [...request.principal.scopes] }))
  app.get('/list', { config: { entities: 'several' } }, (request) =>
    request.principals.map(({ entityId, scopes }) => ({ entityId, scopes: [...scopes] })),
  )
  app.get('/scoped', { config: { scope: 'fx:trade' } }, () => ({}))
  app.post('/json', { config: { public: true } }, (request) => request.body)

  const post = (path: string, form: Form, headers: Form = {}, remoteAddress = '192.0.2.1') =>
    app.inject({
      method: 'POST',
      url: `/v1/oauth2/${path}`,
      payload: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      remoteAddress,
    })
  const ask = (form: Form = {}, headers: Form = {}, address?: string) =>
    post('token', { grant_type: 'client_credentials', ...form }, headers, address)
  const own = ({ id, secret }: TestClient) => ({ client_id: id, client_secret: secret })
  return {
    app,
    baseUrl,
    post,
    /** POST /v1/oauth2/token. */
    ask,
    /** The client's id and secret as form parameters. */
    own,
    tokenOf: async (client: TestClient, form: Form = {}): Promise<string> =>
      (await ask({ ...own(client), ...form })).json().access_token,
    call: (token: string, url = '/whoami', remoteAddress = '192.0.2.1') =>
      app.inject({ url, headers: { authorization: `Bearer ${token}` }, remoteAddress }),
    wall: () => wall,
    /** Lets wall time pass. */
    after: (seconds: number) => (wall = new Date(wall.getTime() + seconds * 1000)),
    /** Sets wall time back to the machine's. */
    resetWall: () => (wall = new Date()),
  }
}
