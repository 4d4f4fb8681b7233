import { decodeJwt } from 'jose'
import type { SoftwareStatement } from '../schema.ts'
import type { ClientCertificate } from './certificate.ts'
import { OID, valuesOf } from './distinguished-name.ts'

/** Ids by which a certificate names the software or the organisation of a third party. */
export interface CertificateOwner {
  organisationId: string
  softwareId: string
  /** Registration with the competent authority. */
  registration?: { id: string; authority?: string }
}

type OwnerClaims = Pick<SoftwareStatement, 'org_id' | 'software_id' | 'organisation_competent_authority_claims'>

/** Returns the owner that a software statement describes. */
export function ownerIn(statement: OwnerClaims): CertificateOwner {
  const [claim] = [statement.organisation_competent_authority_claims].flat() as Record<string, unknown>[]
  const { registration_id: id, authority_id: authority } = claim ?? {}
  return {
    organisationId: statement.org_id,
    softwareId: statement.software_id,
    ...(typeof id === 'string' &&
      id !== '' && { registration: { id, ...(typeof authority === 'string' && { authority }) } }),
  }
}

/** Returns the owner of a registration's certificates, by the statement that it was registered with. */
export const ownerOf = ({ softwareStatement }: { softwareStatement: string }): CertificateOwner =>
  ownerIn(decodeJwt<OwnerClaims>(softwareStatement))

/**
 * Returns true if a certificate is the software's or the organisation's: its name holds the organisation id, the software
 * id without another organisation, or the organisation's identifier with its authority (PSDGB-FCA-123456).
 */
export function isOwnCertificate({ subject }: Pick<ClientCertificate, 'subject'>, owner: CertificateOwner): boolean {
  const units = valuesOf(subject, OID.unit)
  const identifiers = valuesOf(subject, OID.organisationIdentifier)
  const named = new Set([...valuesOf(subject, OID.commonName), ...units, ...identifiers])
  if (named.has(owner.organisationId)) return true
  if (named.has(owner.softwareId) && units.length === 0) return true
  return identifiers.some((identifier) => isIdentifierOf(identifier, owner))
}

/** Compares the identifier's parts (ETSI TS 119 495): scheme and country, authority, number. */
function isIdentifierOf(identifier: string, { organisationId, registration }: CertificateOwner): boolean {
  const [, authority, number] = /^[A-Z]{5}-([^-]+)-(?:Unknown)?(.+)$/.exec(identifier) ?? []
  if (authority === undefined || number === undefined) return false
  if (number === organisationId) return true
  if (number !== registration?.id) return false
  // The same number of another country's authority is another organisation. The directory writes "FCAGBR" for FCA.
  return (
    registration.authority === undefined || registration.authority.toUpperCase().startsWith(authority.toUpperCase())
  )
}
