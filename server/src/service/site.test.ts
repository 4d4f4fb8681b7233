import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryDirectory } from '../../test/support/temporary-directory.ts'
import { createHttp } from '../kernel/http/http.ts'
import { systemClock } from '../kernel/values/clock.ts'
import { siteRoutes } from './site.ts'

const place = temporaryDirectory()
const site = path.join(place, 'dist')
afterAll(() => rmSync(place, { recursive: true, force: true }))
const app = createHttp({ clock: systemClock, authenticate: () => undefined })
siteRoutes(app, site)
await app.ready()

const PAGE = { accept: 'text/html' }
const get = (url: string, headers: object = {}) => app.inject({ url, headers: { ...headers } })

function build(text: string, at: number): void {
  mkdirSync(site, { recursive: true })
  writeFileSync(path.join(site, 'start.html'), text)
  writeFileSync(path.join(site, 'secret.html'), 'not listed')
  writeFileSync(path.join(site, '404.html'), 'no page')
  const manifest = path.join(site, 'site.json')
  const files = { 'start.html': { digest: text }, '404.html': { digest: 'none' } }
  writeFileSync(manifest, JSON.stringify({ scripts: ['sha256-abc='], files }))
  utimesSync(manifest, at, at)
}

test('a site that is not built yet is a page that opens it later, and a retryable error for programs', async () => {
  const page = await get('/docs/start', PAGE)
  expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '3'])
  expect(page.body).toContain('http-equiv="refresh"')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect((await get('/docs/start')).json()).toMatchObject({ code: 'documentation_not_built', retryable: true })
})

test('a build is served without a restart, and so is the next one', async () => {
  build('first', 1000)
  const first = await get('/docs/start', PAGE)
  expect([first.statusCode, first.body]).toEqual([200, 'first'])
  expect(first.headers['content-security-policy']).toContain("script-src 'self' 'sha256-abc='")
  build('second', 2000)
  expect((await get('/docs/start', PAGE)).body).toBe('second')
})

test('a file that the list of the build lacks is not served', async () => {
  build('third', 3000)
  const page = await get('/docs/secret', PAGE)
  expect([page.statusCode, page.body]).toEqual([404, 'no page'])
  expect((await get('/docs/secret')).json()).toMatchObject({ code: 'not_found' })
  expect((await get('/docs/site.json')).statusCode).toBe(404)
})
