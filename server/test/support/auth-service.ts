import { afterAll, beforeAll } from 'vitest'
import { createAuth } from '../../src/auth/index.ts'
import { oauthRoutes } from '../../src/auth/routes.ts'
import { createEntityDirectory } from '../../src/entities/index.ts'
import type { Db } from '../../src/kernel/db/db.ts'
import { createHttp } from '../../src/kernel/http/http.ts'
import { createListener } from '../../src/kernel/db/notifications.ts'
import type { givenClient } from './clients.ts'

type Form = Record<string, string>
export type TestClient = Awaited<ReturnType<typeof givenClient>>

/**
 * The OAuth endpoints over a database, with a wall clock that can be moved, and routes that show who a token is. Business
 * time is far from wall time, as it must not matter.
 */
export function authService(db: Db) {
  const baseUrl = 'http://cambist.test'
  const listener = createListener(db)
  let wall = new Date()
  const clock = { now: () => new Date('2030-01-01T00:00:00Z'), wall: () => wall }
  const auth = createAuth({ db, clock, listener, entities: createEntityDirectory(db, listener), baseUrl })
  const app = createHttp({ clock, authenticate: auth.authenticate })
  oauthRoutes(app, auth)
  app.get('/whoami', (request) => ({ ...request.principal, scopes: [...request.principal.scopes] }))
  app.get('/list', { config: { entities: 'several' } }, (request) =>
    request.principals.map(({ entityId, scopes }) => ({ entityId, scopes: [...scopes] })),
  )
  app.get('/scoped', { config: { scope: 'fx:trade' } }, () => ({}))
  app.post('/json', { config: { public: true } }, (request) => request.body)

  beforeAll(() => listener.start())
  afterAll(async () => {
    auth.close()
    await app.close()
    await listener.close()
  })

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
