import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Account, canReach, type DatabaseAccounts, databaseAccounts, isRoot } from './account.ts'

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
  if (existsSync(directory)) return
  const mode = isRoot() ? 0o711 : 0o700
  const first = mkdirSync(directory, { recursive: true, mode }) ?? directory
  for (let at = directory; at.length >= first.length; at = path.dirname(at)) chmodSync(at, mode) // whatever the umask
}

function namedHome(state: string): string | undefined {
  const pointer = path.join(state, 'location')
  if (!existsSync(pointer)) return undefined
  const home = readFileSync(pointer, 'utf8').trim()
  if (existsSync(home)) return home
  throw new Error(
    `The database of ${state} was kept in ${home}, which is missing. Restore it, or remove ${pointer} to begin anew.`,
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

/**
 * The private directory of the server's socket, remembered in the home: its path stays short however long the data path
 * is (sockets are limited to about 100 bytes), and stays the same when the server is started again.
 */
export function socketDirectory(home: string, account: Account | undefined): string {
  const memo = path.join(home, 'socket-directory')
  const remembered = existsSync(memo) ? readFileSync(memo, 'utf8').trim() : ''
  if (remembered && (isPrivate(remembered, account) || makePrivate(remembered, account))) return remembered
  const made = mkdtempSync(path.join(shortDirectory(), 'cambist-'))
  if (account) chownSync(made, account.uid, account.gid)
  writeFileSync(memo, `${made}\n`)
  return made
}

export function isPrivate(directory: string, account: Account | undefined): boolean {
  const found = lstatSync(directory, { throwIfNoEntry: false })
  const owner = account?.uid ?? process.getuid?.()
  return found !== undefined && found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0
}

/** Makes a directory again that was removed, say by a clean-up of /tmp. @returns false when another user took its name */
function makePrivate(directory: string, account: Account | undefined): boolean {
  try {
    mkdirSync(directory, { mode: 0o700 })
    if (account) chownSync(directory, account.uid, account.gid)
    return true
  } catch {
    return false
  }
}

function shortDirectory(): string {
  if (isRoot() && isWritable('/run')) return '/run'
  return tmpdir().length <= 60 ? tmpdir() : '/tmp'
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK)
    return true
  } catch {
    return false
  }
}
