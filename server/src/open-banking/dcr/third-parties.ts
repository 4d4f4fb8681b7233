import type { JSONWebKeySet } from 'jose'
import type { Db } from '../../kernel/db/db.ts'
import type { KeySets } from './keys.ts'
import { introductionOf } from './introduction.ts'
import { findLogo, logoVersion } from './logos/queries.ts'
import { type ClientRow, findClientRow } from './queries.ts'
import type { IntroducingThirdParties, ThirdPartyProfile } from './third-party.ts'

/** The registered third parties and the keys they sign with. */
export function createThirdParties(db: Db, keySets: KeySets): IntroducingThirdParties {
  return {
    async find(clientId) {
      const row = await findClientRow(db.reader, clientId)
      return row && profileOf(row)
    },
    async introduce(clientId) {
      const [row, version] = await Promise.all([findClientRow(db.reader, clientId), logoVersion(db.reader, clientId)])
      return row && { ...profileOf(row), ...introductionOf(row), ...(version && { logoVersion: version }) }
    },
    logo: (clientId) => findLogo(db.reader, clientId),
    async signingKeys(clientId, kid): Promise<JSONWebKeySet> {
      const row = await findClientRow(db.reader, clientId)
      if (!row) return { keys: [] }
      const { keys } = await keySets.get(row.jwksUri, kid)
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
