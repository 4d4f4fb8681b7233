import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Cambist, createClient } from '@cambist/sdk'
import type { Command } from 'commander'

/** Address of the service, and the caller's credentials. */
export interface Connection {
  baseUrl: string
  clientId: string
  clientSecret: string
}

export interface ConnectionOptions {
  url?: string
  credentials?: string
  as: string
  /** Entity of a client with several. */
  entity?: string
}

export const connectionHelp = `
Who calls is read from CAMBIST_CLIENT_ID and CAMBIST_CLIENT_SECRET (and CAMBIST_URL), or from the
sandbox's credentials file: --credentials <file>, else CAMBIST_CREDENTIALS, else ./.data/sandbox-credentials.json.

Examples:
  cambist balances
  cambist quote EUR GBP 1000 --book
  cambist --as abs accounts
  cambist --as group --entity ent_… balances
  CAMBIST_URL=https://fx.example.com CAMBIST_CLIENT_ID=cli_… CAMBIST_CLIENT_SECRET=… cambist trades`

const DEFAULT_URL = 'http://localhost:8080'
const DEFAULT_FILE = path.join('.data', 'sandbox-credentials.json')

/**
 * The connection that options and environment name; an option wins, then the environment, then the credentials file.
 *
 * @throws Error that says what to set
 */
export function resolveConnection(options: ConnectionOptions, env: Record<string, string | undefined>): Connection {
  const { CAMBIST_CLIENT_ID: clientId, CAMBIST_CLIENT_SECRET: clientSecret } = env
  if (clientId && clientSecret && !options.credentials) {
    return { baseUrl: options.url ?? env.CAMBIST_URL ?? DEFAULT_URL, clientId, clientSecret }
  }
  const file = options.credentials ?? (env.CAMBIST_CREDENTIALS || DEFAULT_FILE)
  const { baseUrl, group, clients: known } = readCredentials(file)
  const clients: Credentials['clients'] = group ? { ...known, group } : known
  const client = clients[options.as.toLowerCase()]
  if (!client) throw new Error(`--as ${options.as}: ${file} has ${Object.keys(clients).join(', ')}.`)
  return { baseUrl: options.url ?? env.CAMBIST_URL ?? baseUrl, ...client }
}

interface Credentials {
  baseUrl: string
  clients: Record<string, { clientId: string; clientSecret: string }>
  /** One client of several entities. */
  group?: { clientId: string; clientSecret: string }
}

function readCredentials(file: string): Credentials {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Credentials
  } catch (error) {
    throw new Error(
      `No credentials: ${(error as Error).message}.\nStart a sandbox here (npm start), name its file with --credentials, or set CAMBIST_URL, CAMBIST_CLIENT_ID and CAMBIST_CLIENT_SECRET.`,
      { cause: error },
    )
  }
}

/** Runs one command with a client of its own, for the entity of --entity, and revokes the client's token afterwards. */
export async function withClient(
  command: Command,
  work: (api: Cambist, entity: string | undefined) => Promise<void>,
): Promise<void> {
  const options = command.optsWithGlobals<ConnectionOptions>()
  const api = createClient(resolveConnection(options, process.env))
  try {
    await work(api, options.entity)
  } finally {
    await api.close().catch(() => {}) // the token ends by itself; the command's own outcome matters more
  }
}
