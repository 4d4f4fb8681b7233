import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { describeEnvironment } from './environment.ts'

test('without any variable the sandbox listens on the loopback address only', () => {
  expect(readConfig({ BASE_URL: 'http://bank.test' })).toMatchObject({ pagesBaseUrl: 'http://bank.test' })
  expect(readConfig({ OPEN_BANKING_PAGES_PORT: '0' })).toMatchObject({ pagesBaseUrl: 'http://localhost:8080' })
  expect(readConfig({ BASE_URL: 'http://bank.test', OPEN_BANKING_PAGES_PORT: '9000' })).toMatchObject({
    pagesBaseUrl: 'https://bank.test:9000',
    pagesPort: 9000,
  })
  expect(() => readConfig({ NODE_ENV: 'production', OPEN_BANKING_PAGES_PORT: '9000' })).toThrow('sandbox only')
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    sandbox: true,
    baseUrl: 'http://127.0.0.1:8080',
  })
})

test('production has no sandbox, listens everywhere and logs requests', () => {
  const config = readConfig({ NODE_ENV: 'production' })
  expect(config).toMatchObject({ sandbox: false, host: '0.0.0.0', logLevel: 'info', baseUrl: 'http://localhost:8080' })
})

test('production with SANDBOX=true is a sandbox', () => {
  expect(readConfig({ NODE_ENV: 'production', SANDBOX: 'true' }).sandbox).toBe(true)
})

test('all invalid settings are reported together, with valid values', () => {
  const env = {
    PORT: '80800',
    DATABASE_URL: 'mysql://x',
    SANDBOX: 'maybe',
    LOG_LEVEL: 'loud',
    DATABASE_POOL_SIZE: 'many',
  }
  expect(() => readConfig(env)).toThrow(
    [
      'The environment is invalid:',
      '  PORT is "80800"; it must be a whole number from 0 to 65535.',
      '  DATABASE_URL is not valid; it must be like postgres://user:password@host:5432/database.',
      '  DATABASE_POOL_SIZE is "many"; it must be a whole number from 4 to 1000.',
      '  SANDBOX is "maybe"; it must be true or false.',
      '  LOG_LEVEL is "loud"; it must be one of fatal, error, warn, info, debug, trace, silent.',
    ].join('\n'),
  )
})

test.each([
  { DATABASE_URL: 'postgre://cambist:hunter2@db/cambist' },
  { DATABASE_URL: 'postgres://cambist:hunter2@h1:x/cambist' },
  { DATABASE_URL: 'postgres://cambist:hunter2@h1:5432,h2:99999/cambist' },
  { DATABASE_URL: 'postgres://cambist:hunter2@h1,h2/cambist?target_session_attrs=any' },
  { DATABASE_URL: 'postgres://cambist:hunter2@h1,h2,h3/cambist?port=1,2' },
  { DATABASE_URL: 'postgres://cambist:hunter2#x@h1,h2:y/cambist' },
  { SMTP_URL: 'http://cambist:hunter2@mail', SMTP_FROM: 'a@b.example' },
  { SMTP_URL: 'smtp://cambist:hunter2/x@mail:25', SMTP_FROM: 'a@b.example' },
  { SMTP_URL: 'smtp://cambist:hunter2@mail' },
  { SECRETS_KEY: 'hunter2' },
  { VOP_URL: 'ftp://cambist:hunter2@vop.example' },
  { BASE_URL: 'ftp://cambist:hunter2@fx.example' },
  { VOP_URL: 'ftp://cambist:hunter2/with/slashes@vop.example' },
  { VOP_URL: 'ftp://hunter2@vop.example' },
  { OPEN_BANKING_TLS_CERT: 'a.pem', OPEN_BANKING_TLS_KEY: '-----BEGIN PRIVATE KEY-----\nhunter2' },
  { OPEN_BANKING_DIRECTORY_JWKS: '-----BEGIN PRIVATE KEY-----\nhunter2' },
  { PORT: '-----BEGIN PRIVATE KEY-----\nhunter2' },
  { VOP_URL: 'https://cambist:hunter2@vop.example' },
  { ECB_RATES: 'https://cambist:hunter2@rates.example' },
  { VOP_TOKEN: 'hunter2\nhunter2' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://cambist:hunter2@collector.example/' },
])('an error of the configuration never shows a secret: %o', (env) => {
  let message = ''
  try {
    readConfig(env)
  } catch (error) {
    message = (error as Error).message
  }
  expect(message).toMatch(new RegExp(Object.keys(env).join('|')))
  expect(message).not.toContain('hunter2')
})

test.each([
  ['SECRETS_KEY', 'short', 'it must be 32 bytes in base64.'],
  ['OPEN_BANKING_ORGANISATION_ID', 'a-b', 'it must be 1 to 18 letters and digits.'],
  ['SCREENING_COUNTRIES', 'gb', 'it must be codes of two capital letters with commas between, such as IR,KP.'],
])('an error of %s describes its own form, not that of an address', (name, value, expected) => {
  expect(() => readConfig({ [name]: value })).toThrow(expected)
})

const PEM = '-----BEGIN CERTIFICATE-----\nMIIC\n-----END CERTIFICATE-----'
const FILE = ' contains PEM text; it must be the path of a'
test.each([
  ['OPEN_BANKING_DIRECTORY_JWKS', PEM, `${FILE} file or an https address without a user name.`],
  ['OPEN_BANKING_DIRECTORY_JWKS', 'http://directory.test/keys', 'an https address'],
  ['OPEN_BANKING_DIRECTORY_JWKS', 'https://', 'an https address'],
  ['OPEN_BANKING_DIRECTORY_STATUS', 'ftp://directory.test/list', 'an https address'],
  ['OPEN_BANKING_DIRECTORY_STATUS_CERT', PEM, `${FILE} PEM file.`],
  ['OPEN_BANKING_DIRECTORY_STATUS_CA', PEM, `${FILE} PEM file.`],
  ['OPEN_BANKING_CRL', PEM, ' contains PEM text; it must be paths of files or http addresses'],
  ['OPEN_BANKING_CRL', 'a.crl,ldap://directory.test/b', 'http addresses'],
  ['ECB_RATES', 'ftp://rates.test/daily.xml', 'an http or https address'],
  ['ECB_RATES', PEM, `${FILE} file`],
  ['OPEN_BANKING_TRUST_ANCHORS', ',', 'names with commas between'],
  ['BASE_URL', 'https://fx example', 'like https://host:port'],
  ['BASE_URL', 'https://fx.example:99999', 'like https://host:port'],
  ['BASE_URL', 'https://user@fx.example', 'without a user name'],
  ['OPEN_BANKING_BASE_URL', 'https://fx.example?x=1', 'like https://host:port'],
  ['VOP_URL', 'https://', 'like https://host:port/path'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://a b', 'like https://host:port'],
])('%s=%j would fail at its first use and is rejected at the start', (name, value, expected) => {
  expect(() => readConfig({ [name]: value })).toThrow(expected)
  expect(() => readConfig({ [name]: value })).toThrow(name)
})

test('files and addresses of other services are accepted in each valid form', () => {
  const env = {
    BASE_URL: 'https://fx.example:8443/api',
    OPEN_BANKING_BASE_URL: 'https://[::1]:8443',
    OPEN_BANKING_TRUST_ANCHORS: 'openbanking.org.uk, other.test',
    OPEN_BANKING_DIRECTORY_JWKS: 'https://directory.test/keys?x=a@b',
    OPEN_BANKING_CRL: './a b.crl, http://directory.test/b.crl',
    ECB_RATES: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
    VOP_URL: 'http://localhost:9000/verify/',
    VOP_TOKEN: 'eyJ.a-b_c~+/=',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
  }
  expect(readConfig(env)).toMatchObject({
    baseUrl: env.BASE_URL,
    openBankingBaseUrl: env.OPEN_BANKING_BASE_URL,
    openBanking: { directoryJwks: env.OPEN_BANKING_DIRECTORY_JWKS },
    ecbRates: env.ECB_RATES,
    vop: { url: env.VOP_URL },
  })
})

test.each([
  { VOP_TOKEN: 'eyJ.a-b_c\n' },
  { VOP_TOKEN: 'a key with spaces and é' },
  { VOP_URL: 'https://vop.example/verify payee\n' },
  { ECB_RATES: 'https://rates.example/daily.xml\n' },
  { ECB_RATES: '/srv/rates ' },
  { OPEN_BANKING_CRL: 'http://directory.test/list of today.crl' },
  { OPEN_BANKING_TRUST_ANCHORS: 'openbanking.org.uk,' },
  { OPEN_BANKING_TRUST_ANCHORS: 'openbanking.org.uk,,Other Anchor\n' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://user:password@collector.example:4318/otlp' },
])('a setting that the service can use does not prevent the start after an upgrade: %o', (env) => {
  expect(() => readConfig(env)).not.toThrow()
})

test("a bank's example file is indented with the text that it belongs to", () => {
  const checkBank = (directory: string) => {
    throw new Error(`${directory}/rail.json has errors:\n  /bic is needed\nAn example:\n{\n  "format": "pacs.008"\n}`)
  }
  expect(() => readConfig({ RAIL_DIR: '/bank', PORT: 'x' }, checkBank)).toThrow(
    `  RAIL_DIR: /bank/rail.json has errors:\n    /bic is needed\n  An example:\n  {\n    "format": "pacs.008"\n  }`,
  )
})

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 8080 })
  expect(readConfig({ DATABASE_URL: '' })).not.toHaveProperty('databaseUrl')
})

test.each([80, 120])('the help has two aligned columns in %i characters', (width) => {
  const lines = describeEnvironment(width).split('\n')
  const column = /^ {2}PORT +/m.exec(lines.join('\n'))![0].length
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(width)
  expect(lines.filter((line) => !/\S/.test(line[column] ?? '') || /\S/.test(line[column - 1] ?? ''))).toEqual([])
  expect(lines.map((line) => line.trim().replace(/ {2,}/, ' ')).join(' ')).toBe(
    describeEnvironment().replaceAll(/\s+/g, ' ').trim(),
  )
})

test('the help names each variable', () => {
  expect(describeEnvironment()).toMatch(/PORT +port of the main interface \(default 8080\)/)
})

test.each([
  [/TLS_CERT and OPEN_BANKING_TLS_KEY go together/, { OPEN_BANKING_TLS_CERT: 'a.pem' }],
  [/needs OPEN_BANKING_TRUSTED_PROXIES/, { OPEN_BANKING_CERTIFICATE_HEADER: 'X-Client-Cert' }],
  [/the other way round/, { OPEN_BANKING_TRUSTED_PROXIES: '10.0.0.1' }],
  [/has 0\.0\.0\.0\/0/, { OPEN_BANKING_CERTIFICATE_HEADER: 'X', OPEN_BANKING_TRUSTED_PROXIES: '0.0.0.0/0' }],
  [/has everywhere/, { OPEN_BANKING_CERTIFICATE_HEADER: 'X', OPEN_BANKING_TRUSTED_PROXIES: 'everywhere' }],
  [
    /needs OPEN_BANKING_DIRECTORY_JWKS/,
    { NODE_ENV: 'production', OPEN_BANKING_CLIENT_CA: 'ca.pem', OPEN_BANKING_ORGANISATION_ID: 'x' },
  ],
  [
    /needs OPEN_BANKING_TLS_CERT, or a proxy/,
    {
      NODE_ENV: 'production',
      OPEN_BANKING_CLIENT_CA: 'ca.pem',
      OPEN_BANKING_ORGANISATION_ID: 'x',
      OPEN_BANKING_DIRECTORY_JWKS: 'keys.json',
    },
  ],
])('an unsafe or incomplete configuration of open banking prevents the start: %s', (message, env) => {
  expect(() => readConfig(env)).toThrow(message)
})

test('trusted proxies are addresses or small ranges', () => {
  expect(readConfig({})).toMatchObject({ trustedProxies: [] })
  const given = { TRUSTED_PROXIES: '10.0.0.7, 10.0.1.0/24,fd00::7' }
  expect(readConfig(given)).toMatchObject({ trustedProxies: ['10.0.0.7', '10.0.1.0/24', 'fd00::7'] })
  for (const wide of ['10.0.0.0/8', 'proxy.example', '0.0.0.0/0'])
    expect(() => readConfig({ TRUSTED_PROXIES: `10.0.0.7,${wide}` })).toThrow(`TRUSTED_PROXIES has ${wide};`)
})

test('open banking is open in the sandbox, and in production where it is configured', () => {
  expect(readConfig({}).openBanking).toMatchObject({ organisationId: 'CambistSandbox0001', trustedProxies: [] })
  expect(readConfig({ OPEN_BANKING: 'false' })).not.toHaveProperty('openBanking')
  expect(readConfig({ NODE_ENV: 'production' })).not.toHaveProperty('openBanking')
  expect(readConfig({})).toMatchObject({
    pagesBaseUrl: 'https://localhost:8444',
    openBankingBaseUrl: 'https://localhost:8443',
  })
})

test('certificates are not checked unless lists or a responder are configured; without a valid answer they are rejected', () => {
  const revocationOf = (env: Record<string, string>) => {
    const { revocationLists, whenUnlisted, ocsp } = readConfig(env).openBanking!
    return { revocationLists, whenUnlisted, ocsp }
  }
  const none = { revocationLists: [], whenUnlisted: 'reject', ocsp: undefined }
  expect(revocationOf({})).toEqual(none)
  expect(revocationOf({ OPEN_BANKING_CRL: 'a.crl, b.crl', OPEN_BANKING_CRL_UNKNOWN: 'accept' })).toEqual({
    ...none,
    revocationLists: ['a.crl', 'b.crl'],
    whenUnlisted: 'accept',
  })
  expect(revocationOf({ OPEN_BANKING_OCSP: 'certificate' }).ocsp).toEqual({ whenSilent: 'reject' })
  const address = 'http://ocsp.test/status'
  expect(revocationOf({ OPEN_BANKING_OCSP: address, OPEN_BANKING_OCSP_UNKNOWN: 'accept' }).ocsp).toEqual({
    whenSilent: 'accept',
    address,
  })
  for (const invalid of ['yes', 'ldap://ocsp.test', 'http://'])
    expect(() => readConfig({ OPEN_BANKING_OCSP: invalid })).toThrow('OPEN_BANKING_OCSP')
})

test("the directory's statuses are read from a file or an https address, with what its server asks for", () => {
  const statusOf = (env: Record<string, string>) =>
    readConfig(
      Object.fromEntries(Object.entries(env).map(([name, value]) => [`OPEN_BANKING_DIRECTORY_STATUS${name}`, value])),
    ).openBanking!.directoryStatus
  expect(statusOf({})).toBeUndefined()
  expect(statusOf({ '': 'list.json' })).toEqual({ whenUnknown: 'reject', source: { list: 'list.json' } })
  const list = 'https://directory.test/scim/v2/OBThirdPartyProviders?count=50'
  const files = { _CERT: 'a.pem', _KEY: 'a-key.pem', _CA: 'ca.pem', _TOKEN: 'token' }
  expect(statusOf({ '': list, _UNKNOWN: 'accept', ...files })).toEqual({
    whenUnknown: 'accept',
    source: { list, certificate: { file: 'a.pem', key: 'a-key.pem' }, authorities: 'ca.pem', token: 'token' },
  })
  for (const invalid of ['http://directory.test/list', 'https://user:secret@directory.test/list', 'https:///list'])
    expect(() => statusOf({ '': invalid })).toThrow('the path of a file or an https address without a user name')
  expect(() => statusOf({ '': list, _CERT: 'a.pem' })).toThrow('go together')
  expect(() => statusOf({ '': 'list.json', _TOKEN: 'token' })).toThrow('need an https address')
  expect(() => statusOf({ '': list, _CERT: 'a.pem', _KEY: '-----BEGIN PRIVATE KEY-----' })).toThrow('contains PEM text')
})

test('all wrong settings are reported together, also those that are checked after the others', () => {
  const env = {
    PORT: '80800',
    SMTP_URL: 'http://mail',
    SMTP_FROM: 'a@b.example',
    TRUSTED_PROXIES: 'foo,bar',
    CORS_ORIGINS: '*',
    DEPRECATIONS: 'x',
    OPEN_BANKING_TLS_CERT: 'a.pem',
    OPEN_BANKING_CERTIFICATE_HEADER: 'X-Client-Cert',
    OPEN_BANKING_DIRECTORY_STATUS_KEY: 'key.pem',
    INSTITUTION_FILE: '/nonexist',
    RAIL_DIR: '/nonexist',
  }
  const checkBank = (directory: string) => {
    throw new Error(`${directory}/rail.json cannot be read.`)
  }
  let message = ''
  try {
    readConfig(env, checkBank)
  } catch (error) {
    message = (error as Error).message
  }
  const found = message.split('\n').map((line) => line.trim().split(/[ :]/)[0])
  expect(found).toEqual([
    'The',
    'PORT',
    'SMTP_URL',
    'OPEN_BANKING_TLS_CERT',
    'OPEN_BANKING_CERTIFICATE_HEADER',
    'OPEN_BANKING_DIRECTORY_STATUS_CERT',
    'TRUSTED_PROXIES',
    'CORS_ORIGINS',
    'DEPRECATIONS',
    'INSTITUTION_FILE',
    'RAIL_DIR',
  ])
  expect(message).toContain('TRUSTED_PROXIES has foo, bar;')
})

test.each([
  ['OPEN_BANKING_OCSP', 'on', 'certificate, or the http address'],
  ['SCREENING_COUNTRIES', 'gb', 'codes of two capital letters with commas between, such as IR,KP'],
  ['OPEN_BANKING_ORGANISATION_ID', 'a-b', '1 to 18 letters and digits'],
])('an error of %s names every valid form in words', (name, value, expected) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} is "${value}"; it must be ${expected}`)
})

test('no error about a valid form shows a regular expression', () => {
  const wrong = ['-', '!', 'x@y z', ' x']
  for (const name of [...describeEnvironment().matchAll(/^ {2}([A-Z_]+)/gm)].map(([, found]) => found!))
    for (const value of wrong) {
      try {
        readConfig({ [name]: value, OPEN_BANKING: 'false' })
      } catch (error) {
        expect((error as Error).message).not.toContain('text of the form')
      }
    }
})
