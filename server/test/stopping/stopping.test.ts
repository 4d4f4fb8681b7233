import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { processesIn, waitForExit } from '../../src/kernel/postgres/process.ts'
import { superviseUntilStopped } from '../../src/kernel/postgres/supervisor.ts'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { freePort } from '../support/free-port.ts'
import { databaseDirectory } from '../support/temporary-directory.ts'

const root = path.join(serverDirectory, '..')
let dataDir: string
let npm: ChildProcess
let output: string

beforeEach(() => {
  dataDir = databaseDirectory()
  output = ''
})
afterEach(async () => {
  if (npm.exitCode === null && npm.signalCode === null) process.kill(-npm.pid!, 'SIGKILL')
  for (const pid of databaseProcesses()) process.kill(pid, 'SIGKILL')
  await waitForExit(databaseProcesses(), 5_000)
  rmSync(dataDir, { recursive: true, force: true })
})

const clusterDirectory = () => path.join(dataDir, 'postgres', 'data')
const databaseProcesses = () => processesIn(clusterDirectory())
const databaseRuns = () => existsSync(path.join(clusterDirectory(), 'postmaster.pid')) && databaseProcesses().length > 0

/** Starts the service in a process group of its own, with free ports unless others are given. */
async function startWithNpm(
  settings: Record<string, string> = {},
  { command = ['npm', 'start'], stdio = ['ignore', 'pipe', 'pipe'] }: { command?: string[]; stdio?: StdioOptions } = {},
): Promise<string> {
  const [port, openBankingPort] = [await freePort(), await freePort()]
  npm = spawn(command[0]!, command.slice(1), {
    cwd: root,
    detached: true,
    stdio,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT: `${port}`,
      OPEN_BANKING_PORT: `${openBankingPort}`,
      SANDBOX: 'true',
      ...settings,
    },
  })
  for (const stream of [npm.stdout, npm.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()))
  return `http://127.0.0.1:${settings.PORT ?? port}`
}

async function untilReady(address: string): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(100)) {
    const isReady = await fetch(`${address}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    if (npm.exitCode !== null) break
  }
  throw new Error(`the service is not ready. It printed:\n${output}`)
}

async function ended(): Promise<void> {
  if (npm.exitCode === null && npm.signalCode === null) await once(npm, 'exit')
}

/** Processes of the group in which npm, its shell and the server run; Linux only. */
function leftInGroup(): boolean {
  try {
    process.kill(-npm.pid!, 0)
    return true
  } catch {
    return false
  }
}

async function expectNothingLeft(): Promise<void> {
  expect(databaseProcesses()).toEqual([])
  await expect.poll(leftInGroup).toBe(false)
}

test('SIGTERM to npm start ends the server and its database before npm ends', async () => {
  await untilReady(await startWithNpm())
  expect(databaseRuns()).toBe(true)
  await expect.poll(() => output).toContain('\nCambist is ready at http://')
  const steps = output.split('\nCambist is ready at ')[0]!.split('\n')
  expect(steps.filter((line) => line !== '' && !line.startsWith('> ')).length).toBeLessThanOrEqual(6) // of a first start
  npm.kill('SIGTERM')
  await ended()
  await expectNothingLeft()
  expect(output).toContain('Stopping')
})

test('Ctrl-C, which reaches the server from the terminal and from npm, stops the database in order', async () => {
  await untilReady(await startWithNpm())
  process.kill(-npm.pid!, 'SIGINT')
  await ended()
  await expectNothingLeft()
  expect(readFileSync(path.join(dataDir, 'postgres', 'postgres.log'), 'utf8')).toContain('database system is shut down')
})

test('SIGTERM during the first start leaves no database behind', async () => {
  await startWithNpm()
  await expect.poll(databaseRuns, { timeout: 120_000, interval: 10 }).toBe(true)
  npm.kill('SIGTERM')
  await ended()
  await expectNothingLeft()
})

test('a server whose log has no reader any more, as after Ctrl-C to tee, stops with its database', async () => {
  await untilReady(await startWithNpm({ LOG_LEVEL: 'debug' }))
  for (const stream of [npm.stdout, npm.stderr]) stream?.destroy()
  npm.kill('SIGTERM')
  await ended()
  await expectNothingLeft()
  expect(readFileSync(path.join(dataDir, 'postgres', 'postgres.log'), 'utf8')).toContain('database system is shut down')
})

test('a server whose log is on a full disk runs, and stops with its database', async () => {
  const full = openSync('/dev/full', 'w')
  const command = ['node', 'server/start.mjs'] // npm itself ends on a full disk
  await untilReady(await startWithNpm({ LOG_LEVEL: 'debug' }, { command, stdio: ['ignore', full, full] }))
  closeSync(full)
  npm.kill('SIGTERM')
  await ended()
  await expectNothingLeft()
  expect(readFileSync(path.join(dataDir, 'postgres', 'postgres.log'), 'utf8')).toContain('database system is shut down')
})

test('with a delay, readiness fails first and other requests are served until it has passed', async () => {
  const address = await startWithNpm({ SHUTDOWN_DELAY_SECONDS: '4', SANDBOX_HISTORY: 'false' })
  await untilReady(address)
  npm.kill('SIGTERM')
  const statuses = () =>
    Promise.all(['ready', 'live'].map(async (name) => (await fetch(`${address}/health/${name}`)).status))
  await expect.poll(statuses).toEqual([503, 200])
  await ended()
  expect(npm.exitCode).toBe(0)
  await expectNothingLeft()
})

/** Starts with settings that occupy or miss something; `USED` stands for a port in use. */
async function startThatFails(settings: Record<string, string>): Promise<void> {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const used = String((other.address() as AddressInfo).port)
  const given = Object.entries(settings).map(([name, value]) => [name, value === 'USED' ? used : value])
  try {
    await startWithNpm({ HOST: '127.0.0.1', ...Object.fromEntries(given) })
    await ended()
  } finally {
    other.close()
  }
}

test.each([
  ['the port is in use', { PORT: 'USED' }, 'is in use'],
  ['the port of the metrics is in use', { METRICS_PORT: 'USED' }, 'Choose another: METRICS_PORT='],
  ['the port of open banking is in use', { OPEN_BANKING_PORT: 'USED' }, 'is in use'],
  [
    'a file is missing',
    { OPEN_BANKING_TLS_CERT: '/nowhere/tls.pem', OPEN_BANKING_TLS_KEY: '/nowhere/tls.key' },
    '/nowhere/tls',
  ],
])('a start that fails leaves no process behind: %s', async (_case, settings, sentence) => {
  await startThatFails(settings)
  expect(output).toContain(sentence)
  expect(npm.exitCode).toBe(1)
  expect(existsSync(clusterDirectory())).toBe(false)
  await expectNothingLeft()
})

test('a start after a migration was changed leaves no process behind', async () => {
  const database = await superviseUntilStopped({ stateDir: path.join(dataDir, 'postgres'), settings: {} })
  const client = new pg.Client(database.connection)
  await client.connect()
  await client.query(
    `create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz default now())`,
  )
  await client.query(`insert into schema_migrations (name, checksum) values ('0001_kernel.sql', 'another')`)
  await client.end()
  await database.stop()
  await startWithNpm()
  await ended()
  expect(output).toContain('0001_kernel.sql was changed')
  expect(npm.exitCode).toBe(1)
  await expectNothingLeft()
})

test('a start with an invalid configuration starts no database, and shows no secret', async () => {
  await startThatFails({ SECRETS_KEY: 'hunter2', TRUSTED_PROXIES: '10.0.0.0/8' })
  expect(output).toContain('SECRETS_KEY is not valid')
  expect(output).not.toContain('hunter2')
  expect(existsSync(clusterDirectory())).toBe(false)
  await expectNothingLeft()
})

test('in production a failed start is reported in JSON, like every other line', async () => {
  await startThatFails({ NODE_ENV: 'production', PORT: 'USED' })
  const lines = output.split('\n').filter((line) => line !== '' && !line.startsWith('> '))
  const read = lines.map((line) => JSON.parse(line) as { level: number; msg: string })
  expect(read.at(-1)).toMatchObject({ level: 60, msg: expect.stringContaining('is in use') })
  await expectNothingLeft()
})

test('SIGTERM while the service waits for its database ends it without the wait', async () => {
  await startWithNpm({ DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none` })
  await expect.poll(() => output, { timeout: 120_000 }).toContain('Waiting for the database')
  const askedAt = performance.now()
  npm.kill('SIGTERM')
  await ended()
  expect(performance.now() - askedAt).toBeLessThan(15_000)
  await expectNothingLeft()
})
