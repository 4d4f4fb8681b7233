import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'

export const CREDENTIALS_FILE = 'sandbox-credentials.json'

const Client = Type.Object({
  clientId: Type.String(),
  clientSecret: Type.String({ minLength: 32 }),
  entityId: Type.String(),
})
const Pair = Type.Object({ rm: Client, abs: Client })

/** The file in DATA_DIR; `approvers` are the second clients of the same entities. */
const Credentials = Type.Object({
  baseUrl: Type.String(),
  openBankingBaseUrl: Type.String(),
  clients: Pair,
  approvers: Pair,
})
export type Credentials = Static<typeof Credentials>
export type ClientCredentials = Static<typeof Client>

/** What the file holds; undefined when it is missing or is no file of ours. */
export function readCredentials(dataDir: string): Credentials | undefined {
  try {
    const held: unknown = JSON.parse(readFileSync(path.join(dataDir, CREDENTIALS_FILE), 'utf8'))
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
