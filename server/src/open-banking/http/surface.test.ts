import { constants, randomUUID, verify } from 'node:crypto'
import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openOpenBanking, OWN_KEY, signAs } from '../../../test/support/open-banking.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { deleteOldObKeys, idempotentCall, IDEMPOTENCY_MS, onceInADay } from './idempotency.ts'
import { refuseField } from './refusals.ts'
import { mountFamily } from './surface.ts'
import type { ObVersion } from './version.ts'
import { VERSIONS } from '../../../test/support/open-banking.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)
const { deps, send } = bank
const made: string[] = []
let pause = 0

// Routes with everything that payment initiation asks of a route, on the addresses it will have.
for (const version of VERSIONS) {
  mountFamily(bank.app, deps, { version, family: 'pisp' }, (scope) => {
    const config = { ob: { grant: 'client' as const, signed: true, idempotent: true } }
    scope.post('/domestic-payment-consents', { config }, async (request, reply) => {
      const body = request.body as { Data: { fail?: string } }
      if (body.Data.fail === 'defect') throw new Error('secret detail')
      if (body.Data.fail === 'refusal')
        throw refuseField('/Data/Initiation/DebtorAccount', 'ob_field_invalid', { detail: 'x' })
      if (body.Data.fail === 'foreign') throw refuseShared.account_not_found({ accountId: 'acc_x' })
      const { resourceId } = await inTransaction(db, (tx) =>
        onceInADay(tx, idempotentCall(request, deps.clock.wall()), async () => {
          if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
          made.push(newUuid())
          return made.at(-1)!
        }),
      )
      return reply.code(201).send({ Data: { ConsentId: resourceId } })
    })
    const read = { config: { ob: { grant: 'client' as const } } }
    scope.get('/domestic-payment-consents/:ConsentId', read, async () => ({ Data: {} }))
    const psu = { config: { ob: { grant: 'psu' as const } } }
    scope.get('/domestic-payment-consents/:ConsentId/funds-confirmation', psu, async () => ({ Data: {} }))
  })
  mountFamily(bank.app, deps, { version, family: 'aisp' }, (scope) => {
    scope.post('/account-access-consents', { config: { ob: { grant: 'client' } } }, async () => ({}))
    scope.get('/accounts', { config: { ob: { grant: 'psu' } } }, async () => ({}))
  })
}

const urlOf = (version: ObVersion) => `/open-banking/v${version}/pisp/domestic-payment-consents`
const BODY = { Data: { Initiation: { Amount: '10.00' } }, Risk: {} }

async function post(
  version: ObVersion,
  change: { payload?: object | string; headers?: object; key?: string; token?: string } = {},
) {
  const { payload = BODY, key = randomUUID(), token = 'own' } = change
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const signature = await signAs(bank.time.wall).sign(Buffer.from(text))
  const headers = { 'x-idempotency-key': key, 'x-jws-signature': signature, ...change.headers }
  return send('POST', urlOf(version), { payload: text, token, headers })
}

/** Checks our signature over the bytes of a response. */
function isSigned({ headers, raw }: Awaited<ReturnType<typeof send>>): boolean {
  const [head, , value] = String(headers['x-jws-signature']).split('.') as [string, string, string]
  const input = Buffer.from(`${head}.${raw.toString('base64url')}`)
  const key = { key: OWN_KEY.publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
  return verify('sha256', input, key, Buffer.from(value, 'base64url'))
}

const NAMES: Record<string, string> = {
  U000: 'UK.OBIE.UnexpectedError',
  U002: 'UK.OBIE.Field.Invalid',
  U006: 'UK.OBIE.Header.Invalid',
  U007: 'UK.OBIE.Header.Missing',
  U011: 'UK.OBIE.Resource.NotFound',
  U015: 'UK.OBIE.Signature.Invalid',
  U016: 'UK.OBIE.Signature.InvalidClaim',
  U017: 'UK.OBIE.Signature.MissingClaim',
  U018: 'UK.OBIE.Signature.Malformed',
  U019: 'UK.OBIE.Signature.Missing',
  U020: 'UK.OBIE.Signature.Unexpected',
  U029: 'UK.OBIE.Rules.ResourceAlreadyExists',
}
const named = (version: ObVersion, code: string) => (version === '4.0' ? code : NAMES[code])
const header = (claims: object) => `${Buffer.from(JSON.stringify(claims)).toString('base64url')}..c2ln`

describe.each(VERSIONS)('v%s', (version) => {
  test.each([
    ['U019', { 'x-jws-signature': '' }],
    ['U018', { 'x-jws-signature': 'one.two.three' }],
    ['U017', { 'x-jws-signature': header({ alg: 'PS256' }) }],
    ['U007', { 'x-idempotency-key': '' }],
    ['U006', { 'x-idempotency-key': 'k'.repeat(41) }],
    ['U006', { 'x-idempotency-key': ' blank' }],
    ['U006', { 'x-fapi-auth-date': 'yesterday' }],
  ])('3.3: an invalid header is 400 %s: %o', async (code, headers) => {
    const before = made.length
    // A blank at the start would be cut off on the wire; inject keeps it.
    const answer = await post(version, { headers })
    expect([answer.status, answer.body.Errors[0].ErrorCode]).toEqual([400, named(version, code)])
    expect(made.length).toBe(before)
  })

  test('3.3: all missing and invalid headers are named in one response', async () => {
    const headers = { 'x-fapi-auth-date': 'yesterday', 'x-idempotency-key': '', 'x-jws-signature': '' }
    const { status, body } = await post(version, { headers })
    const codes = body.Errors.map(({ ErrorCode }: { ErrorCode: string }) => ErrorCode)
    expect([status, codes]).toEqual([400, ['U006', 'U007', 'U019'].map((code) => named(version, code))])
  })

  test('3.3: a signature with a wrong claim is U016, over another body U015', async () => {
    const text = JSON.stringify(BODY)
    const strange = await signAs(bank.time.wall, undefined, 'org-9/software-9').sign(Buffer.from(text))
    const other = await signAs(bank.time.wall).sign(Buffer.from('{}'))
    for (const [code, signature] of [
      ['U016', strange],
      ['U015', other],
    ] as const) {
      const answer = await post(version, { headers: { 'x-jws-signature': signature } })
      expect([answer.status, answer.body.Errors[0].ErrorCode]).toEqual([400, named(version, code)])
    }
  })

  test('5: a signature covers the exact bytes: other blanks in the same JSON are refused', async () => {
    const signature = await signAs(bank.time.wall).sign(Buffer.from(JSON.stringify(BODY)))
    const answer = await post(version, {
      payload: JSON.stringify(BODY, null, 1),
      headers: { 'x-jws-signature': signature },
    })
    expect(answer.body.Errors[0].ErrorCode).toBe(named(version, 'U015'))
  })

  test('3.3: a signature where none belongs is U020', async () => {
    const answer = await send('GET', `${urlOf(version)}/obc_1`, { headers: { 'x-jws-signature': 'a..b' } })
    expect([answer.status, answer.body.Errors[0].ErrorCode]).toEqual([400, named(version, 'U020')])
  })

  test('3.1: malformed JSON is Field.Invalid', async () => {
    const answer = await post(version, { payload: '{"Data":' })
    expect([answer.status, answer.body.Errors[0].ErrorCode]).toEqual([400, named(version, 'U002')])
  })

  test('5: answers and errors are signed over the very bytes sent, and no answer without a body is', async () => {
    for (const answer of [
      await post(version),
      await post(version, { payload: { Data: { fail: 'refusal' } } }),
      await post(version, { payload: { Data: { fail: 'defect' } } }),
    ])
      expect(isSigned(answer)).toBe(true)
    const none = await post(version, { token: 'nonsense' })
    expect([none.status, none.text, none.headers['x-jws-signature']]).toEqual([401, '', undefined])
  })

  test('3.2: an error carries the id of the interaction and the path of the field, and fits its version', async () => {
    const id = randomUUID()
    const answer = await post(version, {
      payload: { Data: { fail: 'refusal' } },
      headers: { 'x-fapi-interaction-id': id },
    })
    const item = {
      ErrorCode: named(version, 'U002'),
      Message: expect.any(String),
      Path: 'Data.Initiation.DebtorAccount',
    }
    const deprecated = version === '3.1' ? { Code: '400 BadRequest', Message: expect.any(String) } : {}
    expect(answer.body).toEqual({ ...deprecated, Id: id, Errors: [item] })
    expect(answer.headers['x-fapi-interaction-id']).toBe(id)
  })

  test('3.1: a defect is 500 U000 without internal details', async () => {
    const answer = await post(version, { payload: { Data: { fail: 'defect' } } })
    expect([answer.status, answer.body.Errors[0].ErrorCode]).toEqual([500, named(version, 'U000')])
    expect(answer.text).not.toContain('secret')
  })

  test("3.1: another module's 404 is 400 here", async () => {
    const answer = await post(version, { payload: { Data: { fail: 'foreign' } } })
    expect(answer.status).toBe(400)
  })

  test('3.1: no token, a nonsense token and the wrong kind of token', async () => {
    const confirm = `${urlOf(version)}/obc_1/funds-confirmation`
    expect((await send('GET', confirm, { token: '' })).status).toBe(401)
    expect((await send('GET', confirm, { token: 'nonsense' })).status).toBe(401)
    expect((await send('GET', confirm, { token: 'own' })).status).toBe(401) // client credentials on a user's resource
    expect((await post(version, { token: 'psu obc_1' })).status).toBe(403) // a user's token where the client's is due
    expect((await post(version, { token: 'own:accounts' })).status).toBe(403) // without the scope
  })

  test('3.1: an expired token is 401, with a body in v4.0 alone', async () => {
    const answer = await send('GET', `${urlOf(version)}/obc_1`, { token: 'expired' })
    expect(answer.status).toBe(401)
    expect(answer.text === '' ? '' : answer.body.Errors[0].ErrorCode).toBe(version === '3.1' ? '' : 'TKXP')
  })

  test('3.1: 404, 405, 406 and 415 are JSON of the standard, with an interaction id', async () => {
    const known = `${urlOf(version)}/obc_1`
    const answers = {
      404: await send('GET', `/open-banking/v${version}/pisp/file-payments`),
      405: await send('PUT', urlOf(version), { payload: {} }),
      406: await send('GET', known, { headers: { accept: 'text/html' } }),
      415: await post(version, { headers: { 'content-type': 'text/xml' } }),
    }
    for (const [status, answer] of Object.entries(answers)) {
      expect(answer.status).toBe(Number(status))
      expect(answer.headers['content-type']).toMatch(/^application\/json/)
      expect(answer.body.Errors).toHaveLength(1)
    }
    expect(answers[405].headers['allow']).toBe('POST')
    for (const answer of [answers[404], answers[405]]) expect(isSigned(answer)).toBe(true)
    const accounts = await send('GET', `/open-banking/v${version}/aisp/nowhere`)
    expect(accounts.headers).not.toHaveProperty('x-jws-signature')
  })

  test.each(['%ff', 'x'.repeat(1500)])(
    '3.1: the 404 of a path that cannot be read (%s) is signed under /pisp, like any other',
    async (id) => {
      const answer = await send('GET', `${urlOf(version)}/${id}`)
      expect([answer.status, answer.body.Errors.length, isSigned(answer)]).toEqual([404, 1, true])
      const accounts = await send('GET', `/open-banking/v${version}/aisp/accounts/${id}`)
      expect([accounts.status, accounts.headers['x-jws-signature']]).toEqual([404, undefined])
    },
  )

  test('1.4: Accept and Content-Type are tolerant of charsets and lists', async () => {
    const headers = { accept: 'text/html, application/*;q=0.5', 'content-type': 'application/json; charset=utf-8' }
    expect((await post(version, { headers })).status).toBe(201)
  })

  test('3.4: the same key and body within 24 hours makes nothing new', async () => {
    const key = randomUUID()
    const first = await post(version, { key })
    const again = await post(version, { key, payload: { Risk: {}, Data: { Initiation: { Amount: '10.00' } } } })
    expect([again.status, again.body]).toEqual([201, first.body])
  })

  test('3.4: the same key with another body is refused, 400 in v3.1 and 422 in v4.0', async () => {
    const key = randomUUID()
    await post(version, { key })
    const answer = await post(version, { key, payload: { Data: { Initiation: { Amount: '10.01' } }, Risk: {} } })
    expect([answer.status, answer.body.Errors[0].ErrorCode]).toEqual([
      version === '3.1' ? 400 : 422,
      named(version, 'U029'),
    ])
  })

  test('3.4: concurrent identical POSTs make one resource', async () => {
    const [key, before] = [randomUUID(), made.length]
    pause = 50
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(version, { key })))
    pause = 0
    expect(new Set(answers.map(({ body }) => body.Data.ConsentId)).size).toBe(1)
    expect(made.length).toBe(before + 1)
  })

  test('3.4: a refused request keeps no key, so that its correction passes', async () => {
    const key = randomUUID()
    expect((await post(version, { key, payload: { Data: { fail: 'refusal' } } })).status).toBe(400)
    expect((await post(version, { key })).status).toBe(201)
  })

  test('3.4: after 24 hours of wall time the key can be used again', async () => {
    const key = randomUUID()
    const first = await post(version, { key })
    bank.time.wall = new Date(bank.time.wall.getTime() + IDEMPOTENCY_MS + 1000)
    const later = await post(version, { key })
    expect(later.body.Data.ConsentId).not.toBe(first.body.Data.ConsentId)
  })
})

test('3.4: a key belongs to one client, one version and one address', async () => {
  const key = randomUUID()
  const ids = [
    await post('3.1', { key }),
    await post('4.0', { key }),
    await post('4.0', { key, token: 'other own' }),
  ].map(({ body }) => body.Data.ConsentId)
  expect(new Set(ids).size).toBe(3)
})

test('housekeeping deletes keys that are older than a day, and no others', async () => {
  const key = randomUUID()
  const first = await post('4.0', { key })
  const wall = bank.time.wall.getTime()
  await deleteOldObKeys(db.pool, new Date(wall - IDEMPOTENCY_MS), 1000)
  expect((await post('4.0', { key })).body).toEqual(first.body)
  expect(await deleteOldObKeys(db.pool, new Date(wall + 1000), 1000)).toBeGreaterThan(0)
  expect((await post('4.0', { key })).body).not.toEqual(first.body)
})

test('1.4: x-fapi-interaction-id is played back when it is a UUID and made otherwise, outside the interface too', async () => {
  const id = randomUUID()
  expect(
    (await send('GET', '/nowhere', { headers: { 'x-fapi-interaction-id': id } })).headers['x-fapi-interaction-id'],
  ).toBe(id)
  const made = (await send('GET', '/%E0%A4%A', { headers: { 'x-fapi-interaction-id': 'not one' } })).headers
  expect(made['x-fapi-interaction-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(made['content-type']).toMatch(/^application\/json/)
})

test('an unknown address and a wrong method are reported before the body is read', async () => {
  const sent = { payload: '<x/>', headers: { 'content-type': 'text/xml' } }
  expect((await send('POST', '/open-banking/v4.0/pisp/nowhere', sent)).status).toBe(404)
  expect((await send('POST', '/open-banking/v4.0/aisp/accounts', sent)).status).toBe(405)
  expect((await send('PATCH', '/open-banking/v3.1/aisp/accounts', { payload: '{' })).status).toBe(405)
})

test('a body that is too large, and one in a coding that is no UTF-8, are answered in the form of the standard', async () => {
  const large = await post('4.0', { payload: `{"Data":"${'x'.repeat(1024 * 1024)}"}` })
  expect([large.status, large.body.Errors[0].ErrorCode]).toEqual([400, 'U010'])
  const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])
  const answer = await bank.app.inject({
    method: 'POST',
    url: urlOf('4.0'),
    payload: bytes,
    headers: {
      authorization: 'Bearer own',
      'content-type': 'application/json',
      'x-idempotency-key': 'k1',
      'x-jws-signature': await signAs(bank.time.wall).sign(bytes),
    },
  })
  expect([answer.statusCode, answer.json().Errors[0].ErrorCode]).toEqual([400, 'U002'])
})

test('a request with two keys makes nothing: Node would join them to a third one', async () => {
  await bank.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = bank.app.server.address() as AddressInfo
  const text = JSON.stringify(BODY)
  const headers = {
    authorization: 'Bearer own',
    'content-type': 'application/json',
    'x-jws-signature': await signAs(bank.time.wall).sign(Buffer.from(text)),
  }
  const sent = (keys: string[]) =>
    new Promise<number | undefined>((resolve, reject) => {
      const options = {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: urlOf('4.0'),
        agent: false,
        headers: { ...headers, 'x-idempotency-key': keys },
      }
      request(options, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end(text)
    })
  expect(await sent(['one'])).toBe(201)
  const before = made.length
  expect(await sent(['one', 'two'])).toBe(400)
  expect(made.length).toBe(before)
})

test('bytes that are not HTTP are answered in the form of the standard too, with an interaction id', async () => {
  const { port } = bank.app.server.address() as AddressInfo
  const heard = await new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'))
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
  expect(heard).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
  expect(heard).toMatch(/\r\nx-fapi-interaction-id: [0-9a-f-]{36}\r\n/)
  expect(JSON.parse(heard.split('\r\n\r\n')[1]!).Errors[0].ErrorCode).toBe('U010')
  await bank.app.close()
})
