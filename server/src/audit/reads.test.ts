import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { openSandboxApi } from '../../test/support/sandbox-api.ts'

const db = await testDatabase()
const { app, credentials, tokenOf, close } = await openSandboxApi(db)
afterAll(close)
const token = await tokenOf(credentials.clients.rm)
const get = async (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { authorization: `Bearer ${token}`, ...headers } })
const data = async (url: string) => (await get(url)).json<{ data: Record<string, string>[] }>().data
const { accountId } = (await data('/v1/accounts'))[0]!
const records = () => data('/v1/audit?action=document.read')

test('a document is recorded with its reader and its format, and a list or a rejection is not', async () => {
  const moved = await app.inject({
    method: 'POST',
    url: '/v1/sandbox/clock',
    headers: { authorization: `Bearer ${token}` },
    payload: { advance: 'P35D' },
  })
  expect(moved.statusCode).toBe(200) // a month has closed
  const [stored] = await data(`/v1/statements/stored?accountId=${accountId}`)
  const { statementId } = stored!
  await get(`/v1/accounts/${accountId}`)
  await get(`/v1/statements/${statementId}x`)
  expect(await records()).toEqual([])
  const pdf = await get(`/v1/statements/${statementId}`, { accept: 'application/pdf', 'x-request-id': 'read-1' })
  expect([pdf.statusCode, pdf.rawPayload.subarray(0, 4).toString()]).toEqual([200, '%PDF'])
  expect(await records()).toEqual([
    expect.objectContaining({
      action: 'document.read',
      operation: 'getStoredStatement',
      requestId: 'read-1',
      address: '127.0.0.1',
      actor: { type: 'client', id: credentials.clients.rm.clientId },
      resource: { type: 'statement', id: statementId, version: null },
      detail: { mediaType: 'application/pdf' },
    }),
  ])
  const interim = await get(`/v1/statements?accountId=${accountId}&format=csv`)
  expect(interim.statusCode).toBe(200)
  expect((await records())[0]).toMatchObject({
    operation: 'getInterimStatement',
    resource: { type: 'account', id: accountId },
    detail: { mediaType: 'text/csv', format: 'csv' },
  })
})

test('every operation that answers with a PDF is recorded', async () => {
  const { paths } = (await get('/openapi.json')).json<{
    paths: Record<string, { get?: { operationId: string; responses: Record<string, { content?: object }> } }>
  }>()
  const documents = Object.values(paths).flatMap(({ get: read }) =>
    'application/pdf' in (read?.responses['200']?.content ?? {}) ? [read!.operationId] : [],
  )
  expect(documents.sort()).toEqual([
    'getFacilityLetter',
    'getInterimStatement',
    'getPaymentConfirmation',
    'getStoredStatement',
    'getTradeConfirmation',
  ])
  const [facility] = await data('/v1/credit/facilities')
  const letter = await get(`/v1/credit/facilities/${facility!['facilityId']}/letter?format=pdf`)
  expect(letter.statusCode).toBe(200)
  expect((await records())[0]).toMatchObject({
    operation: 'getFacilityLetter',
    resource: { type: 'creditFacility', id: facility!['facilityId'] },
  })
})

test('a document is not sent if its access cannot be recorded', async () => {
  await db.pool.query(`create function fail_reads() returns trigger language plpgsql as $$
    begin raise exception 'no record'; end $$`)
  await db.pool.query('create trigger fail_reads before insert on audited_acts execute function fail_reads()')
  try {
    const answer = await get(`/v1/statements?accountId=${accountId}`)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([500, 'internal_error'])
    expect(answer.body).not.toContain(accountId)
  } finally {
    await db.pool.query('drop trigger fail_reads on audited_acts')
  }
})
