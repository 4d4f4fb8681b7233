import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Account, isRoot } from './account.ts'
import { isRunning } from './process.ts'

/** The file in a socket directory that names its cluster's home: a copied home names the directory of the original. */
const ownerFile = 'owner'
const socketFile = '.s.PGSQL.5432'
const lockFile = `${socketFile}.lock`

/**
 * Returns the private directory of the server's socket, remembered in the home: its path stays short however long the
 * data path is (sockets are limited to about 100 bytes), and stays the same when the server is started again. A home
 * that remembers the directory of another home, as a copy does, gets a new one.
 *
 * @param served directory that a running server of this cluster uses, if known
 */
export function socketDirectory(home: string, account: Account | undefined, served?: string): string {
  if (served && isPrivate(served, account)) {
    claim(served, home)
    return served
  }
  const memo = memoOf(home)
  const remembered = existsSync(memo) ? readFileSync(memo, 'utf8').trim() : ''
  if (remembered && isUsable(remembered, account) && claim(remembered, home)) return remembered
  const made = mkdtempSync(path.join(shortDirectory(), 'cambist-'))
  if (account) chownSync(made, account.uid, account.gid)
  claim(made, home)
  writeFileSync(memo, `${made}\n`)
  return made
}

/** Removes the socket directory that a home remembers, which a killed server leaves. */
export function removeRememberedSocket(home: string, account: Account | undefined): void {
  try {
    const directory = realpathSync(readFileSync(memoOf(home), 'utf8').trim())
    if (path.basename(directory).startsWith('cambist-') && isPrivate(directory, account))
      removeSocketDirectory(directory, home)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Removes the socket directory of a stopped server, unless another cluster owns it or a live server uses it. */
export function removeSocketDirectory(directory: string, home: string): void {
  if (isForeign(directory, home) || userOf(directory) !== undefined) return
  rmSync(directory, { recursive: true, force: true })
}

/** Removes the socket and the lock that a dead server of this home left; those of another cluster's live server stay. */
export function clearSocket(directory: string, home: string): void {
  if (isUsedByAnother(directory, home)) return
  for (const name of [socketFile, lockFile]) rmSync(path.join(directory, name), { force: true })
}

/** Returns true if two paths name one file or directory. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((file) => statSync(file, { throwIfNoEntry: false }))
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino
}

const memoOf = (home: string): string => path.join(home, 'socket-directory')

/**
 * Identifies a home. A copy of it has another path or, in another file system at the same path, another inode. The
 * number of its device does not count: it can change when the machine restarts.
 */
const identityOf = (home: string): string => `${realpathSync(home)} ${statSync(home).ino}\n`

/**
 * Makes a home the owner of a socket directory. A directory without an owner, of a previous release, is given to the
 * first home that asks, unless a server of another home uses it.
 *
 * @returns false if the directory belongs to another home
 */
function claim(directory: string, home: string): boolean {
  if (isUsedByAnother(directory, home)) return false
  try {
    writeFileSync(path.join(directory, ownerFile), identityOf(home), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return !isForeign(directory, home)
  }
}

/** Returns true if a directory names another owner than this home. */
function isForeign(directory: string, home: string): boolean {
  const owner = read(path.join(directory, ownerFile))
  return owner !== undefined && owner !== identityOf(home)
}

/** Returns true if a live server of another data directory has its socket in a directory. */
function isUsedByAnother(directory: string, home: string): boolean {
  const user = userOf(directory)
  return user !== undefined && !isSame(user, path.join(home, 'data'))
}

/** Returns the data directory of the live server that has its socket in a directory. */
function userOf(directory: string): string | undefined {
  const [pid, data = ''] = read(path.join(directory, lockFile))?.split('\n') ?? []
  return pid && isRunning(Number(pid)) ? data : undefined
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

const isUsable = (directory: string, account: Account | undefined): boolean =>
  isPrivate(directory, account) || makePrivate(directory, account)

function isPrivate(directory: string, account: Account | undefined): boolean {
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
