import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
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
  /** Whether it is being stopped in an orderly way, so that it may refuse requests. */
  isStopping(): boolean
  /** SIGKILL at once, then starts it again. */
  kill(): Promise<void>
  /** SIGTERM, then starts it again. */
  restart(): Promise<void>
  end(): Promise<void>
}

/**
 * Starts a sandbox on an empty database.
 *
 * @param onLine receives each line the server prints
 */
export async function startSandbox(
  databaseUrl: string,
  onLine: (line: string) => void,
  more: NodeJS.ProcessEnv = {},
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
    LOG_LEVEL: 'warn',
    ...more,
  }
  const onOutput = byLine(onLine)
  let child: ServerProcess = startServer(environment, onOutput)
  let isStopping = false
  let ready = child.untilReady()
  const restarted = async (end: () => Promise<void>) => {
    await ready.catch(() => {}) // one end after the other
    await end()
    child = startServer(environment, onOutput)
    isStopping = false
    await child.untilReady()
  }
  const again = (end: () => Promise<void>) => {
    ready = restarted(end)
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
      kill: () => again(() => child.kill()),
      restart: () => {
        isStopping = true
        return again(() => child.stop())
      },
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
