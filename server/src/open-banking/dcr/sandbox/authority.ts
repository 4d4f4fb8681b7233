import { createPublicKey, X509Certificate } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeDirectories } from '../../../kernel/directories.ts'
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose'
import { type Certified, issueCertificate, makeAuthority, newPrivateKey } from './certificates.ts'

/** Signing keys and certificates of the sandbox's own directory; stored in DATA_DIR/open-banking. */
export interface SandboxAuthority {
  /** Issues transport and signing certificates, and ours of the TLS listener. */
  authority: Certified
  /** PEM: signs software statements. */
  statementKey: string
  statementJwk: JWK & { kid: string }
}

const FOLDER = 'open-banking'
const FILES = { certificate: 'ca.pem', privateKey: 'ca-key.pem', statementKey: 'directory-key.pem' }
const RENEW_DAYS = 30

/** The sandbox's authority, made when it is first asked for; processes that start together find the same. */
export async function sandboxAuthority(dataDir: string, now: Date): Promise<SandboxAuthority> {
  const folder = path.join(dataDir, FOLDER)
  if (!existsSync(path.join(folder, FILES.statementKey))) await makeFolder(dataDir, folder, now)
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
  const statementKey = read(FILES.statementKey)
  const jwk = await exportJWK(createPublicKey(statementKey))
  return {
    authority: { certificate: read(FILES.certificate), privateKey: read(FILES.privateKey) },
    statementKey,
    statementJwk: { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'PS256', use: 'sig' },
  }
}

async function makeFolder(dataDir: string, folder: string, now: Date): Promise<void> {
  makeDirectories(dataDir, 0o711)
  const draft = mkdtempSync(path.join(dataDir, `${FOLDER}-`))
  const authority = await makeAuthority('CN=Cambist Sandbox Directory CA, O=Cambist Sandbox', now)
  writePrivate(path.join(draft, FILES.certificate), authority.certificate)
  writePrivate(path.join(draft, FILES.privateKey), authority.privateKey)
  writePrivate(path.join(draft, FILES.statementKey), newPrivateKey())
  try {
    renameSync(draft, folder)
  } catch {
    rmSync(draft, { recursive: true }) // another process was first
  }
}

/** The TLS certificate of the open-banking listener, issued again when it is old or another host is to be served. */
export async function serverCertificate(
  dataDir: string,
  { authority }: SandboxAuthority,
  hosts: readonly string[],
  now: Date,
): Promise<Certified> {
  const file = path.join(dataDir, FOLDER, 'server.pem')
  const known = existsSync(file) ? readCertified(file) : undefined
  if (known && isGood(known, authority, hosts, now)) return known
  const made = await issueCertificate(
    authority,
    { subject: `CN=${hosts[0]}, O=Cambist Sandbox`, purpose: 'server', hosts, days: 397 },
    now,
  )
  writePrivate(file, `${made.privateKey}${made.certificate}`)
  return made
}

function readCertified(file: string): Certified | undefined {
  const text = readFileSync(file, 'utf8')
  const at = text.indexOf('-----BEGIN CERTIFICATE')
  return at > 0 ? { privateKey: text.slice(0, at), certificate: text.slice(at) } : undefined
}

function isGood(known: Certified, authority: Certified, hosts: readonly string[], now: Date): boolean {
  const certificate = new X509Certificate(known.certificate)
  const ends = new Date(certificate.validTo).getTime() - RENEW_DAYS * 86_400_000
  const covers = (host: string) => certificate.checkHost(host) !== undefined || certificate.checkIP(host) !== undefined
  return (
    now.getTime() < ends && certificate.checkIssued(new X509Certificate(authority.certificate)) && hosts.every(covers)
  )
}

/** Written aside and renamed, readable by its owner only. */
function writePrivate(file: string, text: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text, { mode: 0o600 })
  renameSync(draft, file)
}
