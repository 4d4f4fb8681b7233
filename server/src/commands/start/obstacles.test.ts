import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../../test/support/free-port.ts'
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts'
import { makeAuthority } from '../../open-banking/dcr/sandbox/certificates.ts'
import { readStartConfig } from './obstacles.ts'

const folder = temporaryDirectory()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string, text: string) => {
  writeFileSync(path.join(folder, name), text)
  return path.join(folder, name)
}
const missing = path.join(folder, 'missing')
const { certificate, privateKey } = await makeAuthority('CN=Test', new Date('2026-01-01T00:00:00Z'))

const port = await freePort()
const taken = createServer().listen(port, '127.0.0.1')
await once(taken, 'listening')
afterAll(() => new Promise((resolve) => taken.close(resolve)))

/** Lists the lines that a start with these settings reports, without the heading of several. */
async function linesOf(env: Record<string, string>): Promise<string[]> {
  const error = await readStartConfig({ OPEN_BANKING_PORT: '0', OPEN_BANKING_PAGES_PORT: '0', PORT: '0', ...env }).then(
    () => undefined,
    (reason: Error) => reason,
  )
  const lines = error?.message.split('\n') ?? []
  return lines.length > 1 ? lines.slice(1).map((line) => line.trim()) : lines
}

test('invalid values, ports in use, and files and folders that cannot be used are one message', async () => {
  const data = path.join(file('file', ''), 'below')
  const env = {
    PORT: `${port}`,
    SCREENING_THRESHOLD: 'high',
    SMTP_URL: 'smtp://mail.example',
    OPEN_BANKING_TLS_CERT: missing,
    OPEN_BANKING_TLS_KEY: file('key.pem', privateKey),
    UK_MODULUS_DIR: missing,
    DATA_DIR: data,
  }
  expect(await linesOf(env)).toEqual([
    'SCREENING_THRESHOLD is "high"; it must be a whole number from 50 to 100.',
    'SMTP_URL and SMTP_FROM go together.',
    expect.stringMatching(new RegExp(`^Port ${port} is in use\\. Choose another: PORT=\\d+ npm start$`)),
    `OPEN_BANKING_TLS_CERT is ${missing}, which cannot be read (ENOENT).`,
    expect.stringMatching(/^UK_MODULUS_DIR: ENOENT/),
    `DATA_DIR is ${data}, which is below a file. Choose another directory.`,
  ])
})

test('a setting that is invalid by itself is reported once', async () => {
  const lines = await linesOf({ METRICS_PORT: '0', UK_MODULUS_DIR: missing, OPEN_BANKING_PORT: 'x', PORT: `${port}` })
  expect(lines.map((line) => line.split(/[ :]/)[0])).toEqual([
    'OPEN_BANKING_PORT',
    'METRICS_PORT',
    'Port',
    'UK_MODULUS_DIR',
  ])
})

test('a database that is elsewhere needs no folder, even if its address is invalid', async () => {
  const env = { SANDBOX: 'false', OPEN_BANKING: 'false', DATA_DIR: file('text', ''), SECRETS_KEY: 'A'.repeat(43) }
  const lines = await linesOf({ ...env, DATABASE_URL: 'mysql://db' })
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['The', 'DATABASE_URL'].slice(-lines.length))
})

test('a file without its companion is read too', async () => {
  const alone = { OPEN_BANKING_TLS_KEY: missing, UK_MODULUS_DIR: missing }
  expect((await linesOf(alone)).slice(0, 2)).toEqual([
    'OPEN_BANKING_TLS_CERT and OPEN_BANKING_TLS_KEY go together.',
    'OPEN_BANKING_TLS_KEY must be the path of a file that the service can read (ENOENT)',
  ])
  expect((await linesOf({ OPEN_BANKING_TLS_CERT: certificate, OPEN_BANKING_TLS_KEY: folder })).join()).toContain(
    'EISDIR',
  )
})

test('a key in place of its path is reported without the key', async () => {
  const env = { OPEN_BANKING_TLS_CERT: certificate, OPEN_BANKING_TLS_KEY: privateKey, PORT: `${port}` }
  const text = (await linesOf(env)).join('\n')
  expect(text).toContain('OPEN_BANKING_TLS_KEY contains PEM text')
  expect(text).toContain(`Port ${port} is in use`)
  for (const secret of [certificate, privateKey]) expect(text).not.toContain(secret.split('\n')[1])
})

test('open banking outside the sandbox lacks settings, and its file cannot be read', async () => {
  const lines = await linesOf({
    SANDBOX: 'false',
    DATABASE_URL: 'postgres://db/cambist',
    OPEN_BANKING_CLIENT_CA: missing,
  })
  expect(lines.at(-1)).toBe(`OPEN_BANKING_CLIENT_CA is ${missing}, which cannot be read (ENOENT).`)
  expect(lines.length).toBeGreaterThan(2)
})
