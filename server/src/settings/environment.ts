import { type Static, Type } from 'typebox'
import { Errors } from 'typebox/value'
import { DATABASE_VARIABLES } from './database.ts'
import { DIRECTORY_VARIABLES } from './directory.ts'
import { INSTITUTION_VARIABLES } from './institution.ts'
import { wrap } from '../kernel/text/wrap.ts'
import { MAX_CELL } from '../kernel/values/ids.ts'
import { LISTENER_VARIABLES, listOf } from './listeners.ts'
import { REVOCATION_VARIABLES } from './revocation.ts'
import { SANDBOX_VARIABLES } from './sandbox.ts'
import { baseAddress, bearerToken, fileOrAddress, pemFile, serviceAddress } from './types.ts'
import { describeErrors, type Property } from './errors.ts'
import { WEBHOOK_VARIABLES } from './webhooks.ts'

/** Environment variables with type, default and purpose. */
const Environment = Type.Object({
  PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 8080, description: 'port of the main interface' }),
  HOST: Type.String({ description: 'address to listen on; 127.0.0.1 in the sandbox, 0.0.0.0 otherwise' }),
  OPEN_BANKING_PORT: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 8443,
    description: 'port of the open-banking interface',
  }),
  BASE_URL: baseAddress({ description: 'address clients use for PORT' }),
  OPEN_BANKING_BASE_URL: baseAddress({ description: 'address clients use for OPEN_BANKING_PORT' }),
  ...LISTENER_VARIABLES,
  ...WEBHOOK_VARIABLES,
  OPEN_BANKING: Type.Boolean({ default: true, description: 'false: the open-banking interface is not opened' }),
  OPEN_BANKING_TLS_CERT: pemFile(
    'PEM file of the open-banking listener: its certificate and those between; made in the sandbox',
  ),
  OPEN_BANKING_TLS_KEY: pemFile('PEM file of its private key'),
  OPEN_BANKING_CLIENT_CA: pemFile("PEM file of the authorities that issue third parties' transport certificates"),
  OPEN_BANKING_DIRECTORY_JWKS: fileOrAddress(
    ['https'],
    'JSON Web Key Set, a file or an https address: the keys that software statements are signed with',
  ),
  OPEN_BANKING_DIRECTORY_ISSUER: Type.String({
    default: 'OpenBanking Ltd',
    description: 'iss of software statements',
  }),
  OPEN_BANKING_ORGANISATION_ID: Type.Optional(
    Type.String({
      pattern: '^[0-9a-zA-Z]{1,18}$',
      expected: '1 to 18 letters and digits',
      description: 'our id in the directory: aud of registrations',
    }),
  ),
  OPEN_BANKING_TRUST_ANCHORS: Type.Refine(
    Type.String({
      default: 'openbanking.org.uk',
      expected: 'names with commas between, such as openbanking.org.uk',
      description: 'accepted tan values of message signatures, comma-separated; ours comes first',
    }),
    (text) => listOf(text).length > 0,
  ),
  OPEN_BANKING_CERTIFICATE_HEADER: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z][A-Za-z0-9-]*$',
      expected: 'the name of a header: a letter, then letters, digits and hyphens',
      description: 'header in which your proxy passes the client certificate (default: off)',
    }),
  ),
  OPEN_BANKING_TRUSTED_PROXIES: Type.Optional(
    Type.String({
      description: 'addresses or ranges of that proxy; with the header set, all other connections are closed',
    }),
  ),
  ...REVOCATION_VARIABLES,
  ...DIRECTORY_VARIABLES,
  OPEN_BANKING_SCRIPTED_CONSENT: Type.Optional(
    Type.String({ description: 'for conformance suites, sandbox only: user who approves every request' }),
  ),
  SECRETS_KEY: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9+/_-]{43}=?$',
      expected: '32 bytes in base64',
      description: '32 bytes in base64, the encryption key of stored secrets (default: generated in DATA_DIR)',
    }),
  ),
  DATA_DIR: Type.String({ default: './.data', description: 'directory of the database and the sandbox credentials' }),
  ...DATABASE_VARIABLES,
  ...SANDBOX_VARIABLES,
  ECB_RATES: fileOrAddress(
    ['http', 'https'],
    'file or URL of the ECB daily XML: estimates and limits outside the sandbox',
  ),
  UK_MODULUS_DIR: Type.Optional(
    Type.String({ description: 'folder with the official UK modulus weight and substitution tables' }),
  ),
  ...INSTITUTION_VARIABLES,
  FORWARD_GRACE_HOURS: Type.Integer({
    minimum: 0,
    maximum: 720,
    default: 24,
    description: 'hours an undrawn forward stays overdue, and a drawdown without its money, before it ends',
  }),
  VOP_URL: serviceAddress({ description: 'address of the provider that verifies payees; none: NotAvailable' }),
  VOP_TOKEN: bearerToken({ description: 'bearer token of that provider' }),
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://.+',
      description:
        'mail server for payment advices and notifications, smtp://user:password@host:port; none: both are rejected',
    }),
  ),
  SMTP_FROM: Type.Optional(
    Type.String({ pattern: '^[^@]+@[^@]+$', description: 'address that e-mails come from; needed with SMTP_URL' }),
  ),
  SCREENING_THRESHOLD: Type.Integer({
    minimum: 50,
    maximum: 100,
    default: 88,
    description: 'percent of likeness to a sanctions list from which a name is held for review',
  }),
  RAIL_DIR: Type.Optional(
    Type.String({
      description:
        'folders of banks connected by ISO 20022 files, commas between; see docs/guides/connecting-a-bank.md',
    }),
  ),
  SCREENING_COUNTRIES: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{2}(,[A-Z]{2})*$',
      expected: 'codes of two capital letters with commas between, such as IR,KP',
      description: 'codes of countries, commas between, to and from which all is held for review',
    }),
  ),
  CELL: Type.Integer({
    minimum: 0,
    maximum: MAX_CELL,
    default: 0,
    description: 'number of this installation, part of each id and token; never change it',
  }),
  API_REFERENCE: Type.Boolean({
    default: true,
    description: 'false: no documentation at /docs, no /openapi and /asyncapi documents',
  }),
  CONSOLE: Type.Boolean({ default: true, description: 'false: no /console' }),
  REQUIRE_IDEMPOTENCY_KEY: Type.Boolean({
    default: false,
    description: 'true: reject a command without an Idempotency-Key',
  }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    description:
      'least level of the log: fatal, error, warn, info, debug, trace or silent; warn in the sandbox, info otherwise',
  }),
})
export type Environment = Static<typeof Environment>

export type Raw = Record<string, string | undefined>

const properties = Object.entries(Environment.properties) as [keyof Environment, Property][]

/** The environment of a process. */
interface ReadEnvironment {
  /** Values with their defaults; an invalid variable counts as not set. */
  valid: Environment
  /** A text about each invalid variable. */
  known: string[]
  /** False for a text about a variable that one of these names. */
  isNews: (text: string) => boolean
}

/** Reads the environment variables; an empty one counts as not set. */
export function readEnvironment(env: Raw): ReadEnvironment {
  const given = withDefaults(env, env)
  const errors = new Set(Errors(Environment, given).map((error) => error.instancePath.slice(1)))
  const wrong = properties.filter(([name]) => errors.has(name))
  const valid = wrong.length === 0 ? given : withDefaults({ ...env, ...unset(wrong) }, env)
  const repeats = (text: string) => wrong.some(([name]) => new RegExp(`\\b${name}\\b`).test(text))
  return { valid: valid as Environment, known: describeErrors(wrong, env), isNews: (text) => !repeats(text) }
}

const unset = (wrong: typeof properties) => Object.fromEntries(wrong.map(([name]) => [name, undefined]))

/** Returns the values with their defaults; `NODE_ENV` of `raw` decides some of these. */
function withDefaults(env: Raw, raw: Raw): Record<string, unknown> {
  const values = Object.fromEntries(properties.map(([name, property]) => [name, parse(property, env[name])]))
  values.SANDBOX ??= raw.NODE_ENV !== 'production'
  values.HOST ??= values.SANDBOX === true ? '127.0.0.1' : '0.0.0.0'
  values.LOG_LEVEL ??= values.SANDBOX === true ? 'warn' : 'info'
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** Columns of the names in the help, with the space beside them. */
const NAME_COLUMNS = Math.max(...properties.map(([name]) => name.length)) + 2

/** Returns the variables as help in two columns. @param width columns of the terminal; without it each is one line */
export function describeEnvironment(width = Infinity): string {
  return properties
    .flatMap(([name, { default: preset, description = '' }]) => {
      const presetText = preset === undefined ? '' : ` (default ${preset})`
      const lines = wrap(`${description}${presetText}`, width - NAME_COLUMNS - 2)
      return lines.map((line, i) => `  ${(i === 0 ? name : '').padEnd(NAME_COLUMNS)}${line}`)
    })
    .join('\n')
}

/** Text as the property's type; text that does not fit stays text, for the schema to refuse. */
function parse(property: Property, text: string | undefined): unknown {
  if (text === undefined || text.trim() === '') return property.default
  if (property.type === 'integer') return /^\d{1,9}$/.test(text) ? Number(text) : text
  if (property.type === 'boolean')
    return { true: true, '1': true, false: false, '0': false }[text.toLowerCase()] ?? text
  return text
}
