import { recordAudit } from '../../events/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { Act } from '../../kernel/values/act.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import type { ConsentRow } from './queries.ts'

/**
 * Records a change of a consent that no user has approved, with the institution: it has no entity yet. Changes of others
 * are events of the entity.
 */
export async function recordUnapproved(
  tx: Tx,
  row: Pick<ConsentRow, 'entityId' | 'consentUuid' | 'kind' | 'version' | 'clientId'>,
  verb: 'created' | 'rejected' | 'deleted',
  act: Act,
): Promise<void> {
  if (row.entityId !== null) return
  await recordAudit(tx, act, {
    entityId: HOUSE_ENTITY_ID,
    action: `consent.${verb}`,
    resourceType: 'consent',
    resourceId: row.consentUuid,
    detail: { kind: row.kind, version: row.version, clientId: row.clientId },
  })
}
