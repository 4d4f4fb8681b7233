import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, startTicks } from './process.ts'

/** A live process holds the lock. */
export class LockedError extends Error {}

/**
 * Runs `work` while holding a lock file, so that only one process does so at a time. A dead holder's lock is taken
 * over.
 *
 * @throws LockedError when a live holder keeps it longer than `patienceMs`
 */
export async function withLock<T>(file: string, work: () => Promise<T>, patienceMs = 60_000): Promise<T> {
  await acquire(file, performance.now() + patienceMs)
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

async function acquire(file: string, deadline: number): Promise<void> {
  while (!tryCreate(file)) {
    const holder = read(file)
    if (holder !== undefined && isStale(file, holder)) takeAway(file, holder)
    else if (performance.now() < deadline) await sleep(50)
    else
      throw new LockedError(
        `Process ${holder?.split(' ')[0]} holds ${file}. If it does not run any more, remove that file.`,
      )
  }
}

function tryCreate(file: string): boolean {
  try {
    writeFileSync(file, `${process.pid} ${startTicks(process.pid)} ${randomUUID()}`, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function isStale(file: string, holder: string): boolean {
  const [pid, ticks] = holder.split(' ')
  if (!pid || !ticks) return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 5_000
  return !isRunning(Number(pid)) || `${startTicks(Number(pid))}` !== ticks
}

/**
 * Removes the lock of a dead holder. The directory named after that holder is the right to do so: without it, two
 * waiting processes could each remove "the stale lock", the second one removing the first one's new lock.
 */
function takeAway(file: string, holder: string): void {
  const right = `${file}.${holder.split(' ')[2] ?? 'empty'}`
  try {
    mkdirSync(right)
  } catch {
    return
  }
  if (read(file) === holder) rmSync(file, { force: true })
  rmdirSync(right)
}
