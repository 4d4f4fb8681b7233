import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeDirectories } from '../directories.ts'
import { type Account, canReach, type DatabaseAccounts, databaseAccounts, isRoot } from './account.ts'
import { isSame } from './socket.ts'

/** Places of root's clusters if the state directory is closed to the database account; a name derived from it follows. */
export const displacedPlaces: readonly string[] = ['/var/lib/cambist/', '/tmp/cambist-']

/** The file in a cluster's home that names its state directory, so that an orphaned cluster can be recognised. */
export const ownerFile = 'state-directory'

/**
 * Returns the location of a cluster: normally the state directory; if root starts the service and the PostgreSQL
 * account cannot reach that (a closed home), an accessible place named by a file `location` in the state directory.
 */
export function findHome(stateDir: string): { home: string; accounts: DatabaseAccounts | undefined } {
  makeDirectory(stateDir)
  const state = realpathSync(stateDir)
  const home = namedHome(state) ?? chooseHome(state)
  if (home !== state) recordOwner(home, state)
  const accounts = databaseAccounts(path.join(home, 'data'))
  if (accounts && !canReach(home, accounts.server)) {
    throw new Error(`The account with uid ${accounts.server.uid} owns the database in ${home} and cannot reach it.`)
  }
  return { home, accounts }
}

/** Makes a directory. Root's can be passed by others (each file in it has its own permissions), a user's cannot. */
function makeDirectory(directory: string): void {
  if (!existsSync(directory)) makeDirectories(directory, isRoot() ? 0o711 : 0o700, true)
}

function namedHome(state: string): string | undefined {
  const pointer = path.join(state, 'location')
  if (!existsSync(pointer)) return undefined
  const home = readFileSync(pointer, 'utf8').trim()
  if (existsSync(home)) {
    checkOwner(home, state)
    return home
  }
  throw new Error(
    `The database of ${state} was kept in ${home}, which is missing. Restore it, or remove ${pointer} to begin anew.`,
  )
}

/** @throws Error if a cluster belongs to another state directory that still names it: this one is a copy without it */
function checkOwner(home: string, state: string): void {
  const record = path.join(home, ownerFile)
  const owner = existsSync(record) ? readFileSync(record, 'utf8').trim() : ''
  if (owner === '' || isSame(owner, state)) return
  const pointer = path.join(owner, 'location')
  if (!existsSync(pointer) || readFileSync(pointer, 'utf8').trim() !== home) return
  throw new Error(
    `The database in ${home} belongs to ${owner}; ${state} is a copy that does not contain it. ` +
      `Remove ${path.join(state, 'location')} to begin anew, or put a copy of ${home} in ${state} as well.`,
  )
}

function chooseHome(state: string): string {
  const accounts = databaseAccounts(path.join(state, 'data'))
  if (!accounts || existsSync(path.join(state, 'data')) || canReach(state, accounts.server)) return state
  const name = createHash('sha256').update(state).digest('hex').slice(0, 12)
  const homes = displacedPlaces.map((place) => `${place}${name}`)
  const home = firstUsable(homes, accounts.server)
  writeFileSync(path.join(state, 'location'), `${home}\n`)
  return home
}

function recordOwner(home: string, state: string): void {
  const record = path.join(home, ownerFile)
  const line = `${state}\n`
  if (!existsSync(record) || readFileSync(record, 'utf8') !== line) writeFileSync(record, line, { mode: 0o600 })
}

function firstUsable(candidates: string[], account: Account): string {
  for (const directory of candidates) {
    try {
      makeDirectory(directory)
      if (isOurs(directory) && canReach(directory, account)) return directory
    } catch {
      // read-only, for example: try the next
    }
  }
  throw new Error(`No directory was found that uid ${account.uid} can reach. Set DATA_DIR to one, or set DATABASE_URL.`)
}

/** Returns true if a directory with a guessable name is really ours, not planted by another user. */
export function isOurs(directory: string): boolean {
  const found = lstatSync(directory)
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}
