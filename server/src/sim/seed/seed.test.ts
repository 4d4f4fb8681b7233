import { once } from 'node:events'
import { createServer } from 'node:http'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testInstitution } from '../../../test/support/accounts.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { inAllEntities } from '../../../test/support/one-entity.ts'
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts'
import { accountsOf } from '../../accounts/index.ts'
import { findClient, isLiveSecret } from '../../auth/index.ts'
import { getProfile } from '../../entities/index.ts'
import { isLei } from '../../kernel/text/lei.ts'
import { systemClock } from '../../kernel/values/clock.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { SCOPES } from '../../kernel/http/http.ts'
import { formatId, parseId } from '../../kernel/values/ids.ts'
import { createSeal, secretsKey } from '../../kernel/values/seal.ts'
import { getBalance } from '../../ledger/index.ts'
import { isLiveUser } from '../../users/index.ts'
import { DEMOS } from './demo.ts'
import { seedSandbox } from './index.ts'
import type { Credentials } from './credentials.ts'

const db = await testDatabase()
const dataDir = temporaryDirectory()
afterAll(() => rmSync(dataDir, { recursive: true }))
const file = path.join(dataDir, 'sandbox-credentials.json')
const addresses = { baseUrl: 'http://localhost:8080', openBankingBaseUrl: 'https://localhost:8443' }
const shared = { clock: systemClock, institution: testInstitution }
const seed = (directory = dataDir) => seedSandbox({ db, ...shared, dataDir: directory, ...addresses })
const written = (): Credentials => JSON.parse(readFileSync(file, 'utf8'))
const uuid = (id: string) => parseId(id.slice(0, 3), id)!
const opens = (client: { clientId: string; clientSecret: string }) =>
  inTransaction(db, (tx) => isLiveSecret(tx, uuid(client.clientId), client.clientSecret, new Date()))

let first: Credentials
beforeEach(async () => {
  first ??= (await seed())!
})

describe('an empty sandbox', () => {
  test('gets a credentials file that only its owner can read, with these keys', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(written()).toEqual(first)
    const client = {
      clientId: expect.stringMatching(/^cli_/),
      clientSecret: expect.stringMatching(/^cbs_.{43}$/),
      entityId: expect.stringMatching(/^ent_/),
    }
    const pair = { rm: client, abs: client }
    const psu = {
      username: expect.any(String),
      password: expect.stringMatching(/^.{20}$/),
      totpSecret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      entityId: expect.stringMatching(/^ent_/),
    }
    const { entityId: _, ...proof } = client
    const group = { ...proof, entityIds: { rm: first.clients.rm.entityId, abs: first.clients.abs.entityId } }
    expect(first).toEqual({ ...addresses, clients: pair, approvers: pair, group, psus: [psu, psu] })
  })

  test.each(['rm', 'abs'] as const)(
    'has an %s client and an approver with all scopes, which their secrets open',
    async (kind) => {
      for (const [group, role] of [
        ['clients', 'maker'],
        ['approvers', 'approver'],
      ] as const) {
        const client = first[group][kind]
        expect(await findClient(db.reader, uuid(client.clientId))).toMatchObject({
          entityId: uuid(client.entityId),
          entities: [{ entityId: uuid(client.entityId), roles: [role], grants: [...SCOPES] }],
        })
        expect(await opens(client)).toBe(true)
      }
    },
  )

  test.each([
    ['rm', 'RM', ['AED', 'AUD', 'CAD', 'CHF', 'CNY', 'EUR', 'GBP', 'INR', 'JPY', 'USD']],
    ['abs', 'ABS', ['EUR', 'EUR', 'GBP', 'GBP', 'USD', 'USD']],
  ] as const)('%s is in the EU, with its accounts, limits and money', async (kind, serviceKind, currencies) => {
    const entityId = uuid(first.clients[kind].entityId)
    const { entity, settings } = (await getProfile(db.reader, entityId))!
    expect(entity).toMatchObject({ serviceKind, jurisdiction: 'EU', status: 'Active' })
    expect(isLei(entity.lei!)).toBe(true)
    expect(settings.limits).toMatchObject({ minTradeMinor: 100n, maxTradeMinor: 100_000_000_000n })
    expect(settings.approvalPolicies).toEqual([])
    const accounts = await accountsOf(db.reader, entityId)
    expect(accounts.map(({ currency }) => currency).sort()).toEqual(currencies)
    const balances = await Promise.all(accounts.map(({ accountId }) => getBalance(db.reader, entityId, accountId)))
    const total = balances.reduce((sum, balance) => sum + balance!.balanceMinor, 0n)
    const { rows } = await db.pool.query(
      'select sum(amount_minor)::bigint from inbound_payments where entity_id = $1',
      [entityId],
    )
    expect(rows).toEqual([{ sum: total }])
    expect(total).toBeGreaterThan(0n)
  })

  test('has a person for each entity, whom their secrets open', async () => {
    const seal = createSeal(() => secretsKey(dataDir))
    for (const [index, kind] of (['rm', 'abs'] as const).entries()) {
      const psu = first.psus[index]!
      expect(psu.entityId).toBe(first.clients[kind].entityId)
      expect(await inTransaction(db, (tx) => isLiveUser(tx, seal, psu))).toBe(true)
    }
  })

  test('has one facility with two terms', async () => {
    const { rows } = await db.pool.query(
      `select f.currency, f.limit_minor, f.minimum_call_minor, f.utilisation_basis, f.margin_method, f.call_basis,
          f.threshold_percent::text as threshold, f.call_percent::text as call, f.letter_signed_at is not null as is_signed, t.initial_margin_percent::text as im, t.initial_margin_waived as waived
        from credit_facilities f join credit_terms t using (entity_id, facility_id) order by position`,
    )
    const facility = {
      currency: 'GBP',
      limit_minor: 200_000_000n,
      minimum_call_minor: 100_000n,
      utilisation_basis: 'Notional',
      margin_method: 'PerTrade',
      call_basis: 'RateMove',
      threshold: '2.5000',
      call: '2.5000',
      is_signed: true,
      im: '5.0000',
    }
    expect(rows).toEqual([
      { ...facility, waived: true },
      { ...facility, waived: false },
    ])
  })
})

describe('a filled sandbox', () => {
  test('from a release without sandbox users gets them, and its clients keep their secrets', async () => {
    const { psus: _psus, ...older } = written()
    writeFileSync(file, JSON.stringify(older))
    await inAllEntities(db, 'delete from users')
    first = (await seed())!
    expect(first.clients).toEqual(older.clients)
    expect(first.psus).toHaveLength(2)
  })

  test('from a release without a client of both entities gets one', async () => {
    const { group: _group, ...older } = written()
    writeFileSync(file, JSON.stringify(older))
    for (const table of ['client_secrets', 'api_client_entities', 'api_clients'])
      await inAllEntities(db, `delete from ${table} where client_id = $1`, [uuid(first.group!.clientId)])
    first = (await seed())!
    expect(first.clients).toEqual(older.clients)
    const client = await findClient(db.reader, uuid(first.group!.clientId))
    expect(client?.entities.map(({ entityId }) => formatId('ent', entityId)).sort()).toEqual(
      Object.values(first.group!.entityIds).sort(),
    )
  })

  test('is not seeded again, and its file is left alone', async () => {
    const before = statSync(file).mtimeMs
    expect(await seed()).toEqual(first)
    expect(statSync(file).mtimeMs).toBe(before)
    const { rows } = await db.pool.query(`select count(*)::int from entities where service_kind <> 'House'`)
    expect(rows).toEqual([{ count: DEMOS.length }])
  })

  test.each([
    ['is lost', () => rmSync(file)],
    ['is broken', () => writeFileSync(file, '{')],
    ['is of another sandbox', () => writeFileSync(file, JSON.stringify(first).replaceAll('cbs_', 'cbs_x'))],
  ])('whose file %s gets new secrets, and the old ones work for one more day', async (_what, spoil) => {
    const old = written()
    spoil()
    const next = (await seed())!
    expect(written()).toEqual(next)
    expect(next.clients.rm.clientSecret).not.toBe(old.clients.rm.clientSecret)
    expect(next.clients.rm.clientId).toBe(old.clients.rm.clientId)
    for (const held of [old, next]) expect(await opens(held.clients.rm)).toBe(true)
    first = next
  })
})

test('a sandbox that starts anew keeps the secrets of the file', async () => {
  const other = await testDatabase()
  const again = await seedSandbox({ db: other, ...shared, dataDir, ...addresses })
  expect(again).toEqual(written())
  const { clientId, clientSecret } = again!.approvers.abs
  expect(await inTransaction(other, (tx) => isLiveSecret(tx, uuid(clientId), clientSecret, new Date()))).toBe(true)
})

test('a second process on the same data keeps the address of the first one in the file until that one has ended', async () => {
  const running = createServer((_request, response) => response.end('{"status":"live"}')).listen(0, '127.0.0.1')
  await once(running, 'listening')
  const { port } = running.address() as { port: number }
  const second = { ...addresses, baseUrl: `http://127.0.0.1:${port}` }
  const start = (given: typeof addresses) => seedSandbox({ db, ...shared, dataDir, ...given })
  await start(second)
  expect(written().baseUrl).toBe(second.baseUrl)
  expect(await start(addresses)).toMatchObject(addresses) // what the process itself shows
  expect(written().baseUrl).toBe(second.baseUrl)
  await new Promise((resolve) => running.close(resolve))
  await start(addresses)
  expect(written()).toEqual(first)
})
