import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { resolveConnection } from './connect.ts'

const directory = mkdtempSync(path.join(tmpdir(), 'cambist-cli-'))
afterAll(() => rmSync(directory, { recursive: true }))
const file = path.join(directory, 'sandbox-credentials.json')
const rm = { clientId: 'cli_rm', clientSecret: 's1' }
const abs = { clientId: 'cli_abs', clientSecret: 's2' }
writeFileSync(file, JSON.stringify({ baseUrl: 'http://localhost:9000', clients: { rm, abs } }))

const env = { CAMBIST_CLIENT_ID: 'cli_env', CAMBIST_CLIENT_SECRET: 's3', CAMBIST_URL: 'http://env.test' }

test('the credentials file names the service and both clients', () => {
  expect(resolveConnection({ credentials: file, as: 'rm' }, {})).toEqual({ baseUrl: 'http://localhost:9000', ...rm })
  expect(resolveConnection({ as: 'ABS' }, { CAMBIST_CREDENTIALS: file })).toMatchObject(abs)
})

test('the environment is used without a file, and an explicit file wins over it', () => {
  expect(resolveConnection({ as: 'rm' }, env)).toEqual({
    baseUrl: 'http://env.test',
    clientId: 'cli_env',
    clientSecret: 's3',
  })
  expect(resolveConnection({ credentials: file, as: 'rm' }, env)).toMatchObject(rm)
})

test('an address on the command line wins over all', () => {
  expect(resolveConnection({ url: 'http://mine.test', as: 'rm' }, env).baseUrl).toBe('http://mine.test')
  expect(resolveConnection({ url: 'http://mine.test', credentials: file, as: 'rm' }, {}).baseUrl).toBe(
    'http://mine.test',
  )
})

test('a missing file and an unknown client say what to do', () => {
  expect(() => resolveConnection({ credentials: '/nowhere.json', as: 'rm' }, {})).toThrow(/--credentials/)
  expect(() => resolveConnection({ credentials: file, as: 'admin' }, {})).toThrow('has rm, abs.')
})
