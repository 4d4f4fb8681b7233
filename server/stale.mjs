// Decides whether a build must be made again before it is used.
import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

const changedAt = (/** @type {string} */ file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Returns the time of the last change in a directory and everything below it; 0 if it does not exist. */
function newestIn(/** @type {string} */ directory) {
  if (changedAt(directory) === 0) return 0
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  return Math.max(...files.map((name) => changedAt(path.join(directory, name))))
}

function canReplace(/** @type {string} */ file) {
  try {
    accessSync(path.dirname(file), constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Returns true if a build is missing, or is older than its sources and can be replaced. In a directory that is read-only
 * for this account the existing build is used: it was made before, and copies change the age of files.
 *
 * @param {string} file file of the build that is written last
 * @param {string[]} directories directories of its sources
 */
export function isStale(file, directories) {
  const builtAt = changedAt(file)
  return builtAt === 0 || (builtAt < Math.max(...directories.map(newestIn)) && canReplace(file))
}
