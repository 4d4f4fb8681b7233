import { accessSync, constants, lstatSync } from 'node:fs'
import { isRoot } from '../../kernel/postgres/account.ts'
import { makeDirectories } from '../../kernel/directories.ts'

/** Permissions of the directory: the database's account passes through it. */
const MODE = 0o711

/** Creates DATA_DIR if it is missing. @throws Error that names it if it cannot be created or written */
export function makeDataDirectory(directory: string): void {
  try {
    makeDirectories(directory, MODE, isRoot())
    accessSync(directory, constants.W_OK | constants.X_OK)
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
