import { KeyObject, webcrypto } from 'node:crypto'
import type * as X509 from '@peculiar/x509'
import type { Certified } from '../../src/open-banking/dcr/index.ts'

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const NEW_RSA = { ...RSA, publicExponent: new Uint8Array([1, 0, 1]), modulusLength: 2048 }
const DAY_MS = 86_400_000

/** Loads the certificate library. */
export async function certificateLibrary(): Promise<typeof X509> {
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  x509.cryptoProvider.set(webcrypto as never)
  return x509
}

const privateKeyOf = (pem: string) => {
  const der = Buffer.from(pem.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64')
  return webcrypto.subtle.importKey('pkcs8', der, RSA, true, ['sign'])
}

/** A certificate with exactly these extensions, issued by an authority; the sandbox issues useful ones only. */
export async function certificateWith(
  authority: Certified,
  subject: string,
  extensions: (x509: typeof X509) => X509.Extension[],
): Promise<Certified> {
  const x509 = await certificateLibrary()
  const keys = await webcrypto.subtle.generateKey(NEW_RSA, true, ['sign', 'verify'])
  const made = await x509.X509CertificateGenerator.create({
    subject,
    issuer: new x509.X509Certificate(authority.certificate).subject,
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + 30 * DAY_MS),
    signingAlgorithm: RSA,
    publicKey: keys.publicKey,
    signingKey: await privateKeyOf(authority.privateKey),
    extensions: extensions(x509),
  })
  const privateKey = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }) as string
  return { certificate: `${made.toString('pem').trim()}\n`, privateKey }
}
