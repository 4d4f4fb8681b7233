import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { UsageError } from '../usage-error.ts'

/** Service and credentials that `cambist login` stored. */
export interface Profile {
  url: string
  clientId: string
  clientSecret: string
  /** Entity to act for, if the client has several. */
  entity?: string
}

interface Profiles {
  /** Profile of commands without --profile. */
  current?: string
  profiles: Record<string, Profile>
}

type Environment = Readonly<Record<string, string | undefined>>

/** Returns the path of the file: CAMBIST_CONFIG, or `cambist/profiles.json` in the user's configuration folder. */
export function profilesFile(env: Environment): string {
  if (env['CAMBIST_CONFIG']) return env['CAMBIST_CONFIG']
  const folder = env['XDG_CONFIG_HOME'] || (env['APPDATA'] ?? path.join(env['HOME'] ?? homedir(), '.config'))
  return path.join(folder, 'cambist', 'profiles.json')
}

/** Reads the stored profiles; without a file there are none. @throws UsageError for an unreadable file */
export function readProfiles(env: Environment): Profiles {
  const file = profilesFile(env)
  let stored: unknown
  try {
    stored = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} }
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`, { cause: error })
  }
  if (isProfiles(stored)) return stored
  throw new UsageError(
    `${file} has no profiles with url, clientId and clientSecret. Correct or delete it, then log in with cambist login.`,
  )
}

const isProfiles = (stored: unknown): stored is Profiles =>
  isRecord(stored) &&
  isRecord(stored['profiles']) &&
  Object.values(stored['profiles']).every((each) => isRecord(each) && typeof each['url'] === 'string' && isClient(each))

/** Returns true for an object, but not for a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns true for an object with the id and the secret of a client. */
export const isClient = (value: unknown): boolean =>
  isRecord(value) && typeof value['clientId'] === 'string' && typeof value['clientSecret'] === 'string'

/** Writes the profiles whole or not at all, readable by their owner only. */
export function writeProfiles(env: Environment, profiles: Profiles): void {
  const file = profilesFile(env)
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 })
  chmodSync(draft, 0o600)
  renameSync(draft, file)
}

/**
 * Returns the named profile, or the current one.
 *
 * @throws UsageError that lists the profiles if there is none of this name
 */
export function findProfile(env: Environment, name: string | undefined): Profile | undefined {
  const { current, profiles } = readProfiles(env)
  const wanted = name ?? (env['CAMBIST_PROFILE'] || current)
  if (wanted === undefined) return undefined
  const found = Object.hasOwn(profiles, wanted) ? profiles[wanted] : undefined
  if (found) return found
  const known = Object.keys(profiles).join(', ') || 'none'
  throw new UsageError(
    `There is no profile ${wanted}; known: ${known}. Create it with: cambist login --profile ${wanted}`,
    {
      isAboutCredentials: true,
    },
  )
}
