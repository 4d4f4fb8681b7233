import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres } from '../../src/kernel/postgres/index.ts'
import { isRunning } from '../../src/kernel/postgres/process.ts'

/** Begins with the namespace of our process ids: containers that share a directory have others, where ours mean other processes. */
export const prefix = `cambist-test-in${pidNamespace()}-`

/** Returns the number of the namespace of our process ids; 0 where the system has none. */
function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')
  } catch {
    return '0'
  }
}

/** File system in memory that Linux has. */
const MEMORY = '/dev/shm'
/** The databases of a run fill less than 2 GB; the rest is left for browsers, servers and other work. */
const ENOUGH_BYTES = 8 * 1024 ** 3

/**
 * Creates an empty directory that the database's account can enter: for a `stateDir` or a DATA_DIR. The end of the run removes it;
 * the next run stops and removes the remains of a killed one, recognised by its name.
 */
export const temporaryDirectory = (): string => createIn(tmpdir())

/**
 * Creates a temporary directory for databases, in memory if there is enough. A database has a thousand files, and some file systems
 * take ten times longer to create them, more with each database that was dropped before.
 */
export const databaseDirectory = (): string => createIn(hasMemory() ? MEMORY : tmpdir())

function createIn(parent: string): string {
  const directory = mkdtempSync(path.join(parent, `${prefix}${process.pid}-`))
  chmodSync(directory, 0o711)
  return directory
}

function hasMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, process.availableMemory()) > ENOUGH_BYTES
  } catch {
    return false
  }
}

/** Paths of all temporary directories of our namespace whose process `isMeant`. */
const directoriesOf = (isMeant: (pid: number) => boolean): string[] =>
  [...new Set([tmpdir(), MEMORY])].filter(existsSync).flatMap((parent) =>
    readdirSync(parent)
      .filter((name) => name.startsWith(prefix) && isMeant(Number(name.slice(prefix.length).split('-')[0])))
      .map((name) => path.join(parent, name)),
  )

/** Stops the databases and removes the directories of runs that were killed. */
export async function removeAbandoned(): Promise<void> {
  for (const directory of directoriesOf((pid) => pid > 0 && !isRunning(pid))) {
    try {
      await removeWithDatabases(directory)
    } catch {
      // another user's, or another run is removing it
    }
  }
}

/** Removes the directories of this run. */
export function removeOwn(): void {
  for (const directory of directoriesOf((pid) => pid === process.pid))
    rmSync(directory, { recursive: true, force: true })
}

async function removeWithDatabases(directory: string): Promise<void> {
  const inside = readdirSync(directory).map((name) => path.join(directory, name))
  for (const stateDir of [directory, ...inside]) {
    if (!existsSync(path.join(stateDir, 'data', 'postmaster.pid'))) continue
    await (await startPostgres({ stateDir })).stop({ evenIfShared: true })
  }
  rmSync(directory, { recursive: true, force: true })
}
