import { type ChildProcess, execFileSync, fork, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = path.join(import.meta.dirname, '..')

/** A server of ours, started as a user starts it, on a data directory of its own. */
export interface BenchServer {
  port: number
  dataDir: string
  /** Milliseconds from the command to the first ready answer. */
  readyMs: number
  /** Resident memory of the server's process, in MiB. */
  memory(): number
  /** Seconds of processor time that the server's process, with its threads, has used. */
  processorSeconds(): number
  /** Runs an operator's command beside it; returns its output. */
  operate(...words: string[]): string
  stop(): Promise<void>
}

/** Users of the sandbox have names; in the name of this one a script may give consent. */
export const SCRIPTED_USER = 'alzette'

/**
 * Starts the server and waits until it is ready; open banking listens on the next port. A generated directory is
 * removed when it stops.
 */
export async function startServer(port: number, given?: string): Promise<BenchServer> {
  const dataDir = given ?? openDirectory()
  const began = performance.now()
  const env = {
    ...process.env,
    PORT: String(port),
    OPEN_BANKING_PORT: String(port + 1),
    OPEN_BANKING_PAGES_PORT: '0',
    OPEN_BANKING_SCRIPTED_CONSENT: SCRIPTED_USER,
    DATA_DIR: dataDir,
    SANDBOX: 'true',
    WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
    LOG_LEVEL: 'error',
  }
  const child = spawn(process.execPath, ['--max-semi-space-size=64', 'server/start.mjs'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async () => {
    running.delete(stop)
    await ended(child, 'SIGTERM')
    if (given === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
  running.add(stop)
  await untilReady(port, child).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    port,
    dataDir,
    readyMs: performance.now() - began,
    memory: () => residentMiB(child.pid!),
    processorSeconds: () => processorSeconds(child.pid!),
    operate: (...words) =>
      execFileSync(process.execPath, ['server/start.mjs', 'operator', ...words], { cwd: root, env, encoding: 'utf8' }),
    stop,
  }
}

/** Functions that stop the servers and echoes that run. */
const running = new Set<() => Promise<void>>()

/** Stops them when the run is interrupted, and removes generated directories. */
export function stopWhenInterrupted(): void {
  const interrupted = async () => {
    await Promise.allSettled([...running].map((stop) => stop()))
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void interrupted())
}

/** A directory that the database's account can reach, so that all of it is in there and goes with it. */
export function openDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'cambist-bench-'))
  chmodSync(directory, 0o755)
  return directory
}

async function untilReady(port: number, child: ChildProcess): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; ) {
    if (child.exitCode !== null) throw new Error('the server stopped while it was starting')
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(10)
  }
  throw new Error('the server was not ready within a minute')
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}

function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** Linux counts a process's time in hundredths of a second, in user and in system mode; that of its ended children apart. */
export function processorSeconds(pid: number, withEnded = false): number {
  const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ') // the name before may have spaces
  const counted = fields.slice(11, withEnded ? 15 : 13)
  return counted.reduce((sum, hundredths) => sum + Number(hundredths), 0) / 100
}

/** The bare echo server that figures are a ratio to. */
export async function startEcho(): Promise<{ port: number; stop(): Promise<void> }> {
  const child = fork(path.join(import.meta.dirname, 'echo-server.ts'), ['0'], { execArgv: ['--import', 'tsx'] })
  const { port } = await new Promise<{ port: number }>((resolve) => {
    child.once('message', (message) => resolve(message as { port: number }))
  })
  const stop = async () => {
    running.delete(stop)
    await ended(child, 'SIGTERM')
  }
  running.add(stop)
  return { port, stop }
}

/** Debian's pgbench, installed when it is not there; undefined, with a sentence, where it cannot be had. */
export function findPgbench(): string | undefined {
  const found = pgbenchIn('/usr/lib/postgresql')
  if (found) return found
  console.log('Installing pgbench (package postgresql-contrib) …')
  spawnSync('apt-get', ['install', '-y', '-qq', 'postgresql-contrib'], { stdio: 'ignore' })
  const installed = pgbenchIn('/usr/lib/postgresql')
  if (!installed)
    console.log('pgbench cannot be had here (it is in Debian’s postgresql-contrib): its comparisons are skipped.')
  return installed
}

function pgbenchIn(directory: string): string | undefined {
  if (!existsSync(directory)) return undefined
  return readdirSync(directory)
    .map((version) => path.join(directory, version, 'bin', 'pgbench'))
    .find((file) => existsSync(file))
}
