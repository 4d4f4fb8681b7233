import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts'
import { readConfig } from '../../settings/config.ts'
import { makeAuthority, newPrivateKey } from '../../open-banking/dcr/sandbox/certificates.ts'
import { settingFileErrors } from './setting-files.ts'

const folder = temporaryDirectory()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string, text: string) => {
  writeFileSync(path.join(folder, name), text)
  return path.join(folder, name)
}
const made = await makeAuthority('CN=Test', new Date('2026-01-01T00:00:00Z'))
const cert = file('cert.pem', made.certificate)
const key = file('key.pem', made.privateKey)
const other = file('other.pem', newPrivateKey())
const text = file('text.pem', 'hunter2')
const missing = path.join(folder, 'missing')

const keys = file('keys.json', '{ "keys": [{ "kty": "RSA", "e": "AQAB", "n": "n" }] }')
const token = file('token', 'secret\n')
const DIRECTORY = { OPEN_BANKING_DIRECTORY_STATUS: 'https://directory.test/scim/v2/OBThirdPartyProviders' }
const companions = (certificate: string, ofIt: string, authorities: string, bearer: string) => ({
  OPEN_BANKING_DIRECTORY_STATUS_CERT: certificate,
  OPEN_BANKING_DIRECTORY_STATUS_KEY: ofIt,
  OPEN_BANKING_DIRECTORY_STATUS_CA: authorities,
  OPEN_BANKING_DIRECTORY_STATUS_TOKEN: bearer,
})

const errorsOf = (env: Record<string, string>) => settingFileErrors(readConfig(env))

test('files that are in order are no obstacle', () => {
  const files = { OPEN_BANKING_TLS_CERT: cert, OPEN_BANKING_TLS_KEY: key, OPEN_BANKING_CLIENT_CA: cert }
  expect(errorsOf(files)).toEqual([])
  expect(errorsOf({ ...DIRECTORY, ...companions(cert, key, cert, token) })).toEqual([])
  expect(errorsOf({ OPEN_BANKING_DIRECTORY_STATUS: missing })).toEqual([])
  expect(errorsOf({ OPEN_BANKING_DIRECTORY_JWKS: keys })).toEqual([])
  expect(errorsOf({ OPEN_BANKING_DIRECTORY_JWKS: 'https://directory.test/keys' })).toEqual([])
  expect(errorsOf({})).toEqual([])
})

test('all files that cannot be read are reported together, each with its setting', () => {
  expect(
    errorsOf({
      OPEN_BANKING_TLS_CERT: missing,
      OPEN_BANKING_TLS_KEY: folder,
      OPEN_BANKING_CLIENT_CA: missing,
      OPEN_BANKING_DIRECTORY_JWKS: missing,
      UK_MODULUS_DIR: missing,
      DATABASE_URL: `postgres://u:p@h1,h2/db?sslmode=verify-full&sslrootcert=${missing}&sslcert=${cert}&sslkey=${folder}`,
      ...DIRECTORY,
      ...companions(missing, folder, missing, missing),
    }),
  ).toEqual([
    `sslrootcert of DATABASE_URL is ${missing}, which cannot be read (ENOENT).`,
    `sslkey of DATABASE_URL is ${folder}, which cannot be read (EISDIR).`,
    `OPEN_BANKING_TLS_CERT is ${missing}, which cannot be read (ENOENT).`,
    'OPEN_BANKING_TLS_KEY must be the path of a file that the service can read (EISDIR)',
    `OPEN_BANKING_CLIENT_CA is ${missing}, which cannot be read (ENOENT).`,
    `OPEN_BANKING_DIRECTORY_JWKS is ${missing}, which cannot be read (ENOENT).`,
    `OPEN_BANKING_DIRECTORY_STATUS_CERT is ${missing}, which cannot be read (ENOENT).`,
    'OPEN_BANKING_DIRECTORY_STATUS_KEY must be the path of a file that the service can read (EISDIR)',
    `OPEN_BANKING_DIRECTORY_STATUS_CA is ${missing}, which cannot be read (ENOENT).`,
    'OPEN_BANKING_DIRECTORY_STATUS_TOKEN must be the path of a file that the service can read (ENOENT)',
    expect.stringMatching(/^UK_MODULUS_DIR: ENOENT.*valacdos\.txt/),
  ])
})

test.each([
  [{ OPEN_BANKING_TLS_CERT: text, OPEN_BANKING_TLS_KEY: key }, 'OPEN_BANKING_TLS_CERT'],
  [{ OPEN_BANKING_TLS_CERT: cert, OPEN_BANKING_TLS_KEY: text }, 'OPEN_BANKING_TLS_CERT and OPEN_BANKING_TLS_KEY'],
  [{ OPEN_BANKING_TLS_CERT: cert, OPEN_BANKING_TLS_KEY: other }, 'OPEN_BANKING_TLS_CERT and OPEN_BANKING_TLS_KEY'],
  [{ OPEN_BANKING_CLIENT_CA: text }, 'OPEN_BANKING_CLIENT_CA'],
  [{ OPEN_BANKING_CLIENT_CA: key }, 'OPEN_BANKING_CLIENT_CA'],
  [{ OPEN_BANKING_DIRECTORY_JWKS: text }, 'OPEN_BANKING_DIRECTORY_JWKS'],
  [{ OPEN_BANKING_DIRECTORY_JWKS: cert }, 'is not a JSON Web Key Set'],
  [{ OPEN_BANKING_DIRECTORY_JWKS: file('none.json', '{ "keys": [] }') }, 'is not a JSON Web Key Set'],
  [{ OPEN_BANKING_DIRECTORY_JWKS: file('private.json', '{ "keys": [{ "kty": "RSA", "d": "hunter2" }] }') }, 'public'],
  [{ ...DIRECTORY, ...companions(cert, other, cert, token) }, 'OPEN_BANKING_DIRECTORY_STATUS_CERT and OPEN_BANKING_'],
  [{ ...DIRECTORY, ...companions(cert, key, text, token) }, 'OPEN_BANKING_DIRECTORY_STATUS_CA'],
  [{ ...DIRECTORY, ...companions(cert, key, cert, file('empty', '\n')) }, 'OPEN_BANKING_DIRECTORY_STATUS_TOKEN'],
  [{ ...DIRECTORY, ...companions(cert, key, cert, key) }, 'OPEN_BANKING_DIRECTORY_STATUS_TOKEN'],
])('a file with the wrong content is named before the database is created: %o', (env, setting) => {
  const [error, ...others] = errorsOf(env)
  expect(error).toContain(setting)
  expect(error).not.toContain('hunter2')
  expect(error).not.toContain(readFileSync(key, 'utf8').split('\n')[1])
  expect(others).toEqual([])
})
