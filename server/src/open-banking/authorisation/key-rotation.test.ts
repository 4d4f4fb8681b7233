import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { exportJWK } from 'jose'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { createBrowser, openListeners, openThirdParty, signed } from '../../../test/support/third-party.ts'

const db = await testDatabase()
const listeners = await openListeners(db)
afterAll(() => listeners.close())

/** Publishes the keys of a third party at the sandbox's directory. */
async function publish(softwareId: string, change: (keys: object[]) => object[]) {
  const { rows } = await db.pool.query<{ jwks: { keys: object[] } }>(
    'select jwks from open_banking_directory_software where software_id = $1',
    [softwareId],
  )
  const jwks = JSON.stringify({ keys: change(rows[0]!.jwks.keys) })
  await db.pool.query('update open_banking_directory_software set jwks = $2 where software_id = $1', [softwareId, jwks])
}
test.each([
  ['without its numbers', { kty: 'RSA', kid: 'broken' }],
  ['with a kid that is no text', { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: 7 }],
])('a published key %s does not shut out the client whose other key is right', async (_what, broken) => {
  const software = await listeners.newSoftware()
  await publish(software.softwareId, (keys) => [broken, ...keys])
  const third = await openThirdParty(listeners, {}, software)
  expect(await third.token()).toMatch(/./)
})

describe('a third party that signs with a new key is accepted', async () => {
  const third = await openThirdParty(listeners)
  const { software } = third
  /** Publishes a new signing key beside the others. */
  async function renew(kid: string) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const jwk = { ...(await exportJWK(createPublicKey(privateKey))), kid, use: 'sig', alg: 'PS256' }
    await publish(software.softwareId, (keys) => [...keys, jwk])
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
    return { ...software, kid, signing: { ...software.signing, privateKey: pem } }
  }
  let aheadMs = 0
  /** Lets the keys that were read age beyond the time between two reads for an unknown key. */
  function wait() {
    aheadMs += 11_000
    vi.spyOn(listeners.services.clock, 'wall').mockImplementation(() => new Date(Date.now() + aheadMs))
  }
  afterEach(() => vi.restoreAllMocks())

  test('by its client assertion', async () => {
    await third.token()
    const next = await renew('next-1')
    wait()
    const form = {
      grant_type: 'client_credentials',
      scope: 'accounts',
      client_assertion: await third.assertion({}, next),
    }
    expect((await third.post('/token', form)).status).toBe(200)
  })

  test('by its request object', async () => {
    const consentId = await third.consent()
    const next = await renew('next-2')
    wait()
    const url = third.authorizeUrl(await signed(next, third.requestClaims(consentId)))
    const answer = await createBrowser(listeners.pages).go(url)
    expect(answer.location).toMatch(/^\/open-banking\/consent\//)
  })
})

test('while the keys of a third party cannot be read, the error states that and does not blame its signature', async () => {
  const third = await openThirdParty(listeners)
  await db.pool.query('delete from open_banking_directory_software where software_id = $1', [third.software.softwareId])
  const dayLater = () => new Date(Date.now() + 25 * 3_600_000)
  vi.spyOn(listeners.services.clock, 'wall').mockImplementation(dayLater)
  const answer = await third.post('/token', { grant_type: 'client_credentials', scope: 'accounts' })
  vi.restoreAllMocks()
  expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
  expect(answer.body.error_description).toMatch(/software_jwks_endpoint cannot be read at the moment\. Try again/)
})
