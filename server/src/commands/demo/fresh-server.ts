import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverDirectory } from '../../kernel/values/package-directory.ts'
import type { Credentials } from './http.ts'

interface FreshServer {
  credentials: Credentials
  credentialsFile: string
  /** Stops it and removes all that it wrote. */
  stop: () => Promise<void>
}

const PATIENCE_MS = 60_000

/**
 * Starts a sandbox of its own: free ports, a temporary directory, an empty database.
 *
 * @param settings environment variables besides those
 * @throws Error with the end of what the server printed, when it does not become ready
 */
export async function startFreshServer(settings: Record<string, string> = {}): Promise<FreshServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cambist-demo-'))
  chmodSync(dataDir, 0o711) // the database's account must be able to pass through it
  const [port, openBankingPort] = await Promise.all([freePort(), freePort()])
  const baseUrl = `http://127.0.0.1:${port}`
  const child = launch({
    ...settings,
    DATA_DIR: dataDir,
    PORT: String(port),
    OPEN_BANKING_PORT: String(openBankingPort),
    BASE_URL: baseUrl,
  })
  const stop = once(async () => {
    await end(child.process)
    rmSync(dataDir, { recursive: true, force: true })
  })
  const onSignal = () => void stop().finally(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal)
  try {
    await untilReady(baseUrl, child)
    const credentialsFile = path.join(dataDir, 'sandbox-credentials.json')
    const credentials = JSON.parse(readFileSync(credentialsFile, 'utf8')) as Credentials
    return { credentials: { ...credentials, baseUrl }, credentialsFile, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Launched {
  process: ChildProcess
  /** Output printed so far. */
  output(): string
}

function launch(env: Record<string, string>): Launched {
  const { DATABASE_URL: _ours, NODE_ENV: _sandbox, ...inherited } = process.env
  const child = spawn(process.execPath, [path.join(serverDirectory, 'start.mjs'), 'serve', '--stop-with-parent'], {
    env: { ...inherited, ...env, SANDBOX: 'true', HOST: '127.0.0.1' },
    stdio: ['pipe', 'pipe', 'pipe'], // the first one ends with us, even after SIGKILL, and the server with it
    detached: true, // Ctrl-C reaches us alone; we then stop it in order
  })
  child.stdin.on('error', () => {}) // the server ended; its exit is noticed elsewhere
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  return { process: child, output: () => output }
}

async function untilReady(baseUrl: string, child: Launched): Promise<void> {
  for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; await sleep(100)) {
    if (child.process.exitCode !== null) break
    const ready = await fetch(`${baseUrl}/health/ready`).catch(() => undefined)
    if (ready?.ok) return
  }
  throw new Error(`the server did not become ready:\n${child.output().slice(-2000)}`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  await gone
  clearTimeout(timer)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}
