import { expect, test } from 'vitest'
import { startWarnings } from './start-warnings.ts'

const warned = (config: Partial<Parameters<typeof startWarnings>[0]>, isProduction = true, hasBaseUrl = true) =>
  startWarnings(
    { host: '0.0.0.0', baseUrl: 'https://fx.example', sandbox: false, ...config },
    { isProduction, hasBaseUrl },
  )

test('a production behind a proxy with TLS starts without a warning', () => {
  expect(warned({})).toEqual([])
})

test.each([
  ['plain HTTP on all addresses', { baseUrl: 'http://fx.example' }, /plain HTTP/],
  ['the sandbox', { sandbox: true }, /SANDBOX is true in production/],
  ['a sandbox that others reach', { sandbox: true, host: '10.0.0.7' }, /listens on 10\.0\.0\.7/],
])('%s is warned of', (_what, config, text) => {
  expect(warned(config).join('\n')).toMatch(text)
})

test('a production without BASE_URL is warned of', () => {
  expect(warned({ baseUrl: 'http://localhost:8080' }, true, false).join('\n')).toMatch(/BASE_URL is missing/)
})

test('a sandbox on this machine starts without a warning', () => {
  expect(warned({ sandbox: true, host: '127.0.0.1', baseUrl: 'http://127.0.0.1:8080' }, false, false)).toEqual([])
})
