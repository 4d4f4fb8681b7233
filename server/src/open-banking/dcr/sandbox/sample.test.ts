import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts'
import { inTransaction } from '../../../kernel/db/db.ts'
import { provideSampleThirdParty } from './sample.ts'
import { findSoftwareKeys } from './software.ts'

const db = await testDatabase()
const dataDir = temporaryDirectory()
afterAll(() => rmSync(dataDir, { recursive: true }))

const folder = path.join(dataDir, 'third-party')
const read = () => JSON.parse(readFileSync(path.join(folder, 'third-party.json'), 'utf8')) as Record<string, string>
const provide = (issuer = 'https://localhost:8443') =>
  inTransaction(db, (tx) => {
    const addresses = { dataDir, issuer, baseUrl: 'http://localhost:8080', audience: 'CambistSandbox0001' }
    return provideSampleThirdParty(tx, addresses, new Date('2026-11-25T10:00:00.000Z'))
  })

test('a sandbox has a third party that its directory knows, readable by its owner only', async () => {
  await provide()
  const { softwareId, discovery } = read()
  expect(discovery).toBe('https://localhost:8443/.well-known/openid-configuration')
  expect(await findSoftwareKeys(db.reader, softwareId!)).toBeDefined()
  expect(statSync(path.join(folder, 'signing-key.pem')).mode & 0o777).toBe(0o600)
})

test('a later start keeps it; a reset of the sandbox and another address replace it', async () => {
  const first = read()['softwareId']
  await provide()
  expect(read()['softwareId']).toBe(first)
  await db.pool.query('truncate open_banking_directory_software')
  await provide()
  const second = read()['softwareId']
  expect(second).not.toBe(first)
  await provide('https://localhost:9443')
  expect(read()).toMatchObject({ issuer: 'https://localhost:9443' })
  expect(read()['softwareId']).not.toBe(second)
  expect(readdirSync(dataDir).filter((name) => name.startsWith('third-party'))).toEqual(['third-party'])
})
