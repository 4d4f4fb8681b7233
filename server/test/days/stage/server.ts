import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer, type ServerProcess } from '../../crash/server-process.ts'
import { freePort } from '../../support/free-port.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

export interface Secret {
  clientId: string
  clientSecret: string
  entityId: string
}
type Pair = Record<'rm' | 'abs', Secret>

/** The real server as a child process, which is killed and started again while it is called. */
export interface Server {
  baseUrl: string
  environment: NodeJS.ProcessEnv
  /** The sandbox's seeded clients. */
  secrets: { clients: Pair; approvers: Pair }
  /** Resolves when the server answers; rejects when it cannot be started. */
  up(): Promise<void>
  /** Returns true during an orderly stop, when the server may reject requests. */
  isStopping(): boolean
  /**
   * SIGKILL at once, then starts it again.
   *
   * @param starts milliseconds after which each of the next starts is killed too
   */
  kill(starts?: readonly number[]): Promise<void>
  /** SIGTERM, then starts it again. */
  restart(): Promise<void>
  /** Has something done after each start, before the server gets requests. */
  onStarted(act: () => Promise<void>): void
  end(): Promise<void>
}

/**
 * Starts a sandbox on an empty database.
 *
 * @param onLine receives each line the server prints
 * @param firstKills milliseconds after which each of the first starts is killed, while it makes tables and data
 */
export async function startSandbox(
  databaseUrl: string,
  onLine: (line: string) => void,
  more: NodeJS.ProcessEnv = {},
  firstKills: readonly number[] = [],
): Promise<Server> {
  const dataDir = temporaryDirectory()
  const port = await freePort()
  const { NODE_ENV: _sandbox, ...inherited } = process.env
  const environment = {
    ...inherited,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: `${port}`,
    BASE_URL: `http://127.0.0.1:${port}`,
    HOST: '127.0.0.1',
    OPEN_BANKING: 'false',
    SANDBOX: 'true',
    SANDBOX_HISTORY: 'false', // the model begins with the opening balances
    LOG_LEVEL: 'warn',
    ...more,
  }
  const launch = (): ServerProcess => startServer(environment, byLine(onLine))
  let child = launch()
  let isStopping = false
  let afterStart = async () => {}
  /** Ends each start after its milliseconds, then starts to stay. */
  const startAfter = async (kills: readonly number[]) => {
    for (const ms of kills) {
      await sleep(ms)
      await child.kill()
      child = launch()
    }
    isStopping = false
    await child.untilReady()
    await afterStart()
  }
  let ready = startAfter(firstKills)
  const again = (end: () => Promise<void>, starts: readonly number[] = []) => {
    const before = ready
    ready = (async () => {
      await before.catch(() => {}) // one end after the other
      await end()
      child = launch()
      await startAfter(starts)
    })()
    return ready
  }
  const end = async () => {
    await child.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await ready
    const file = readFileSync(path.join(dataDir, 'sandbox-credentials.json'), 'utf8')
    return {
      baseUrl: environment.BASE_URL,
      environment,
      secrets: JSON.parse(file) as Server['secrets'],
      up: () => ready,
      isStopping: () => isStopping,
      kill: (starts) => again(() => child.kill(), starts),
      restart: () => {
        isStopping = true
        return again(() => child.stop())
      },
      onStarted: (act) => void (afterStart = act),
      end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

function byLine(onLine: (line: string) => void): (text: string) => void {
  let rest = ''
  return (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  }
}
