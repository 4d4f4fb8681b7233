import { accessSync, constants, lstatSync, statSync } from 'node:fs'
import path from 'node:path'
import type { MachineSettings } from '../../settings/config.ts'
import { isRoot } from '../../kernel/postgres/account.ts'
import { makeDirectories } from '../../kernel/directories.ts'
import { hasSecretsKey } from '../../kernel/values/seal.ts'
import { textsOf } from '../../settings/errors.ts'

/** Permissions of the directory: the database's account passes through it. */
const MODE = 0o711
const WRITABLE = constants.W_OK | constants.X_OK

/** The settings that decide whether a start writes to DATA_DIR. */
type Settings = Pick<MachineSettings, 'dataDir' | 'databaseUrl' | 'secretsKey' | 'sandbox'>

/**
 * Returns a text if a start needs a DATA_DIR that cannot be used. A start that needs it creates it, unless something else prevents the
 * start.
 */
export function dataDirectoryErrors(settings: Settings, mayCreate: boolean): readonly string[] {
  if (!writesTo(settings)) return []
  const prepare = mayCreate ? makeDataDirectory : checkDataDirectory
  return textsOf(() => prepare(settings.dataDir))
}

/** Written are our own database, the credentials and certificates of the sandbox, and a key of secrets that is not there yet. */
const writesTo = ({ dataDir, databaseUrl, secretsKey, sandbox }: Settings): boolean =>
  !databaseUrl || sandbox || (!secretsKey && !hasSecretsKey(dataDir))

/** Creates DATA_DIR if it is missing. @throws Error that names it if it cannot be created or written */
export function makeDataDirectory(directory: string): void {
  withReason(directory, () => {
    makeDirectories(directory, MODE, isRoot())
    accessSync(directory, WRITABLE)
  })
}

/** @throws Error that names DATA_DIR if it cannot be written, or is missing and cannot be created where it should be */
function checkDataDirectory(directory: string): void {
  withReason(directory, () => {
    let existing = directory
    let found = statSync(existing, { throwIfNoEntry: false })
    while (!found) {
      existing = path.dirname(existing)
      found = statSync(existing, { throwIfNoEntry: false })
    }
    if (!found.isDirectory()) throw Object.assign(new Error('not a directory'), { code: 'EEXIST' })
    accessSync(existing, WRITABLE)
  })
}

function withReason(directory: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new Error(`DATA_DIR is ${directory}, ${reasonOf(code, directory)}`, { cause: error })
  }
}

const OTHER = 'Choose another directory.'

function reasonOf(code: string, directory: string): string {
  switch (code) {
    case 'EEXIST':
      return `${isLink(directory) ? 'a link to a directory that does not exist' : 'which is a file'}. ${OTHER}`
    case 'ENOTDIR':
      return `which is below a file. ${OTHER}`
    case 'EACCES':
    case 'EPERM':
      return `where this account${ofUser()} may not write. Change its owner, or choose another directory.`
    case 'EROFS':
      return `which is on a file system that is mounted read-only. ${OTHER}`
    case 'ENOSPC':
    case 'EDQUOT':
      return `and its disk is full. Make room, or choose another directory.`
    case 'ENAMETOOLONG':
      return `with a name that is too long. Choose a shorter one.`
    default:
      return `which cannot be created (${code || 'no reason is known'}). ${OTHER}`
  }
}

const isLink = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false

function ofUser(): string {
  const uid = process.getuid?.()
  return uid === undefined ? '' : ` (uid ${uid})`
}
