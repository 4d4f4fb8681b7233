import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'

/** One life of the server's process. */
export interface ServerProcess {
  runs(): boolean
  /** End of its output. */
  output(): string
  /** SIGKILL, and waits for the end. */
  kill(): Promise<void>
  /** SIGTERM, as an operator stops it, and waits for the end. */
  stop(): Promise<void>
  /** Waits until ready. Fails with the server's output if it ends or takes longer than four minutes. */
  untilReady(): Promise<void>
}

const OUTPUT_KEPT = 20_000
const READY_MS = 240_000 // a busy machine is slow; one that is quiet needs two seconds

/**
 * Starts the server as `npm start` does. It ends with this process, however that ends.
 *
 * @param onOutput receives everything it prints, as it comes
 */
export function startServer(
  environment: NodeJS.ProcessEnv & { BASE_URL: string },
  onOutput: (text: string) => void = () => {},
): ServerProcess {
  const child = spawn(process.execPath, [path.join(serverDirectory, 'start.mjs'), 'serve'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const guard = endWithUs(child)
  const ended = once(child, 'exit').finally(() => guard.kill())
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      const text = chunk.toString()
      output = (output + text).slice(-OUTPUT_KEPT)
      onOutput(text)
    })
  }
  const runs = () => child.exitCode === null && child.signalCode === null
  return {
    runs,
    output: () => output,
    async kill() {
      child.kill('SIGKILL')
      if (runs()) await ended
    },
    async stop() {
      child.kill('SIGTERM')
      if (runs()) await ended
    },
    async untilReady() {
      for (const end = Date.now() + READY_MS; Date.now() < end && runs(); await sleep(25)) {
        if (await isReady(environment.BASE_URL)) return
      }
      throw new Error(`the server ${runs() ? 'is not ready' : 'has ended'}. It printed:\n${output}`)
    },
  }
}

const isReady = (baseUrl: string): Promise<boolean> =>
  fetch(`${baseUrl}/health/ready`, { signal: AbortSignal.timeout(10_000) }).then(
    (answer) => answer.ok,
    () => false,
  )

/** Starts a shell that ends the server when this process ends in any way and closes its standard input. */
function endWithUs(child: ChildProcess): ChildProcess {
  const guard = spawn('sh', ['-c', 'read -r line; kill -KILL "$0"', `${child.pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.stdin?.on('error', () => {}) // it was ended before we closed our side
  return guard
}
