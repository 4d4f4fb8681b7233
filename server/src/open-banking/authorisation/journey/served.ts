import { type EntityDirectory, usesOpenBanking } from '../../../entities/index.ts'
import type { Payers } from '../../consents/index.ts'
import { refuseOb, statusReasonOf } from '../../http/index.ts'

/** Reason of ISO 20022: the transaction is forbidden on this type of account. */
const FORBIDDEN = 'AG01'

/** Returns true if the users of an entity may give access: it is active, and open banking is enabled for it. */
export async function isServed(entities: EntityDirectory, entityId: string): Promise<boolean> {
  const profile = await entities.get(entityId)
  return profile !== undefined && usesOpenBanking(profile)
}

/** Returns why a user may approve no consent: the entity is not active, or open banking is not enabled for it. */
export async function whyNotServed(entities: EntityDirectory, entityId: string): Promise<Payers['whyNone']> {
  if (await isServed(entities, entityId)) return undefined
  const rejection = refuseOb.ob_not_enabled()
  return { isSingleTooFew: false, rejection, reasons: [{ ...statusReasonOf(rejection), code: FORBIDDEN }] }
}
