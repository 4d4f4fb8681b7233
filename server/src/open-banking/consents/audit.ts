import { recordAudit } from '../../events/index.ts'
import type { RecordedAct, Tx } from '../../kernel/db/db.ts'
import type { Act } from '../../kernel/values/act.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import type { ConsentRow } from './queries.ts'

type UnapprovedConsent = Pick<ConsentRow, 'consentUuid' | 'kind' | 'version' | 'clientId'>

/** Returns the record of a change of a consent that no user has approved: it has no entity yet. */
export const unapprovedEntry = (
  { consentUuid, kind, version, clientId }: UnapprovedConsent,
  verb: 'created' | 'rejected' | 'deleted',
): RecordedAct => ({
  entityId: HOUSE_ENTITY_ID,
  action: `consent.${verb}`,
  resourceType: 'consent',
  resourceId: consentUuid,
  detail: { kind, version, clientId },
})

/**
 * Records a change of a consent that no user has approved, with the institution. Changes of others are events of the
 * entity.
 */
export async function recordUnapproved(
  tx: Tx,
  row: UnapprovedConsent & Pick<ConsentRow, 'entityId'>,
  verb: 'created' | 'rejected' | 'deleted',
  act: Act,
): Promise<void> {
  if (row.entityId === null) await recordAudit(tx, act, unapprovedEntry(row, verb))
}
