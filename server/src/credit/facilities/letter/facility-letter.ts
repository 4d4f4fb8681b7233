import type { Db } from '../../../kernel/db/db.ts'
import { getOrMakeDocument, type Issuer, type StoredDocument } from '../../../documents/index.ts'
import { findEntity } from '../../../entities/index.ts'
import { invariant } from '../../../kernel/values/refusals.ts'
import { type FacilityRow, termsOf } from '../queries.ts'
import { letterModel } from './letter.ts'

export interface LetterDeps {
  db: Db
  issuer: Issuer
}

/** The facility letter in its present version; made and kept for good when it is first asked for. */
export function facilityLetter(deps: LetterDeps, facility: FacilityRow): Promise<StoredDocument> {
  const { entityId, facilityId, letterVersion } = facility
  const key = { entityId, kind: 'FacilityLetter' as const, resourceId: facilityId, version: letterVersion }
  return getOrMakeDocument(deps.db, key, async () => {
    const entity = await findEntity(deps.db.reader, entityId)
    invariant(entity, 'a facility belongs to an entity')
    return letterModel(deps.issuer, entity, facility, await termsOf(deps.db.reader, entityId, facilityId))
  })
}
