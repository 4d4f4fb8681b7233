import { afterAll, expect, test } from 'vitest'
import { givenClient, givenEntity, operatorAct } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { createClient } from '../../auth/index.ts'
import { createEntity } from '../../entities/index.ts'
import { emit } from '../../events/index.ts'
import { inTransaction, type Tx } from '../../kernel/db/db.ts'
import { SCOPES } from '../../kernel/http/http.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { createListener } from '../../kernel/db/notifications.ts'
import { ensureLedgerAccount, postJournal } from '../../ledger/index.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import { openSandboxClock } from '../clock/index.ts'
import { resetSandbox } from './reset.ts'

const db = await testDatabase()
const listener = createListener(db)
const wall = () => new Date('2026-11-28T12:00:00.000Z') // a Saturday
const clock = await openSandboxClock(db, listener, wall)
let heard = 0
listener.on('sandbox_reset', (payload) => {
  if (payload !== undefined) heard++
})
await listener.start()
afterAll(() => listener.close())

const count = async (table: string) =>
  (await db.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n as number

async function useSandbox() {
  const entityId = await givenEntity(db, 'ABS')
  const { clientId } = await givenClient(db, entityId)
  await db.pool.query(
    `insert into access_tokens (token_hash, entity_id, client_id, scopes, issued_at, expires_at)
     values (sha256($1::text::bytea), $2, $3, '{}', now(), now() + interval '1 hour')`,
    [clientId, entityId, clientId],
  )
  const accountId = newUuid()
  await inTransaction(db, async (tx) => {
    await ensureLedgerAccount(tx, { entityId, accountId, kind: 'client', currency: 'EUR' })
    const legs = [
      { account: accountId, currency: 'EUR', amountMinor: 500n },
      { account: { kind: 'in_transit' as const }, currency: 'EUR', amountMinor: -500n },
    ]
    const source = { type: 'test', id: accountId }
    await postJournal(
      tx,
      { entityId, kind: 'fundsReceived', type: 'Deposit', source, valueDate: '2026-11-25', legs },
      clock.now(),
    )
    await emit(
      tx,
      { actor: { type: 'system' }, at: clock.now(), wall: wall() },
      {
        entityId,
        type: 'account.credited',
        resourceType: 'account',
        resourceId: accountId,
      },
    )
  })
  return { entityId, clientId }
}

const reseedAs = (entityId: string, clientId: string) => async (tx: Tx) => {
  const most = 100_000_000_000n
  const limits = {
    minTradeMinor: 100n,
    maxTradeMinor: most,
    dailyTradeMinor: most,
    minPaymentMinor: 100n,
    singlePaymentMinor: most,
    dailyPaymentMinor: most,
    heldOpenMinor: most,
    settlementMinor: most,
  }
  const order = {
    entityId,
    serviceKind: 'ABS' as const,
    name: 'Seeded anew',
    entityType: 'Fund' as const,
    countryOfIncorporation: 'LU',
    jurisdiction: 'EU',
    baseCurrency: 'EUR',
    timeZone: 'Europe/Berlin',
    markupBps: '25',
    limits,
  }
  await createEntity(tx, order, operatorAct)
  await createClient(tx, { clientId, entityId, name: 'A client', roles: ['maker'], grants: [...SCOPES] }, operatorAct)
}

async function rowCounts() {
  const { rows } = await db.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  return Promise.all(rows.map(async ({ name }) => [name, await count(name)]))
}

test('a reset keeps the rows that migrations inserted', async () => {
  const before = await rowCounts()
  await resetSandbox({ db, clock, reseed: async () => {}, afterReset: async () => {} })
  expect(await rowCounts()).toEqual(before)
  await expect.poll(() => heard).toBe(1)
})

test('a reset empties everything, seeds again, keeps tokens, sets the clock back and notifies every process', async () => {
  const { entityId, clientId } = await useSandbox()
  const stranger = await useSandbox()
  await inTransaction(db, (tx) =>
    tx.query(`update sandbox_clock set version = version + 1, offset_ms = offset_ms + 864000000`),
  )
  let after = 0
  await resetSandbox({ db, clock, reseed: reseedAs(entityId, clientId), afterReset: async () => void after++ })

  expect(await count('postings')).toBe(0)
  expect(await count('events')).toBe(0)
  const { rows: entities } = await db.pool.query('select entity_id from entities order by entity_id')
  expect(entities.map(({ entity_id }) => entity_id)).toEqual([HOUSE_ENTITY_ID, entityId])
  const { rows: tokens } = await db.pool.query('select client_id from access_tokens')
  expect(tokens).toEqual([{ client_id: clientId }])
  expect(tokens).not.toContainEqual({ client_id: stranger.clientId })
  expect(clock.now().toISOString()).toBe('2026-11-27T10:00:00.000Z')
  expect(after).toBe(1)
  await expect.poll(() => heard).toBe(2)
})

test('append-only tables stay protected after a reset', async () => {
  await useSandbox()
  await expect(db.pool.query('truncate audited_acts')).rejects.toThrow('append-only')
  await expect(db.pool.query('update postings set amount_minor = 1')).rejects.toThrow('append-only')
})

test('a reset whose seed fails changes nothing', async () => {
  const before = [await count('entities'), await count('postings'), clock.now().toISOString()]
  const reseed = async () => {
    throw new Error('the seed is broken')
  }
  await expect(resetSandbox({ db, clock, reseed, afterReset: async () => {} })).rejects.toThrow('the seed is broken')
  expect([await count('entities'), await count('postings'), clock.now().toISOString()]).toEqual(before)
})
