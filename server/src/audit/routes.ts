import { storedResourceId } from '../events/index.ts'
import type { App, Deps } from '../kernel/http/http.ts'
import { cursorErrors, cursorShape, DEFAULT_LIMIT, formatCursor, parseCursor } from '../kernel/http/paging.ts'
import { rangeErrors } from '../kernel/http/ranges.ts'
import { type Parts, wholeQuery } from '../kernel/http/readable.ts'
import { checkFields } from '../kernel/http/validation.ts'
import type { FieldError } from '../kernel/values/refusals.ts'
import { type AuditCursor, type AuditFilters, listRecords } from './list.ts'
import { presentRecord, presentVerification } from './present.ts'
import { readDigest } from './record.ts'
import { refuse } from './rules.ts'
import { AuditList, AuditQuery, VerificationOut, VerifyQuery } from './schema.ts'
import { type Verified, verifyChain } from './verify.ts'

export type AuditDeps = Pick<Deps, 'db' | 'authenticate'>

const LIST = 'audit'
const SHAPES = [/^(sealed|unsealed|acts)$/, new RegExp(`^\\d{1,19}$|${cursorShape.uuid.source}`)]
const MOST_VERIFIED = 10_000
const scope = 'reporting:read'

const listErrors = (query: Parts<AuditQuery>): FieldError[] => [
  ...rangeErrors(query, 'from', 'to'),
  ...cursorErrors(LIST, query, SHAPES),
]

/** Registers the audit trail of an entity and its verification. */
export function auditRoutes(app: App, { db }: AuditDeps): void {
  app.get(
    '/v1/audit',
    {
      ...wholeQuery(AuditQuery, listErrors),
      config: { scope },
      schema: {
        summary: 'List audit records of an entity',
        description:
          'Returns every write, document read and user action of the entity: who, from where, by which operation, and the values before and after. ' +
          'A filtered page may contain fewer items than `limit` and still have a nextCursor.',
        querystring: AuditQuery,
        response: { 200: AuditList },
      },
    },
    async ({ query, principal }) => {
      checkFields(listErrors(query))
      const key = { entityId: principal.entityId, chain: 'entity' } as const
      const filters = filtersOf(query)
      if (!filters) return { data: [], nextCursor: null }
      const page = { limit: query.limit ?? DEFAULT_LIMIT, after: cursorOf(query.after) }
      const { records, next } = await listRecords(db.reader, key, filters, page)
      return {
        data: records.map((record) => presentRecord(key, record)),
        nextCursor: next ? formatCursor(LIST, next.map(String)) : null,
      }
    },
  )

  app.get(
    '/v1/audit/verify',
    {
      config: { scope },
      schema: {
        summary: 'Verify the audit trail of an entity',
        description: `Compares the stored records with the chain of hashes, about ${MOST_VERIFIED.toLocaleString('en')} per call, and returns the first one that differs.`,
        querystring: VerifyQuery,
        response: { 200: VerificationOut },
      },
    },
    async ({ query: { after = '0', hash }, principal }) => {
      const key = { entityId: principal.entityId, chain: 'entity' } as const
      const start = BigInt(after)
      const found = await readDigest(db.reader, key, start)
      if (found === undefined) throw refuse.audit_position_unknown({ after })
      if (hash !== undefined && hash !== found) return presentVerification(key, replaced(start, found))
      return presentVerification(key, await verifyChain(db.reader, key, start, MOST_VERIFIED))
    },
  )
}

/** The chain has another digest at a position than the client stored. */
const replaced = (position: bigint, digest: string): Verified => ({
  position,
  digest,
  difference: { position, kind: 'Broken', sequence: null, actId: null },
  hasMore: false,
})

function cursorOf(after: string | undefined): AuditCursor | undefined {
  const [kind, before = ''] = parseCursor(LIST, after, SHAPES) ?? []
  if (kind === undefined) return undefined
  return kind === 'acts' ? [kind, before] : [kind as 'sealed' | 'unsealed', BigInt(before)]
}

/** Returns the filters of a query; undefined where nothing can fit. */
function filtersOf({ from, to, operation, action, resourceId, requestId }: AuditQuery): AuditFilters | undefined {
  const stored = resourceId === undefined ? undefined : storedResourceId(resourceId)
  if (resourceId !== undefined && stored === undefined) return undefined
  return {
    ...(from !== undefined && { from: new Date(from) }),
    ...(to !== undefined && { to: new Date(to) }),
    ...(operation !== undefined && { operation }),
    ...(action !== undefined && { action }),
    ...(stored !== undefined && { resourceId: stored }),
    ...(requestId !== undefined && { requestId }),
  }
}
