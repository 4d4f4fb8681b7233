import { existsSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { argumentsOf, isRunning, processesIn, waitForExit } from '../../src/kernel/postgres/process.ts'

/**
 * Kills the database of a state directory, if it runs, and waits for its end: the postmaster first, so that no new
 * process comes up behind our back, then (unless it is to die alone) all its children.
 */
export async function killDatabase(stateDir: string, postmasterAlone = false): Promise<void> {
  const data = path.join(stateDir, 'data')
  if (!existsSync(data)) return
  const directory = realpathSync(data)
  const killed = [postmasterOf(directory)].filter((pid) => pid !== undefined)
  for (const pid of killed) killNow(pid)
  if (!postmasterAlone) {
    const children = processesIn(directory)
    for (const pid of children) killNow(pid)
    killed.push(...children)
  }
  expect(await waitForExit(killed, 10_000), 'processes of the database that do not end').toEqual([])
}

/** The process that the pid file names, unless the file is old and the number another program's by now. */
function postmasterOf(directory: string): number | undefined {
  const file = path.join(directory, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  const isOurs = isRunning(pid) && (argumentsOf(pid)?.includes(directory) ?? true)
  return isOurs ? pid : undefined
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
