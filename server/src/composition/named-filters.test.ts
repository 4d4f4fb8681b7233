import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { temporaryDirectory } from '../../test/support/temporary-directory.ts'
import { readConfig } from '../settings/config.ts'
import type { App } from '../kernel/http/http.ts'
import { formatId, newUuid } from '../kernel/values/ids.ts'
import { seedSandbox } from '../sim/seed/index.ts'
import { buildApi } from './api.ts'
import { openContext } from './open-context.ts'

/** The lists of the main interface, read by the sandbox's client of an RM and an ABS entity. */
const db = await testDatabase()
const config = readConfig({ SANDBOX: 'true', DATA_DIR: temporaryDirectory() })
const services = await openContext(db, config, pino({ level: 'silent' }))
const { group, clients } = (await seedSandbox({ ...config, db, clock: services.clock }))!
const { rm } = group!.entityIds
let app: App
let token: string

beforeAll(async () => {
  app = await buildApi(services, false)
  await app.ready()
  token = await tokenOf(group!)
})
afterAll(() => app.close().then(() => services.close()))

async function tokenOf({ clientId, clientSecret }: { clientId: string; clientSecret: string }): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = new URLSearchParams(form).toString()
  return (await app.inject({ method: 'POST', url: '/v1/oauth2/token', headers, payload })).json().access_token
}

async function get(url: string, bearer = token) {
  const answer = await app.inject({ url, headers: { authorization: `Bearer ${bearer}` } })
  return { status: answer.statusCode, body: answer.json() }
}

test.each([
  ['/v1/payments?accountId', 'acc', 'account_not_found'],
  ['/v1/payments?beneficiaryId', 'ben', 'beneficiary_not_found'],
  ['/v1/payments?tradeId', 'trd', 'trade_not_found'],
  ['/v1/payments?batchId', 'bat', 'payment_batch_not_found'],
  ['/v1/internal-account-transfers?accountId', 'acc', 'account_not_found'],
  ['/v1/inbound-payments?accountId', 'acc', 'account_not_found'],
  ['/v1/inbound-payments?virtualAccountId', 'vac', 'virtual_account_not_found'],
  ['/v1/credit/margin-calls?facilityId', 'fac', 'facility_not_found'],
  ['/v1/credit/margin-calls?tradeId', 'trd', 'trade_not_found'],
  [`/v1/credit/mtm/trades?entityId=${rm}&tradeId`, 'trd', 'trade_not_found'],
] as const)('an empty list of %s does not hide a mistaken id', async (filter, prefix, code) => {
  for (const id of [formatId(prefix, newUuid()), 'nonsense']) {
    const { status, body } = await get(`${filter}=${id}`)
    expect([status, body.code]).toEqual([404, code])
  }
})

test('a filter finds no resource of another client or entity, and each one of its own', async () => {
  const accountOf = async (entityId: string) =>
    (await get(`/v1/accounts?currency=EUR&entityId=${entityId}`)).body.data[0].accountId as string
  const [ofRm, ofAbs] = [await accountOf(rm), await accountOf(group!.entityIds.abs)]
  const status = async (url: string, bearer?: string) => (await get(url, bearer)).status
  expect(await status(`/v1/payments?accountId=${ofRm}`)).toBe(200)
  expect(await status(`/v1/internal-account-transfers?accountId=${ofAbs}`)).toBe(200)
  expect(await status(`/v1/payments?entityId=${rm}&accountId=${ofAbs}`)).toBe(404)
  expect(await status(`/v1/internal-account-transfers?accountId=${ofRm}`, await tokenOf(clients.abs))).toBe(404)
})
