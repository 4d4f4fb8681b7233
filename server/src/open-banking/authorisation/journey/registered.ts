import type { Tx } from '../../../kernel/db/db.ts'
import { type Consent, scopeOf } from '../../consents/index.ts'
import { findSuspender, lockRegistration } from '../../dcr/index.ts'
import { refuseOb } from '../../http/index.ts'

/**
 * Keeps the third party's registration unchanged until the approval is committed.
 *
 * @param params of the authorisation request
 * @throws ob_forbidden unless the registration still covers the consent and the request, and while it is suspended
 */
export async function checkRegistered(
  tx: Tx,
  { clientId, ...consent }: Pick<Consent, 'clientId' | 'kind'>,
  params: Record<string, string>,
): Promise<void> {
  const row = await lockRegistration(tx, clientId)
  const isCovered =
    row !== undefined &&
    row.scopes.includes(scopeOf(consent)) &&
    row.redirectUris.includes(params['redirect_uri'] ?? '') &&
    row.metadata.grant_types.includes('authorization_code')
  if (!isCovered) throw refuseOb.ob_forbidden({ detail: 'the registration of the third party has changed' })
  if (await findSuspender(tx, row)) throw refuseOb.ob_forbidden({ detail: 'the third party is suspended' })
}
