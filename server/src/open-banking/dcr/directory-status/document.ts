import { type Static, Type } from 'typebox'
import { Check, Errors } from 'typebox/value'
import { parseJson } from '../../../kernel/http/bodies/json.ts'

/** Status of an organisation or a software in the directory. */
export interface DirectoryStatus {
  kind: 'Organisation' | 'Software'
  directoryId: string
  /** The directory's word: Active, Withdrawn, Revoked, Requested, Rejected; Inactive for a software that is switched off. */
  status: string
}

const ORGANISATION = 'urn:openbanking:organisation:1.0'
const DOMAINS = 'urn:openbanking:authorisationdomainstatus:1.0'
const SOFTWARE = 'urn:openbanking:softwarestatement:1.0'

const Id = Type.String({ pattern: '^[!-~]{1,64}$' })
const Status = Type.String({ pattern: '^[A-Za-z][A-Za-z ]{0,39}$' })
const Domain = Type.String({ maxLength: 100 })
const MOST_SOFTWARE = 1000

/** A third party (SCIM resource OBThirdPartyProviders, directory API 2.2). Members that are not listed are ignored. */
const ThirdParty = Type.Object({
  [ORGANISATION]: Type.Object({ OBOrganisationId: Id, status: Type.Optional(Type.Union([Status, Type.Null()])) }),
  [DOMAINS]: Type.Optional(
    Type.Object({
      Status: Type.Optional(
        Type.Array(Type.Object({ AuthorizationDomain: Domain, Status: Status }), { maxItems: 100 }),
      ),
    }),
  ),
  [SOFTWARE]: Type.Optional(
    Type.Object({
      SoftwareStatements: Type.Optional(
        Type.Array(Type.Object({ Id, Active: Type.Boolean(), AuthorizationDomain: Type.Optional(Domain) }), {
          maxItems: MOST_SOFTWARE,
        }),
      ),
    }),
  ),
})
type ThirdParty = Static<typeof ThirdParty>

/** A page of the list (RFC 7644, section 3.4.2). */
const Page = Type.Object({
  schemas: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 20 }),
  totalResults: Type.Integer({ minimum: 1, maximum: 100_000 }),
  startIndex: Type.Optional(Type.Integer({ minimum: 1 })),
  Resources: Type.Array(ThirdParty, { minItems: 1 }),
})

/** Part of the directory's list. */
interface DirectoryPage {
  totalResults: number
  /** Third parties in this part. */
  count: number
  statuses: DirectoryStatus[]
}

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
/** Parts of the largest page. */
const LIMITS = { members: 1000, values: 400_000 }

/** Reads a SCIM list response, or a page of one. @throws Error with the reason for any other document */
export function readPage(bytes: Buffer): DirectoryPage {
  const page: unknown = parseJson(bytes.toString('utf8'), LIMITS)
  if (!Check(Page, page)) {
    const [error] = Errors(Page, page)
    throw new Error(`it is not a list of third parties: ${error?.instancePath || 'it'} ${error?.message ?? 'is wrong'}`)
  }
  if (!page.schemas.includes(LIST)) throw new Error(`its schemas lack ${LIST}`)
  return {
    totalResults: page.totalResults,
    count: page.Resources.length,
    statuses: page.Resources.flatMap(statusesOf),
  }
}

const ACTIVE = 'Active'
const isActive = (status: string): boolean => status.toLowerCase() === 'active'

/** An organisation without any status is left out: nothing is known about it. */
function statusesOf(thirdParty: ThirdParty): DirectoryStatus[] {
  const { OBOrganisationId: id } = thirdParty[ORGANISATION]
  const status = thirdParty[ORGANISATION].status ?? undefined
  const domains = thirdParty[DOMAINS]?.Status ?? []
  const ofDomains = domains.some((each) => isActive(each.Status)) ? ACTIVE : domains[0]?.Status
  const worst = [status, ofDomains].find((each) => each !== undefined && !isActive(each)) ?? status ?? ofDomains
  if (worst === undefined) return []
  const software = thirdParty[SOFTWARE]?.SoftwareStatements ?? []
  return [
    { kind: 'Organisation', directoryId: id, status: isActive(worst) ? ACTIVE : worst },
    ...software.map((each) => ({
      kind: 'Software' as const,
      directoryId: each.Id,
      status: each.Active ? domainStatus(domains, each.AuthorizationDomain) : 'Inactive',
    })),
  ]
}

/** A software is for one domain (PSD2, Crown Dependencies); its organisation may be withdrawn in that alone. */
function domainStatus(domains: readonly { AuthorizationDomain: string; Status: string }[], domain?: string): string {
  const found = domains.find((each) => each.AuthorizationDomain === domain)
  return found === undefined || isActive(found.Status) ? ACTIVE : found.Status
}
