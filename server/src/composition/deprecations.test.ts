import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { call, openListeners } from '../../test/support/third-party.ts'
import { readConfig } from '../settings/config.ts'

const db = await testDatabase()
const DEPRECATIONS = '/open-banking/v3.1 2027-01-01 2028-01-01 /open-banking/v4.0, /v1/balances 2027-03-01'
const listeners = await openListeners(db, { DEPRECATIONS })
afterAll(() => listeners.close())

const main = (url: string, headers: Record<string, string> = {}) => listeners.app.inject({ url, headers })

test('a deprecated operation announces its deprecation in every response, errors included', async () => {
  const { headers } = await main('/v1/balances')
  expect(headers).toMatchObject({ deprecation: '@1803859200' })
  expect(headers['link']).toBe('</v1/changelog>; rel="deprecation"; type="application/json"')
  expect(headers['sunset']).toBeUndefined()
  expect((await main('/v1/accounts')).headers['deprecation']).toBeUndefined()
})

test('v3.1 of open banking announces its end and its successor; v4.0 announces nothing', async () => {
  const of = async (version: string) => (await call(listeners, `/open-banking/v${version}/aisp/accounts`)).headers
  expect(await of('3.1')).toMatchObject({
    deprecation: '@1798761600',
    sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
    link: expect.stringMatching(
      /^<http:\/\/.*\/v1\/changelog>; rel="deprecation".*<\/open-banking\/v4\.0>; rel="successor-version"$/,
    ),
  })
  expect((await of('4.0'))['deprecation']).toBeUndefined()
})

test('the API document marks the operation, and the changelog lists what is announced', async () => {
  const { paths } = (await main('/openapi.json')).json<{ paths: Record<string, { get: { deprecated?: boolean } }> }>()
  expect(paths['/v1/balances']!.get.deprecated).toBe(true)
  expect(paths['/v1/accounts']!.get.deprecated).toBeUndefined()
  const changelog = (await main('/v1/changelog')).json<{ data: { version: string }[]; deprecations: object[] }>()
  expect(changelog.data[0]!.version).toBe('Unreleased')
  expect(changelog.deprecations).toEqual([
    {
      path: '/open-banking/v3.1',
      deprecatedOn: '2027-01-01',
      sunsetOn: '2028-01-01',
      successor: '/open-banking/v4.0',
    },
    { path: '/v1/balances', deprecatedOn: '2027-03-01', sunsetOn: null, successor: null },
  ])
})

test('the changelog is Markdown for those who ask for it, and nothing else', async () => {
  const markdown = await main('/v1/changelog', { accept: 'text/markdown' })
  expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8')
  expect(markdown.body).toMatch(/^# Changelog\n/)
  expect((await main('/v1/changelog', { accept: 'image/png' })).statusCode).toBe(406)
})

test('an announcement that cannot be read prevents the start', () => {
  expect(() => readConfig({ DEPRECATIONS: '/v1/balances soon' })).toThrow(/DEPRECATIONS: "\/v1\/balances soon"/)
})
