import { Readable } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { errorCode } from '../support/codes.ts'
import { testDatabase } from '../support/database.ts'
import { openSandboxApi } from '../support/sandbox-api.ts'
import { type Document, type Operation, operationsOf } from '../fuzz/openapi.ts'

const { app, credentials, tokenOf, close } = await openSandboxApi(await testDatabase())
afterAll(close)
const document = (await app.inject({ url: '/openapi.json' })).json<Document>()
const operations = operationsOf(document)
const takes = ({ parameters }: Operation, name: string) => parameters.some((parameter) => parameter.name === name)
const nameOf = ({ method, path }: Operation) => `${method} ${path}`
const tokens = {
  maker: await tokenOf(credentials.clients.rm),
  approver: await tokenOf(credentials.approvers.rm),
  abs: await tokenOf(credentials.clients.abs),
  absApprover: await tokenOf(credentials.approvers.abs),
}

interface Sent {
  body?: object
  query?: string
  token?: string
  path?: string
}

async function send(operation: Operation, { body, query = '', token, path }: Sent) {
  const answer = await app.inject({
    method: operation.method as 'POST',
    url: `${path ?? operation.path.replaceAll(/\{[^}]+\}/g, 'x')}${query}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { payload: body }),
  })
  const type = String(answer.headers['content-type'] ?? '')
  const read = type.includes('json') && answer.body !== '' ? answer.json<Record<string, unknown>>() : {}
  return { status: answer.statusCode, body: read, errors: operation.errorsOf({ ...answerOf(answer), type }) }
}
const answerOf = ({ statusCode, body }: { statusCode: number; body: string }) => ({ status: statusCode, body })

/** Sends a request with each token until one has the scope, the role and the kind of entity. */
async function sendAllowed(operation: Operation, sent: Sent) {
  let answer = await send(operation, sent)
  for (const token of Object.values(tokens)) {
    answer = await send(operation, { ...sent, token })
    if (answer.status !== 403 && answer.status !== 401) break
  }
  return answer
}

test('a text of the wrong form is answered with an example of a right one, and programs get the pattern', async () => {
  const order = operations.find(({ method, path }) => `${method} ${path}` === 'POST /v1/fx/quotes/held-rate')!
  const { body } = await sendAllowed(order, { body: { tenor: 'four hours' } })
  expect(body['errors']).toContainEqual({
    pointer: '/tenor',
    code: 'pattern_mismatch',
    message: 'Expected a text such as PT4H.',
    params: { pattern: '^P([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+S)?)?$', example: 'PT4H' },
  })
})

const KINDS = new Set(['amount', 'date', 'currency', 'country', 'instant', 'text'])

/** Finds texts with a pattern whose error has neither a message of their kind nor an example. */
function withoutExample(node: unknown, at: string): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { pattern, examples, example } = node as Record<string, unknown>
  const isExplained = KINDS.has((node as Record<string, string>)['x-kind'] ?? '') || (examples ?? example) !== undefined
  const own = typeof pattern === 'string' && !isExplained ? [`${at} ${pattern}`] : []
  return [...own, ...Object.entries(node).flatMap(([name, child]) => withoutExample(child, `${at}/${name}`))]
}

test('every text with a form has an example for the error message', () => {
  const missing = operations.flatMap((operation) => [
    ...operation.parameters.flatMap(({ name, schema, ...others }) =>
      withoutExample({ ...others, ...schema }, `${nameOf(operation)}?${name}`),
    ),
    ...withoutExample(operation.body, nameOf(operation)),
  ])
  expect(missing).toEqual([])
})

test.each(operations.map((operation) => [nameOf(operation), operation] as const))(
  '%s rejects an unknown query parameter',
  async (_name, operation) => {
    const answer = await sendAllowed(operation, { query: '?unheardOf=1', ...(operation.body ? { body: {} } : {}) })
    expect(answer.status).toBe(400)
    if (operation.path.startsWith('/v1/oauth2/')) expect(answer.body).toMatchObject({ error: 'invalid_request' })
    else
      expect(answer.body['errors']).toContainEqual(
        expect.objectContaining({ pointer: '?unheardOf', code: 'unknown_parameter' }),
      )
  },
)

const single = operations.flatMap((operation) =>
  operation.parameters
    .filter(({ in: place, schema }) => place === 'query' && !JSON.stringify(schema).includes('"array"'))
    .map(({ name }) => [`${nameOf(operation)}?${name}`, operation, name] as const),
)

test.each(single)('%s: a parameter of one value that is sent twice is an error that states that', async (...given) => {
  const [, operation, name] = given
  const sent = { query: `?${name}=1&${name}=1`, ...(operation.body ? { body: {} } : {}) }
  const { body } = await sendAllowed(operation, sent)
  expect(body['errors']).toContainEqual(expect.objectContaining({ pointer: `?${name}`, code: 'parameter_repeated' }))
})

describe('a command without fields', () => {
  const commands = operations.filter(({ method, body, path }) => method !== 'GET' && !body && !path.includes('oauth2'))

  test('there are such commands', () => expect(commands.length).toBeGreaterThan(15))

  test.each(commands.map((operation) => [nameOf(operation), operation] as const))(
    '%s rejects a field of the body: a "dryRun" in the wrong place must not become the real thing',
    async (_name, operation) => {
      const answer = await sendAllowed(operation, { body: { dryRun: true } })
      expect([answer.status, answer.body['code']]).toEqual([400, 'validation_failed'])
      expect(answer.body['errors']).toEqual([expect.objectContaining({ pointer: '/dryRun', code: 'unknown_field' })])
    },
  )

  test.each(commands.map((operation) => [nameOf(operation), operation] as const))(
    '%s is read without a body and with an empty one',
    async (_name, operation) => {
      expect((await sendAllowed(operation, {})).status).toBe(404)
      expect((await sendAllowed(operation, { body: {} })).status).toBe(404)
    },
  )

  const approve = commands.find(({ path }) => path === '/v1/payments/{paymentId}/approve')!
  const withType = (type: string, payload?: string | Readable, headers = {}) =>
    app.inject({
      method: 'POST',
      url: approve.path.replaceAll(/\{[^}]+\}/g, 'x'),
      headers: { authorization: `Bearer ${tokens.approver}`, 'content-type': type, ...headers },
      ...(payload !== undefined && { payload }),
    })

  test('is read with the type of a body that an HTTP client always names, though it sends none', async () => {
    for (const type of ['application/json', 'application/json; charset=utf-8', 'application/x-www-form-urlencoded']) {
      expect([type, (await withType(type)).statusCode]).toEqual([type, 404])
      expect([type, (await withType(type, '', { 'content-length': '0' })).statusCode]).toEqual([type, 404])
    }
    expect((await withType('application/json', Readable.from([]))).statusCode).toBe(404)
    expect((await withType('application/json', 'null')).statusCode).toBe(404)
  })

  test.each(['[]', '""', 'false', '0', '{', ' '])('rejects the body %s', async (body) => {
    expect((await withType('application/json', body)).statusCode).toBe(400)
  })

  test('rejects fields in a form', async () => {
    expect((await withType('application/x-www-form-urlencoded', 'dryRun=true')).statusCode).toBe(415)
  })

  test('a command with fields still reports that its body is empty', async () => {
    const { path } = operations.find(({ path }) => path === '/v1/payments')!
    const headers = { authorization: `Bearer ${tokens.maker}`, 'content-type': 'application/json' }
    const answer = await app.inject({ method: 'POST', url: path, headers, payload: '' })
    expect([answer.statusCode, errorCode(answer.json())]).toEqual([400, 'body_not_json'])
  })
})

describe('a parameter that can be repeated', () => {
  const pointers = ({ body }: { body: Record<string, unknown> }) =>
    (body['errors'] as { pointer: string; code: string }[]).map(({ pointer, code }) => `${pointer} ${code}`)
  const lists = operations.filter((each) => each.method === 'GET' && takes(each, 'entityId') && takes(each, 'limit'))

  test.each(lists.map((operation) => [nameOf(operation), operation] as const))(
    '%s reports what is wrong with one value, and not that a string is expected',
    async (_name, operation) => {
      expect(pointers(await sendAllowed(operation, { query: '?entityId=' }))).toContain('?entityId text_too_short')
      expect(pointers(await sendAllowed(operation, { query: '?entityId=' })).join()).not.toContain('wrong_type')
    },
  )

  test('the events report the place of a value among several, and the name for a single one', async () => {
    const events = operations.find(({ path }) => path === '/v1/events')!
    const answers = ['nope', 'nope.x', 'trade.executed&types=nope', 'trade.executed,'].map(async (types) =>
      pointers(await sendAllowed(events, { query: `?types=${types}` })).join(),
    )
    expect(await Promise.all(answers)).toEqual([
      '?types pattern_mismatch',
      '?types event_type_unknown',
      '?types/1 pattern_mismatch',
      '?types/1 text_too_short',
    ])
  })
})

describe('a dry run', () => {
  const trials = operations.filter((operation) => takes(operation, 'dryRun'))

  test.each(trials.map((operation) => [nameOf(operation), operation] as const))(
    '%s has a documented answer with dryRun: true and no other',
    (_name, operation) => {
      const { method, path } = operation
      const responses = document.paths[path]![method.toLowerCase()]!.responses
      const schemas = Object.values(responses[200]?.content ?? {}).map(({ schema }) => schema)
      const { schemas: all } = document.components as { schemas: Record<string, object> }
      const named = (of: unknown) => JSON.stringify(of).match(/(?<=components\/schemas\/)\w+/g) ?? []
      const answers = named(schemas).map((name) => all[name])
      const alternatives = named(answers).map((name) => all[name])
      expect(JSON.stringify([answers, alternatives])).toContain('"dryRun":{')
      expect(operation.errorsOf({ status: 200, type: 'application/json', body: '{"dryRun":false}' })).not.toEqual([])
    },
  )

  test('answers what the document describes, also where the call has another status', async () => {
    const { abs: token, maker } = tokens
    const list = async (path: string, as: string) => {
      const found = await app.inject({ url: path, headers: { authorization: `Bearer ${as}` } })
      return found.json<{ data: Record<string, string>[] }>().data
    }
    const accounts = await list('/v1/accounts?currency=EUR', token)
    const [from, to] = accounts
    const payee = {
      name: 'Unknown Ltd',
      type: 'Company',
      countryCode: 'DE',
      bankCountryCode: 'DE',
      currency: 'EUR',
      address: { line1: 'Hafenstr. 1', city: 'Bremen', postCode: '28195', countryCode: 'DE' },
      iban: 'DE89370400440532013000',
    }
    const saved = await app.inject({
      method: 'POST',
      url: '/v1/beneficiaries',
      headers: { authorization: `Bearer ${maker}` },
      payload: payee,
    })
    const beneficiary = `/v1/beneficiaries/${saved.json<{ beneficiaryId: string }>().beneficiaryId}`
    const calls: [name: string, sent: Sent][] = [
      [
        'POST /v1/payments/verification',
        { token: maker, body: { name: 'Unknown Ltd', iban: 'DE89370400440532013000' } },
      ],
      ['POST /v1/payment-batches', { token: maker, body: { items: [{}] } }],
      ['POST /v1/beneficiaries', { token: maker, body: { ...payee, nickname: 'Once more' } }],
      ['DELETE /v1/beneficiaries/{beneficiaryId}', { token: maker, path: beneficiary }],
      [
        'POST /v1/internal-account-transfers',
        { token, body: { debitAccountId: from!['accountId'], creditAccountId: to!['accountId'], amount: '1.00' } },
      ],
    ]
    for (const [name, sent] of calls) {
      const operation = trials.find((trial) => nameOf(trial) === name)!
      const answer = await send(operation, { ...sent, query: '?dryRun=true' })
      expect({ name, ...answer }).toMatchObject({ name, status: 200, body: { dryRun: true }, errors: [] })
    }
  })
})

describe('an entityId in the query that contradicts the body', async () => {
  const both = operations.filter(({ body }) => hasEntityId(body))
  const { rm: one, abs: other } = credentials.group!.entityIds
  const group = await tokenOf(credentials.group!)

  test.each(both.map((operation) => [nameOf(operation), operation] as const))(
    'is rejected by %s',
    async (_name, operation) => {
      const pairs = [
        [one, other],
        [other, one],
      ] as const
      const answers = []
      for (const [inBody, inQuery] of pairs) {
        const sent = { body: { entityId: inBody, items: [{}] }, query: `?entityId=${inQuery}` }
        answers.push(await sendAllowed(operation, sent), await send(operation, { ...sent, token: group }))
      }
      for (const { status, body } of answers) {
        expect([400, 403, 404]).toContain(status)
        const pointers = (body['errors'] as { pointer: string }[]).map(({ pointer }) => pointer)
        const code = errorCode(body)
        const isNamed = ['entity_id_ambiguous', 'entity_not_found', 'role_missing', 'scope_missing'].includes(code!)
        expect([code, isNamed || pointers.includes('?entityId')]).toEqual([code, true])
      }
    },
  )

  test('is tried with each operation that takes an entity in its body', () => {
    expect(both.length).toBeGreaterThan(15)
    expect(both.filter((operation) => takes(operation, 'entityId')).map(nameOf)).toContain('POST /v1/payment-batches')
  })

  test('is rejected for files too, and accepted where both name the same', async () => {
    const batches = operations.find((operation) => nameOf(operation) === 'POST /v1/payment-batches')!
    const items = { entityId: one, items: [{}] }
    const agreed = await send(batches, { token: group, body: items, query: `?entityId=${one}&dryRun=true` })
    expect(agreed).toMatchObject({ status: 200, body: { entityId: one, status: 'Rejected' } })
    const file = await app.inject({
      method: 'POST',
      url: `/v1/payment-batches?entityId=${one}&dryRun=true`,
      headers: { authorization: `Bearer ${group}`, 'content-type': 'text/csv' },
      payload: `entityId,amount\n${other},1.00\n`,
    })
    expect(file.json()).toMatchObject({ status: 'Rejected', errors: [{ line: 1 }] })
    expect(file.json<{ errors: [{ errors: object[] }] }>().errors[0].errors).toContainEqual(
      expect.objectContaining({ pointer: '/entityId' }),
    )
  })
})

/** Returns true for a body with an entityId at its top, in any of its alternatives. */
const hasEntityId = (schema: Operation['body']): boolean =>
  schema?.properties?.['entityId'] !== undefined ||
  [schema?.anyOf, schema?.oneOf, schema?.allOf].some((parts) => parts?.some(hasEntityId) ?? false)
