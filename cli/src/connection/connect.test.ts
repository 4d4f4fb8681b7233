import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { UsageError } from '../usage-error.ts'
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

test('an address on the command line overrides all other sources', () => {
  expect(resolveConnection({ url: 'http://mine.test', as: 'rm' }, env).baseUrl).toBe('http://mine.test')
  expect(resolveConnection({ url: 'http://mine.test', credentials: file, as: 'rm' }, none).baseUrl).toBe(
    'http://mine.test',
  )
})

test('an address may end with a slash: every command, listen too, then reaches the same paths', () => {
  for (const url of ['http://mine.test/', 'http://mine.test//'])
    expect(resolveConnection({ url, credentials: file, as: 'rm' }, none).baseUrl).toBe('http://mine.test')
  expect(resolveConnection({ as: 'rm' }, { ...env, CAMBIST_URL: 'http://env.test/fx/' }).baseUrl).toBe(
    'http://env.test/fx',
  )
})

test('the errors of a missing file and of an unknown client state the remedy', () => {
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

describe('an invalid configuration file is named, with the way to correct it', () => {
  const write = (name: string, content: unknown) => {
    const at = path.join(directory, name)
    writeFileSync(at, typeof content === 'string' ? content : JSON.stringify(content))
    return at
  }
  test.each([
    ['no object', null],
    ['no profiles', {}],
    ['a list', []],
    ['profiles of another kind', { profiles: 'live' }],
    ['a profile without an address', { current: 'live', profiles: { live: { clientId: 'c', clientSecret: 's' } } }],
    ['a profile of another kind', { current: 'live', profiles: { live: 7 } }],
    ['half a file', '{"profiles": {'],
  ])('profiles: %s', (_name, content) => {
    const at = write('profiles-broken.json', content)
    const resolve = () => resolveConnection({ as: 'rm' }, { CAMBIST_CONFIG: at })
    expect(resolve).toThrow(UsageError)
    expect(resolve).toThrow(at)
  })

  test.each([
    ['no object', null],
    ['no clients', { baseUrl: 'http://localhost:9000' }],
    ['clients of another kind', { baseUrl: 'http://localhost:9000', clients: 'rm' }],
    ['no address', { clients: { rm } }],
    ['a client without a secret', { baseUrl: 'http://localhost:9000', clients: { rm: { clientId: 'cli_rm' } } }],
  ])('credentials: %s', (_name, content) => {
    const at = write('credentials-broken.json', content)
    const resolve = () => resolveConnection({ credentials: at, as: 'rm' }, none)
    expect(resolve).toThrow(UsageError)
    expect(resolve).toThrow(at)
  })

  test.each(['localhost:8080', 'fx.example.com', '', 'ftp://fx.example.com'])('the address %j', (url) => {
    const resolve = () => resolveConnection({ url, credentials: file, as: 'rm' }, none)
    expect(resolve).toThrow(UsageError)
    expect(resolve).toThrow(`"${url}" is not the address of a service. Write one that begins with http:// or https://`)
  })
})
