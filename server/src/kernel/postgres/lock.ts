import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, startTicks } from './process.ts'

/** A live process holds the lock. */
export class LockedError extends Error {}

/** Time after which a wait is reported. */
const REPORTED_MS = 2_000

/**
 * Runs `work` while holding a lock file, so that only one process does so at a time. A dead holder's lock is taken
 * over.
 *
 * @param onWait called once with the holder's process id if the wait is long
 * @throws LockedError when a live holder keeps it longer than `patienceMs`
 */
export async function withLock<T>(
  file: string,
  work: () => Promise<T>,
  patienceMs = 60_000,
  onWait: (pid: string) => void = () => {},
): Promise<T> {
  await acquire(file, patienceMs, onWait)
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

async function acquire(file: string, patienceMs: number, onWait: (pid: string) => void): Promise<void> {
  const begin = performance.now()
  let isReported = false
  while (!tryCreate(file)) {
    const holder = read(file)
    const waited = performance.now() - begin
    if (holder !== undefined && isStale(file, holder)) {
      takeAway(file, holder)
      continue
    }
    const pid = holder?.split(' ')[0]
    if (waited >= patienceMs)
      throw new LockedError(`Process ${pid} holds ${file}. If it does not run any more, remove that file.`)
    if (pid && waited >= REPORTED_MS && !isReported) {
      isReported = true
      onWait(pid)
    }
    await sleep(50)
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
