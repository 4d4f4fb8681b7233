import { X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { revocationList } from '../../test/support/revocation-list.ts'
import { temporaryDirectory } from '../../test/support/temporary-directory.ts'
import { call, openListeners, openThirdParty } from '../../test/support/third-party.ts'
import { sandboxAuthority } from '../open-banking/dcr/index.ts'

test('with a certificate that was revoked since, neither a token is given nor an old one accepted, nor a registration read', async () => {
  const db = await testDatabase()
  const folder = temporaryDirectory()
  const { authority: by } = await sandboxAuthority(folder, new Date())
  const file = path.join(folder, 'authority.crl')
  const publish = async (...revoked: X509Certificate[]) => {
    const at = new Date()
    const until = new Date(at.getTime() + 3_600_000)
    writeFileSync(file, await revocationList({ by, at, until, revoked: revoked.map((x509) => ({ x509 })) }))
  }
  await publish()
  const before = await openListeners(db, { DATA_DIR: folder, OPEN_BANKING_CRL: file })
  const address = { PORT: String(before.config.port), OPEN_BANKING_PORT: String(before.config.openBankingPort) }
  const third = await openThirdParty(before)
  const other = await openThirdParty(before)
  const form = { grant_type: 'client_credentials', scope: 'accounts' }
  const { status, body } = await third.post('/token', form)
  expect(status).toBe(200)
  const { transport } = third.software
  const requests = async () => {
    const headers = { authorization: `Bearer ${body.access_token as string}` }
    const consent = '/open-banking/v4.0/aisp/account-access-consents/obc_00000000000000000000000000'
    const [token, read, registered] = [
      await third.post('/token', form),
      await call(before, consent, { headers, certificate: transport }),
      await call(before, `/register/${third.clientId}`, { headers, certificate: transport }),
    ]
    return [token.status, read.status, registered.status]
  }
  expect(await requests()).toEqual([200, 400, 200])
  await publish(new X509Certificate(transport.certificate))
  await before.close()
  const after = await openListeners(db, { DATA_DIR: folder, OPEN_BANKING_CRL: file, ...address })
  expect(await requests()).toEqual([401, 401, 401])
  expect((await other.post('/token', form)).status).toBe(200)
  await after.close()
})
