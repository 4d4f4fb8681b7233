import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeDirectories } from '../../../kernel/directories.ts'
import type { SandboxThirdParty } from './software.ts'

/**
 * Writes a third party into a folder of its own, readable by its owner only.
 *
 * @param ca PEM of the authority behind the listener's certificate
 * @throws Error when the folder has something in it
 */
export function writeThirdParty(
  folder: string,
  made: SandboxThirdParty,
  ca: string,
  about: { issuer: string; audience: string; redirectUris: string[]; roles: string[] },
): string[] {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty; name a new folder, so that no key is overwritten.`)
  makeDirectories(folder, 0o700)
  const description = {
    softwareId: made.softwareId,
    organisationId: made.organisationId,
    signingKeyId: made.kid,
    ...about,
    discovery: `${about.issuer}/.well-known/openid-configuration`,
    registrationEndpoint: `${about.issuer}/register`,
    messageSignatureIssuer: `${made.organisationId}/${made.softwareId}`,
  }
  const files: Record<string, string> = {
    'transport.pem': made.transport.certificate,
    'transport-key.pem': made.transport.privateKey,
    'signing.pem': made.signing.certificate,
    'signing-key.pem': made.signing.privateKey,
    'software-statement.jwt': made.softwareStatement,
    'ca.pem': ca,
    'third-party.json': `${JSON.stringify(description, null, 2)}\n`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text, { mode: 0o600 })
  return Object.keys(files)
}
