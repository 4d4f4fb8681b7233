import { decodeJwt } from 'jose'
import type { ClientRow } from './queries.ts'
import type { SoftwareStatement } from './schema.ts'

/** A third party as users see it: everything here was signed by the directory. */
export interface Introduction {
  /** Name of the software. */
  name: string
  organisationName: string
  /** Organisation in whose name the software acts, if it is another one. */
  onBehalfOf?: string
  /** The purpose of the software in the third party's own words. */
  description?: string
  /** The authority that authorised the organisation and its number there; else its id in the directory. */
  reference: string
}

/** Describes a registered third party from its software statement, which was verified at registration. */
export function introductionOf(row: ClientRow): Introduction {
  const statement = decodeJwt(row.softwareStatement) as unknown as SoftwareStatement
  const { software_on_behalf_of_org: other, software_client_description: description } = statement
  const name = row.softwareName
  return {
    name,
    organisationName: row.organisationName,
    reference: referenceOf(statement),
    ...(other && other !== row.organisationName && { onBehalfOf: other }),
    ...(description && { description }),
  }
}

interface AuthorityClaims {
  authority_id?: unknown
  registration_id?: unknown
  status?: unknown
}

/** "FCA, United Kingdom, 123456". */
function referenceOf({ org_id: id, organisation_competent_authority_claims: claims }: SoftwareStatement): string {
  const [authority] = [claims ?? []].flat() as AuthorityClaims[]
  const { authority_id: by, registration_id: number, status } = authority ?? {}
  if (typeof number === 'string' && number !== '' && (status === undefined || status === 'Active'))
    return `${typeof by === 'string' ? `${authorityName(by)}, ` : ''}${number}`
  const [, country, code, registered] = /^PSD([A-Z]{2})-([A-Z]{2,8})-(.+)$/.exec(id) ?? []
  if (country && code && registered) return `${code}, ${countryName(country)}, ${registered}`
  return `directory number ${id}`
}

/** Names an authority of the directory, "FCAGBR", or of the form of ETSI TS 119 495, "GB-FCA"; others stay as they are. */
function authorityName(id: string): string {
  if (id === 'FCAGBR') return 'FCA, United Kingdom'
  const [, country, code] = /^([A-Z]{2})-([A-Z]{2,8})$/.exec(id) ?? []
  return country && code ? `${code}, ${countryName(country)}` : id
}

const countryName = (code: string): string => new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code
