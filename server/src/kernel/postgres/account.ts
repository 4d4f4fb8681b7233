import { readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'

/** A system account by its numbers. */
export interface Account {
  uid: number
  gid: number
}

/** Accounts that run PostgreSQL and initdb when we are root, which PostgreSQL does not accept. */
export interface DatabaseAccounts {
  server: Account
  initdb: Account
}

// Belongs to nobody on common systems. The server needs no passwd entry; initdb does and runs as `nobody`.
const unallocated: Account = { uid: 61847, gid: 61847 }

export const isRoot = (): boolean => process.getuid?.() === 0

/**
 * Returns the accounts to run PostgreSQL under, or undefined without root rights. An existing cluster runs under its
 * owner.
 */
export function databaseAccounts(dataDirectory: string): DatabaseAccounts | undefined {
  if (!isRoot()) return undefined
  const owner = statSync(dataDirectory, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return both({ uid: owner.uid, gid: owner.gid })
  const postgres = lookUp('postgres')
  if (postgres) return both(postgres)
  const nobody = lookUp('nobody')
  if (nobody) return { server: unallocated, initdb: nobody }
  throw new Error(
    'PostgreSQL does not run as root, and this system has neither an account "postgres" nor "nobody" to run it under. ' +
      'Start as an ordinary user, or set DATABASE_URL.',
  )
}

/** Returns true if an account may enter a directory: it needs the search permission on each parent directory. */
export function canReach(directory: string, account: Account): boolean {
  for (let at = realpathSync(directory); ; at = path.dirname(at)) {
    const { uid, gid, mode } = statSync(at)
    const search = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & search) === 0) return false
    if (at === path.dirname(at)) return true
  }
}

const both = (account: Account): DatabaseAccounts => ({ server: account, initdb: account })

function lookUp(name: string): Account | undefined {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
    const entry = lines.find(([entryName]) => entryName === name)
    return entry && { uid: Number(entry[2]), gid: Number(entry[3]) }
  } catch {
    return undefined
  }
}
