import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { inDatabase, onServer } from '../../../test/support/global-setup.ts'
import { silentProxy } from '../../../test/support/silent-proxy.ts'
import { databaseDirectory } from '../../../test/support/temporary-directory.ts'
import { openPostingConnection } from '../../ledger/index.ts'
import { type EmbeddedPostgres, startPostgres } from '../postgres/index.ts'
import { saysDatabaseIsAway } from './connection-loss.ts'
import { inTransaction, openDb } from './db.ts'
import { readAddress } from './hosts.ts'
import { migrate } from './migrations.ts'
import { createListener } from './notifications.ts'
import type { SilenceLimits } from './silence.ts'

const PRIMARY = ''
const STANDBY = 'standby'

const real = await testDatabase()
const proxy = await silentProxy(real.connection)
const { user, password, database, port } = proxy.connection
const stateDir = databaseDirectory()
const settings = { fsync: 'off', max_connections: '200', cluster_name: STANDBY }
let standby: EmbeddedPostgres
let address: string
const closing: (() => unknown)[] = []

/** Starts a second server that is recovering, with the same database and account. The test server, behind a proxy, is the primary. */
beforeAll(async () => {
  const made = await startPostgres({ stateDir, settings })
  await onServer(made.connection, async (client) => {
    await client.query(`create database ${database}`)
    if (user !== 'cambist') await client.query(`create role ${user} superuser login`)
    await client.query(`alter role ${user} password '${password}'`)
  })
  await made.stop({ evenIfShared: true })
  writeFileSync(path.join(made.home, 'data', 'standby.signal'), '')
  writeFileSync(path.join(made.home, 'password'), `${password}\n`)
  standby = await startPostgres({ stateDir, settings })
  const hosts = `host=${encodeURIComponent(standby.connection.host!)},127.0.0.1&port=5432,${port}`
  address = `postgres://${user}:${encodeURIComponent(password)}@/${database}?${hosts}&target_session_attrs=read-write`
})

afterAll(async () => {
  for (const close of closing.reverse()) await close()
  proxy.close()
  await standby.stop({ evenIfShared: true })
  for (const directory of [stateDir, standby.connection.host!]) rmSync(directory, { recursive: true, force: true })
})

const WHERE = { name: 'where', text: `select current_setting('cluster_name') as name`, values: [] }

/** Opens every kind of connection that stays open, and returns a function that asks where each of them goes. */
async function openAll(): Promise<{ limits: SilenceLimits; where: () => Promise<unknown[]> }> {
  const limits = { openMs: 60_000, answerMs: 60_000 } // a busy machine is not taken for a silent host
  const db = await openDb(readAddress(address), { poolSize: 2, silence: limits })
  closing.push(() => db.close())
  const posting = openPostingConnection(db)
  closing.push(() => posting.close())
  const listener = createListener(db)
  let heard = 0
  listener.on('hosts', (payload) => void (heard += payload === undefined ? 0 : 1))
  await listener.start()
  closing.push(() => listener.close())
  const where = async () => {
    const before = heard
    const names = await Promise.all([
      inTransaction(db, async (tx) => {
        await tx.query(`select pg_notify('hosts', '')`)
        return (await tx.query<{ name: string }>(WHERE)).rows[0]!.name
      }),
      db.reader.query<{ name: string }>(WHERE).then(({ rows }) => rows[0]!.name),
      posting.query<{ name: string }>(WHERE).then((rows) => rows[0]!.name),
    ])
    await expect.poll(() => heard, { timeout: 2000 }).toBeGreaterThan(before)
    return names
  }
  return { limits, where }
}

const MIGRATION = '9999_hosts.sql'
function migrateTo(): Promise<string[]> {
  const directory = path.join(stateDir, 'migrations')
  mkdirSync(directory, { recursive: true })
  writeFileSync(path.join(directory, MIGRATION), 'create table hosts ()')
  return migrate(readAddress(address), { directory })
}

const inStandby = <T>(work: (client: pg.Client) => Promise<T>) => onServer(standby.connection, work)

test('a failover: every connection leaves the silent primary for the promoted standby, and leaves that when it becomes read-only', async () => {
  const { limits, where } = await openAll()
  expect(await where()).toEqual([PRIMARY, PRIMARY, PRIMARY])
  expect(await migrateTo()).toEqual([MIGRATION])

  proxy.fallSilent()
  limits.answerMs = 750
  await expect(where()).rejects.toSatisfy(saysDatabaseIsAway)
  await inStandby((client) => client.query('select pg_promote()'))
  await expect.poll(() => where().catch(() => []), { timeout: 60_000 }).toEqual([STANDBY, STANDBY, STANDBY])
  limits.answerMs = 60_000
  expect(await migrateTo()).toEqual([MIGRATION]) // the other server does not have it

  proxy.resume()
  expect(await where()).toEqual([STANDBY, STANDBY, STANDBY])
  await inStandby((client) => client.query('alter system set default_transaction_read_only = on'))
  await inStandby((client) => client.query('select pg_reload_conf()'))
  await expect.poll(() => where().catch(() => []), { timeout: 60_000 }).toEqual([PRIMARY, PRIMARY, PRIMARY])
})

test('without a host that accepts writes, the error names each host with its obstacle and never the password', async () => {
  const [before] = address.split('?')
  const hosts = `host=${encodeURIComponent(standby.connection.host!)},127.0.0.1,::1&port=5432,1,1`
  const error = (await openDb(readAddress(`${before}?${hosts}`)).catch((thrown: unknown) => thrown)) as Error
  expect(saysDatabaseIsAway(error)).toBe(true)
  expect(error.message).toMatch(
    /^no host accepts writes: \/\S+:5432 \(the server is a standby or read-only\), 127\.0\.0\.1:1 \(.*ECONNREFUSED.*\), \[::1\]:1 \(.+\)$/,
  )
  expect(error.message).not.toContain(password)
})

test('a wrong password is reported as such, and leaves requests without a database', async () => {
  const wrong = address.replace(encodeURIComponent(password), 'wrong')
  const error = (await openDb(readAddress(wrong)).catch((thrown: unknown) => thrown)) as Error
  expect(error).toMatchObject({ code: '28P01', message: expect.stringContaining('password authentication failed') })
  expect(saysDatabaseIsAway(error)).toBe(true)
})

test('a silent first host does not keep a connection waiting until it is given up', async () => {
  const silent = await silentProxy(inDatabase(standby.connection, database))
  closing.push(() => silent.close())
  silent.fallSilent()
  const [before] = address.split('?')
  const begin = performance.now()
  const db = await openDb(readAddress(`${before}?host=127.0.0.1,127.0.0.1&port=${silent.connection.port},${port}`))
  expect(performance.now() - begin).toBeLessThan(2000) // the time after which it is given up
  await db.close()
})

const ONE = 'postgres://u:p@h1:5432/db?sslmode=verify-full'

test.each([
  ['one host', ONE, undefined],
  ['one host that must accept writes', 'postgres://u:p@h1/db?target_session_attrs=read-write', ['h1:5432']],
  ['several hosts', 'postgres://u:p%2F@h1:5433,h2:5434,[::1]/db', ['h1:5433', 'h2:5434', '[::1]:5432']],
  ['several hosts as parameters', 'postgresql://u@/db?host=/run/a,h2&port=1,2', ['/run/a:1', 'h2:2']],
  ['one port for all', 'postgres://u@/db?host=h1,h2&port=6432', ['h1:6432', 'h2:6432']],
])('an address of %s is read as libpq reads it', async (_what, text, names) => {
  const { hosts, connectionString } = readAddress(text)
  if (names === undefined) return expect({ hosts, connectionString }).toEqual({ connectionString: text })
  const error = (await hosts!.find().catch((thrown: unknown) => thrown)) as Error
  expect(error.message.match(/(?<=writes: |, )\S+(?= \()/g)).toEqual(names)
})
