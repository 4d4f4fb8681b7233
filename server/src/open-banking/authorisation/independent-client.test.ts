import { importPKCS8 } from 'jose'
import * as client from 'openid-client'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../../test/support/free-port.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { approveAs, call, openListeners, openThirdParty, REDIRECT } from '../../../test/support/third-party.ts'

const db = await testDatabase()
const listeners = await openListeners(db, { OPEN_BANKING_PAGES_PORT: String(await freePort()) })
afterAll(() => listeners.close())
const third = await openThirdParty(listeners)

/** Fetch over the third party's certificate. */
const overCertificate: client.CustomFetch = async (url, { method, headers, body }) => {
  const {
    status,
    headers: told,
    text,
  } = await call(listeners, url, {
    method,
    headers,
    ...(body !== undefined && body !== null && { body: String(body as URLSearchParams) }),
    certificate: third.certificate,
  })
  const given = Object.entries(told).map(([name, value]): [string, string] => [name, String(value)])
  return new Response(status === 204 ? null : text, { status, headers: given })
}

test('an independent FAPI client completes the journey unchanged, with all its own checks', async () => {
  const key = await importPKCS8(third.software.signing.privateKey, 'PS256')
  const signing = { key, kid: third.software.kid }
  const config = await client.discovery(
    new URL(listeners.issuer),
    third.clientId,
    { use_mtls_endpoint_aliases: true, id_token_signed_response_alg: 'PS256' },
    client.PrivateKeyJwt(signing),
    { [client.customFetch]: overCertificate },
  )
  client.useCodeIdTokenResponseType(config)
  client.enableDetachedSignatureResponseChecks(config) // c_hash and s_hash, by the keys we publish

  const own = await client.clientCredentialsGrant(config, { scope: 'accounts' })
  expect(own.expires_in).toBe(3600)

  const consentId = await third.consent()
  const [state, nonce] = [client.randomState(), client.randomNonce()]
  const now = Math.floor(Date.now() / 1000)
  const link = await client.buildAuthorizationUrlWithJAR(
    config,
    {
      redirect_uri: REDIRECT,
      scope: 'openid accounts',
      state,
      nonce,
      claims: JSON.stringify({
        id_token: {
          openbanking_intent_id: { value: consentId, essential: true },
          acr: { values: ['urn:openbanking:psd2:sca'], essential: true },
        },
      }),
    },
    signing,
    { [client.modifyAssertion]: (_header, payload) => void Object.assign(payload, { nbf: now, exp: now + 300 }) },
  )
  // What must stand beside the request object for OAuth, too.
  for (const [name, value] of [
    ['scope', 'openid accounts'],
    ['response_type', 'code id_token'],
    ['redirect_uri', REDIRECT],
  ] as const)
    if (!link.searchParams.has(name)) link.searchParams.set(name, value)
  const { back } = await approveAs(listeners, link.href, listeners.credentials.psus[0]!)

  const tokens = await client.authorizationCodeGrant(config, new URL(back.location!), {
    expectedNonce: nonce,
    expectedState: state,
    idTokenExpected: true,
  })
  expect(tokens.claims()).toMatchObject({ openbanking_intent_id: consentId, acr: 'urn:openbanking:psd2:sca' })
  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token!)
  expect((await client.tokenIntrospection(config, refreshed.access_token)).active).toBe(true)
  await client.tokenRevocation(config, refreshed.access_token)
  expect((await client.tokenIntrospection(config, refreshed.access_token)).active).toBe(false)
})
