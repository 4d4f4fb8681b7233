import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig } from '../settings/config.ts'
import { firstCalls } from './first-calls.ts'
import { banner } from './banner.ts'

const hasCurl = spawnSync('curl', ['--version']).status === 0

test.runIf(hasCurl)('the three lines work when pasted into a shell', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'cambist banner '))
  const credentials = path.join(directory, 'sandbox-credentials.json')
  writeFileSync(credentials, JSON.stringify({ clients: { rm: { clientId: 'cli_1', clientSecret: 'a-b_c' } } }))
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${authorisation(request)}`)
    response.end('{"access_token":"tok"}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await promisify(execFile)('bash', ['-c', firstCalls(address, credentials).join('\n')])
  server.close()
  rmSync(directory, { recursive: true })
  expect(seen).toEqual([
    'POST /v1/oauth2/token cli_1:a-b_c',
    'GET /v1/accounts Bearer tok',
    'GET /v1/fx/quotes/estimate?sellCurrency=EUR&buyCurrency=GBP&fixedSide=Sell&amount=1000 Bearer tok',
  ])
})

function authorisation(request: IncomingMessage): string {
  const [scheme, value = ''] = (request.headers.authorization ?? '').split(' ')
  return scheme === 'Basic' ? Buffer.from(value, 'base64').toString() : `${scheme} ${value}`
}

test('without the sandbox it names addresses and no credentials', () => {
  const text = banner(readConfig({ SANDBOX: 'false', BASE_URL: 'https://fx.example.com' }), undefined)
  expect(text).toContain('https://fx.example.com/docs')
  expect(text).not.toMatch(/curl|redentials/)
})

test('it names no address that is not served', () => {
  const text = banner(readConfig({ API_REFERENCE: 'false', CONSOLE: 'false' }), undefined)
  expect(text).not.toMatch(/\/docs|\/console/)
})
