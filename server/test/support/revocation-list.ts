import { webcrypto, type X509Certificate } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  Certificate,
  CertificateList,
  RevokedCertificate,
  TBSCertList,
  Time,
  Version,
} from '@peculiar/asn1-x509'
import type { Certified } from '../../src/open-banking/dcr/index.ts'

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const SHA256_WITH_RSA = new AlgorithmIdentifier({ algorithm: '1.2.840.113549.1.1.11', parameters: null })

export interface Listed {
  by: Certified
  at: Date
  until: Date
  revoked?: readonly { x509: Pick<X509Certificate, 'serialNumber'> }[]
}

const derOf = (pem: string): Buffer => Buffer.from(pem.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64')

/** A certificate revocation list (DER), made by another implementation than the one that reads it. */
export async function revocationList({ by, at, until, revoked = [] }: Listed): Promise<Buffer> {
  const key = await webcrypto.subtle.importKey('pkcs8', derOf(by.privateKey), ALGORITHM, false, ['sign'])
  const revocationDate = new Time(at)
  const tbsCertList = new TBSCertList({
    version: Version.v2,
    signature: SHA256_WITH_RSA,
    issuer: AsnConvert.parse(derOf(by.certificate), Certificate).tbsCertificate.subject,
    thisUpdate: new Time(at),
    nextUpdate: new Time(until),
    ...(revoked.length > 0 && {
      revokedCertificates: revoked.map(
        ({ x509 }) => new RevokedCertificate({ userCertificate: integerOf(x509.serialNumber), revocationDate }),
      ),
    }),
  })
  const signature = await webcrypto.subtle.sign(ALGORITHM, key, AsnConvert.serialize(tbsCertList))
  return Buffer.from(
    AsnConvert.serialize(new CertificateList({ tbsCertList, signatureAlgorithm: SHA256_WITH_RSA, signature })),
  )
}

/** Bytes of a positive ASN.1 integer. */
function integerOf(hex: string): ArrayBuffer {
  const bytes = Buffer.from(hex.replace(/^(?:00)+(?=..)/, ''), 'hex')
  return Uint8Array.from(bytes[0]! > 127 ? [0, ...bytes] : bytes).buffer
}
