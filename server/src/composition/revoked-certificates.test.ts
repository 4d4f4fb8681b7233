import { X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { openResponder } from '../../test/support/ocsp-responder.ts'
import { revocationList } from '../../test/support/revocation-list.ts'
import { temporaryDirectory } from '../../test/support/temporary-directory.ts'
import { call, openListeners, openThirdParty } from '../../test/support/third-party.ts'
import { sandboxAuthority } from '../open-banking/dcr/index.ts'

test('a certificate that was revoked since gets no token, and neither its old token nor its registration works', async () => {
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

describe('with a responder', () => {
  /** A sandbox whose authority has a responder, and requests of a third party: for a token, with it, and about its registration. */
  async function open(env: Record<string, string> = {}) {
    const folder = temporaryDirectory()
    const { authority } = await sandboxAuthority(folder, new Date())
    const responder = await openResponder(authority, new Date(), new Date(Date.now() + 3_600_000))
    const ports: Record<string, string> = {}
    const db = await testDatabase()
    const start = async () => {
      const listeners = await openListeners(db, {
        DATA_DIR: folder,
        OPEN_BANKING_OCSP: responder.address,
        ...ports,
        ...env,
      })
      Object.assign(ports, {
        PORT: String(listeners.config.port),
        OPEN_BANKING_PORT: String(listeners.config.openBankingPort),
      })
      return listeners
    }
    onTestFinished(() => responder.close())
    return { start, responder }
  }
  const form = { grant_type: 'client_credentials', scope: 'accounts' }

  test('a certificate that was revoked since gets no token, and its old one is not accepted', async () => {
    const { start, responder } = await open()
    const before = await start()
    const third = await openThirdParty(before)
    const { status, body } = await third.post('/token', form)
    expect(status).toBe(200)
    const requests = async () => {
      const order = {
        headers: { authorization: `Bearer ${body.access_token as string}` },
        certificate: third.software.transport,
      }
      const consent = '/open-banking/v4.0/aisp/account-access-consents/obc_00000000000000000000000000'
      const answers = [
        await third.post('/token', form),
        await call(before, consent, order),
        await call(before, `/register/${third.clientId}`, order),
      ]
      return answers.map((answer) => answer.status)
    }
    expect(await requests()).toEqual([200, 400, 200])
    expect(responder.asked).toHaveLength(1)
    await before.close()
    responder.behaviour.status = 'revoked'
    const after = await start()
    expect(await requests()).toEqual([401, 401, 401])
    await after.close()
  })

  test.each([
    ['reject', 401],
    ['accept', 200],
  ])('while the responder is down, certificates are treated as configured: %s', async (unknown, expected) => {
    const { start, responder } = await open({ OPEN_BANKING_OCSP_UNKNOWN: unknown })
    const listeners = await start()
    const third = await openThirdParty(listeners)
    expect((await third.post('/token', form)).status).toBe(200)
    await listeners.close()
    responder.behaviour.answers = (reply) => void reply.destroy()
    const after = await start()
    const answer = await third.post('/token', form)
    expect([answer.status, after.complaints.join()]).toEqual([
      expected,
      expect.stringContaining(`The response of the OCSP responder ${responder.address} cannot be used: fetch failed.`),
    ])
    await after.close()
  })
})
