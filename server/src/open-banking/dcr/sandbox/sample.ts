import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Tx } from '../../../kernel/db/db.ts'
import { type SandboxAuthority, sandboxAuthority } from './authority.ts'
import { writeThirdParty } from './folder.ts'
import { createSandboxSoftware, findSoftwareKeys } from './software.ts'

/** Addresses of the sandbox, and its id in its own directory. */
interface SandboxAddresses {
  dataDir: string
  baseUrl: string
  /** Address of the open-banking listener. */
  issuer: string
  audience: string
}

const FOLDER = 'third-party'
const SOFTWARE = {
  name: 'Ledgerly',
  organisation: 'Ledgerly Ltd',
  redirectUris: ['https://ledgerly.example/callback'],
  roles: ['AISP', 'PISP'],
}

/**
 * Provides a ready third party in DATA_DIR/third-party, for `cambist demo` and first attempts. Creates another one if the
 * directory does not know it any more, or the sandbox has another address.
 */
export async function provideSampleThirdParty(tx: Tx, addresses: SandboxAddresses, wall: Date): Promise<void> {
  const folder = path.join(addresses.dataDir, FOLDER)
  if (await isUsable(tx, folder, addresses)) return
  const held: SandboxAuthority = await sandboxAuthority(addresses.dataDir, wall)
  const made = await createSandboxSoftware(tx, held, SOFTWARE, addresses.baseUrl, wall)
  const draft = mkdtempSync(`${folder}-`)
  const { issuer, audience } = addresses
  const { redirectUris, roles } = SOFTWARE
  writeThirdParty(draft, made, held.authority.certificate, { issuer, audience, redirectUris, roles })
  rmSync(folder, { recursive: true, force: true })
  try {
    renameSync(draft, folder)
  } catch {
    rmSync(draft, { recursive: true }) // another process was first
  }
}

async function isUsable(tx: Tx, folder: string, { issuer }: SandboxAddresses): Promise<boolean> {
  const file = path.join(folder, 'third-party.json')
  if (!existsSync(file)) return false
  const about = JSON.parse(readFileSync(file, 'utf8')) as { softwareId: string; issuer: string }
  return about.issuer === issuer && (await findSoftwareKeys(tx, about.softwareId)) !== undefined
}
