import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { serverDirectory } from '../../../src/kernel/values/package-directory.ts'

const execute = promisify(execFile)

/** An operator at the command line, in a process beside the server. */
export interface Operator {
  /** Runs one command. @throws Error with the command's error */
  run<T = Record<string, string>>(...words: string[]): Promise<T>
  /** Runs one command as an operator does, in a process of its own. */
  runAlone<T = Record<string, string>>(...words: string[]): Promise<T>
  end(): Promise<void>
}

type Answer = { id: number; printed?: string; error?: string }

/** Starts the operator's process with the environment of the server. */
export function startOperator(environment: NodeJS.ProcessEnv): Operator {
  const script = new URL('operator-child.ts', import.meta.url).pathname
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    env: environment,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as Answer
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  const ended = once(child, 'exit')
  let count = 0
  return {
    async run<T>(...words: string[]) {
      const id = count++
      const answer = await new Promise<Answer>((resolve) => {
        waiting.set(id, resolve)
        child.stdin.write(`${JSON.stringify({ id, words })}\n`)
      })
      if (answer.error !== undefined) throw new Error(`operator ${words[0]}: ${answer.error}`)
      return JSON.parse(answer.printed ?? '{}') as T
    },
    async runAlone<T>(...words: string[]) {
      const command = [path.join(serverDirectory, 'start.mjs'), 'operator', '--json', ...words]
      try {
        const { stdout } = await execute(process.execPath, command, { env: environment })
        return JSON.parse(stdout) as T
      } catch (error) {
        const { stderr, message } = error as Error & { stderr?: string }
        throw new Error(`operator ${words[0]}: ${stderr?.trim() || message}`, { cause: error })
      }
    },
    async end() {
      child.stdin.end()
      await ended
    },
  }
}
