import { execFile } from 'node:child_process'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { freePort } from '../support/free-port.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const directory = temporaryDirectory()
afterAll(() => rmSync(directory, { recursive: true }))

const script = path.join(serverDirectory, 'test', 'conformance', 'conformance.ts')
const run = (...words: string[]) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', script, ...words], {
    cwd: path.join(serverDirectory, '..'),
  })

const isServed = (url: string) =>
  fetch(url).then(
    () => true,
    (error: Error & { cause?: { code?: string } }) => error.cause?.code !== 'ECONNREFUSED',
  )

describe('npm run conformance', () => {
  test('writes files with registered clients and matching keys, and leaves no sandbox behind', async () => {
    const folder = path.join(directory, 'files')
    const port = await freePort()
    const { stdout } = await run('--folder', folder, '--port', `${port}`, '--once', '--no-tests')
    expect(stdout.trim().split('\n').at(-1)).toBe('The sandbox has ended.')
    expect(existsSync(path.join(folder, 'sandbox', 'postgres', 'data', 'PG_VERSION'))).toBe(true) // deleted with the folder
    // oxlint-disable-next-line typescript/no-explicit-any -- files of several forms
    const read = (name: string) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as any
    const matches = (certificate: string, key: string) =>
      new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))

    const functional = read('functional-v4.0-config.json')
    const issuer = `https://localhost:${port}`
    expect(functional).toMatchObject({ issuer, token_endpoint: `${issuer}/token`, response_type: 'code id_token' })
    expect(functional.authorization_endpoint).toMatch(/^https:/)
    expect(matches(functional.signing_public, functional.signing_private)).toBe(true)
    expect(matches(functional.transport_public, functional.transport_private)).toBe(true)
    expect(functional.resource_ids.account_ids[0].account_id).toMatch(/^acc_/)
    expect(functional.resource_ids.statement_ids[0].statement_id).toMatch(/^\w+/)
    for (const version of ['3.1', '4.0']) {
      const basesOf = (name: string): string[] =>
        read(`functional-v${version}-${name}.json`).discoveryModel.discoveryItems.map(
          (item: { resourceBaseUri: string }) => item.resourceBaseUri,
        )
      const [accounts, payments] = ['aisp', 'pisp'].map((base) => `${issuer}/open-banking/v${version}/${base}`)
      expect(basesOf('discovery')).toEqual([accounts, payments])
      expect([basesOf('accounts-discovery'), basesOf('payments-discovery')]).toEqual([[accounts], [payments]])
    }

    const registration = read('registration-config.json')
    expect(registration.ssa.split('.')).toHaveLength(3)
    expect(matches(registration.transport_cert, registration.transport_key)).toBe(true)

    for (const name of ['private-key-jwt', 'mtls']) {
      const { client, client2, mtls, mtls2, resource, override } = read(`fapi-${name}-config.json`)
      // Without our page's picture the suite waits for it and the module does not end.
      const pictured = Object.entries(override as Record<string, { browser?: object }>).flatMap(
        ([module, { browser }]) => (browser ? [module] : []),
      )
      expect(pictured).toContain('fapi1-advanced-final-ensure-redirect-uri-in-authorization-request')
      const [refused] = Object.values(override) as { client: { client_id: string } }[]
      expect([client.client_id, client2.client_id]).not.toContain(refused!.client.client_id)
      expect(resource.resourceUrlAccountRequests).toBe(`${issuer}/open-banking/v3.1/aisp/`)
      expect(new Set([client.client_id, client2.client_id, functional.client_id]).size).toBe(3)
      expect(matches(mtls.cert, mtls.key) && matches(mtls2.cert, mtls2.key)).toBe(true)
      expect(client.jwks.keys[0]).toMatchObject({ kty: 'RSA', alg: 'PS256', d: expect.any(String) })
    }
    expect(await isServed(issuer)).toBe(false)
    expect(await isServed(functional.authorization_endpoint)).toBe(false)
  }, 480_000)

  test('keeps files of an earlier run, and starts nothing', async () => {
    const folder = path.join(directory, 'used')
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'kept.json'), '{}')
    await expect(run('--folder', folder)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: `Failed: ${folder} is not empty. Name a new or empty folder.\n`,
    })
    expect(readFileSync(path.join(folder, 'kept.json'), 'utf8')).toBe('{}')
  })
})
