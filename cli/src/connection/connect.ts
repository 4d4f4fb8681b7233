import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Cambist, createClient } from '@cambist/sdk'
import type { Command } from 'commander'
import { progressHooks } from '../output/progress.ts'
import { UsageError } from '../usage-error.ts'
import { findProfile, isClient, isRecord, type Profile } from './profiles.ts'

/** Address of the service, and the caller's credentials. */
export interface Connection {
  baseUrl: string
  clientId: string
  clientSecret: string
}

export interface ConnectionOptions {
  url?: string
  credentials?: string
  profile?: string
  as: string
  /** Entity of a client with several. */
  entity?: string
}

export const connectionHelp = `
Credentials come from the first of these that there is:
  1. --credentials <file>, a sandbox's credentials file
  2. --profile <name>, stored by cambist login
  3. CAMBIST_CLIENT_ID and CAMBIST_CLIENT_SECRET, with CAMBIST_URL
  4. CAMBIST_CREDENTIALS, a sandbox's credentials file
  5. CAMBIST_PROFILE, or the current profile
  6. ./.data/sandbox-credentials.json`

const DEFAULT_URL = 'http://localhost:8080'
const DEFAULT_FILE = path.join('.data', 'sandbox-credentials.json')

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the connection that options, environment, profiles or a credentials file name, in this order.
 *
 * @throws UsageError that states what to set
 */
export function resolveConnection(options: ConnectionOptions, env: Environment): Connection & { entity?: string } {
  const connection = chooseConnection(options, env)
  checkAddress(connection.baseUrl)
  return { ...connection, baseUrl: connection.baseUrl.replace(/\/+$/, '') }
}

/** Checks the address of a service. @throws UsageError unless it is http or https */
export function checkAddress(address: string): void {
  if (/^https?:\/\/[^/]/i.test(address) && URL.canParse(address)) return
  throw new UsageError(`"${address}" is not the address of a service. Write one that begins with http:// or https://.`)
}

function chooseConnection(options: ConnectionOptions, env: Environment): Connection & { entity?: string } {
  const address = (known: string) => options.url ?? env['CAMBIST_URL'] ?? known
  if (options.credentials !== undefined) return fromFile(options.credentials, options, address)
  if (options.profile !== undefined) return fromProfile(findProfile(env, options.profile)!, options)
  const { CAMBIST_CLIENT_ID: clientId, CAMBIST_CLIENT_SECRET: clientSecret, CAMBIST_CREDENTIALS: file } = env
  if (clientId && clientSecret) return { baseUrl: address(DEFAULT_URL), clientId, clientSecret }
  if (file) return fromFile(file, options, address)
  const profile = findProfile(env, undefined)
  return profile ? fromProfile(profile, options) : fromFile(DEFAULT_FILE, options, address)
}

const fromProfile = ({ url, clientId, clientSecret, entity }: Profile, options: ConnectionOptions) => ({
  baseUrl: options.url ?? url,
  clientId,
  clientSecret,
  ...(entity !== undefined && { entity }),
})

function fromFile(file: string, options: ConnectionOptions, address: (known: string) => string): Connection {
  const { baseUrl, group, clients: known } = readCredentials(file)
  const clients: Credentials['clients'] = group ? { ...known, group } : known
  const name = options.as.toLowerCase()
  const client = Object.hasOwn(clients, name) ? clients[name] : undefined
  if (!client) throw new UsageError(`--as ${options.as}: ${file} has ${Object.keys(clients).join(', ')}.`)
  const { clientId, clientSecret } = client
  return { baseUrl: address(baseUrl), clientId, clientSecret }
}

/** Contents of a sandbox's credentials file, as far as the command line uses them. */
export interface Credentials {
  baseUrl: string
  clients: Record<string, { clientId: string; clientSecret: string }>
  /** One client of several entities. */
  group?: { clientId: string; clientSecret: string }
  psus?: { username: string }[]
}

const reasonOf = ({ code, message }: NodeJS.ErrnoException, file: string): string =>
  code === 'ENOENT' ? `there is no file ${file}` : message

/** Reads a sandbox's credentials file. @throws UsageError that states what to do without one */
export function readCredentials(file: string): Credentials {
  let stored: unknown
  try {
    stored = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(
      `No credentials: ${reasonOf(error as NodeJS.ErrnoException, file)}.\nLog in with cambist login, start a sandbox here (npm start), name its file with --credentials, or set CAMBIST_URL, CAMBIST_CLIENT_ID and CAMBIST_CLIENT_SECRET.`,
      { cause: error, isAboutCredentials: true },
    )
  }
  if (isCredentials(stored)) return stored
  throw new UsageError(
    `${file} is not a credentials file of a sandbox: it needs baseUrl, and clients with clientId and clientSecret.`,
    { isAboutCredentials: true },
  )
}

const isCredentials = (stored: unknown): stored is Credentials =>
  isRecord(stored) &&
  typeof stored['baseUrl'] === 'string' &&
  isRecord(stored['clients']) &&
  Object.values(stored['clients']).every(isClient) &&
  (stored['group'] === undefined || isClient(stored['group']))

/** Returns the path of the credentials file that the options or the environment name, or of the default one. */
export const credentialsFile = (options: ConnectionOptions, env: Environment): string =>
  options.credentials ?? (env['CAMBIST_CREDENTIALS'] || DEFAULT_FILE)

/** Runs one command with a client of its own, for the entity of --entity, and revokes the client's token afterwards. */
export async function withClient(
  command: Command,
  work: (api: Cambist, entity: string | undefined) => Promise<void>,
): Promise<void> {
  const options = command.optsWithGlobals<ConnectionOptions>()
  const { entity, ...connection } = resolveConnection(options, process.env)
  const api = createClient({ ...connection, hooks: progressHooks() })
  try {
    await work(api, options.entity ?? entity)
  } finally {
    await api.close().catch(() => {}) // the token ends by itself; the command's own outcome matters more
  }
}
