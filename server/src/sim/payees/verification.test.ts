import { beforeAll, describe, expect, test } from 'vitest'
import { givenEntity, operatorAct } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { openProcess } from '../../../test/support/process.ts'
import { createAccount, testInstitution } from '../../../test/support/accounts.ts'
import { openOwnBanks } from '../../accounts/index.ts'
import {
  checkVerification,
  isVerificationRequired,
  ownAccounts,
  type VerificationPort,
} from '../../payments/vop/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { simulatedSchemes } from './index.ts'
import { errorCode } from '../../../test/support/codes.ts'

const db = await testDatabase()
const time = { now: new Date('2026-11-20T10:00:00.000Z') }
const clock = { now: () => time.now, wall: () => new Date() }
const entities = { own: await givenEntity(db, 'ABS'), other: await givenEntity(db, 'ABS') }
const { accountId: account } = await inTransaction(db, (tx) =>
  createAccount(tx, { entityId: entities.own, currency: 'EUR', name: 'Euros' }, operatorAct),
)
const fixedClient = newUuid()
const IBAN = 'DE89370400440532013000'
const UNKNOWN_IBAN = 'FR1420041010050500013M02606'

const authenticate = (token: string) => ({
  clientId: token === 'fixed' ? fixedClient : newUuid(),
  entityId: token === 'other' ? entities.other : entities.own,
  serviceKind: 'ABS' as const,
  scopes: new Set(token === 'reader' ? ['payments:read'] : ['payments:write', 'sandbox:simulate']),
  roles: new Set(['maker', 'approver'] as const),
})
const directory = simulatedSchemes(db.reader)
/** The scheme that the routes ask; tests put others in its place. */
let port: VerificationPort = directory
const verification: VerificationPort = {
  ask: (question, signal) => port.ask(question, signal),
  get budgetMs() {
    return port.budgetMs ?? 120_000 // a busy machine is no silent bank
  },
}
const { app } = await openProcess(db, { clock, authenticate, verification })

async function post(url: string, payload: object, headers: Record<string, string> = {}) {
  const answer = await app.inject({
    method: 'POST',
    url,
    payload,
    headers: { authorization: 'Bearer own', ...headers },
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}
const verify = (payload: object, headers = {}) => post('/v1/payments/verification', payload, headers)
const put = (payload: object) => post('/v1/sandbox/payees', payload)

beforeAll(async () => {
  await put({
    iban: IBAN,
    name: 'Muster Maschinenbau GmbH',
    type: 'Company',
    identification: { lei: '213800WSGIIZCXF1P572' },
  })
  await put({ sortCode: '08-99-99', accountNumber: '66374958', name: 'John Smith', type: 'Individual' })
})

describe('an account of the SEPA scheme', () => {
  test('returns Match without repeating the name, and stores the request with its event', async () => {
    const { status, body } = await verify({ name: 'Muster Maschinenbau GmbH', iban: 'de89 3704 0044 0532 0130 00' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'Match', reasonCode: null, scheme: 'SEPA_VOP', recommendedUpdates: [] })
    expect(body).not.toHaveProperty('matchedName')
    expect(body.checkedAt).toBe('2026-11-20T10:00:00.000Z')
    expect(body.expiresAt).toBe('2026-11-21T10:00:00.000Z')
    const { rows } = await db.pool.query(
      `select v.name, v.account_key, v.scheme_code, v.message, e.type from payee_verifications v
         join events e on e.entity_id = v.entity_id and e.resource_id = v.verification_id
         where v.entity_id = $1 order by v.verification_id desc limit 1`,
      [entities.own],
    )
    expect(rows[0]).toEqual({
      name: 'Muster Maschinenbau GmbH',
      account_key: IBAN,
      scheme_code: 'MTCH',
      message: body.message,
      type: 'verification.completed',
    })
  })

  test('returns the registered name on a near match, and how to correct the payee', async () => {
    const { body } = await verify({ name: 'Muster Maschinenbau AG', iban: IBAN })
    expect(body).toMatchObject({
      status: 'NearMatch',
      matchedName: 'Muster Maschinenbau GmbH',
      recommendedUpdates: [{ field: 'name', value: 'Muster Maschinenbau GmbH' }],
    })
  })

  test('does not disclose which accounts exist: a wrong name and an unknown account get the same answer', async () => {
    const wrongName = await verify({ name: 'Somebody Else Ltd', iban: IBAN })
    const noAccount = await verify({ name: 'Somebody Else Ltd', iban: UNKNOWN_IBAN })
    const { verificationId: _a, ...first } = wrongName.body
    const { verificationId: _b, ...second } = noAccount.body
    expect(first).toEqual(second)
    expect(first).toMatchObject({ status: 'NoMatch', reasonCode: null })
  })

  test.each([
    ['MTCH', { lei: '213800WSGIIZCXF1P572' }, 'Match', null],
    ['NMTC', { lei: '5493001KJTIIGC8Y1R12' }, 'NoMatch', null],
    ['NOID', { other: { value: 'HRB 1', scheme: 'REG' } }, 'NotAvailable', 'identificationNotSupported'],
  ])('%s: an identifier matches or does not, and is never close', async (_code, identification, status, reasonCode) => {
    expect((await verify({ identification, iban: IBAN })).body).toMatchObject({ status, reasonCode })
  })

  test('a bank outside the scheme is not available', async () => {
    const { body } = await verify({ name: 'Gulf Traders LLC', iban: 'AE070331234567890123456' })
    expect(body).toMatchObject({ status: 'NotAvailable', reasonCode: 'pspNotParticipating' })
  })
})

describe('an account of the UK scheme', () => {
  const uk = { sortCode: '089999', accountNumber: '66374958' }
  test.each([
    [{ name: 'John Smith', partyType: 'Individual' }, 'Match', null],
    [{ name: 'Jon Smith', partyType: 'individual' }, 'NearMatch', null],
    [{ name: 'John Smith', partyType: 'Company' }, 'NearMatch', 'accountTypeMismatch'],
    [{ name: 'John Jones', partyType: 'Individual' }, 'NoMatch', null],
  ])('%o: %s %s', async (question, status, reasonCode) => {
    const { body } = await verify({ ...question, ...uk })
    expect(body).toMatchObject({ status, reasonCode, scheme: 'UK_COP' })
    expect('matchedName' in body).toBe(question.name === 'Jon Smith')
  })

  test('is the same account by its IBAN', async () => {
    await put({ iban: 'GB82WEST12345698765432', name: 'Northern Looms Ltd' })
    const byNumber = { sortCode: '123456', accountNumber: '98765432' }
    expect((await verify({ name: 'Northern Looms Limited', ...byNumber })).body.status).toBe('Match')
  })

  test.each([
    ['Closed', 'NoMatch', 'accountNotFound'],
    ['Switched', 'NotAvailable', 'accountSwitched'],
    ['OptedOut', 'NotAvailable', 'accountOptedOut'],
    ['Unresponsive', 'NotAvailable', 'timeout'],
  ])('in state %s reports %s %s with a message for the payer', async (state, status, reasonCode) => {
    await put({ sortCode: '200000', accountNumber: '12345678', name: 'A Name', state })
    const { body } = await verify({ name: 'A Name', sortCode: '200000', accountNumber: '12345678' })
    expect(body).toMatchObject({ status, reasonCode })
    expect(body.message.length).toBeGreaterThan(20)
  })
})

test.each([
  ['Acme #MATCH', 'Match', undefined],
  ['Acme #near', 'NearMatch', 'Acme'],
  ['Acme #NOMATCH', 'NoMatch', undefined],
  ['Acme #NA', 'NotAvailable', undefined],
])('%s is answered %s by its ending', async (name, status, matchedName) => {
  const { body } = await verify({ name, iban: UNKNOWN_IBAN })
  expect(body).toMatchObject({ status, scheme: 'SIMULATED' })
  expect(body.matchedName).toBe(matchedName)
})

test('an account of ours is verified by sort code and number too', async () => {
  const now = new Date()
  const act = { actor: { type: 'operator' as const }, at: now, wall: now }
  const entityId = await givenEntity(db, 'ABS', { countryOfIncorporation: 'GB' })
  const order = { entityId, currency: 'GBP', name: 'Pounds' }
  const { sortCode, accountNumber } = await inTransaction(db, (tx) => createAccount(tx, order, act))
  port = simulatedSchemes(
    db.reader,
    ownAccounts(db.reader, await openOwnBanks(db, { on() {} }, testInstitution.branches)),
  )
  const status = async (name: string) => (await verify({ name, sortCode, accountNumber })).body.status
  expect([await status('An ABS entity'), await status('Somebody Else')]).toEqual(['Match', 'NoMatch'])
  port = directory
})

test('an account of ours is verified by its holder, unless the directory states another', async () => {
  const now = new Date()
  const act = { actor: { type: 'operator' as const }, at: now, wall: now }
  const order = { entityId: entities.other, currency: 'EUR', name: 'Current' }
  const { iban } = await inTransaction(db, (tx) => createAccount(tx, order, act))
  port = simulatedSchemes(
    db.reader,
    ownAccounts(db.reader, await openOwnBanks(db, { on() {} }, testInstitution.branches)),
  )
  const status = async (name: string) => (await verify({ name, iban })).body.status
  expect([await status('An ABS entity'), await status('Somebody Else')]).toEqual(['Match', 'NoMatch'])
  await put({ iban, name: 'Somebody Else' })
  expect(await status('Somebody Else')).toBe('Match')
  port = directory
})

describe('a scheme that', () => {
  const ask = { name: 'Muster Maschinenbau GmbH', iban: IBAN }
  test.each<[string, VerificationPort['ask'], string]>([
    ['stays silent', () => new Promise(() => {}), 'timeout'],
    ['fails', () => Promise.reject(new Error('no route')), 'noAnswer'],
    [
      'fails when it is told to stop',
      (_, signal) => new Promise((_resolve, no) => signal.addEventListener('abort', no)),
      'timeout',
    ],
    ['answers what nobody knows', async () => ({ scheme: 'SEPA_VOP', code: 'XXXX', name: 'Secret' }), 'noAnswer'],
  ])('%s is not available, and the payment need not wait', async (_what, answer, reasonCode) => {
    port = { ask: answer, budgetMs: 300 }
    const { status, body } = await verify(ask)
    port = directory
    expect([status, body.status, body.reasonCode]).toEqual([200, 'NotAvailable', reasonCode])
  })

  test('does not disclose the registered name of another holder’s account', async () => {
    for (const code of ['NMTC', 'MTCH', 'NOAP', 'ANNM', 'AC01', 'BANM', 'CASS']) {
      port = { ask: async () => ({ scheme: 'SEPA_VOP', code, name: 'A Secret Name' }) }
      const { body } = await verify(ask)
      expect(JSON.stringify(body)).not.toContain('Secret')
    }
    port = directory
  })
})

test.each<[object, string[]]>([
  [{ iban: IBAN }, ['/name verification_choice_invalid']],
  [{ name: 'A', identification: { lei: 'x' }, iban: IBAN }, ['/name verification_choice_invalid']],
  [{ name: 'A' }, ['/iban verification_choice_invalid']],
  [{ name: 'A', iban: IBAN, sortCode: '089999', accountNumber: '66374958' }, ['/iban verification_choice_invalid']],
  [{ name: '  ', iban: 'DE00' }, ['/name text_blank', '/iban iban_invalid']],
  [{ name: 'A', sortCode: '08999' }, ['/sortCode account_number_invalid', '/accountNumber field_required']],
  [{ identification: {}, iban: IBAN }, ['/identification verification_choice_invalid']],
  [{ identification: { lei: '5493001KJTIIGC8Y1R17' }, iban: IBAN }, ['/identification/lei identification_invalid']],
  [{ identification: { bic: 'DEUTDEF' }, iban: IBAN }, ['/identification/bic bic_invalid']],
])('%o is rejected with all its errors', async (body, expected) => {
  const answer = await verify(body)
  expect(answer.status).toBe(400)
  const errors: { pointer: string; code: string }[] = answer.body.errors
  expect(errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(expected)
})

test('another entity’s account and a missing scope are refused', async () => {
  const order = { name: 'Muster Maschinenbau GmbH', iban: IBAN }
  const withAccount = { ...order, accountId: formatId('acc', account) }
  expect((await verify(withAccount)).status).toBe(200)
  expect(errorCode((await verify(withAccount, { authorization: 'Bearer other' })).body)).toBe('account_not_found')
  expect((await verify(order, { authorization: 'Bearer reader' })).status).toBe(403)
})

test('a repeated key returns the first answer, though the directory has changed since', async () => {
  const order = { name: 'Repeated Ltd', iban: 'NL91ABNA0417164300' }
  const headers = { 'idempotency-key': newUuid(), authorization: 'Bearer fixed' }
  const first = await verify(order, headers)
  await put({ iban: order.iban, name: order.name })
  const second = await verify(order, headers)
  expect(second.body).toEqual(first.body)
  expect(second.headers['idempotent-replayed']).toBe('true')
  expect((await verify(order)).body.status).toBe('Match')
})

test('a repeated key asks no bank, and a key of another request is rejected before one is asked', async () => {
  const order = { name: 'Asked Once Ltd', iban: IBAN }
  const headers = { 'idempotency-key': newUuid(), authorization: 'Bearer fixed' }
  const first = await verify(order, headers)
  let asked = 0
  port = { ask: async () => ({ scheme: 'SEPA_VOP', code: asked++ === 0 ? 'MTCH' : 'NMTC' }) }
  expect((await verify(order, headers)).body).toEqual(first.body)
  expect(await verify({ ...order, name: 'Other Ltd' }, headers)).toMatchObject({
    status: 422,
    body: { code: 'idempotency_key_reused' },
  })
  port = directory
  expect(asked).toBe(0)
})

test('a request is in the audit trail while the bank is asked, so a crash does not hide that it was made', async () => {
  const requests = async () =>
    (await db.pool.query("select resource_id, detail from audited_acts where action = 'verification.requested'")).rows
  const before = await requests()
  let during: { resource_id: string; detail: object }[] = []
  port = {
    async ask() {
      during = await requests()
      return { scheme: 'SEPA_VOP', code: 'MTCH' }
    },
  }
  const { body } = await verify({ name: 'Recorded First Ltd', iban: IBAN })
  port = directory
  expect(during).toHaveLength(before.length + 1)
  const made = during.find(({ resource_id }) => formatId('ver', resource_id) === body.verificationId)
  expect(made?.detail).toEqual({ scheme: 'SEPA_VOP', accountNumber: '****3000' })
})

test('a dry run asks no bank and names no verification but one that is stored and can be relied on', async () => {
  const order = { name: 'Tried Ltd', iban: IBAN }
  const dry = (payload: object) => post('/v1/payments/verification?dryRun=true', payload)
  let asked = 0
  port = { ask: async () => ({ scheme: 'SEPA_VOP', code: asked++ === 0 ? 'NMTC' : 'MTCH' }) }
  const none = { warnings: [expect.objectContaining({ code: 'verification_will_be_made' })], dryRun: true }
  expect((await dry(order)).body).toEqual(none)
  const { body } = await verify(order)
  expect((await dry(order)).body).toEqual({ ...body, dryRun: true })
  expect((await dry({ ...order, partyType: 'Individual' })).body).toEqual({ ...body, dryRun: true })
  expect((await dry({ identification: { lei: '213800WSGIIZCXF1P572' }, iban: IBAN })).body).toEqual(none)
  const before = time.now
  time.now = new Date(before.getTime() + 24 * 3_600_000)
  expect((await dry(order)).body).toEqual(none)
  time.now = before
  port = directory
  expect(asked).toBe(1)
  expect((await dry({ name: ' ', iban: IBAN })).status).toBe(400)
})

describe('a payment relies on a verification', () => {
  const payee = { name: 'Muster Maschinenbau GmbH', iban: IBAN }
  const payer = { jurisdiction: 'EU', vopRequired: 'EurOnly' as const }
  const check = (change: object = {}) =>
    inTransaction(db, (tx) =>
      checkVerification(tx, {
        entityId: entities.own,
        payer,
        payee,
        currency: 'EUR',
        bankCountry: 'DE',
        at: time.now,
        ...change,
      }),
    )
  let verificationId: string
  beforeAll(async () => {
    verificationId = (await verify(payee)).body.verificationId
  })

  test('of the same account and name, whatever its result was', async () => {
    expect(await check({ verificationId })).toMatchObject({ status: 'Match' })
    const none = await verify({ name: 'Other Name', iban: IBAN })
    expect(
      await check({ verificationId: none.body.verificationId, payee: { ...payee, name: 'Other Name' } }),
    ).toMatchObject({
      status: 'NoMatch',
    })
  })

  test('also under the name that the bank has corrected', async () => {
    const near = await verify({ name: 'Muster Maschinenbau AG', iban: IBAN })
    expect(await check({ verificationId: near.body.verificationId })).toMatchObject({ status: 'NearMatch' })
  })

  test.each<[string, () => object]>([
    ['verification_required', () => ({})],
    ['verification_not_found', () => ({ verificationId: formatId('ver', newUuid()) })],
    ['verification_not_found', () => ({ verificationId, entityId: entities.other })],
    ['verification_not_found', () => ({ verificationId: 'nonsense' })],
    ['verification_mismatch', () => ({ verificationId, payee: { ...payee, name: 'Muster Maschinenbau' } })],
    ['verification_mismatch', () => ({ verificationId, payee: { ...payee, iban: UNKNOWN_IBAN } })],
    ['verification_expired', () => ({ verificationId, at: new Date('2026-11-21T10:00:00.000Z') })],
  ])('%s: it is not made', async (code, change) => {
    await expect(check(change())).rejects.toMatchObject({ code })
  })

  test.each<[string, object]>([
    ['name', { name: 'Muster Maschinenbau', iban: IBAN }],
    ['account', { name: 'Muster Maschinenbau GmbH', iban: UNKNOWN_IBAN }],
  ])('a verification of another %s is rejected with the verified name and account', async (field, other) => {
    const params = { field, verifiedName: payee.name, verifiedAccount: IBAN }
    await expect(check({ verificationId, payee: other })).rejects.toMatchObject({ params })
  })

  test('to the last millisecond of its 24 hours', async () => {
    expect(await check({ verificationId, at: new Date('2026-11-21T09:59:59.999Z') })).toBeDefined()
  })
})

test.each([
  ['EU', 'EurOnly', 'EUR', 'DE', false, true],
  ['EU', 'EurOnly', 'EUR', 'CH', false, true],
  ['EU', 'EurOnly', 'EUR', 'AE', false, false], // no SEPA transfer
  ['EU', 'EurOnly', 'GBP', 'GB', false, false],
  ['UK', 'EurOnly', 'EUR', 'DE', false, false],
  ['EU', 'Never', 'EUR', 'DE', false, true], // the law leaves no choice for a single payment
  ['EU', 'Never', 'EUR', 'DE', true, false],
  ['EU', 'EurOnly', 'EUR', 'DE', true, true],
  ['UK', 'Always', 'GBP', 'GB', false, true],
  ['UK', 'Always', 'EUR', 'DE', false, true],
  ['UK', 'Always', 'USD', 'US', false, false],
] as const)(
  '%s entity, %s, %s to %s, in a package %s: required %s',
  (jurisdiction, vopRequired, currency, bankCountry, inPackage, expected) => {
    expect(isVerificationRequired({ jurisdiction, vopRequired }, { currency, bankCountry, inPackage })).toBe(expected)
  },
)

test('stored answers cannot be changed, and the database rejects a registered name without a near match', async () => {
  await expect(db.pool.query(`update payee_verifications set status = 'Match'`)).rejects.toThrow('append-only')
  const insert = `insert into payee_verifications (entity_id, verification_id, account_key, name, scheme, scheme_code, status,
    matched_name, message, checked_at, expires_at, created_by)
    values ($1, $2, 'X', 'N', 'SEPA_VOP', 'NMTC', 'NoMatch', 'Secret', 'M', now(), now() + interval '1 day', $2)`
  await expect(db.pool.query(insert, [entities.own, newUuid()])).rejects.toThrow('verification_names_near_only')
})
