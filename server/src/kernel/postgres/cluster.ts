import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { Account, DatabaseAccounts } from './account.ts'
import type { Binaries } from './binaries.ts'

/** The database user we create and connect as. */
export const databaseUser = 'cambist'

/** The environment of PostgreSQL's programs: no locale or time zone of the caller's, some name ones that do not exist. */
export const postgresEnvironment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

/**
 * Creates the cluster if there is none. It is made under another name and renamed when complete, so that an interrupted
 * start leaves nothing that looks like a database.
 *
 * @param sync false only for throw-away databases: do not wait for the disk
 */
export async function ensureCluster(
  home: string,
  binaries: Binaries,
  accounts: DatabaseAccounts | undefined,
  { sync, log }: { sync: boolean; log: (line: string) => void },
): Promise<{ data: string; password: string }> {
  const data = path.join(home, 'data')
  if (!existsSync(data)) {
    log('Creating the database (first start) …')
    await createCluster(home, binaries.native, accounts, sync)
  }
  checkVersion(data, binaries.major)
  return { data, password: readFileSync(path.join(home, 'password'), 'utf8').trim() }
}

async function createCluster(home: string, native: string, accounts: DatabaseAccounts | undefined, sync: boolean) {
  for (const name of readdirSync(home)) {
    if (name.startsWith('unfinished-')) rmSync(path.join(home, name), { recursive: true, force: true, maxRetries: 10 })
  }
  const unfinished = mkdtempSync(path.join(home, 'unfinished-'))
  const passwordFile = path.join(home, 'password')
  rmSync(passwordFile, { force: true })
  writeFileSync(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true })
  if (accounts) for (const file of [unfinished, passwordFile]) chownSync(file, accounts.initdb.uid, accounts.initdb.gid)
  await runInitdb(native, unfinished, passwordFile, accounts?.initdb, sync)
  if (accounts) {
    chownSync(passwordFile, 0, 0)
    if (accounts.initdb.uid !== accounts.server.uid) giveTo(accounts.server, unfinished)
  }
  renameSync(unfinished, path.join(home, 'data'))
  syncDirectory(home)
}

async function runInitdb(
  native: string,
  data: string,
  passwordFile: string,
  account: Account | undefined,
  sync: boolean,
) {
  const options = [
    `--pgdata=${data}`,
    `--username=${databaseUser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--wal-segsize=2', // MB: a commit that needs a new segment waits until it is written and synced
    '--no-instructions',
    ...(sync ? [] : ['--no-sync']),
  ]
  const initdb = spawn(path.join(native, 'bin', 'initdb'), options, {
    env: postgresEnvironment,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    ...account,
  })
  let complaints = ''
  initdb.stderr.on('data', (chunk) => (complaints += chunk))
  const outcome = await new Promise((resolve) => {
    initdb.on('error', resolve)
    initdb.on('close', resolve)
  })
  if (outcome !== 0) throw new Error(`The database could not be created: ${explain(outcome, complaints)}`)
}

/** Explains why a program of PostgreSQL did not start or failed. */
export function explain(outcome: unknown, complaints: string): string {
  const code = (outcome as { code?: string } | null)?.code
  if (code === 'ENOENT')
    return 'its programs do not run on this system (they need glibc). Set DATABASE_URL to a PostgreSQL.'
  if (code === 'EPERM')
    return 'root may not change to another account here. Start as an ordinary user, or set DATABASE_URL.'
  return complaints.trim() || String(outcome)
}

function giveTo(account: Account, file: string): void {
  lchownSync(file, account.uid, account.gid)
  if (lstatSync(file).isDirectory()) for (const name of readdirSync(file)) giveTo(account, path.join(file, name))
}

function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

function checkVersion(data: string, major: string): void {
  const made = readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim()
  if (made !== major)
    throw new Error(`The database in ${data} was made by PostgreSQL ${made}; this release brings ${major}.`)
}
