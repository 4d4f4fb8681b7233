import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

// What the system says about processes. /proc exists on Linux only; elsewhere the answers are `undefined` or empty.

/** Returns true if a process runs. A zombie, dead but not yet reaped by its parent, does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return statusOf(pid)?.state !== 'Z'
}

/**
 * Returns the start of a process in ticks since boot: together with the pid it identifies a process even after the pid
 * is reused.
 */
export const startTicks = (pid: number): string | undefined => statusOf(pid)?.startTicks

/** The command line of a process as its arguments. */
export function argumentsOf(pid: number): string[] | undefined {
  return readProc(`/proc/${pid}/cmdline`)?.split('\0')
}

/** The running processes whose working directory is `directory`: for a data directory, its postmaster and its backends. */
export function processesIn(directory: string): number[] {
  return listPids().filter((pid) => workingDirectory(pid) === directory && isRunning(pid))
}

/** Waits until all `pids` have ended. @returns those still running at the timeout */
export async function waitForExit(pids: number[], milliseconds: number): Promise<number[]> {
  const end = performance.now() + milliseconds
  let left = pids.filter(isRunning)
  while (left.length > 0 && performance.now() < end) {
    await sleep(10)
    left = left.filter(isRunning)
  }
  return left
}

function statusOf(pid: number): { state?: string; startTicks?: string } | undefined {
  const text = readProc(`/proc/${pid}/stat`)
  if (text === undefined) return undefined
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ') // the name before it may hold spaces
  return { state: fields[0], startTicks: fields[19] }
}

function readProc(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function listPids(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}
