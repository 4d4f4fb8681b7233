import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'

const CREDENTIALS_FILE = 'sandbox-credentials.json'

const Client = Type.Object({
  clientId: Type.String(),
  clientSecret: Type.String({ minLength: 32 }),
  entityId: Type.String(),
})
const Psu = Type.Object({
  username: Type.String(),
  password: Type.String({ minLength: 12 }),
  /** Base32, of the six-digit codes. */
  totpSecret: Type.String({ minLength: 16 }),
  entityId: Type.String(),
})
const Pair = Type.Object({ rm: Client, abs: Client })
/** A client of both entities. */
const Group = Type.Object({
  clientId: Type.String(),
  clientSecret: Type.String({ minLength: 32 }),
  entityIds: Type.Object({ rm: Type.String(), abs: Type.String() }),
})

/**
 * The file in DATA_DIR. `approvers` are the second clients of the same entities, `group` is one client of both, `psus` are
 * their people in open banking.
 */
const Credentials = Type.Object({
  baseUrl: Type.String(),
  openBankingBaseUrl: Type.String(),
  /** Address of the pages on which users log in and decide. */
  pagesBaseUrl: Type.Optional(Type.String()), // files of older sandboxes have none
  clients: Pair,
  approvers: Pair,
  group: Type.Optional(Group), // files of older sandboxes have none
  psus: Type.Array(Psu),
})
export type Credentials = Static<typeof Credentials>
export type GroupCredentials = Static<typeof Group>
export type ClientCredentials = Static<typeof Client>
export type PsuCredentials = Static<typeof Psu>

/** Reads the credentials file; undefined if it is missing or not ours. */
export function readCredentials(dataDir: string): Credentials | undefined {
  try {
    const file = readFileSync(path.join(dataDir, CREDENTIALS_FILE), 'utf8')
    const read = JSON.parse(file) as { psus?: unknown }
    const held: unknown = { ...read, psus: read.psus ?? [] } // files of older sandboxes name no users
    return Check(Credentials, held) ? held : undefined
  } catch {
    return undefined
  }
}

/** Writes the file whole or not at all, readable by its owner only. */
export function writeCredentials(dataDir: string, credentials: Credentials): void {
  const file = path.join(dataDir, CREDENTIALS_FILE)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, file)
}
