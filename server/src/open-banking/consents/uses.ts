import { instant, table, uuid } from '../../kernel/db/table.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { formatConsentId, parseConsentId } from './queries.ts'
import type { Consent } from './types.ts'

const uses = table('open_banking_consent_uses', { entityId: uuid, consentId: uuid, lastUsedAt: instant })

const noteUse = uses.insert({
  name: 'note-ob-consent-use',
  ending: `on conflict (entity_id, consent_id) do update set last_used_at = excluded.last_used_at
    where open_banking_consent_uses.last_used_at < excluded.last_used_at`,
})

/** Business time of the last note of this process, by consent. */
const noted = new Map<string, number>()
const MOST_NOTED = 10_000
const EVERY_MS = 5 * 60_000

/** Notes that a third party reads data with a consent, at most every five minutes. */
export async function noteConsentUse(
  db: Queryable,
  { consentId, entityId }: Pick<Consent, 'consentId' | 'entityId'>,
  now: Date,
): Promise<void> {
  if (now.getTime() - (noted.get(consentId) ?? -Infinity) < EVERY_MS) return
  if (noted.size >= MOST_NOTED) noted.clear()
  noted.set(consentId, now.getTime())
  const uuidOfConsent = parseConsentId(consentId)
  invariant(entityId && uuidOfConsent, 'only an authorised consent is used')
  await db.query(noteUse({ entityId, consentId: uuidOfConsent, lastUsedAt: now }))
}

/** Returns when each consent of an entity was last used, by consent id; unused ones are absent. */
export async function lastUses(db: Queryable, entityId: string): Promise<Map<string, Date>> {
  const { rows } = await db.query<{ consentId: string; lastUsedAt: Date }>(
    `select consent_id as "consentId", last_used_at as "lastUsedAt" from open_banking_consent_uses where entity_id = $1`,
    [entityId],
  )
  return new Map(rows.map(({ consentId, lastUsedAt }) => [formatConsentId(consentId), lastUsedAt]))
}
