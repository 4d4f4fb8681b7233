import type { X509Certificate } from 'node:crypto'
import { childrenOf, contextTag, type Der, extensionsIn, oidOf, readDer, valuesIn } from './der.ts'

const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2'
const OID = { keyUsage: '2.5.29.15', extendedKeyUsage: '2.5.29.37', qcStatements: '1.3.6.1.5.5.7.1.3' }
const QC_TYPE = { statement: '0.4.0.1862.1.6', web: '0.4.0.1862.1.6.3' }
const DIGITAL_SIGNATURE = 0x80
const CERTIFICATE_SIGNATURE = 0x04

/**
 * Returns why a certificate is not a transport certificate of a third party, or undefined if it is one: extended key usage
 * with clientAuth, key usage with digitalSignature, neither an authority's nor a qualified certificate for seals
 * or signatures only. Seals and OBSeal certificates have no extended key usage for TLS.
 */
export function purposeError(held: X509Certificate): string | undefined {
  const extensions = extensionsOf(held.raw)
  const keyUsage = extensions.get(OID.keyUsage)
  const usage = keyUsage && readDer(keyUsage.value).content[1] // the first byte counts unused bits
  if (held.ca || (usage !== undefined && (usage & CERTIFICATE_SIGNATURE) !== 0))
    return 'It is the certificate of an authority; use the transport certificate of your software.'
  const extended = extensions.get(OID.extendedKeyUsage)
  const purposes = extended ? childrenOf(readDer(extended.value)).map(oidOf) : []
  if (!purposes.includes(CLIENT_AUTH))
    return 'Its extended key usage lacks clientAuth; use the transport certificate of your software, not one for signing or for servers.'
  if (usage !== undefined && (usage & DIGITAL_SIGNATURE) === 0)
    return 'Its key usage lacks digitalSignature; use the transport certificate of your software.'
  const qualified = extensions.get(OID.qcStatements)
  if (qualified && isQualifiedForSealsOnly(readDer(qualified.value)))
    return 'It is a qualified certificate for seals or signatures; use one for website authentication (QWAC).'
  return undefined
}

/** Returns the extensions of a certificate: field [3] of its signed part. */
function extensionsOf(certificate: Buffer): ReturnType<typeof extensionsIn> {
  const [signed] = childrenOf(readDer(certificate))
  for (const field of valuesIn(signed!)) if (field.tag === contextTag(3)) return extensionsIn(childrenOf(field)[0]!)
  return new Map()
}

/** Returns true if QcType (EN 319 412-5) names types, and website authentication is not one of them. */
function isQualifiedForSealsOnly(statements: Der): boolean {
  for (const statement of valuesIn(statements)) {
    const [id, types] = childrenOf(statement)
    if (id && types && oidOf(id) === QC_TYPE.statement) return !childrenOf(types).map(oidOf).includes(QC_TYPE.web)
  }
  return false
}
