import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { compactVerify, decodeProtectedHeader, exportJWK, flattenedVerify, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { type Identity, type Send, ThirdParty, ThirdPartyError } from './index.ts'
import { signJwt } from './jws.ts'

const NOW = 1_800_000_000
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const [own, bank] = [newKey(), newKey()]
const pem = own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const bankKey = { ...(await exportJWK(createPublicKey(bank.privateKey))), kid: 'bank-1' }

const identity: Identity = {
  softwareId: 'software-1',
  softwareStatement: 'statement',
  signingKey: pem,
  signingKeyId: 'own-1',
  transport: { cert: '', key: '' },
  discovery: 'https://bank.test/.well-known/openid-configuration',
  audience: 'bank-organisation',
  redirectUris: ['https://ledgerly.example/callback'],
  messageSignatureIssuer: 'organisation/software-1',
  clientId: 'client-1',
}

/** A bank that answers by address, and the requests it got. */
async function givenBank(answers: Record<string, (body: string) => [status: number, body: unknown]> = {}) {
  const requests: { method: string; path: string; headers: Record<string, string>; body: string }[] = []
  const at = (path: string) => `https://bank.test${path}`
  const known: typeof answers = {
    '/.well-known/openid-configuration': () => [
      200,
      {
        issuer: 'https://bank.test',
        registration_endpoint: at('/register'),
        token_endpoint: at('/token'),
        authorization_endpoint: at('/authorize'),
        jwks_uri: at('/jwks'),
      },
    ],
    '/jwks': () => [200, { keys: [bankKey] }],
    '/token': () => [200, { access_token: 'token-1', expires_in: 300, scope: 'accounts' }],
    ...answers,
  }
  const send: Send = async ({ method, url, headers = {}, body = '' }) => {
    const path = new URL(url).pathname
    requests.push({ method, path, headers, body })
    const [status, answer] = known[path]?.(body) ?? [404, { Code: '404', Message: 'Not found' }]
    return { status, headers: {}, text: answer === undefined ? '' : JSON.stringify(answer) }
  }
  return { party: await ThirdParty.connect(identity, { send, now: () => NOW }), requests }
}

const half = (text: string) => createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')

/** The address that a user returns to, with changed claims of the id token. */
function returnOf(
  { state, nonce, consentId }: { state: string; nonce: string; consentId: string },
  changes = {},
  kid = 'bank-1',
) {
  const claims = { iss: 'https://bank.test', aud: 'client-1', exp: NOW + 60, nonce, openbanking_intent_id: consentId }
  const hashes = { c_hash: half('code-1'), s_hash: half(state) }
  const idToken = signJwt({ ...claims, ...hashes, ...changes }, bank.privateKey, kid)
  return `https://ledgerly.example/callback#${new URLSearchParams({ state, code: 'code-1', id_token: idToken }).toString()}`
}

test('the request for approval is signed and names consent, state and nonce', async () => {
  const { party } = await givenBank()
  const authorisation = party.authorise('obc_1', 'accounts')
  const request = new URL(authorisation.url).searchParams.get('request')!
  const options = { currentDate: new Date(NOW * 1000), audience: 'https://bank.test', issuer: 'client-1' }
  const { payload } = await jwtVerify(request, own.publicKey, options)
  expect(payload).toMatchObject({
    state: authorisation.state,
    nonce: authorisation.nonce,
    claims: { id_token: { openbanking_intent_id: { value: 'obc_1' } } },
  })
  expect(decodeProtectedHeader(request)).toMatchObject({ alg: 'PS256', kid: 'own-1' })
})

test('a code is redeemed only if the id token belongs to this request', async () => {
  const { party, requests } = await givenBank()
  const authorisation = party.authorise('obc_1', 'accounts')
  expect(await party.redeem(returnOf(authorisation), authorisation)).toMatchObject({ accessToken: 'token-1' })
  expect(new URLSearchParams(requests.at(-1)!.body).get('code')).toBe('code-1')

  const wrong: [object, string][] = [
    [{ iss: 'https://other.test' }, 'iss'],
    [{ aud: 'client-2' }, 'aud'],
    [{ exp: NOW - 61 }, 'exp'],
    [{ nonce: 'another' }, 'nonce'],
    [{ c_hash: half('code-2') }, 'c_hash'],
    [{ s_hash: half('another') }, 's_hash'],
    [{ openbanking_intent_id: 'obc_2' }, 'openbanking_intent_id'],
  ]
  for (const [change, name] of wrong)
    await expect(party.redeem(returnOf(authorisation, change), authorisation)).rejects.toThrow(`${name} differs`)
  await expect(party.redeem(returnOf(authorisation, {}, 'bank-2'), authorisation)).rejects.toThrow('unknown key')
  const forged = returnOf(authorisation).replace(/.{8}$/, 'AAAAAAAA')
  await expect(party.redeem(forged, authorisation)).rejects.toThrow('signature')
  const other = { ...authorisation, state: 'another' }
  await expect(party.redeem(returnOf(authorisation), other)).rejects.toThrow('state differs')
  expect(requests.filter(({ path }) => path === '/token')).toHaveLength(1)
})

test('the refusal of a user is an error with the code of OAuth', async () => {
  const { party } = await givenBank()
  const authorisation = party.authorise('obc_1', 'payments')
  const query = new URLSearchParams({
    state: authorisation.state,
    error: 'access_denied',
    error_description: 'Refused.',
  })
  const returned = party.redeem(`https://ledgerly.example/callback#${query.toString()}`, authorisation)
  await expect(returned).rejects.toMatchObject({ name: 'ThirdPartyError', code: 'access_denied', message: 'Refused.' })
})

test('the body of a payment is signed as sent, with an idempotency key; account access is not', async () => {
  const path = '/open-banking/v4.0/pisp/domestic-payment-consents'
  const { party, requests } = await givenBank({
    [path]: () => [201, { Data: { ConsentId: 'obc_1' } }],
    '/open-banking/v4.0/aisp/accounts': () => [200, { Data: {} }],
  })
  const { consentId } = await party.createConsent('v4.0/pisp/domestic-payment-consents', { Data: { Name: 'Müller' } })
  expect(consentId).toBe('obc_1')
  const { headers, body } = requests.at(-1)!
  const [protectedPart = '', , signature = ''] = headers['x-jws-signature']!.split('.')
  const crit = Object.fromEntries(['iat', 'iss', 'tan'].map((name) => [`http://openbanking.org.uk/${name}`, true]))
  const payload = Buffer.from(body).toString('base64url')
  await flattenedVerify({ protected: protectedPart, payload, signature }, own.publicKey, { crit })
  expect(headers['x-idempotency-key']).toBeTruthy()
  await party.call('GET', 'v4.0/aisp/accounts', { token: 'user-token' })
  expect(requests.at(-1)!.headers).toMatchObject({ authorization: 'Bearer user-token' })
  expect(requests.at(-1)!.headers['x-jws-signature']).toBeUndefined()
})

test('the third party’s own token is requested once, and proved by its key', async () => {
  const accounts = { '/open-banking/v4.0/aisp/accounts': () => [200, {}] as [number, unknown] }
  const { party, requests } = await givenBank(accounts)
  await party.call('GET', 'v4.0/aisp/accounts')
  await party.call('GET', 'v4.0/aisp/accounts')
  const tokens = requests.filter(({ path }) => path === '/token')
  expect(tokens).toHaveLength(1)
  await compactVerify(new URLSearchParams(tokens[0]!.body).get('client_assertion')!, own.publicKey)
})

test('an error has the code, the status and the texts of the service', async () => {
  const errors = [{ ErrorCode: 'U002', Message: 'Missing.', Path: 'Data.Permissions' }]
  const { party } = await givenBank({
    '/open-banking/v4.0/aisp/account-access-consents': () => [400, { Code: '400', Message: 'Bad', Errors: errors }],
  })
  const error = await party.createConsent('v4.0/aisp/account-access-consents', {}).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ThirdPartyError)
  expect(error).toMatchObject({ code: 'U002', status: 400, message: 'Data.Permissions: Missing.' })
})

test('before the registration there is no client id', async () => {
  const { clientId: _clientId, ...unregistered } = identity
  const { party, requests } = await givenBank({ '/register': () => [201, { client_id: 'client-9' }] })
  expect(await party.register()).toBe('client-9')
  const { payload } = await compactVerify(requests.at(-1)!.body, own.publicKey)
  expect(JSON.parse(Buffer.from(payload).toString())).toMatchObject({ iss: 'software-1', aud: 'bank-organisation' })
  const send: Send = async () => ({ status: 200, headers: {}, text: '{}' })
  const fresh = await ThirdParty.connect(unregistered, { send })
  expect(() => fresh.clientId).toThrow('call register() first')
})

test('a registration is read, replaced by signed claims, and ended', async () => {
  const registration = { client_id: 'client-1', scope: 'openid accounts' }
  const { party, requests } = await givenBank({ '/register/client-1': () => [200, registration] })
  expect(await party.registration()).toEqual(registration)
  expect(await party.replaceRegistration({ scope: 'openid accounts' })).toEqual(registration)
  const { method, headers, body } = requests.at(-1)!
  expect([method, headers['content-type'], headers['authorization']]).toEqual([
    'PUT',
    'application/jose',
    'Bearer token-1',
  ])
  const { payload } = await jwtVerify(body, own.publicKey, { currentDate: new Date(NOW * 1000) })
  expect(payload).toMatchObject({ software_id: 'software-1', scope: 'openid accounts' })
  await party.unregister()
  expect(requests.at(-1)!.method).toBe('DELETE')
  expect(() => party.clientId).toThrow('call register() first')
})
