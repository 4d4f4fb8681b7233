import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './account.ts'
import { explain, postgresEnvironment } from './cluster.ts'
import { argumentsOf, isRunning, processesIn, waitForExit } from './process.ts'
import { clearSocket } from './socket.ts'

/** A cluster's paths, the programs that serve it and the account they run under. */
export interface Installation {
  home: string
  data: string
  native: string
  socket: string
  account: Account | undefined
}

/** A running server: its postmaster, and whether it ran before we came. */
interface Running {
  pid: number
  adopted: boolean
}

/** Settings that override PostgreSQL's own. Durability is spelled out because we promise it. */
const ownSettings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  dynamic_shared_memory_type: 'mmap', // containers give little /dev/shm, and logind removes a user's shared memory
  max_connections: '100',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_compression: 'off',
  // Long checkpoints: each makes the postings after it write whole pages to the log.
  max_wal_size: '4GB',
  min_wal_size: '80MB', // its default follows the size of a segment
  checkpoint_timeout: '15min',
  autovacuum_naptime: '5s', // a young database grows fast: plans follow its statistics
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_error_verbosity: 'terse', // details and statements hold clients' data
  log_min_error_statement: 'panic',
}

/** Adopts the server running on this cluster; otherwise clears a dead one's remains and starts one. */
export async function adoptOrSpawn(
  at: Installation,
  settings: Record<string, string>,
  answers: () => Promise<boolean>,
): Promise<Running> {
  const adopted = await findRunning(at, answers)
  return adopted ?? { pid: await spawnServer(at, { ...ownSettings, ...settings }), adopted: false }
}

async function findRunning(at: Installation, answers: () => Promise<boolean>): Promise<Running | undefined> {
  const pid = Number(pidFileLines(at.data)[0])
  if (!pid) return undefined
  const programArguments = isRunning(pid) ? argumentsOf(pid) : []
  // Without /proc only a connection can tell; if it does not answer, PostgreSQL itself judges the pid file.
  if (!programArguments) return (await answers()) ? { pid, adopted: true } : undefined
  if (isServerOf(at.data, programArguments) && (await waitUntil(answers, pid))) return { pid, adopted: true }
  await clearAfterDeath(at)
  return undefined
}

const isServerOf = (data: string, [program, ...options]: string[]): boolean =>
  path.basename(program ?? '') === 'postgres' && options.includes(data)

/** Returns true if a server runs on the cluster, or processes of a dead one are left. Without /proc a live pid counts. */
export function isServed(data: string): boolean {
  if (processesIn(data).length > 0) return true
  const pid = Number(pidFileLines(data)[0])
  if (!pid || !isRunning(pid)) return false
  const programArguments = argumentsOf(pid)
  return programArguments === undefined || isServerOf(data, programArguments)
}

/** Returns the socket directory of the server that runs on a cluster, if /proc shows that it does. */
export function servedSocket(data: string): string | undefined {
  const [pid, , , , socket] = pidFileLines(data)
  const programArguments = isRunning(Number(pid)) ? argumentsOf(Number(pid)) : undefined
  return programArguments && isServerOf(data, programArguments) ? socket?.trim() || undefined : undefined
}

/** Waits for a server that is starting, or recovering from a crash, for as long as its process lives. */
async function waitUntil(answers: () => Promise<boolean>, pid: number): Promise<boolean> {
  while (isRunning(pid)) {
    if (await answers()) return true
    await sleep(50)
  }
  return false
}

/**
 * Removes the lock files of a dead server. PostgreSQL does so itself unless the recorded pid exists, as a zombie or as
 * some other program's. Backends that outlived their postmaster may still write, so they are waited for, then ended.
 */
async function clearAfterDeath({ home, data, socket }: Installation): Promise<void> {
  const left = await waitForExit(processesIn(data), 500)
  for (const pid of left) process.kill(pid, 'SIGKILL')
  await waitForExit(left, 5_000)
  clearSocket(socket, home)
  rmSync(path.join(data, 'postmaster.pid'), { force: true })
}

/** Starts the server in its own process group, so that Ctrl-C does not end it before we have drained. @returns its pid */
async function spawnServer(at: Installation, settings: Record<string, string>): Promise<number> {
  const logFile = path.join(at.home, 'postgres.log')
  const offset = keepLogSmall(logFile)
  const log = openSync(logFile, 'a', 0o600)
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(path.join(at.native, 'bin', 'postgres'), ['-D', at.data, '-k', at.socket, ...options], {
    env: postgresEnvironment,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    ...at.account,
  })
  closeSync(log)
  server.unref()
  let outcome: unknown
  server.once('error', (error) => (outcome = error))
  server.once('exit', (code, signal) => (outcome = code ?? signal))
  while (outcome === undefined) {
    const [pid, , , , , , , status] = pidFileLines(at.data)
    if (Number(pid) === server.pid && status?.trim() === 'ready') return server.pid
    await sleep(10)
  }
  throw new Error(`PostgreSQL did not start: ${explain(outcome, readFileSync(logFile, 'utf8').slice(offset))}`)
}

/** Sets a log of more than 10 MB aside. @returns the length of the log that will be appended to */
function keepLogSmall(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size <= 10_000_000) return size
  renameSync(file, `${file}.1`)
  return 0
}

function pidFileLines(data: string): string[] {
  try {
    return readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}
