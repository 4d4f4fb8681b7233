import path from 'node:path'
import { type Static, Type } from 'typebox'
import { Errors } from 'typebox/value'
import { wrap } from './kernel/text/wrap.ts'
import { MAX_CELL } from './kernel/values/ids.ts'
import { DIRECTORY_VARIABLES, type DirectorySettings, directorySettingsOf } from './directory-variables.ts'
import { DATABASE_VARIABLES, type DatabaseSettings, databaseSettingsOf } from './database-variables.ts'
import type { Institution } from './institution/index.ts'
import { INSTITUTION_VARIABLES, institutionOf } from './institution-variables.ts'
import { LISTENER_VARIABLES, type ListenerSettings, listenersOf, listOf, proxiesOf } from './listener-variables.ts'
import { REVOCATION_VARIABLES, type RevocationSettings, revocationOf } from './revocation-variables.ts'
import { SANDBOX_VARIABLES, type SandboxSettings, sandboxOf } from './sandbox-variables.ts'
import { checkTexts, describeFaults, type Property, readAll, textsOf } from './variable-faults.ts'
import { WEBHOOK_VARIABLES, type WebhookSettings, webhookSettingsOf } from './webhook-variables.ts'

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
  BASE_URL: Type.Optional(Type.String({ pattern: '^https?://.+[^/]$', description: 'address clients use for PORT' })),
  OPEN_BANKING_BASE_URL: Type.Optional(
    Type.String({ pattern: '^https?://.+[^/]$', description: 'address clients use for OPEN_BANKING_PORT' }),
  ),
  ...LISTENER_VARIABLES,
  ...WEBHOOK_VARIABLES,
  OPEN_BANKING: Type.Boolean({ default: true, description: 'false: the open-banking interface is not opened' }),
  OPEN_BANKING_TLS_CERT: Type.Optional(
    Type.String({
      description: 'PEM file of the open-banking listener: its certificate and those between; made in the sandbox',
    }),
  ),
  OPEN_BANKING_TLS_KEY: Type.Optional(Type.String({ description: 'PEM file of its private key' })),
  OPEN_BANKING_CLIENT_CA: Type.Optional(
    Type.String({ description: "PEM file of the authorities that issue third parties' transport certificates" }),
  ),
  OPEN_BANKING_DIRECTORY_JWKS: Type.Optional(
    Type.String({ description: 'file or https address of the keys that software statements are signed with' }),
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
  OPEN_BANKING_TRUST_ANCHORS: Type.String({
    default: 'openbanking.org.uk',
    description: 'accepted tan values of message signatures, comma-separated; ours comes first',
  }),
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
  ECB_RATES: Type.Optional(
    Type.String({ description: 'file or URL of the ECB daily XML: estimates and limits outside the sandbox' }),
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
  VOP_URL: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description: 'provider that verifies payees (docs/guides); none: NotAvailable',
    }),
  ),
  VOP_TOKEN: Type.Optional(Type.String({ description: 'bearer token of that provider' })),
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
  REQUIRE_IDEMPOTENCY_KEY: Type.Boolean({ default: false, description: 'refuse a POST without Idempotency-Key' }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    description: 'warn in the sandbox, info otherwise',
  }),
})
type Environment = Static<typeof Environment>

/** Our id in the sandbox's own directory, in the form of the UK directory's ids. */
const SANDBOX_ORGANISATION_ID = 'CambistSandbox0001'

type Raw = Record<string, string | undefined>

const properties = Object.entries(Environment.properties) as [keyof Environment, Property][]

/** Configuration of this process. Paths are absolute; addresses have no trailing slash. */
export interface Config extends DatabaseSettings, ListenerSettings, SandboxSettings, WebhookSettings {
  port: number
  host: string
  openBankingPort: number
  baseUrl: string
  openBankingBaseUrl: string
  /** True if the port was configured; otherwise another is chosen if it is in use. */
  isOpenBankingPortGiven: boolean
  /** Absent: the open-banking interface is not opened. */
  openBanking?: OpenBankingConfig
  /** Base64 of 32 bytes; absent: the file in DATA_DIR. */
  secretsKey?: string
  dataDir: string
  ecbRates?: string
  ukModulusDir?: string
  vop?: { url: string; token?: string }
  /** Mail server of payment advices. */
  smtp?: { url: string; from: string }
  /** 0 to 1. */
  screeningThreshold: number
  screeningCountries: string[]
  /** Hours that overdue parts of a forward wait before close-out or cancellation. */
  overdueGraceHours: number
  /** Named on documents, pages and messages. */
  institution: Institution
  /** Folders of banks. Their payments go through files, and not through the sandbox's rails or an operator. */
  railDirs: string[]
  requireIdempotencyKey: boolean
  /** Parts of the main interface that are not served. */
  hidden: { reference: boolean; console: boolean }
  cell: number
  logLevel: Environment['LOG_LEVEL']
}

/** Configuration of the open-banking interface. In the sandbox missing parts are generated. */
export interface OpenBankingConfig extends RevocationSettings, DirectorySettings {
  tlsCertificate?: string
  tlsKey?: string
  clientAuthorities?: string
  directoryJwks?: string
  directoryIssuer: string
  organisationId: string
  trustAnchors: string[]
  /** Header name in lower case. */
  certificateHeader?: string
  trustedProxies: string[]
  /** Sandbox outside production only: decisions without a page, by a login hint or for everyone. */
  scripts?: { everyone?: string }
}

/**
 * Reads the configuration from environment variables; an empty one counts as not set.
 *
 * @param checkBank checks the folder of a bank; its errors are reported with the others
 * @throws Error that names every variable at fault and what it must be
 */
export function readConfig(env: Raw, checkBank?: (directory: string) => void): Config {
  const given = withDefaults(env, env)
  const faults = new Set(Errors(Environment, given).map((fault) => fault.instancePath.slice(1)))
  const wrong = properties.filter(([name]) => faults.has(name))
  // Variables that are invalid count as not set in the checks that follow.
  const valid = wrong.length === 0 ? given : withDefaults({ ...env, ...unset(wrong) }, env)
  const repeats = (text: string) => wrong.some(([name]) => new RegExp(`\\b${name}\\b`).test(text))
  return toConfig(valid as Environment, {
    raw: env,
    known: describeFaults(wrong, env),
    isNews: (text) => !repeats(text),
    checkBank,
  })
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

interface Reading {
  raw: Raw
  /** Texts about variables that are invalid by themselves. */
  known: string[]
  /** False for a text that only repeats one of these. */
  isNews: (text: string) => boolean
  checkBank: ((directory: string) => void) | undefined
}

/** @throws Error that names every variable at fault and what it must be */
function toConfig(env: Environment, { raw, known, isNews, checkBank }: Reading): Config {
  const host = ['0.0.0.0', '::'].includes(env.HOST) ? 'localhost' : env.HOST
  const name = ['127.0.0.1', '::1'].includes(host) ? 'localhost' : host // passkeys and certificates go by names
  const railDirs = listOf(env.RAIL_DIR ?? '').map((directory) => path.resolve(directory))
  const readers = {
    mail: () => checkTexts([mailServerFault(env)]),
    openBanking: () => openBankingOf(env, raw.NODE_ENV === 'production'),
    listeners: () => listenersOf(env, name),
    database: () => databaseSettingsOf(env),
    institution: () => institutionOf(env, raw),
    banks: () => checkBanks(railDirs, checkBank),
  }
  const { openBanking, listeners, database, institution } = readAll(readers, known, isNews)
  return {
    port: env.PORT,
    host: env.HOST,
    openBankingPort: env.OPEN_BANKING_PORT,
    baseUrl: env.BASE_URL ?? `http://${host}:${env.PORT}`,
    openBankingBaseUrl: env.OPEN_BANKING_BASE_URL ?? `https://${name}:${env.OPEN_BANKING_PORT}`,
    isOpenBankingPortGiven: Boolean(raw.OPEN_BANKING_PORT?.trim()) && env.OPEN_BANKING_PORT !== 0,
    ...listeners,
    ...webhookSettingsOf(env),
    ...(openBanking && { openBanking }),
    ...(env.SECRETS_KEY && { secretsKey: env.SECRETS_KEY }),
    dataDir: path.resolve(env.DATA_DIR),
    ...database,
    ...sandboxOf(env),
    ...(env.ECB_RATES && { ecbRates: env.ECB_RATES }),
    ...(env.UK_MODULUS_DIR && { ukModulusDir: env.UK_MODULUS_DIR }),
    institution,
    ...(env.VOP_URL && { vop: { url: env.VOP_URL, ...(env.VOP_TOKEN && { token: env.VOP_TOKEN }) } }),
    ...(env.SMTP_URL && env.SMTP_FROM && { smtp: { url: env.SMTP_URL, from: env.SMTP_FROM } }),
    screeningThreshold: env.SCREENING_THRESHOLD / 100,
    screeningCountries: env.SCREENING_COUNTRIES?.split(',') ?? [],
    overdueGraceHours: env.FORWARD_GRACE_HOURS,
    railDirs,
    requireIdempotencyKey: env.REQUIRE_IDEMPOTENCY_KEY,
    hidden: { reference: !env.API_REFERENCE, console: !env.CONSOLE },
    cell: env.CELL,
    logLevel: env.LOG_LEVEL,
  }
}

/** @throws SettingsError with the errors of each bank's folder */
function checkBanks(directories: string[], check: ((directory: string) => void) | undefined): void {
  checkTexts(directories.flatMap((directory) => textsOf(() => check?.(directory))).map((text) => `RAIL_DIR: ${text}`))
}

function mailServerFault({ SMTP_URL: url, SMTP_FROM: from }: Environment): string | undefined {
  if (!url !== !from) return 'SMTP_URL and SMTP_FROM go together.'
  return url && !isMailServer(url) ? 'SMTP_URL is not valid; it must be like smtp://user:password@host:587.' : undefined
}

/** True if an address names a host; a password with unescaped characters usually hides it. */
function isMailServer(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url !== undefined && url.hostname !== '' && ['', '/'].includes(url.pathname)
}

/** Reads the open-banking settings: outside the sandbox all of them are required, and pairs must be complete. */
function openBankingOf(env: Environment, isProduction: boolean): OpenBankingConfig | undefined {
  if (!env.OPEN_BANKING) return undefined
  const { directory } = readAll({
    own: () => checkTexts(openBankingFaults(env, isProduction)),
    directory: () => directorySettingsOf(env),
  })
  const isComplete = env.OPEN_BANKING_CLIENT_CA && env.OPEN_BANKING_DIRECTORY_JWKS && env.OPEN_BANKING_ORGANISATION_ID
  if (!env.SANDBOX && !isComplete) return undefined
  return {
    ...(env.OPEN_BANKING_TLS_CERT && { tlsCertificate: env.OPEN_BANKING_TLS_CERT }),
    ...(env.OPEN_BANKING_TLS_KEY && { tlsKey: env.OPEN_BANKING_TLS_KEY }),
    ...(env.OPEN_BANKING_CLIENT_CA && { clientAuthorities: env.OPEN_BANKING_CLIENT_CA }),
    ...(env.OPEN_BANKING_DIRECTORY_JWKS && { directoryJwks: env.OPEN_BANKING_DIRECTORY_JWKS }),
    directoryIssuer: env.OPEN_BANKING_DIRECTORY_ISSUER,
    organisationId: env.OPEN_BANKING_ORGANISATION_ID ?? SANDBOX_ORGANISATION_ID,
    trustAnchors: listOf(env.OPEN_BANKING_TRUST_ANCHORS),
    ...(env.OPEN_BANKING_CERTIFICATE_HEADER && {
      certificateHeader: env.OPEN_BANKING_CERTIFICATE_HEADER.toLowerCase(),
    }),
    trustedProxies: listOf(env.OPEN_BANKING_TRUSTED_PROXIES ?? ''),
    ...revocationOf(env),
    ...directory,
    ...(env.SANDBOX && !isProduction && { scripts: everyoneOf(env) }),
  }
}

const everyoneOf = ({ OPEN_BANKING_SCRIPTED_CONSENT: everyone }: Environment) =>
  everyone === undefined ? {} : { everyone }

const FILES = ['OPEN_BANKING_TLS_CERT', 'OPEN_BANKING_TLS_KEY', 'OPEN_BANKING_CLIENT_CA'] as const

/** Returns a text about each setting that is not allowed, or does not go together with others. */
function openBankingFaults(env: Environment, isProduction: boolean): (string | false | undefined)[] {
  // An unreadable file is reported with its path, which would then be the key.
  const pasted = FILES.filter((name) => env[name]?.includes('-----BEGIN'))
  const proxies = listOf(env.OPEN_BANKING_TRUSTED_PROXIES ?? '')
  return [
    Boolean(env.OPEN_BANKING_SCRIPTED_CONSENT && (isProduction || !env.SANDBOX)) &&
      'OPEN_BANKING_SCRIPTED_CONSENT approves without a user: it is for a sandbox outside production only.',
    ...pasted.map((name) => `${name} contains PEM text; it must be the path of a PEM file.`),
    !env.OPEN_BANKING_TLS_CERT !== !env.OPEN_BANKING_TLS_KEY &&
      'OPEN_BANKING_TLS_CERT and OPEN_BANKING_TLS_KEY go together.',
    ...textsOf(() => proxiesOf('OPEN_BANKING_TRUSTED_PROXIES', env.OPEN_BANKING_TRUSTED_PROXIES)),
    !env.OPEN_BANKING_CERTIFICATE_HEADER !== (proxies.length === 0) &&
      'OPEN_BANKING_CERTIFICATE_HEADER needs OPEN_BANKING_TRUSTED_PROXIES, and the other way round.',
    ...missingFaults(env),
  ]
}

/** Returns a text about each setting that open banking lacks outside the sandbox. */
function missingFaults(env: Environment): (string | false)[] {
  const needed = ['OPEN_BANKING_CLIENT_CA', 'OPEN_BANKING_DIRECTORY_JWKS', 'OPEN_BANKING_ORGANISATION_ID'] as const
  const given = needed.filter((name) => env[name])
  if (env.SANDBOX || given.length === 0) return []
  const missing = needed.filter((name) => !env[name])
  return [
    missing.length > 0 && `Open banking needs ${missing.join(', ')} besides ${given.join(', ')}.`,
    !env.OPEN_BANKING_TLS_CERT &&
      !env.OPEN_BANKING_CERTIFICATE_HEADER &&
      'Open banking needs OPEN_BANKING_TLS_CERT, or a proxy: OPEN_BANKING_CERTIFICATE_HEADER.',
  ]
}
