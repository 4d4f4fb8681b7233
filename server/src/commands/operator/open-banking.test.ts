import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenEntity } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts'
import { systemClock } from '../../kernel/values/clock.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { writeCredentials } from '../../sim/seed/credentials.ts'
import { operatorCommand } from '../operator.ts'
import { testInstitution } from '../../../test/support/accounts.ts'

const db = await testDatabase()
const dataDir = temporaryDirectory()
const folder = path.join(dataDir, 'third-party')
const before = { ...process.env }
beforeAll(() => {
  Object.assign(process.env, { DATA_DIR: dataDir, SANDBOX: 'true' })
  delete process.env['BASE_URL'] // the test runner has one of its own
})
afterAll(() => {
  process.env = before
  rmSync(dataDir, { recursive: true })
})

async function run(...words: string[]) {
  let printed = ''
  const command = operatorCommand(
    async () => ({ db, clock: systemClock, institution: testInstitution, close: async () => {} }),
    (text) => (printed += text),
  )
  for (const each of [command, ...command.commands]) each.exitOverride().configureOutput({ writeErr: () => {} })
  await command.parseAsync([...words, '--json'], { from: 'user' })
  return JSON.parse(printed)
}
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')

test('a third party of the sandbox is made in one folder, complete and for its owner’s eyes', async () => {
  const made = await run(
    'create-third-party',
    '--folder',
    folder,
    '--name',
    'Ledgerly',
    '--redirect-uri',
    'https://l.example/cb',
  )
  const ca = new X509Certificate(read('ca.pem'))
  for (const name of ['transport', 'signing']) {
    const certificate = new X509Certificate(read(`${name}.pem`))
    expect(certificate.verify(ca.publicKey)).toBe(true)
    expect(certificate.checkPrivateKey(createPrivateKey(read(`${name}-key.pem`)))).toBe(true)
    expect(certificate.subject).toContain(`CN=${made.softwareId}`)
  }
  expect(decodeJwt(read('software-statement.jwt'))).toMatchObject({
    software_id: made.softwareId,
    org_id: made.organisationId,
    software_redirect_uris: ['https://l.example/cb'],
    software_roles: ['AISP', 'PISP'],
  })
  expect(JSON.parse(read('third-party.json'))).toMatchObject({
    issuer: 'https://localhost:8443',
    registrationEndpoint: 'https://localhost:8443/register',
    audience: 'CambistSandbox0001',
    signingKeyId: made.signingKeyId,
  })
  for (const file of made.files) expect(statSync(path.join(folder, file)).mode & 0o777).toBe(0o600)
})

test('its addresses are those at which the sandbox of DATA_DIR runs', async () => {
  const client = { clientId: 'cli_1', clientSecret: 's'.repeat(32), entityId: 'ent_1' }
  const pair = { rm: client, abs: client }
  const addresses = { baseUrl: 'http://localhost:18080', openBankingBaseUrl: 'https://localhost:18443' }
  writeCredentials(dataDir, { ...addresses, clients: pair, approvers: pair, psus: [] })
  const there = path.join(dataDir, 'elsewhere')
  await run('create-third-party', '--folder', there)
  const statement = decodeJwt(readFileSync(path.join(there, 'software-statement.jwt'), 'utf8'))
  expect(statement['software_jwks_endpoint']).toMatch(/^http:\/\/localhost:18080\/open-banking\/sandbox-directory\//)
  expect(JSON.parse(readFileSync(path.join(there, 'third-party.json'), 'utf8'))).toMatchObject({
    issuer: 'https://localhost:18443',
  })
  rmSync(path.join(dataDir, 'sandbox-credentials.json'))
})

test('keys in a folder are never overwritten', async () => {
  const key = read('signing-key.pem')
  await expect(run('create-third-party', '--folder', folder)).rejects.toThrow(/not empty/)
  expect(read('signing-key.pem')).toBe(key)
})

test('an unknown role, and production, are refused', async () => {
  const elsewhere = path.join(dataDir, 'other')
  await expect(run('create-third-party', '--folder', elsewhere, '--role', 'CBPII')).rejects.toThrow(
    /--role: "CBPII" is not a role. Use AISP, PISP or both/,
  )
  process.env['SANDBOX'] = 'false'
  await expect(run('create-third-party', '--folder', elsewhere)).rejects.toThrow(/not configured/)
  process.env['SANDBOX'] = 'true'
})

test('our signing key is rotated, and the one before is kept as retired', async () => {
  const { keyId } = await run('rotate-open-banking-key')
  const next = await run('rotate-open-banking-key')
  const { rows } = await db.pool.query(
    'select kid, retired_at is null as current from open_banking_signing_keys order by created_at',
  )
  expect(rows).toEqual([
    { kid: keyId, current: false },
    { kid: next.keyId, current: true },
  ])
  const given = ['--certificate', path.join(folder, 'signing.pem'), '--key', path.join(folder, 'transport-key.pem')]
  await expect(run('rotate-open-banking-key', ...given)).rejects.toThrow(/not one of this/)
  await expect(run('rotate-open-banking-key', '--certificate', path.join(folder, 'signing.pem'))).rejects.toThrow(
    /go together/,
  )
})

test('a person is created, blocked, reset and unlocked', async () => {
  const entity = formatId('ent', await givenEntity(db, 'RM'))
  const made = await run('create-user', '--entity', entity, '--username', 'jo.example')
  expect(made).toMatchObject({
    userId: expect.stringMatching(/^usr_/),
    totpAddress: expect.stringMatching(/^otpauth:/),
  })
  const named = ['--entity', entity, '--user', made.userId]
  expect(await run('set-user', ...named, '--status', 'Blocked')).toMatchObject({ status: 'Blocked' })
  expect((await run('reset-user', ...named)).password).not.toBe(made.password)
  expect(await run('unlock-user', '--username', 'jo.example')).toMatchObject({ locked: false })
  expect(await run('list-users', '--entity', entity)).toEqual([
    { userId: made.userId, username: 'jo.example', status: 'Blocked' },
  ])
  await expect(run('set-user', '--entity', entity, '--user', 'x', '--status', 'Active')).rejects.toThrow(/id of a user/)
})
