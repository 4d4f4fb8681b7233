import { once } from 'node:events'
import { createServer, type ServerOptions } from 'node:https'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A third party as the directory lists it; further members may replace or add to those given here. */
interface ListedOrganisation {
  organisationId: string
  /** Absent: the member is left out. */
  status?: string | null
  domains?: Record<string, string>
  software?: { id: string; active?: boolean; domain?: string }[]
}

/** Builds the SCIM resource of a third party, in the form of the directory API 2.2. */
const thirdParty = ({ organisationId, status, domains, software = [] }: ListedOrganisation) => ({
  schemas: ['urn:openbanking:organisation:1.0', 'urn:openbanking:softwarestatement:1.0'],
  id: organisationId,
  meta: { resourceType: 'participants', location: `https://directory.example/scim/v2/${organisationId}` },
  'urn:openbanking:organisation:1.0': {
    OBOrganisationId: organisationId,
    OrganisationCommonName: 'Ledgerly Ltd',
    ...(status !== undefined && { status }),
  },
  ...(domains && {
    'urn:openbanking:authorisationdomainstatus:1.0': {
      Status: Object.entries(domains).map(([AuthorizationDomain, Status]) => ({ AuthorizationDomain, Status })),
    },
  }),
  ...(software.length > 0 && {
    'urn:openbanking:softwarestatement:1.0': {
      SoftwareStatements: software.map(({ id, active = true, domain = 'PSD2' }) => ({
        Id: id,
        ClientId: id,
        ClientName: 'Ledgerly',
        Active: active,
        AuthorizationDomain: domain,
        Mode: 'Live',
        Roles: ['AISP', 'PISP'],
      })),
    },
  }),
})

/** Builds a SCIM list response. @param total results of the whole list, if this is a page of it */
export const directoryList = (parties: readonly ListedOrganisation[], total = parties.length, startIndex = 1) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: parties.length,
  Resources: parties.map(thirdParty),
})

/** A directory that serves pages of two third parties over TLS. Its behaviour may be changed between requests. */
export async function openDirectory(tls: ServerOptions, parties: readonly ListedOrganisation[]) {
  const asked: string[] = []
  const directory = {
    parties,
    asked,
    /** Replaces the answer to a request. */
    answers: undefined as undefined | ((request: IncomingMessage, start: number) => { status?: number; body: string }),
  }
  const server = createServer(tls, (request, reply) => {
    const start = Number(new URL(request.url!, 'https://directory').searchParams.get('startIndex') ?? 1)
    asked.push(`${request.url} ${request.headers.authorization ?? ''}`.trim())
    const page = directory.parties.slice(start - 1, start + 1)
    const { status = 200, body } = directory.answers?.(request, start) ?? {
      body: JSON.stringify(directoryList(page, directory.parties.length, start)),
    }
    reply.writeHead(status, { 'content-type': 'application/scim+json' }).end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    directory,
    address: `https://localhost:${port}/scim/v2/OBThirdPartyProviders`,
    close: () => server.close().closeAllConnections(),
  }
}
