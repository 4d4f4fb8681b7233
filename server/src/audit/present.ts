import type { Static } from 'typebox'
import { formatEventId, shownResourceId } from '../events/index.ts'
import { formatId, formatLastingId } from '../kernel/values/ids.ts'
import { type AuditRecord, canonicalText, type ChainKey } from './record.ts'
import type { AuditRecordOut, VerificationOut } from './schema.ts'
import { type Verified, withoutDigest } from './verify.ts'

const ACTORS: Readonly<Record<string, string>> = { client: 'cli', psu: 'usr' }

/** Returns the id of a record: that of its event, or of the act. */
export const recordIdOf = (entityId: string, { sequence, actId }: Pick<AuditRecord, 'sequence' | 'actId'>): string =>
  actId === null ? formatEventId(entityId, sequence!) : formatId('act', actId)

/** Returns a record as its client reads it. */
export function presentRecord(key: ChainKey, record: AuditRecord): AuditRecordOut {
  const { entityId } = key
  const { position, digest, actorId, actorType, resourceType, resourceId, previousStatus } = record
  const { before, after, ...detail } = record.detail ?? {}
  const actor = ACTORS[actorType!]
  return {
    auditRecordId: recordIdOf(entityId, record),
    recordedAt: record.recordedAt!.toISOString(),
    at: record.at?.toISOString() ?? null,
    entityId: formatLastingId('ent', entityId),
    actor: { type: actorType!, id: actorId === null ? null : actor ? formatId(actor, actorId) : actorId },
    address: record.address,
    operation: record.operation,
    requestId: record.requestId,
    action: record.action!,
    resource: {
      type: resourceType!,
      id: resourceId === null ? null : shownResourceId(resourceType!, resourceId),
      version: record.resourceVersion,
    },
    before: valuesOf(before, previousStatus === null ? undefined : { status: previousStatus }),
    after: valuesOf(after, undefined),
    detail: Object.keys(detail).length === 0 ? null : detail,
    seal:
      position === null
        ? null
        : { position: Number(position), hash: digest!, text: canonicalText(key, withoutDigest(record)) },
  }
}

/** Returns changed values as an object; a single value was that of the record itself. */
function valuesOf(stored: unknown, status: { status: string } | undefined): Record<string, unknown> | null {
  if (stored === undefined || stored === null) return status ?? null
  return typeof stored === 'object' && !Array.isArray(stored) ? { ...status, ...stored } : { ...status, value: stored }
}

/** Returns the result of a verification. */
export function presentVerification({ entityId }: ChainKey, verified: Verified): Static<typeof VerificationOut> {
  const { position, digest, difference, hasMore } = verified
  const isNamed = difference !== undefined && (difference.sequence !== null || difference.actId !== null)
  return {
    entityId: formatLastingId('ent', entityId),
    intact: difference === undefined,
    position: String(position),
    hash: digest === '' ? null : digest,
    nextCursor: hasMore ? String(position) : null,
    firstDifference: difference
      ? {
          kind: difference.kind,
          position: difference.position === null ? null : Number(difference.position),
          auditRecordId: isNamed ? recordIdOf(entityId, difference) : null,
        }
      : null,
  }
}
