import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres } from '../../src/kernel/postgres/index.ts'
import { isRunning } from '../../src/kernel/postgres/process.ts'

const prefix = 'cambist-test-'

/**
 * Creates an empty directory that the database's account can enter: for a `stateDir` or a DATA_DIR. Remove it when
 * done; the next run stops and removes the remains of a killed one, recognised by its name.
 */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), `${prefix}${process.pid}-`))
  chmodSync(directory, 0o711)
  return directory
}

/** Stops the databases and removes the directories of runs that were killed. */
export async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : 0
    if (pid === 0 || isRunning(pid)) continue
    try {
      await removeWithDatabases(path.join(tmpdir(), name))
    } catch {
      // another user's, or another run is removing it
    }
  }
}

async function removeWithDatabases(directory: string): Promise<void> {
  const inside = readdirSync(directory).map((name) => path.join(directory, name))
  for (const stateDir of [directory, ...inside]) {
    if (!existsSync(path.join(stateDir, 'data', 'postmaster.pid'))) continue
    await (await startPostgres({ stateDir })).stop({ evenIfShared: true })
  }
  rmSync(directory, { recursive: true, force: true })
}
