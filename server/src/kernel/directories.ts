import { chmodSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Creates a directory and its missing parents. Node's recursive `mkdir` never ends below /proc: it tries again for as long
 * as the system reports a missing parent.
 *
 * @param mode permissions of the created directories, less the umask
 * @param exact true: these permissions whatever the umask
 * @throws NodeJS.ErrnoException
 */
export function makeDirectories(directory: string, mode: number, exact = false): void {
  const absolute = path.resolve(directory)
  if (isDirectory(absolute)) return
  const parent = path.dirname(absolute)
  if (parent !== absolute) makeDirectories(parent, mode, exact)
  try {
    mkdirSync(absolute, { mode })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && isDirectory(absolute)) return // another process was first
    throw error
  }
  if (exact) chmodSync(absolute, mode)
}

/** Returns true for a directory or a link to one. @throws NodeJS.ErrnoException if the system does not report it */
function isDirectory(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  return found?.isDirectory() ?? false
}
