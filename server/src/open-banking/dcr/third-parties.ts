import type { JSONWebKeySet } from 'jose'
import type { Db } from '../../kernel/db/db.ts'
import type { Listener } from '../../kernel/db/notifications.ts'
import { createSharedCache } from '../../kernel/db/shared-cache.ts'
import { keyAddressesOf, type SoftwareKeys } from './directory-status/software-keys.ts'
import { introductionOf } from './introduction.ts'
import { findLogo, logoVersion } from './logos/queries.ts'
import { type ClientRow, findClientRow } from './queries.ts'
import type { IntroducingThirdParties, ThirdPartyProfile } from './third-party.ts'

/** Data of a registration that every signed request needs. */
interface Signatory {
  profile: ThirdPartyProfile
  keysAt: ReturnType<typeof keyAddressesOf>
}

/**
 * The registered third parties and the keys they sign with. Registrations are cached: every process learns of a change within
 * a second.
 *
 * @param listener not yet started; the cache adds its hearer to it
 */
export function createThirdParties(db: Db, softwareKeys: SoftwareKeys, listener: Listener): IntroducingThirdParties {
  const cache = createSharedCache<Signatory>(listener, async (clientId) => {
    const row = await findClientRow(db.reader, clientId)
    return row && { profile: profileOf(row), keysAt: keyAddressesOf(row) }
  })
  listener.on('open_banking_client_changed', (id) => (id === undefined ? cache.clear() : cache.forget(id)))
  listener.on('sandbox_reset', cache.clear)
  return {
    find: async (clientId) => (await cache.get(clientId))?.profile,
    async introduce(clientId) {
      const [row, version] = await Promise.all([findClientRow(db.reader, clientId), logoVersion(db.reader, clientId)])
      return row && { ...profileOf(row), ...introductionOf(row), ...(version && { logoVersion: version }) }
    },
    logo: (clientId) => findLogo(db.reader, clientId),
    async signingKeys(clientId, kid): Promise<JSONWebKeySet> {
      const known = await cache.get(clientId)
      if (!known) return { keys: [] }
      const { keys } = await softwareKeys.get(known.keysAt, kid)
      return { keys: keys.filter((key) => key.use !== 'enc' && key.use !== 'tls') }
    },
  }
}

const profileOf = (row: ClientRow): ThirdPartyProfile => ({
  clientId: row.clientId,
  name: row.softwareName,
  organisationName: row.organisationName,
  signatureIssuer: `${row.organisationId}/${row.softwareId}`,
  certificateSubject: row.certificateSubject,
  scopes: row.scopes,
})
