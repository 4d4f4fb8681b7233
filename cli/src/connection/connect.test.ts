import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { resolveConnection } from './connect.ts'
import { readProfiles, writeProfiles } from './profiles.ts'

const directory = mkdtempSync(path.join(tmpdir(), 'cambist-cli-'))
afterAll(() => rmSync(directory, { recursive: true }))
const file = path.join(directory, 'sandbox-credentials.json')
const rm = { clientId: 'cli_rm', clientSecret: 's1' }
const abs = { clientId: 'cli_abs', clientSecret: 's2' }
writeFileSync(file, JSON.stringify({ baseUrl: 'http://localhost:9000', clients: { rm, abs } }))

const none = { CAMBIST_CONFIG: path.join(directory, 'profiles.json') }
const env = {
  ...none,
  CAMBIST_CLIENT_ID: 'cli_env',
  CAMBIST_CLIENT_SECRET: 's3',
  CAMBIST_URL: 'http://env.test',
}

test('the credentials file names the service and both clients', () => {
  expect(resolveConnection({ credentials: file, as: 'rm' }, none)).toEqual({ baseUrl: 'http://localhost:9000', ...rm })
  expect(resolveConnection({ as: 'ABS' }, { ...none, CAMBIST_CREDENTIALS: file })).toMatchObject(abs)
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
  expect(resolveConnection({ url: 'http://mine.test', credentials: file, as: 'rm' }, none).baseUrl).toBe(
    'http://mine.test',
  )
})

test('a missing file and an unknown client say what to do', () => {
  expect(() => resolveConnection({ credentials: '/nowhere.json', as: 'rm' }, none)).toThrow(/--credentials/)
  expect(() => resolveConnection({ credentials: file, as: 'admin' }, none)).toThrow('has rm, abs.')
})

test('a stored profile is readable by its owner only, and used unless the environment names a client', () => {
  const stored = { CAMBIST_CONFIG: path.join(directory, 'own', 'profiles.json') }
  const live = { url: 'https://fx.example.com', clientId: 'cli_live', clientSecret: 's4', entity: 'ent_1' }
  const test = { url: 'http://test.example.com', clientId: 'cli_test', clientSecret: 's5' }
  writeProfiles(stored, { current: 'live', profiles: { live, test } })
  expect(statSync(stored.CAMBIST_CONFIG).mode & 0o777).toBe(0o600)
  expect(readProfiles(stored).current).toBe('live')
  const ofLive = { baseUrl: 'https://fx.example.com', clientId: 'cli_live', clientSecret: 's4', entity: 'ent_1' }
  expect(resolveConnection({ as: 'rm' }, stored)).toEqual(ofLive)
  expect(resolveConnection({ as: 'rm', profile: 'test' }, stored)).toMatchObject({ clientId: 'cli_test' })
  expect(resolveConnection({ as: 'rm' }, { ...stored, CAMBIST_PROFILE: 'test' })).toMatchObject({
    clientId: 'cli_test',
  })
  expect(resolveConnection({ as: 'rm' }, { ...env, ...stored })).toMatchObject({ clientId: 'cli_env' })
  expect(() => resolveConnection({ as: 'rm', profile: 'other' }, stored)).toThrow('known: live, test')
})
