import { afterAll, describe, expect, test } from 'vitest'
import { givenClient, givenEntity } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { silentProxy } from '../../test/support/silent-proxy.ts'
import { createEntityDirectory } from '../entities/index.ts'
import { systemClock } from '../kernel/values/clock.ts'
import type { Db } from '../kernel/db/db.ts'
import { createListener } from '../kernel/db/notifications.ts'
import { type Auth, createAuth, findClient } from './index.ts'

const caller = { ip: '127.0.0.1' }
const db = await testDatabase()
const entity = await givenEntity(db, 'RM')
const { clientId } = await givenClient(db, entity)
const client = (await findClient(db.reader, clientId))!
const closing: (() => unknown)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

/** Creates the parts of one server process: a listener and a cache. */
async function process(listenTo: Pick<Db, 'connection'> = db): Promise<Auth> {
  const listener = createListener(listenTo)
  const entities = createEntityDirectory(db, listener)
  const auth = createAuth({ db, clock: systemClock, listener, entities, baseUrl: 'http://cambist.test' })
  await listener.start()
  closing.push(() => listener.close(), auth.close)
  return auth
}

/** Waits until the token is cached and answered immediately. */
const warm = async (auth: Auth, token: string) => {
  await expect
    .poll(() => ((found) => !(found instanceof Promise) && found?.clientId)(auth.authenticate(token, caller)), {
      interval: 5,
    })
    .toBe(clientId)
}
const refusedSoon = async (auth: Auth, token: string) => {
  await expect.poll(() => auth.authenticate(token, caller), { interval: 10 }).toBeUndefined()
}

describe('revocation', () => {
  test('is seen by the other process, and by one that starts later', async () => {
    const [here, there] = [await process(), await process()]
    const token = await here.tokens.issue(client, ['fx:quote'])
    await Promise.all([warm(here, token), warm(there, token)])
    await here.tokens.revoke(client, token)
    expect(await here.authenticate(token, caller)).toBeUndefined()
    await refusedSoon(there, token)
    expect(await (await process()).authenticate(token, caller)).toBeUndefined()
  })

  test('is seen when the listening connection is cut', async () => {
    const [here, there] = [await process(), await process()]
    const token = await here.tokens.issue(client, ['fx:quote'])
    await warm(there, token)
    await db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query in ('select 1', 'listen "entity_changed"')`,
    )
    await here.tokens.revoke(client, token)
    await refusedSoon(there, token)
    const next = await here.tokens.issue(client, ['fx:quote'])
    await warm(there, next)
    await here.tokens.revoke(client, next)
    await refusedSoon(there, next)
  })

  test('is seen when the listening connection falls silent', async () => {
    const proxy = await silentProxy(db.connection)
    closing.push(() => proxy.close())
    const [here, there] = [await process(), await process({ connection: proxy.connection })]
    const token = await here.tokens.issue(client, ['fx:quote'])
    await warm(there, token)
    proxy.fallSilent()
    await here.tokens.revoke(client, token)
    await refusedSoon(there, token)
    const other = await here.tokens.issue(client, ['fx:quote'])
    expect(await there.authenticate(other, caller)).toMatchObject({ clientId }) // the cache is passed by
    expect(there.authenticate(other, caller)).toBeInstanceOf(Promise)
    proxy.resume()
    await warm(there, other)
  })

  test('takes effect even if another process is reading the token', async () => {
    const [here, there] = [await process(), await process()]
    for (let i = 0; i < 20; i++) {
      const token = await here.tokens.issue(client, ['fx:quote'])
      await Promise.all([
        there.authenticate(token, caller),
        here.tokens.revoke(client, token),
        there.authenticate(token, caller),
      ])
      await refusedSoon(there, token)
    }
  })
})

test('a cached token is known immediately, without a query', async () => {
  const auth = await process()
  const token = await auth.tokens.issue(client, ['fx:quote'])
  await warm(auth, token)
  expect(auth.authenticate(token, caller)).toMatchObject({ clientId })
})
