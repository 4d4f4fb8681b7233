import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { directoryList, openDirectory } from '../../../../test/support/directory-list.ts'
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts'
import { issueCertificate, makeAuthority } from '../sandbox/certificates.ts'
import { readDirectory } from './source.ts'

const now = new Date()
const folder = temporaryDirectory()
const fileOf = (name: string, content: string) => {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  return file
}
const authority = await makeAuthority('CN=Directory CA, O=Directory', now)
const issue = (purpose: 'server' | 'transport') =>
  issueCertificate(authority, { subject: 'CN=localhost', purpose, hosts: ['localhost'] }, now)
const [server, client] = await Promise.all([issue('server'), issue('transport')])
const parties = Array.from({ length: 5 }, (_, i) => ({
  organisationId: `org-${i}`,
  status: i === 4 ? 'Revoked' : 'Active',
}))
const { directory, address, close } = await openDirectory(
  {
    cert: server.certificate,
    key: server.privateKey,
    ca: authority.certificate,
    requestCert: true,
    rejectUnauthorized: true,
  },
  parties,
)
afterAll(close)
afterEach(() => {
  directory.answers = undefined
  directory.asked.length = 0
})

const source = {
  list: `${address}?count=2`,
  authorities: fileOf('ca.pem', authority.certificate),
  certificate: { file: fileOf('client.pem', client.certificate), key: fileOf('client-key.pem', client.privateKey) },
  token: fileOf('token', 'secret-1\n'),
}
const STATUSES = parties.map(({ organisationId: directoryId, status }) => ({
  kind: 'Organisation',
  directoryId,
  status,
}))

test('all pages are read, over our certificate and with the token that the file holds now', async () => {
  expect(await readDirectory(source)).toEqual(STATUSES)
  fileOf('token', 'secret-2\n')
  await readDirectory(source)
  const path = '/scim/v2/OBThirdPartyProviders?count=2'
  expect(directory.asked).toEqual(
    ['secret-1', 'secret-2'].flatMap((token) =>
      ['', '&startIndex=3', '&startIndex=5'].map((page) => `${path}${page} Bearer ${token}`),
    ),
  )
})

test('a directory that asks for a certificate, or that another authority certifies, is not read without it', async () => {
  const { list, authorities, certificate } = source
  await expect(readDirectory({ list, authorities })).rejects.toThrow()
  await expect(readDirectory({ list, certificate })).rejects.toThrow(/certificate/)
  expect(directory.asked).toEqual([])
})

const page = (start: number, total: number) =>
  JSON.stringify(directoryList(parties.slice(start - 1, start + 1), total, start))

test.each([
  ['an error', () => ({ status: 500, body: page(1, 5) }), 'it answered 500'],
  ['a redirect', () => ({ status: 302, body: '' }), 'it answered 302'],
  [
    'a list that changes meanwhile',
    (start: number) => ({ body: page(start, start === 1 ? 5 : 6) }),
    'it changed while it was read',
  ],
  ['more than it counts', (start: number) => ({ body: page(start, 3) }), 'it holds more than its 3 third parties'],
  ['an empty page', (start: number) => ({ body: page(start, 7) }), 'it is not a list of third parties'],
  ['a page without an end', () => ({ body: ' '.repeat(4 * 1024 * 1024 + 1) }), 'a page is larger than 4194304 bytes'],
] as const)('%s is no list', async (_name, answers, reason) => {
  directory.answers = (_request, start) => answers(start)
  await expect(readDirectory(source)).rejects.toThrow(reason)
})

test('a file holds the whole list', async () => {
  const whole = fileOf('list.json', JSON.stringify(directoryList(parties)))
  expect(await readDirectory({ list: whole })).toEqual(STATUSES)
  const part = fileOf('part.json', JSON.stringify(directoryList(parties.slice(0, 2), 5)))
  await expect(readDirectory({ list: part })).rejects.toThrow('it holds 2 of 5 third parties')
  await expect(readDirectory({ list: path.join(folder, 'none.json') })).rejects.toThrow('ENOENT')
  const huge = fileOf('huge.json', ' '.repeat(4 * 1024 * 1024 + 1))
  await expect(readDirectory({ list: huge })).rejects.toThrow('it is larger than 4194304 bytes')
})

test('a third party that is listed twice is rejected if one of the two rejects it', async () => {
  const twice = ['Active', 'Withdrawn', 'Active'].map((status) => ({ organisationId: 'org', status }))
  const file = fileOf('twice.json', JSON.stringify(directoryList(twice)))
  expect(await readDirectory({ list: file })).toEqual([
    { kind: 'Organisation', directoryId: 'org', status: 'Withdrawn' },
  ])
})

test('a token pasted in place of its path is not printed with the failure', async () => {
  const token = 'eyJhbGciOiJQUzI1NiJ9.c2VjcmV0.c2lnbmF0dXJl'
  const failure = await readDirectory({ list: 'https://directory.example/list', token }).catch(String)
  expect(failure).toMatch(/OPEN_BANKING_DIRECTORY_STATUS_TOKEN must be the path of a file/)
  expect(failure).not.toContain(token)
})
