import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { openSandboxApi } from '../support/sandbox-api.ts'

/** Tests that the API document describes the files of a batch as the service reads them. */

const { app, credentials, tokenOf, close } = await openSandboxApi(await testDatabase())
afterAll(close)
const authorization = `Bearer ${await tokenOf(credentials.clients.rm)}`
const read = async <T>(url: string) => (await app.inject({ url, headers: { authorization } })).json<T>()

type Content = Record<string, { schema: { type?: string; description?: string; $ref?: string }; example?: unknown }>
const document = (await app.inject({ url: '/openapi.json' })).json<{
  paths: Record<string, { post: { requestBody: { content: Content } } }>
}>()
const { content } = document.paths['/v1/payment-batches']!.post.requestBody

interface Trial {
  format: string
  counts: Record<string, number>
  errors?: { errors: { code: string; pointer: string }[] }[]
}

/** Sends a file as a dry run. */
async function attempt(type: string, payload: string): Promise<Trial> {
  const headers = { authorization, 'content-type': type }
  const answer = await app.inject({ method: 'POST', url: '/v1/payment-batches?dryRun=true', headers, payload })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<Trial>()
}

test('each format of a batch has a schema of its own', () => {
  expect(Object.keys(content)).toEqual(['application/json', 'text/csv', 'application/xml'])
  expect(content['application/json']!.schema.$ref).toBe('#/components/schemas/PaymentBatchOrder')
  expect([content['text/csv']!.schema.type, content['application/xml']!.schema.type]).toEqual(['string', 'string'])
})

test.each([
  ['text/csv', 'Csv', 2],
  ['application/xml', 'Pain001', 1],
])('the documented example of %s is a batch that the service accepts', async (type, format, count) => {
  const accounts = await read<{ data: { accountId: string; currency: string }[] }>('/v1/accounts')
  const date = await read<{ earliestPaymentDate: string }>('/v1/payments/earliest-settlement?currency=GBP')
  const account = accounts.data.find(({ currency }) => currency === 'GBP')!
  const file = String(content[type]!.example)
    .replaceAll('acc_01J0000000E008000000000080', account.accountId)
    .replaceAll(/(?<=,|<Dt>)2026-12-01(?=,|<\/Dt>)/g, date.earliestPaymentDate)
  const trial = await attempt(type, file)
  expect(trial).toMatchObject({ format, counts: { invalid: 0, created: count } })
})

test('each documented column of a CSV is read as a field of a payment', async () => {
  const [, list = ''] = /Columns, in any order: (.*)\. They/.exec(content['text/csv']!.schema.description!)!
  const documented = [...list.matchAll(/`([^`]+)`/g)].map(([, column]) => column!)
  expect(documented).toEqual(
    expect.arrayContaining(['amount', 'creditorAccount.routingCodes.SortCode', 'payer.address.city']),
  )
  const columns = documented.map((column) => column.replace('<name>', 'costCentre'))
  const trial = await attempt('text/csv', `${columns.join(',')}\n${columns.map(() => 'x').join(',')}\n`)
  const errors = trial.errors![0]!.errors
  expect(errors.map(({ code }) => code)).not.toContain('unknown_field')
  const [unknown] = (await attempt('text/csv', 'amount,colour\n1.00,red\n')).errors!
  expect(unknown!.errors.map(({ code }) => code)).toContain('unknown_field')
})

test('a file of another type is rejected with the types that a batch can have', async () => {
  const headers = { authorization, 'content-type': 'text/plain' }
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/v1/payment-batches', headers, payload: 'x' })
  expect([statusCode, (JSON.parse(body) as { detail: string }).detail]).toEqual([
    415,
    `Send the body as ${Object.keys(content).join(' or ')}.`,
  ])
})
