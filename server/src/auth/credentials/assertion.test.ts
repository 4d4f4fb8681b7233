import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { authService, type TestClient } from '../../../test/support/auth-service.ts'
import { givenClient, givenEntity } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'

const db = await testDatabase()
const service = await authService(db)
const { ask, baseUrl, wall } = service
const entity = await givenEntity(db, 'RM')
const { privateKey, publicKey } = await generateKeyPair('ES256')
const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }] }
let client: TestClient
const own = () => service.own(client)
type Form = Record<string, string>

describe('private_key_jwt', () => {
  interface Change {
    aud?: string
    life?: number
    jti?: string
    sub?: string
    /** Seconds from now. */
    issuedIn?: number
    validIn?: number
    key?: CryptoKey
  }
  const assertion = async ({
    aud = `${baseUrl}/v1/oauth2/token`,
    life = 60,
    jti,
    sub = client.id,
    issuedIn = 0,
    validIn,
    key,
  }: Change = {}) => {
    const seconds = Math.floor(wall().getTime() / 1000)
    const notBefore = validIn === undefined ? {} : { nbf: seconds + validIn }
    return new SignJWT({ jti: jti ?? crypto.randomUUID(), ...notBefore })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
      .setIssuer(client.id)
      .setSubject(sub)
      .setAudience(aud)
      .setIssuedAt(seconds + issuedIn)
      .setExpirationTime(seconds + life)
      .sign(key ?? privateKey)
  }
  const askWith = (jwt: string, form: Form = {}) =>
    ask({
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: jwt,
      ...form,
    })

  beforeEach(async () => {
    client = await givenClient(db, entity, { jwks })
  })

  const addresses = [`${baseUrl}/v1/oauth2/token`, baseUrl]
  test.each(addresses.flatMap((aud) => [aud, `${aud}/`]))('with audience %s gives a token', async (aud) => {
    expect((await askWith(await assertion({ aud }))).statusCode).toBe(200)
    expect((await askWith(await assertion({ aud }), { client_id: client.id })).statusCode).toBe(200)
  })

  test.each(['header', 'payload'] as const)('with a member twice in its %s is rejected', async (where) => {
    const [header, payload] = (await assertion()).split('.').map((part) => Buffer.from(part, 'base64url').toString())
    const repeated = (text: string, name: string) => text.replace('{', `{"${name}":"other",`)
    const input = [
      where === 'header' ? repeated(header!, 'kid') : header!,
      where === 'payload' ? repeated(payload!, 'sub') : payload!,
    ]
      .map((text) => Buffer.from(text).toString('base64url'))
      .join('.')
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
    const signature = await crypto.subtle.sign(algorithm, privateKey, Buffer.from(input))
    const jwt = `${input}.${Buffer.from(signature).toString('base64url')}`
    const forms: Form[] = [{}, { client_id: client.id }]
    for (const form of forms) {
      const answer = await askWith(jwt, form)
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toMatchObject({
        error: 'invalid_client',
        error_description: expect.stringContaining('more than once'),
      })
    }
  })

  test('is accepted once', async () => {
    const jwt = await assertion()
    const answers = await Promise.all([askWith(jwt), askWith(jwt), askWith(jwt)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401])
    expect((await askWith(jwt)).json().error_description).toContain('jti was used before')
  })

  test.each<[string, Change, string]>([
    ['another audience', { aud: 'https://elsewhere.test' }, `its aud must be ${baseUrl}/v1/oauth2/token`],
    ['expired', { life: -60 }, 'it has expired'],
    ['issued in the future', { issuedIn: 20 }, 'its iat lies in the future'],
    ['not valid yet', { validIn: 20 }, 'its nbf lies in the future'],
    ['too long a life', { life: 3600 }, 'five minutes at most'],
    ['another subject', { sub: 'cli_00000000000000000000000000' }, 'could not be authenticated'],
  ])('%s is rejected with the reason', async (_what, change, reason) => {
    const answer = await askWith(await assertion(change))
    expect([answer.statusCode, answer.json().error]).toEqual([401, 'invalid_client'])
    expect(answer.json().error_description).toContain(reason)
  })

  test('a clock that is a few seconds ahead is accepted', async () => {
    expect((await askWith(await assertion({ issuedIn: 5, validIn: 5 }))).statusCode).toBe(200)
  })

  test('a wrong signature is answered like an unknown client', async () => {
    const { privateKey: stranger } = await generateKeyPair('ES256')
    const wrong = await askWith(await assertion({ key: stranger }))
    const unknown = await ask({ ...own(), client_id: 'cli_00000000000000000000000000' })
    expect([wrong.statusCode, wrong.body]).toEqual([401, unknown.body])
    for (const jwt of ['nonsense', 'a.b.c']) expect((await askWith(jwt)).body).toBe(unknown.body)
    const keyless = await givenClient(db, entity)
    expect((await askWith(await assertion(), { client_id: keyless.id })).body).toBe(unknown.body)
  })

  test.each([7, true, ['a'], { a: 1 }, null, ''])(
    'with the subject %j, which is no text, is answered like an unknown client',
    async (sub) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const unknown = await ask({ ...own(), client_id: 'cli_00000000000000000000000000' })
      const answer = await askWith(`${part({ alg: 'ES256' })}.${part({ sub })}.AAAA`)
      expect([answer.statusCode, answer.body]).toEqual([401, unknown.body])
    },
  )

  test.each(['ES256', 'PS256', 'RS256', 'EdDSA'])('of an unknown client, signed by %s, is refused', async (alg) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const header of [{ alg }, { alg, kid: 7 }, { alg, crit: ['x'], x: 1 }]) {
      const answer = await askWith(`${part(header)}.${part({ sub: 'cli_00000000000000000000000000' })}.AAAA`)
      expect([answer.statusCode, answer.json().error]).toEqual([401, 'invalid_client'])
    }
  })

  test('unsigned and symmetric algorithms are refused', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = {
      iss: client.id,
      sub: client.id,
      aud: baseUrl,
      exp: Math.floor(wall().getTime() / 1000) + 60,
      jti: '1',
    }
    expect((await askWith(`${part({ alg: 'none' })}.${part(claims)}.`)).statusCode).toBe(401)
    expect((await askWith(`${part({ alg: 'HS256' })}.${part(claims)}.AAAA`)).statusCode).toBe(401)
  })
})
