import { webcrypto, type X509Certificate } from 'node:crypto'
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import type { Certified } from '../../src/open-banking/dcr/index.ts'

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }

export interface Listed {
  by: Certified
  at: Date
  until: Date
  revoked?: readonly { x509: Pick<X509Certificate, 'serialNumber'> }[]
}

/** A certificate revocation list (DER), made by another implementation than the one that reads it. */
export async function revocationList({ by, at, until, revoked = [] }: Listed): Promise<Buffer> {
  x509.cryptoProvider.set(webcrypto as never)
  const key = Buffer.from(by.privateKey.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64')
  const list = await x509.X509CrlGenerator.create({
    issuer: new x509.X509Certificate(by.certificate).subject,
    thisUpdate: at,
    nextUpdate: until,
    entries: revoked.map((each) => ({ serialNumber: each.x509.serialNumber, revocationDate: at })),
    signingAlgorithm: ALGORITHM,
    signingKey: await webcrypto.subtle.importKey('pkcs8', key, ALGORITHM, false, ['sign']),
  })
  return Buffer.from(list.rawData)
}
