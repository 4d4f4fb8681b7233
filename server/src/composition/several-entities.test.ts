import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenClient, givenEntity, operatorAct } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { temporaryDirectory } from '../../test/support/temporary-directory.ts'
import { createAccount } from '../../test/support/accounts.ts'
import { buildApi } from './api.ts'
import { grantEntity } from '../auth/index.ts'
import { readConfig } from '../settings/config.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { type App, SCOPES } from '../kernel/http/http.ts'
import { formatId, newUuid, parseId } from '../kernel/values/ids.ts'
import { MODULES } from './modules.ts'
import { resourceOwners } from './resource-owners.ts'
import { openContext } from './open-context.ts'
import { seedSandbox } from '../sim/seed/index.ts'
import { errorCode } from '../../test/support/codes.ts'

/** The whole main interface, called by the sandbox's client of an RM and an ABS entity. A third entity is a stranger's. */
const db = await testDatabase()
const config = readConfig({ SANDBOX: 'true', DATA_DIR: temporaryDirectory() })
const services = await openContext(db, config, pino({ level: 'silent' }))
const { group, clients } = (await seedSandbox({ ...config, db, clock: services.clock }))!
const { rm, abs } = group!.entityIds
let app: App
const stranger = { entityId: '', account: '', beneficiary: '', token: '' }
let token: string
const account = { rm: '', abs: '', absOther: '' }

beforeAll(async () => {
  app = await buildApi(services, false)
  await app.ready()
  token = await tokenOf(group!.clientId, group!.clientSecret)
  const accounts = async (entityId: string) =>
    (await get(`/v1/accounts?currency=EUR&entityId=${entityId}`)).body.data.map((each: Item) => each['accountId'])
  ;[account.rm] = await accounts(rm)
  ;[account.abs, account.absOther] = await accounts(abs)
  await givenStranger()
})
afterAll(() => app.close().then(() => services.close()))

async function givenStranger(): Promise<void> {
  const entityId = await givenEntity(db, 'ABS')
  stranger.entityId = formatId('ent', entityId)
  const order = { entityId, currency: 'EUR', name: 'Stranger' }
  stranger.account = formatId('acc', (await inTransaction(db, (tx) => createAccount(tx, order, operatorAct))).accountId)
  const { id, secret } = await givenClient(db, entityId)
  stranger.token = await tokenOf(id, secret)
  stranger.beneficiary = (await post('/v1/beneficiaries', PAYEE, stranger.token)).body.beneficiaryId
}

/** Ids in paths, with the prefixes of their values. */
const PATH_IDS =
  'accountId:acc virtualAccountId:vac inboundPaymentId:inp statementId:sta internalAccountTransferId:ift tradeId:trd ' +
  'drawdownId:trd quoteId:quo orderId:ord rateAlertId:ral facilityId:fac marginCallId:mgc paymentId:pay batchId:bat beneficiaryId:ben ' +
  'webhookEndpointId:whe deliveryId:whd notificationRecipientId:nrc'

type Item = Record<string, string>
// oxlint-disable-next-line typescript/no-explicit-any -- a test reads what came
type Answer = { status: number; body: any; headers: Record<string, unknown> }

async function tokenOf(clientId: string, clientSecret: string): Promise<string> {
  const client = { client_id: clientId, client_secret: clientSecret }
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...client })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await app.inject({ method: 'POST', url: '/v1/oauth2/token', headers, payload: form.toString() })
  return answer.json().access_token
}

async function send(method: string, url: string, body?: object, bearer = token, headers = {}): Promise<Answer> {
  const answer = await app.inject({
    method: method as 'GET',
    url,
    headers: { authorization: `Bearer ${bearer}`, ...headers },
    ...(body === undefined ? {} : { payload: body }),
  })
  const isJson = /json/.test(String(answer.headers['content-type']))
  return { status: answer.statusCode, body: isJson ? answer.json() : undefined, headers: answer.headers }
}
const get = (url: string, bearer?: string) => send('GET', url, undefined, bearer)
const post = (url: string, body: object, bearer?: string, headers?: object) => send('POST', url, body, bearer, headers)
const said = ({ status, body }: Answer) => (status < 300 ? String(status) : `${status} ${errorCode(body)}`)

const PAYEE = {
  name: 'Muster Maschinenbau GmbH',
  address: { line1: 'Hauptstrasse 1', city: 'Berlin', countryCode: 'DE' },
  countryCode: 'DE',
  bankCountryCode: 'DE',
  currency: 'EUR',
  iban: 'DE89370400440532013000',
}
const transfer = (change: object = {}) => ({
  debitAccountId: account.abs,
  creditAccountId: account.absOther,
  amount: '1.00',
  ...change,
})

interface Operation {
  parameters?: { name: string; in: string; schema: object }[]
  requestBody?: { content: Record<string, { schema: { $ref: string } }> }
  security?: object[]
  'x-entities'?: string
}
interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { properties?: object }> }
}

function operations() {
  const { paths, components } = app.swagger() as unknown as ApiDocument
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => (security?.length ?? 0) > 0)
      .map(([method, operation]) => {
        const query = (operation.parameters ?? []).filter((each) => each.in === 'query').map(({ name }) => name)
        const [content] = Object.values(operation.requestBody?.content ?? {})
        const body = components.schemas[content?.schema.$ref.split('/').at(-1) ?? '']
        const names = [...query, ...Object.keys(body?.properties ?? {})]
        return { method: method.toUpperCase(), path, names, entities: operation['x-entities']! }
      }),
  )
}

describe('every operation', () => {
  test('for one entity can name it: by its path, a resource or entityId', () => {
    const unsaid = operations()
      .filter(({ entities, path, names }) => entities === 'one' && !/Id\}/.test(path) && !names.includes('entityId'))
      .map(({ method, path, names }) => `${method} ${path} ${names.filter((name) => /accountId/.test(name)).join()}`)
    expect(unsaid.sort()).toEqual([
      'GET /v1/statements accountId',
      'GET /v1/statements/stored accountId',
      'POST /v1/payments accountId',
      'POST /v1/payments/validate accountId',
      'POST /v1/sandbox/inbound-payments accountId',
      'POST /v1/virtual-accounts accountId',
    ])
  })

  test('of a list covers several entities, unless it is about one resource, valuation or entity sequence', () => {
    const lists = operations().filter(({ method, names }) => method === 'GET' && names.includes('after'))
    const ofOne = lists.filter(({ entities, path }) => entities !== 'several' && !/Id\}/.test(path))
    const paths = ofOne.map(({ path }) => path).sort()
    const known = '/v1/audit /v1/audit/verify /v1/credit/mtm/trades /v1/events /v1/statements/stored'
    expect(paths).toEqual(known.split(' '))
  })

  test('without an entity is one of the known reference-data operations', () => {
    const found = operations().filter(({ entities }) => entities === 'any')
    expect(found.map(({ method, path }) => `${method} ${path}`).sort()).toMatchInlineSnapshot(`
      [
        "GET /v1/beneficiaries/requirements",
        "GET /v1/fx/calendars",
        "GET /v1/fx/earliest-settlement",
        "GET /v1/fx/quotes/estimate",
        "GET /v1/fx/spot-value-dates",
        "GET /v1/fx/trades/forwards/reasons",
        "GET /v1/payments/earliest-settlement",
        "GET /v1/payments/purpose-of-payment",
        "GET /v1/sandbox/clock",
        "GET /v1/sandbox/magic-values",
        "POST /v1/sandbox/clock",
        "POST /v1/sandbox/market/{pair}",
        "POST /v1/sandbox/payees",
        "POST /v1/sandbox/reset",
      ]
    `)
  })

  test('for one entity is refused when nothing states which', async () => {
    for (const { method, path, entities } of operations()) {
      if (entities !== 'one' || /\{/.test(path)) continue
      const answer = await send(method, path, method === 'GET' ? undefined : {})
      const codes = [errorCode(answer.body), ...answer.body.errors.map(({ code }: Item) => code)]
      expect([path, answer.status, codes]).toEqual([path, 400, expect.arrayContaining(['entity_id_required'])])
    }
  })

  test('treats the entity of a stranger like one that does not exist', async () => {
    for (const { method, path, entities, names } of operations()) {
      if (entities === 'one' || !names.includes('entityId') || method !== 'GET') continue
      const required = path.includes('transactions') ? `&accountId=${account.rm}` : ''
      const answers = [stranger.entityId, formatId('ent', newUuid())].map((id) =>
        get(`${path}?entityId=${id}${required}`),
      )
      const [strange, missing] = (await Promise.all(answers)).map(said)
      expect([path, strange]).toEqual([path, missing])
      expect([path, strange]).toEqual([path, expect.stringMatching(/^(404 entity_not_found|400 )/)])
    }
  })

  test('names its resources by ids that can be looked up, and misses unknown ones', async () => {
    const owners = resourceOwners(db, MODULES)
    const order = { roles: ['maker', 'approver'] as const, otherEntityIds: [parseId('ent', abs)!] }
    const { id, secret } = await givenClient(db, parseId('ent', rm)!, order)
    const bearer = await tokenOf(id, secret)
    const prefixes = Object.fromEntries(PATH_IDS.split(' ').map((pair) => pair.split(':'))) as Record<string, string>
    for (const { method, path } of operations()) {
      const name = /\{(\w+Id)\}/.exec(path)?.[1]
      if (name === undefined) continue
      expect([path, owners.knows(prefixes[name] ?? name)]).toEqual([path, true])
      const url = path.replace(/\{\w+\}/, formatId(prefixes[name]!, newUuid()))
      const sent = method === 'GET' || method === 'DELETE' ? undefined : {}
      const { status, body } = await send(method, url, sent, bearer)
      expect([path, status]).toEqual([path, expect.toSatisfy((got) => got === 404 || got === 400)])
      expect([path, JSON.stringify(body)]).not.toEqual([path, expect.stringContaining('entity_id_required')])
    }
  })
})

test('every table that owners are looked up in exists', async () => {
  const owners = resourceOwners(db, MODULES)
  for (const prefix of 'acc amq bat ben ctm doc fac ift inp mgc pay quo sta trd ver whd whe'.split(' ')) {
    expect([prefix, owners.knows(prefix)]).toEqual([prefix, true])
    expect(await owners.find(prefix, newUuid(), [newUuid()])).toBeUndefined()
  }
  expect(await owners.find('acc', parseId('acc', stranger.account)!, [parseId('ent', rm)!])).toBeUndefined()
})

// ---- what is not theirs

describe('a client of two entities', () => {
  test('reads both, and neither sees the stranger', async () => {
    const { data } = (await get('/v1/accounts?limit=500')).body
    expect(new Set(data.map(({ entityId }: Item) => entityId))).toEqual(new Set([rm, abs]))
    expect((await get('/v1/entities')).body.data).toHaveLength(2)
    expect(said(await get(`/v1/accounts?entityId=${rm}&entityId=${stranger.entityId}`))).toBe('404 entity_not_found')
  })

  test.each([
    ['account', () => `/v1/accounts/${stranger.account}`, () => `/v1/accounts/${formatId('acc', newUuid())}`],
    [
      'balance',
      () => `/v1/balances?accountId=${stranger.account}`,
      () => `/v1/balances?accountId=${formatId('acc', newUuid())}`,
    ],
    [
      'beneficiary',
      () => `/v1/beneficiaries/${stranger.beneficiary}`,
      () => `/v1/beneficiaries/${formatId('ben', newUuid())}`,
    ],
  ])('gets the %s of a stranger answered like a missing one', async (_what, strange, missing) => {
    const [one, other] = [await get(strange()), await get(missing())]
    expect(said(one)).toMatch(/^404 /)
    expect(said(one)).toBe(said(other))
  })

  test('moves no money from or to a stranger, or between its own entities', async () => {
    const answers = [
      transfer({ debitAccountId: stranger.account }),
      transfer({ creditAccountId: stranger.account }),
      transfer({ creditAccountId: account.rm }),
      transfer({ creditAccountId: account.rm, entityId: abs }),
      transfer({ creditAccountId: formatId('acc', newUuid()) }),
    ].map((body) => post('/v1/internal-account-transfers', body))
    expect(new Set((await Promise.all(answers)).map(said))).toEqual(new Set(['404 account_not_found']))
    const fromRm = transfer({ debitAccountId: account.rm, creditAccountId: account.abs })
    expect(said(await post('/v1/internal-account-transfers', fromRm))).toBe('403 not_available_for_entity_kind')
  })

  test('cannot use a resource of one entity for the other', async () => {
    expect(said(await post('/v1/internal-account-transfers', transfer({ entityId: rm })))).toBe(
      '403 not_available_for_entity_kind',
    )
    const made = await post('/v1/beneficiaries', { ...PAYEE, entityId: rm })
    const { beneficiaryId } = made.body
    expect((await get(`/v1/beneficiaries/${beneficiaryId}`)).body.entityId).toBe(rm)
    const paid = {
      accountId: account.abs,
      beneficiaryId,
      paymentDate: '2027-01-04',
      amount: '1.00',
      currency: 'EUR',
      reference: 'x',
    }
    expect(said(await post('/v1/payments?dryRun=true', paid))).toBe('404 beneficiary_not_found')
  })

  test('acts in the entity of the account that it names', async () => {
    const made = await post('/v1/internal-account-transfers', transfer())
    expect([made.status, made.body.entityId]).toEqual([201, abs])
    const id = made.body.internalAccountTransferId
    expect((await get(`/v1/internal-account-transfers/${id}`)).body.entityId).toBe(abs)
    expect((await get('/v1/internal-account-transfers')).body.data.map((each: Item) => each['entityId'])).toContain(abs)
  })

  test('has separate idempotency keys for each entity', async () => {
    const key = { 'idempotency-key': 'same-key' }
    const order = { sellCurrency: 'EUR', buyCurrency: 'USD', fixedSide: 'Sell', amount: '10.00' }
    const quotes = [rm, abs, rm].map((entityId) => () => post('/v1/fx/quotes/spot', { ...order, entityId }, token, key))
    const [first, second, again] = [await quotes[0]!(), await quotes[1]!(), await quotes[2]!()]
    expect([first, second].map(({ status, body }) => [status, body.entityId])).toEqual([
      [201, rm],
      [201, abs],
    ])
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true'])
  })

  test('lists over both in one order, page by page, as one list', async () => {
    for (const entityId of [rm, abs, rm, abs, abs, rm])
      await post('/v1/beneficiaries', { ...PAYEE, entityId, nickname: entityId })
    const all: string[] = []
    let after = ''
    do {
      const { data, nextCursor } = (await get(`/v1/beneficiaries?limit=2${after}`)).body
      all.push(...data.map(({ beneficiaryId }: Item) => beneficiaryId))
      after = nextCursor === null ? '' : `&after=${nextCursor}`
    } while (after !== '')
    const whole = (await get('/v1/beneficiaries?limit=500')).body.data.map((each: Item) => each['beneficiaryId'])
    expect(all).toEqual(whole)
    expect(all).toEqual(all.toSorted().reverse())
    const one = (await get(`/v1/beneficiaries?limit=500&entityId=${rm}`)).body.data
    expect(one.every(({ entityId }: Item) => entityId === rm)).toBe(true)
    expect(one.length).toBeLessThan(all.length)
  })

  test('lists of one kind cover the entities of that kind, and refuse another that is named', async () => {
    expect((await get('/v1/payments')).status).toBe(200)
    expect(said(await get(`/v1/payments?entityId=${abs}`))).toBe('403 not_available_for_entity_kind')
    expect(said(await get(`/v1/internal-account-transfers?entityId=${rm}`))).toBe('403 not_available_for_entity_kind')
  })
})

test('a scope that is granted for one entity cannot be used for the other', async () => {
  const { clientId, id, secret } = await givenClient(db, parseId('ent', rm)!, { grants: ['reporting:read'] })
  await inTransaction(db, (tx) =>
    grantEntity(tx, clientId, { entityId: parseId('ent', abs)!, roles: ['maker'], grants: [...SCOPES] }, operatorAct),
  )
  const own = await tokenOf(id, secret)
  const quote = { sellCurrency: 'EUR', buyCurrency: 'USD', fixedSide: 'Sell', amount: '10.00' }
  expect(said(await post('/v1/fx/quotes/spot', { ...quote, entityId: abs }, own))).toBe('201')
  expect(said(await post('/v1/fx/quotes/spot', { ...quote, entityId: rm }, own))).toBe('403 scope_missing')
  expect(said(await get(`/v1/fx/trades?entityId=${rm}`, own))).toBe('403 scope_missing')
  expect((await get('/v1/fx/trades', own)).status).toBe(200)
  expect((await get('/v1/accounts?limit=500', own)).body.data.length).toBe(
    (await get('/v1/accounts?limit=500')).body.data.length,
  )
})

describe('a client that makes payments of one entity and approves those of another', () => {
  const payment = (accountId: string, reference = 'Invoice 1') => ({
    accountId,
    creditorAccount: {
      name: 'Northern Looms Ltd',
      address: { line1: '1 Mill Lane', city: 'Leeds', countryCode: 'GB' },
      countryCode: 'GB',
      bankCountryCode: 'GB',
      currency: 'GBP',
      accountNumber: '66374958',
      routingCodes: [{ type: 'SortCode', value: '089999' }],
    },
    paymentDate: '2027-01-05',
    amount: '1.00',
    currency: 'GBP',
    reference,
  })
  const accountIn = async (entityId: string): Promise<string> =>
    (await get(`/v1/accounts?currency=GBP&entityId=${entityId}`)).body.data[0].accountId
  const givenMixed = async () => {
    const { clientId, id, secret } = await givenClient(db, parseId('ent', rm)!, { roles: ['maker'] })
    const grant = { entityId: parseId('ent', abs)!, roles: ['approver' as const], grants: [...SCOPES] }
    await inTransaction(db, (tx) => grantEntity(tx, clientId, grant, operatorAct))
    return tokenOf(id, secret)
  }

  test('cannot approve what it made, nor make payments where it approves', async () => {
    const mixed = await givenMixed()
    const made = await post('/v1/payments', payment(await accountIn(rm), 'Invoice #APPROVE'), mixed)
    expect(made.body.status).toBe('PendingApproval')
    const approve = `/v1/payments/${made.body.paymentId}/approve`
    expect(said(await post(approve, {}, mixed))).toBe('403 role_missing')
    expect(said(await post(approve, { entityId: abs }, mixed))).toBe('404 payment_not_found')
    expect(said(await post('/v1/payments', payment(await accountIn(abs)), mixed))).toBe('403 role_missing')
    expect((await get(`/v1/payments/${made.body.paymentId}`)).body.status).toBe('PendingApproval')
  })
})

test('a batch pays from accounts of one entity only', async () => {
  const item = { paymentDate: '2027-01-05', amount: '1.00', currency: 'EUR', reference: 'x', creditorAccount: PAYEE }
  const items = [account.rm, account.abs].map((accountId) => ({ ...item, accountId }))
  const { status, body } = await post('/v1/payment-batches', { items })
  expect([status, body.entityId]).toEqual([202, rm])
  await services.worker.runDue(services.clock.now())
  const { data } = (await get(`/v1/payment-batches/${body.batchId}/items`)).body
  const codes = data.map((each: { errors: Item[] }) => each.errors.map(({ code }) => code))
  expect(codes).toEqual([
    expect.not.arrayContaining(['account_not_found']),
    expect.arrayContaining(['account_not_found']),
  ])
  expect((await get(`/v1/payment-batches/${body.batchId}`)).body.counts.created).toBe(0)
})

test('clients of one entity work as before, without entityId', async () => {
  const only = await tokenOf(clients.abs.clientId, clients.abs.clientSecret)
  expect(said(await post('/v1/internal-account-transfers', transfer(), only))).toBe('201')
  const { data } = (await get('/v1/accounts', only)).body
  expect(data.every(({ entityId }: Item) => entityId === abs)).toBe(true)
})
