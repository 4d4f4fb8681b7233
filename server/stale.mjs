// Decides whether a build must be made again before it is used.
import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

const changedAt = (/** @type {string} */ file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Returns the time of the last change of a file, or of everything below a directory; 0 if it does not exist. */
function newestIn(/** @type {string} */ source) {
  if (!statSync(source, { throwIfNoEntry: false })?.isDirectory()) return changedAt(source)
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  return Math.max(...files.map((name) => changedAt(path.join(source, name))))
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
 * @param {string[]} sources its sources: files, and directories with everything below them
 */
export function isStale(file, sources) {
  const builtAt = changedAt(file)
  return builtAt === 0 || (builtAt < Math.max(...sources.map(newestIn)) && canReplace(file))
}
