import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { databaseDirectory } from '../../../test/support/temporary-directory.ts'
import { canReach, isRoot } from './account.ts'
import { type EmbeddedPostgres, startPostgres } from './index.ts'
import { withLock } from './lock.ts'
import { argumentsOf, isRunning, startTicks, waitForExit } from './process.ts'
import { superviseUntilStopped } from './supervisor.ts'

const root = databaseDirectory()
const fast = { fsync: 'off' }
const servers: EmbeddedPostgres[] = []

afterAll(async () => {
  for (const server of servers.reverse()) await server.stop({ evenIfShared: true })
  rmSync(root, { recursive: true, force: true })
})

async function start(stateDir: string, settings: Record<string, string> = fast): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ stateDir, settings })
  servers.push(server)
  return server
}

async function query(server: { connection: pg.ClientConfig }, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(server.connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[]
  } finally {
    await client.end().catch(() => {})
  }
}

describe('a cluster through crashes and restarts', () => {
  const stateDir = path.join(root, 'one')
  let server: EmbeddedPostgres
  beforeAll(async () => {
    server = await start(stateDir, {})
    await query(server, 'create table kept (n int); insert into kept values (1)')
  })
  const kept = async () => (await query(server, 'select n from kept')).length

  test('it is durable, private and ours', async () => {
    const rows = await query(
      server,
      `select name, setting from pg_settings where name = any('{fsync,synchronous_commit,
      full_page_writes,data_checksums,wal_segment_size,listen_addresses,wal_compression,server_encoding,TimeZone}')`,
    )
    expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      listen_addresses: '',
      wal_compression: 'off',
      wal_segment_size: '2097152',
      server_encoding: 'UTF8',
      TimeZone: 'UTC',
    })
    await expect(query({ connection: { ...server.connection, password: 'password' } }, 'select 1')).rejects.toThrow(
      'password',
    )
  })

  test('a second start takes over the running server', async () => {
    const second = await start(stateDir)
    expect(second).toMatchObject({ adopted: true, pid: server.pid, connection: server.connection })
  })

  test('a stop leaves a server that another process of ours uses', async () => {
    const other = new pg.Client({ ...server.connection, application_name: 'cambist' })
    await other.connect()
    await server.stop()
    expect(isRunning(server.pid)).toBe(true)
    await other.end()
  })

  test('after a stop the next start finds the data', async () => {
    await server.stop()
    expect(isRunning(server.pid)).toBe(false)
    server = await start(stateDir, {})
    expect(await kept()).toBe(1)
    expect(server.adopted).toBe(false)
  })

  test('after kill -9 with work in progress the next start finds what was committed', async () => {
    const busy = query(server, 'insert into kept select 1 from generate_series(1, 100000000)').catch(() => 'cut')
    await sleep(200)
    process.kill(server.pid, 'SIGKILL')
    await server.ended
    server = await start(stateDir, {})
    expect(await busy).toBe('cut')
    expect(await kept()).toBe(1)
  })

  test('a pid file whose number now belongs to another program does not stop the start', async () => {
    const pidFile = path.join(server.home, 'data', 'postmaster.pid')
    const text = readFileSync(pidFile, 'utf8')
    await server.stop()
    writeFileSync(pidFile, text.replace(/^\d+/, String(process.pid)))
    writeFileSync(path.join(server.home, 'start.lock'), `${process.pid} 1 started-before-the-reboot`)
    server = await start(stateDir, {})
    expect(await kept()).toBe(1)
  })

  test('a cluster of another version is refused with both versions', async () => {
    const versionFile = path.join(server.home, 'data', 'PG_VERSION')
    const version = readFileSync(versionFile, 'utf8')
    writeFileSync(versionFile, '17\n')
    await expect(startPostgres({ stateDir })).rejects.toThrow(/made by PostgreSQL 17; this release brings \d\d/)
    writeFileSync(versionFile, version)
  })
})

test('concurrent first starts create one cluster and one server', async () => {
  const stateDir = path.join(root, 'race')
  const both = await Promise.all([start(stateDir), start(stateDir)])
  expect(new Set(both.map((server) => server.pid)).size).toBe(1)
  expect(both.map((server) => server.adopted).sort()).toEqual([false, true])
})

test('a start beside a stop never loses the directory of its socket', async () => {
  const stateDir = path.join(root, 'beside-a-stop')
  const use = async () => {
    const server = await startPostgres({ stateDir, settings: fast, isUser: true })
    servers.push(server)
    return server
  }
  let running = await use()
  for (let round = 0; round < 12; round++) {
    const stopped = running.stop()
    await sleep(round * 15)
    const [next] = await Promise.all([use(), stopped])
    expect(existsSync(next.connection.host!)).toBe(true)
    expect(await query(next, 'select 1 as one')).toEqual([{ one: 1 }])
    running = next
  }
}, 120_000)

test('a stop leaves a server that another process has just started to use, before that opens its pools', async () => {
  const stateDir = path.join(root, 'just-started')
  const first = await superviseUntilStopped({ stateDir, settings: fast })
  const second = await superviseUntilStopped({ stateDir, settings: fast })
  await first.stop()
  expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }])
  await second.stop()
  await expect(query(second, 'select 1')).rejects.toThrow()
})

test('a stop leaves a server on which another process of ours migrates', async () => {
  const server = await start(path.join(root, 'migrating'))
  const other = new pg.Client({ ...server.connection, application_name: 'cambist migrations' })
  await other.connect()
  await server.stop()
  expect(isRunning(server.pid)).toBe(true)
  await other.end()
  await server.stop()
  expect(isRunning(server.pid)).toBe(false)
})

test('a stop that leaves a server to its other users does not wait for a start, nor does a start wait for it', async () => {
  const server = await start(path.join(root, 'shared'))
  const other = new pg.Client({ ...server.connection, application_name: 'cambist' })
  await other.connect()
  const before = performance.now()
  await withLock(path.join(server.home, 'start.lock'), () => server.stop())
  expect(performance.now() - before).toBeLessThan(8_000)
  expect(isRunning(server.pid)).toBe(true)
  await other.end()
})

test('a start that waits for a stop reports the process that it waits for', async () => {
  const stateDir = path.join(root, 'waiting')
  const { home } = await start(stateDir)
  const lines: string[] = []
  let resolve = () => {}
  const reported = new Promise<void>((done) => (resolve = done))
  const log = (line: string) => {
    lines.push(line)
    resolve()
  }
  let next: Promise<EmbeddedPostgres> | undefined
  await withLock(path.join(home, 'start.lock'), () => {
    next = startPostgres({ stateDir, settings: fast, log })
    return reported
  })
  servers.push(await next!)
  expect(lines).toEqual([`Waiting for process ${process.pid}, which starts or stops this database …`])
})

test('neither an interrupted first start nor a path too long for a socket prevents a start', async () => {
  const stateDir = path.join(root, 'long'.repeat(40))
  const unfinished = path.join(stateDir, 'unfinished-abc')
  mkdirSync(unfinished, { recursive: true })
  for (const directory of [stateDir, unfinished]) chmodSync(directory, 0o711)
  writeFileSync(path.join(unfinished, 'PG_VERSION'), '18\n')
  const dead = spawn('true')
  await once(dead, 'exit')
  writeFileSync(path.join(stateDir, 'start.lock'), `${dead.pid} 1 interrupted`)
  const server = await start(stateDir)
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(existsSync(unfinished)).toBe(false)
})

test('a killed server is started again while the process that needs it runs on', async () => {
  const supervised = await superviseUntilStopped({ stateDir: path.join(root, 'supervised'), settings: fast })
  const [before] = await query(supervised, 'select pid from (select pg_postmaster_start_time() as pid) as started')
  const pidFile = path.join(root, 'supervised', 'data', 'postmaster.pid')
  process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL')
  await expect
    .poll(() => query(supervised, 'select pg_postmaster_start_time() as pid').catch(() => [before]))
    .not.toEqual([before])
  await supervised.stop()
  expect(existsSync(pidFile)).toBe(false)
})

test.runIf(isRoot())(
  'root with a closed state directory keeps the cluster where its account can reach it',
  async () => {
    const closed = path.join(root, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const server = await start(path.join(closed, 'state'))
    expect(canReach(closed, { uid: 61847, gid: 61847 })).toBe(false)
    expect(readFileSync(path.join(closed, 'state', 'location'), 'utf8')).toBe(`${server.home}\n`)
    expect((await start(path.join(closed, 'state'))).home).toBe(server.home)
    await server.stop()
    rmSync(server.home, { recursive: true })
    await expect(startPostgres({ stateDir: path.join(closed, 'state') })).rejects.toThrow(
      `kept in ${server.home}, which is missing`,
    )
  },
)

test('a zombie does not count as running', async () => {
  // The shell's child ends when the shell has turned into a program that never asks for it.
  const parent = spawn('sh', ['-c', 'sleep 0.5 & echo $!; exec sleep 30'])
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(line.toString())
  await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false)
  expect(argumentsOf(pid)?.join('')).toBe('') // still there: nobody has asked for it
  parent.kill()
  expect(await waitForExit([pid], 5_000)).toEqual([])
})

test('a lock is held by one process at a time, and a timeout names its live holder', async () => {
  const file = path.join(root, 'some.lock')
  let inside = 0
  const enter = () =>
    withLock(file, async () => {
      inside += 1
      expect(inside).toBe(1)
      await sleep(5)
      inside -= 1
    })
  await Promise.all([enter(), enter(), enter()])
  writeFileSync(file, `${process.pid} ${startTicks(process.pid)} me`)
  await expect(withLock(file, async () => {}, 100)).rejects.toThrow(`Process ${process.pid} holds ${file}`)
})

test('a clock that is set forward shortens no wait for a lock or for the end of a process', async () => {
  const file = path.join(root, 'jump.lock')
  const child = spawn('cat')
  writeFileSync(file, `${process.pid} ${startTicks(process.pid)} me`)
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const entered = withLock(file, async () => 'entered')
    const ended = waitForExit([child.pid!], 60_000)
    vi.setSystemTime(Date.now() + 86_400_000)
    setTimeout(() => {
      rmSync(file)
      child.kill()
    }, 150)
    expect(await Promise.all([entered, ended])).toEqual(['entered', []])
  } finally {
    vi.useRealTimers()
  }
})
