import {
  type NewSoftware,
  statementClaims,
  signStatement,
  SANDBOX_DIRECTORY_ISSUER,
  DIRECTORY_PATH,
} from './statement.ts'
import { createPublicKey, randomBytes } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, type JSONWebKeySet } from 'jose'
import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import type { TrustedDirectory } from '../directory.ts'
import { fetchKeySet } from '../keys.ts'
import { fetchLogo } from '../logos/fetch.ts'
import type { SandboxAuthority } from './authority.ts'
import { type Certified, issueCertificate } from './certificates.ts'

/** Complete set-up of a third party. Private keys are PEM and are not stored elsewhere. */
export interface SandboxThirdParty {
  softwareId: string
  organisationId: string
  transport: Certified
  signing: Certified
  /** Id of the signing key. */
  kid: string
  softwareStatement: string
}

/** Makes a third party of the sandbox: certificates, keys, their publication, and the statement about it. */
export async function createSandboxSoftware(
  tx: Tx,
  directory: SandboxAuthority,
  order: NewSoftware,
  baseUrl: string,
  wall: Date,
): Promise<SandboxThirdParty> {
  const softwareId = base62(22)
  const organisationId = order.organisationId ?? base62(18)
  const subject = `CN=${softwareId}, OU=${organisationId}, O=${escaped(order.organisation)}, C=GB`
  const transport = await issueCertificate(directory.authority, { subject, purpose: 'transport' }, wall)
  const signing = await issueCertificate(directory.authority, { subject, purpose: 'signing' }, wall)
  const { jwks, kid } = await publicKeys(signing)
  await tx.query(
    `insert into open_banking_directory_software (software_id, organisation_id, organisation_name, software_name, jwks, created_at)
      values ($1, $2, $3, $4, $5, $6)`,
    [softwareId, organisationId, order.organisation, order.name, JSON.stringify(jwks), wall],
  )
  const claims = statementClaims({ ...order, softwareId, organisationId }, baseUrl)
  return {
    softwareId,
    organisationId,
    transport,
    signing,
    kid,
    softwareStatement: await signStatement(directory, claims, wall),
  }
}

async function publicKeys(signing: Certified): Promise<{ jwks: JSONWebKeySet; kid: string }> {
  const jwk = await exportJWK(createPublicKey(signing.certificate))
  const kid = await calculateJwkThumbprint(jwk)
  const x5c = [signing.certificate.replace(/-----[A-Z ]+-----|\s/g, '')]
  return { jwks: { keys: [{ ...jwk, kid, use: 'sig', alg: 'PS256', x5c }] }, kid }
}

/** A software's published keys; undefined when the sandbox knows no such software. */
export async function findSoftwareKeys(db: Queryable, softwareId: string): Promise<JSONWebKeySet | undefined> {
  const { rows } = await db.query<{ jwks: JSONWebKeySet }>(
    'select jwks from open_banking_directory_software where software_id = $1',
    [softwareId],
  )
  return rows[0]?.jwks
}

/** The sandbox's directory as the one that is trusted. Key sets that it publishes itself are read without the network. */
export function sandboxDirectory(db: { reader: Queryable }, held: SandboxAuthority): TrustedDirectory {
  return {
    issuer: SANDBOX_DIRECTORY_ISSUER,
    keys: async () => ({ keys: [held.statementJwk] }),
    async readKeySet(address) {
      const softwareId = OWN_KEY_SET.exec(URL.parse(address)?.pathname ?? '')?.[1]
      if (softwareId === undefined) return fetchKeySet(address)
      const keys = await findSoftwareKeys(db.reader, softwareId)
      if (!keys) throw new Error('the directory publishes no such key set')
      return keys
    },
    readLogo: fetchLogo,
  }
}

/** Matches own key set addresses at any host: this directory signed the statement. */
const OWN_KEY_SET = new RegExp(`^${DIRECTORY_PATH}/[0-9A-Za-z]+/([0-9A-Za-z]{1,22})\\.jwks$`)

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function base62(length: number): string {
  let made = ''
  while (made.length < length) {
    for (const byte of randomBytes(length)) if (byte < 248 && made.length < length) made += ALPHABET[byte % 62]
  }
  return made
}

const escaped = (value: string): string => value.replace(/[\\,+"<>;=]/g, '\\$&')
