import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import {
  call,
  openListeners,
  openThirdParty,
  REDIRECT,
  registrationClaims,
  signed,
} from '../../../test/support/third-party.ts'

const db = await testDatabase()
const listeners = await openListeners(db)
afterAll(() => listeners.close())
const software = await listeners.newSoftware()
const headers = { 'content-type': 'application/jose' }

const send = (body: string) => call(listeners, '/register', { headers, body, certificate: software.transport })
const register = async (change: Record<string, unknown>) =>
  send(await signed(software, registrationClaims(software, change)))
const help = () => `See ${listeners.pages}/open-banking/help/registration`
/** Returns the code and the description, without the address of the example. */
async function errorOf(answer: ReturnType<typeof register>) {
  const { status, body } = await answer
  expect(status).toBe(400)
  expect(body.error_description.length).toBeLessThanOrEqual(500)
  expect(body.error_description.endsWith(help())).toBe(true)
  return [body.error, body.error_description.replace(` ${help()}`, '')]
}
const seconds = () => Math.floor(Date.now() / 1000)

test('all errors of a request are reported together, so that a third party corrects and signs it once', async () => {
  const change = {
    iss: 'another',
    jti: '1',
    grant_types: ['authorization_code'],
    id_token_signed_response_alg: 'RS256',
    application_type: 'desktop',
    redirect_uris: ['http://third-party.example/callback'],
  }
  expect(await errorOf(register(change))).toEqual([
    'invalid_redirect_uri',
    [
      'http://third-party.example/callback: a redirect URI must begin with https://.',
      `iss must be ${software.softwareId}, the software_id of the software statement.`,
      'grant_types must include client_credentials.',
      'id_token_signed_response_alg must be PS256.',
      'jti must be a new UUID of version 4.',
      'application_type must be web, native or mobile.',
    ].join(' '),
  ])
})

test('more errors than a description holds are counted, and its address of an example stays', async () => {
  const many = Array.from({ length: 40 }, (_each, index) => `${REDIRECT}/${index}`)
  const [error, description] = await errorOf(register({ redirect_uris: many }))
  expect(error).toBe('invalid_redirect_uri')
  expect(description).toMatch(/use a redirect URI that the software statement lists\. There are 3\d more errors\.$/)
})

describe('an error names the valid value in our words:', () => {
  test.each<[string, Record<string, unknown>, string]>([
    [
      'a missing claim',
      { scope: undefined },
      'scope is missing; send a text of at most 256 characters with accounts, payments or both.',
    ],
    [
      'a text for a list',
      { redirect_uris: REDIRECT },
      'redirect_uris must be a list of 1 to 50 texts of at most 256 characters, each of them in the software statement.',
    ],
    ['a time in words', { exp: 'tomorrow' }, 'exp must be seconds since 1970, at most 60 minutes after iat.'],
    [
      'an expired request',
      { iat: seconds() - 900, exp: seconds() - 600 },
      'exp has passed; use a time at most 60 minutes after iat.',
    ],
    ['a request for later', { nbf: seconds() + 600 }, 'nbf must be seconds since 1970 that are not in the future.'],
    ['a start in words', { nbf: '1' }, 'nbf must be seconds since 1970 that are not in the future.'],
    ['no start', { nbf: null }, 'nbf must be seconds since 1970 that are not in the future.'],
    ['another audience', { aud: 'OtherBank' }, `aud must be CambistSandbox0001 or ${listeners.issuer}.`],
    ['a client_id', { client_id: randomUUID() }, 'Omit client_id: a registration gets a new one.'],
  ])('%s', async (_what, change, description) => {
    expect(await errorOf(register(change))).toEqual(['invalid_client_metadata', description])
  })

  test('a missing and a wrong claim of the software statement', async () => {
    const wrong = { software_jwks_endpoint: undefined, software_mode: 'trial', nbf: seconds() + 900 }
    expect(await errorOf(register({ software_statement: await listeners.statement(software, wrong) }))).toEqual([
      'invalid_software_statement',
      [
        'nbf of software_statement must be seconds since 1970 that are not in the future.',
        'software_mode of software_statement must be live or test.',
        'software_jwks_endpoint of software_statement is missing; send the http or https address of the key set of the software.',
      ].join(' '),
    ])
  })

  test('no software statement', async () => {
    expect(await errorOf(register({ software_statement: undefined }))).toEqual([
      'invalid_software_statement',
      'The claim software_statement must be the signed statement of the directory.',
    ])
  })

  test('the header of a request', async () => {
    const header = Buffer.from(JSON.stringify({ alg: 'RS256', jku: 'https://third-party.example/keys' }))
    const payload = Buffer.from(JSON.stringify(registrationClaims(software)))
    const jws = `${header.toString('base64url')}.${payload.toString('base64url')}.c2lnbmF0dXJl`
    expect(await errorOf(send(jws))).toEqual([
      'invalid_client_metadata',
      [
        'alg in the header of the request must be PS256 or ES256.',
        'The header of the request must contain kid, the id of its signing key in the key set at software_jwks_endpoint.',
        'The header of the request must not contain jku; kid names its key.',
      ].join(' '),
    ])
  })

  test('a key that is not published', async () => {
    const jws = await signed({ ...software, kid: 'unknown' }, registrationClaims(software))
    const [error, description] = await errorOf(send(jws))
    expect([error, description]).toEqual([
      'invalid_client_metadata',
      'The header of the request names the key unknown, but the key set at software_jwks_endpoint has no key with this kid for signatures by PS256.',
    ])
  })
})

test('an update reports all its errors together, too', async () => {
  const third = await openThirdParty(listeners)
  const change = { client_id: randomUUID(), scope: 'mortgages' }
  const body = await signed(third.software, registrationClaims(third.software, change))
  const answer = await third.api(`/register/${third.clientId}`, await third.token(), { method: 'PUT', headers, body })
  expect(answer.body.error_description).toBe(
    `client_id must be that of the address. scope must include accounts or payments. ${help()}`,
  )
})

test('a request that failed on our side can be sent again: its jti is not used up', async () => {
  const body = await signed(software, registrationClaims(software))
  await db.pool.query(
    `create function fail_once() returns trigger language plpgsql as $$begin raise 'disk full'; end$$`,
  )
  await db.pool.query('create trigger fail before insert on open_banking_clients execute function fail_once()')
  expect((await send(body)).status).toBe(500)
  await db.pool.query('drop function fail_once cascade')
  expect((await send(body)).status).toBe(201)
  expect((await errorOf(send(body)))[1]).toBe('This jti was used before; sign each request with a new UUID.')
})

test('a request that arrives twice concurrently registers one client', async () => {
  const body = await signed(software, registrationClaims(software))
  const answers = await Promise.all([send(body), send(body), send(body)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400])
})

test('an update that failed on our side can be sent again, and once', async () => {
  const third = await openThirdParty(listeners)
  const token = await third.token()
  const body = await signed(third.software, registrationClaims(third.software, { client_id: third.clientId }))
  const put = () => third.api(`/register/${third.clientId}`, token, { method: 'PUT', headers, body })
  await db.pool.query(
    `create function fail_update() returns trigger language plpgsql as $$begin raise 'disk full'; end$$`,
  )
  await db.pool.query('create trigger fail before update on open_banking_clients execute function fail_update()')
  expect((await put()).status).toBe(500)
  await db.pool.query('drop function fail_update cascade')
  const answers = await Promise.all([put(), put()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('a hostile request gets printable ASCII back, without quotation marks, and at most 500 characters', async () => {
  const hostile = `https://"\u{1f4a9}\\\n<script>'${'ä'.repeat(200)}`
  const answer = await register({ redirect_uris: [hostile, hostile], scope: hostile, iss: '"', jti: hostile })
  expect([answer.status, answer.body.error]).toEqual([400, 'invalid_redirect_uri'])
  expect(answer.body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]{1,500}$/)
})
