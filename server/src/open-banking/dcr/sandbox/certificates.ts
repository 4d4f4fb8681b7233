import { generateKeyPairSync, randomBytes, webcrypto } from 'node:crypto'
import type * as X509 from '@peculiar/x509'

/** A certificate with its private key, both PEM. */
export interface Certified {
  certificate: string
  privateKey: string
}

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const DAY_MS = 86_400_000
const SKEW_MS = 5 * 60_000

let loaded: Promise<typeof X509> | undefined
/** Loads the certificate library at its first use; it finds its parts by reflect-metadata. */
const library = (): Promise<typeof X509> =>
  (loaded ??= import('reflect-metadata')
    .then(() => import('@peculiar/x509'))
    .then((x509) => {
      x509.cryptoProvider.set(webcrypto as never)
      return x509
    }))

/** A self-signed authority that may issue certificates and nothing below it. */
export async function makeAuthority(name: string, now: Date, days = 3650): Promise<Certified> {
  const x509 = await library()
  const pair = newPair()
  const keys = await imported(pair)
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name,
    ...validity(now, days),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certificate: pem(certificate), privateKey: pair.privateKey }
}

type Purpose = 'server' | 'transport' | 'signing'

/**
 * A certificate by an authority.
 *
 * @param subject RFC 4514: "CN=..., OU=..., O=..., C=GB"
 * @param hosts names and addresses of a server
 */
export async function issueCertificate(
  authority: Certified,
  order: { subject: string; purpose: Purpose; hosts?: readonly string[]; days?: number },
  now: Date,
): Promise<Certified> {
  const x509 = await library()
  const pair = newPair()
  const { publicKey } = await imported(pair)
  const issuer = new x509.X509Certificate(authority.certificate)
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: order.subject,
    issuer: issuer.subject,
    ...validity(now, order.days ?? 825),
    signingAlgorithm: ALGORITHM,
    publicKey,
    signingKey: await importedPrivate(authority.privateKey),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(usage(x509, order.purpose), true),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
      ...purposeExtensions(x509, order.purpose, order.hosts ?? []),
    ],
  })
  return { certificate: pem(certificate), privateKey: pair.privateKey }
}

/** A certificate by itself, for a key that no authority has certified. @param privateKey PEM; drawn when not given */
export async function selfSigned(subject: string, now: Date, days = 1095, privateKey?: string): Promise<Certified> {
  const x509 = await library()
  const key = privateKey ?? newPair().privateKey
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name: subject,
    ...validity(now, days),
    signingAlgorithm: ALGORITHM,
    keys: await imported({ privateKey: key }),
    extensions: [new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true)],
  })
  return { certificate: pem(certificate), privateKey: key }
}

/** A new RSA key (2048 bits) as PKCS #8 PEM. */
export const newPrivateKey = (): string => newPair().privateKey

function newPair(): { privateKey: string } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string }
}

async function imported({ privateKey }: { privateKey: string }): Promise<webcrypto.CryptoKeyPair> {
  const signing = await importedPrivate(privateKey)
  const { e, n, kty } = await webcrypto.subtle.exportKey('jwk', signing)
  const publicKey = await webcrypto.subtle.importKey('jwk', { e: e!, n: n!, kty: kty! }, ALGORITHM, true, ['verify'])
  return { privateKey: signing, publicKey }
}

function importedPrivate(privateKey: string): Promise<webcrypto.CryptoKey> {
  const der = Buffer.from(privateKey.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64')
  return webcrypto.subtle.importKey('pkcs8', der, ALGORITHM, true, ['sign'])
}

/** 127 random bits, positive. */
function newSerial(): string {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0]! & 0x7f) | 0x40
  return bytes.toString('hex')
}

const validity = (now: Date, days: number) => ({
  notBefore: new Date(now.getTime() - SKEW_MS),
  notAfter: new Date(now.getTime() + days * DAY_MS),
})

function usage({ KeyUsageFlags }: typeof X509, purpose: Purpose): X509.KeyUsageFlags {
  const { digitalSignature, keyEncipherment, nonRepudiation } = KeyUsageFlags
  return purpose === 'signing' ? digitalSignature | nonRepudiation : digitalSignature | keyEncipherment
}

function purposeExtensions(x509: typeof X509, purpose: Purpose, hosts: readonly string[]): X509.Extension[] {
  if (purpose === 'signing') return []
  const { clientAuth, serverAuth } = x509.ExtendedKeyUsage
  const used = new x509.ExtendedKeyUsageExtension(purpose === 'server' ? [serverAuth] : [clientAuth, serverAuth])
  if (hosts.length === 0) return [used]
  const names = hosts.map((host) => ({ type: isAddress(host) ? ('ip' as const) : ('dns' as const), value: host }))
  return [used, new x509.SubjectAlternativeNameExtension(names)]
}

const isAddress = (host: string): boolean => /^[\d.]+$/.test(host) || host.includes(':')

const pem = (certificate: X509.X509Certificate): string => `${certificate.toString('pem').trim()}\n`
