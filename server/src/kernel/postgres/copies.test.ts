import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { databaseDirectory } from '../../../test/support/temporary-directory.ts'
import { isRoot } from './account.ts'
import { removeDisplaced } from './displaced.ts'
import { type EmbeddedPostgres, startPostgres } from './index.ts'

const root = databaseDirectory()
const servers: EmbeddedPostgres[] = []

afterAll(async () => {
  for (const server of servers.reverse()) await server.stop({ evenIfShared: true })
  rmSync(root, { recursive: true, force: true })
})

async function start(stateDir: string): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ stateDir, settings: { fsync: 'off' } })
  servers.push(server)
  return server
}

async function query(server: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client(server.connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

const servedBy = async (server: EmbeddedPostgres) => (await query(server, 'show data_directory'))[0]
const copy = (from: string, to: string) => execFileSync('cp', ['-a', from, to])
const socketOf = ({ connection }: EmbeddedPostgres) => connection.host ?? ''

test('a copy of a running database never receives what is written to the original', async () => {
  const [stateDir, copied] = [path.join(root, 'live'), path.join(root, 'live-copy')]
  const original = await start(stateDir)
  await query(original, 'create table kept (n int)')
  copy(stateDir, copied)
  const restored = await start(copied)

  expect(await servedBy(original)).toBe(path.join(original.home, 'data'))
  expect(await servedBy(restored)).toBe(path.join(restored.home, 'data'))
  await query(original, 'insert into kept values (1)')
  expect(await query(restored, 'select n from kept')).toEqual([])

  // A command of the operator adopts its own server, whichever was started last.
  expect(await start(stateDir)).toMatchObject({ adopted: true, pid: original.pid })
  expect(await start(copied)).toMatchObject({ adopted: true, pid: restored.pid })

  await restored.stop()
  expect(await query(original, 'select n from kept')).toEqual([1])
  await original.stop()
  expect(await query(await start(stateDir), 'select n from kept')).toEqual([1])
})

test.each(['original', 'copy'])(
  'a copy of a stopped database runs beside the original; first: the %s',
  async (first) => {
    const [stateDir, copied] = [path.join(root, `stopped-${first}`), path.join(root, `stopped-${first}-copy`)]
    await (await start(stateDir)).stop()
    copy(stateDir, copied)
    for (const place of first === 'copy' ? [copied, stateDir] : [stateDir, copied]) {
      const server = await start(place)
      expect([server.adopted, await servedBy(server)]).toEqual([false, path.join(server.home, 'data')])
    }
  },
)

test('a database that a previous release runs is adopted, and its copy gets a socket of its own', async () => {
  const [stateDir, copied] = [path.join(root, 'previous'), path.join(root, 'previous-copy')]
  const original = await start(stateDir)
  rmSync(path.join(socketOf(original), 'owner'), { force: true }) // previous releases wrote none
  copy(stateDir, copied)
  const restored = await start(copied)
  expect(socketOf(restored)).not.toBe(socketOf(original))
  expect(await start(stateDir)).toMatchObject({ adopted: true, pid: original.pid, connection: original.connection })
  expect(await servedBy(original)).toBe(path.join(original.home, 'data'))
})

test('a socket directory of a killed server is used again', async () => {
  const stateDir = path.join(root, 'killed')
  const original = await start(stateDir)
  process.kill(original.pid, 'SIGKILL')
  await original.ended
  expect((await start(stateDir)).connection).toEqual(original.connection)
})

test('a socket directory is used again after a restart of the machine, which can number its devices anew', async () => {
  const stateDir = path.join(root, 'restarted')
  const original = await start(stateDir)
  process.kill(original.pid, 'SIGKILL')
  await original.ended
  const owner = path.join(socketOf(original), 'owner')
  const { dev } = statSync(stateDir)
  writeFileSync(owner, readFileSync(owner, 'utf8').replace(` ${dev}:`, ` ${dev + 1}:`))
  expect((await start(stateDir)).connection).toEqual(original.connection)
})

test('a directory that a live server of another home uses is left to it, whoever its owner is', async () => {
  const [stateDir, other] = [path.join(root, 'shared'), path.join(root, 'shared-other')]
  const own = await start(stateDir)
  const owner = readFileSync(path.join(socketOf(own), 'owner'), 'utf8')
  await own.stop()
  copy(stateDir, other)
  const wrong = await start(other)
  writeFileSync(path.join(socketOf(wrong), 'owner'), owner)
  expect(await servedBy(await start(stateDir))).toBe(path.join(own.home, 'data'))
  expect(await servedBy(wrong)).toBe(path.join(wrong.home, 'data'))
})

test.runIf(isRoot())('a copy of a DATA_DIR whose database lies elsewhere does not open the original', async () => {
  const closed = path.join(root, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  const stateDir = path.join(closed, 'state')
  const original = await start(stateDir)
  copy(stateDir, path.join(closed, 'copy'))
  await expect(start(path.join(closed, 'copy'))).rejects.toThrow(`belongs to ${stateDir}`)
  await original.stop()
  rmSync(stateDir, { recursive: true }) // a moved DATA_DIR keeps its database
  const moved = await start(path.join(closed, 'copy'))
  expect(moved.home).toBe(original.home)
  await moved.stop()
  rmSync(moved.home, { recursive: true })
})

test('removing an orphaned copy leaves the socket of the original', async () => {
  const original = await start(path.join(root, 'socket-owner'))
  const home = `${root}/lib/0123456789ab`
  mkdirSync(path.join(home, 'data'), { recursive: true })
  chmodSync(home, 0o700)
  writeFileSync(path.join(home, 'state-directory'), `${path.join(root, 'deleted', 'postgres')}\n`)
  writeFileSync(path.join(home, 'socket-directory'), `${socketOf(original)}\n`)
  await removeDisplaced(home, [`${root}/lib/`])
  expect(existsSync(home)).toBe(false)
  expect(await servedBy(original)).toBe(path.join(original.home, 'data'))
})
