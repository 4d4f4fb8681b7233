import { describe, expect, test } from 'vitest'
import { HARTWICK, institutionFile } from '../../test/support/institution.ts'
import { readConfig } from '../settings/config.ts'
import { screeningWarnings, startWarnings } from './start-warnings.ts'

const warned = (config: Partial<Parameters<typeof startWarnings>[0]>, isProduction = true, hasBaseUrl = true) =>
  startWarnings(
    {
      host: '0.0.0.0',
      baseUrl: 'https://fx.example',
      sandbox: false,
      institution: { missing: [], invented: [] },
      ...config,
    },
    { isProduction, hasBaseUrl, hasInstitutionFile: true },
  )

test('a production behind a proxy with TLS starts without a warning', () => {
  expect(warned({})).toEqual([])
})

test.each([
  ['plain HTTP on all addresses', { baseUrl: 'http://fx.example' }, /plain HTTP/],
  ['the sandbox', { sandbox: true }, /SANDBOX is true in production/],
  ['a sandbox that others reach', { sandbox: true, host: '10.0.0.7' }, /listens on 10\.0\.0\.7/],
])('%s causes a warning', (_what, config, text) => {
  expect(warned(config).join('\n')).toMatch(text)
})

test('a production without BASE_URL causes a warning', () => {
  expect(warned({ baseUrl: 'http://localhost:8080' }, true, false).join('\n')).toMatch(/BASE_URL is missing/)
})

test('a production without screening lists causes a warning', () => {
  expect(screeningWarnings({ sandbox: false }, 0).join()).toMatch(/No sanctions list is loaded/)
  expect([screeningWarnings({ sandbox: false }, 1), screeningWarnings({ sandbox: true }, 0)]).toEqual([[], []])
})

test('a sandbox on this machine starts without a warning', () => {
  expect(warned({ sandbox: true, host: '127.0.0.1', baseUrl: 'http://127.0.0.1:8080' }, false, false)).toEqual([])
})

describe('an incomplete identity of the institution is named', () => {
  const { lei: _lei, branches: _branches, ...incomplete } = HARTWICK
  const atStart = (env: Record<string, string>) => {
    const { host, baseUrl, sandbox, institution } = readConfig({ HOST: '127.0.0.1', OPEN_BANKING: 'false', ...env })
    const hasInstitutionFile = env['INSTITUTION_FILE'] !== undefined
    const found = { isProduction: false, hasBaseUrl: true, hasInstitutionFile }
    return startWarnings({ host, baseUrl, sandbox, institution }, found)
  }

  test('in development without the sandbox, with and without a file', () => {
    expect(atStart({ SANDBOX: 'false' })).toEqual([
      'Accounts cannot be opened until the institution is configured. Set INSTITUTION_FILE to a file with: legalName, address, lei, licence, safeguarding, contact, branches.',
    ])
    expect(atStart({ SANDBOX: 'false', INSTITUTION_FILE: institutionFile(incomplete) })).toEqual([
      'Accounts cannot be opened until the institution is configured. Add to the file that INSTITUTION_FILE names: lei, branches.',
    ])
  })

  test('in a sandbox whose file lacks what production needs', () => {
    expect(atStart({ SANDBOX: 'true', INSTITUTION_FILE: institutionFile(incomplete) })).toEqual([
      'INSTITUTION_FILE lacks lei, branches. The sandbox uses invented values; production opens no account without them.',
    ])
    expect(atStart({ SANDBOX: 'true', INSTITUTION_FILE: institutionFile(HARTWICK) })).toEqual([])
  })
})
