import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { App, Deps } from '../../kernel/http/http.ts'
import { Refusal } from '../../kernel/values/refusals.ts'
import { formatId, parseId } from '../../kernel/values/ids.ts'
import { listRoute, type PageOrder } from '../../kernel/http/lists.ts'
import { cursorShape } from '../../kernel/http/paging.ts'
import { ownEntity, type Principal } from '../../kernel/http/principal.ts'
import { sendDocument, type StoredDocument } from '../../documents/index.ts'
import { chooseType } from '../../kernel/http/routing/media-types.ts'
import { createValuer, keepSnapshot } from '../valuation/index.ts'
import type { CreditDeps } from './credit.ts'
import { facilityLetter, type LetterDeps } from './letter/facility-letter.ts'
import { presentFacility, presentTerm } from './present.ts'
import { facilitiesOf, type FacilityRow, findFacility, type TermRow, termsOf } from './queries.ts'
import { refuse } from './rules.ts'
import { FacilitiesQuery, FacilityOut, FacilityParam, LetterOut, LetterQuery, TermOut, TermsQuery } from './schema.ts'
import { isUnused, noUsage, type Usage, usageFacts, usageOf, wantedBy } from './usage.ts'

export interface FacilityRouteDeps extends Deps, CreditDeps, LetterDeps {
  /** Address of this service, for links. */
  baseUrl: string
}

const config = { scope: 'credit:read' as const }

/** Registers the routes of facilities, their terms and letters. */
export function facilityRoutes(app: App, deps: FacilityRouteDeps): void {
  facilitiesRoute(app, deps)
  termsRoute(app, deps)
  letterRoute(app, deps)
}

function facilitiesRoute(app: App, deps: FacilityRouteDeps): void {
  listRoute(app, {
    path: '/v1/credit/facilities',
    name: 'facilities',
    cursor: [cursorShape.uuid],
    config: { ...config, entities: 'several' },
    summary: 'List credit facilities',
    description:
      'Returns the limit of each facility, the part in use, the margin held and due, and the value of the open trades at current rates.',
    query: FacilitiesQuery,
    item: FacilityOut,
    async rows({ principals, query, receivedAt }, page) {
      const wanted = newestFirst(await facilitiesAmong(deps, principals, query.facilityId))
      const rows = slice(wanted, page, ({ facilityId }) => facilityId)
      return Promise.all(rows.map((facility) => viewOf(deps, facility, receivedAt)))
    },
    present: presentFacility,
    keyOf: ({ facility }) => [facility.facilityId],
  })
}

/** The facilities of several entities, or the one of them with this id. @throws facility_not_found */
async function facilitiesAmong(
  { db }: Pick<Deps, 'db'>,
  principals: readonly Principal[],
  wireId: string | undefined,
): Promise<FacilityRow[]> {
  const all = (await Promise.all(principals.map(({ entityId }) => facilitiesOf(db.reader, entityId)))).flat()
  if (wireId === undefined) return all
  const facilityId = parseId('fac', wireId)
  const wanted = all.filter((facility) => facility.facilityId === facilityId)
  if (wanted.length === 0) throw refuse.facility_not_found()
  return wanted
}

const newestFirst = (facilities: readonly FacilityRow[]): FacilityRow[] =>
  facilities.toSorted((a, b) => (a.facilityId < b.facilityId ? 1 : -1))

function termsRoute(app: App, deps: FacilityRouteDeps): void {
  listRoute(app, {
    path: '/v1/credit/facilities/:facilityId/terms',
    name: 'credit-terms',
    cursor: [cursorShape.uuid],
    config,
    summary: 'List terms of a facility',
    description:
      'A forward uses the first term that permits it, unless it names one. Each term has products, tenor, limit, and its initial and variation margin.',
    params: FacilityParam,
    query: TermsQuery,
    item: TermOut,
    async rows({ principal, params, query, receivedAt }, page) {
      ownEntity(principal, query.entityId)
      const facility = await ownFacility(deps, principal, params.facilityId)
      const termId = query.termId && parseId('ctm', query.termId)
      const terms = (await termsOf(deps.db.reader, facility.entityId, facility.facilityId)).filter(
        (term) => allows(term, query.currency) && (query.termId === undefined || term.termId === termId),
      )
      const { usage } = await usageNow(deps, facility, receivedAt)
      return slice(terms, page, (term) => term.termId).map((term) => ({ term, facility, usage }))
    },
    present: ({ term, facility, usage }) => presentTerm(term, facility, usage),
    keyOf: ({ term }) => [term.termId],
  })
}

const allows = ({ currencyPairs }: TermRow, currency: string | undefined): boolean =>
  currency === undefined || currencyPairs === null || currencyPairs.some((pair) => pair.split('/').includes(currency))

const letterResponse = {
  200: {
    description: 'Metadata of the letter, or the PDF.',
    content: {
      'application/json': { schema: LetterOut },
      'application/pdf': { schema: Type.String({ format: 'binary' }) },
    },
  },
}

function letterRoute(app: App, deps: FacilityRouteDeps): void {
  app.get(
    '/v1/credit/facilities/:facilityId/letter',
    {
      config,
      schema: {
        summary: 'Get the facility letter',
        description: 'Returns the metadata of the letter, or the PDF with `Accept: application/pdf` or `format=pdf`.',
        params: FacilityParam,
        querystring: LetterQuery,
        response: letterResponse,
      },
    },
    async (request, reply) => {
      ownEntity(request.principal, request.query.entityId)
      const facility = await ownFacility(deps, request.principal, request.params.facilityId)
      return sendLetter(request, reply, deps.baseUrl, facility, await facilityLetter(deps, facility))
    },
  )
}

type LetterRequest = FastifyRequest & { query: { format?: 'json' | 'pdf' } }

function sendLetter(
  request: LetterRequest,
  reply: FastifyReply,
  baseUrl: string,
  facility: FacilityRow,
  letter: StoredDocument,
): FastifyReply {
  const { format } = request.query
  if (format !== undefined) request.headers.accept = `application/${format}`
  const type = chooseType(request.headers.accept, ['application/json', 'application/pdf'])
  if (type === 'application/pdf') return sendDocument(request, reply, letter, `facility-letter-v${letter.version}`)
  const facilityId = formatId('fac', facility.facilityId)
  return reply.header('vary', 'accept').send({
    documentId: formatId('doc', letter.documentId),
    version: letter.version,
    issuedAt: letter.issuedAt.toISOString(),
    signedAt: facility.letterSignedAt?.toISOString() ?? null,
    sha256: letter.sha256,
    downloadUrl: `${baseUrl}/v1/credit/facilities/${facilityId}/letter?format=pdf`,
    expiresAt: null,
  })
}

/** @throws facility_not_found, also for another entity's */
export async function ownFacility(deps: Pick<Deps, 'db'>, principal: Principal, wireId: string): Promise<FacilityRow> {
  const facilityId = parseId('fac', wireId)
  const facility = facilityId && (await findFacility(deps.db.reader, principal.entityId, facilityId))
  if (!facility) throw refuse.facility_not_found()
  return facility
}

async function viewOf(deps: FacilityRouteDeps, facility: FacilityRow, at: Date) {
  const { entityId, facilityId } = facility
  return {
    facility,
    ...(await usageNow(deps, facility, at)),
    terms: await termsOf(deps.db.reader, entityId, facilityId),
    letter: await facilityLetter(deps, facility),
    at,
  }
}

/**
 * Presents a facility in an event: its terms as they are given, with its present utilisation, which moves with the market.
 * Undefined without a market.
 */
export async function showFacility(deps: FacilityRouteDeps, facility: FacilityRow): Promise<FacilityOut | undefined> {
  try {
    return presentFacility(await viewOf(deps, facility, deps.clock.now()))
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/**
 * Returns the utilisation of a facility at the current market and stores the market; without open deals no market is
 * needed.
 */
async function usageNow(
  deps: FacilityRouteDeps,
  facility: FacilityRow,
  at: Date,
): Promise<{ usage: Usage; snapshotId: string | null }> {
  const facts = await usageFacts(deps.db.reader, facility)
  if (isUnused(facts)) return { usage: noUsage(facility), snapshotId: null }
  const wanted = { entityId: facility.entityId, ...wantedBy(facts) }
  const { snapshotId, content } = await keepSnapshot(deps.db.pool, deps.sources, wanted, at)
  return { usage: usageOf(facts, createValuer(content, facility.currency)), snapshotId }
}

/** Returns one row more than a page of a short list, in the order of the list. */
function slice<R>(rows: readonly R[], { limit, after }: PageOrder, idOf: (row: R) => string): R[] {
  const start = after === undefined ? 0 : rows.findIndex((row) => idOf(row) === after[0]) + 1
  return rows.slice(start, start + limit + 1)
}
