import path from 'node:path'
import { type DirectorySettings, directorySettingsOf } from './directory.ts'
import { type DatabaseSettings, databaseSettingsOf } from './database.ts'
import { type Environment, type Raw, readEnvironment } from './environment.ts'
import type { Institution } from '../institution/index.ts'
import { institutionOf } from './institution.ts'
import { type ListenerSettings, listenersOf, listOf, pagesAddressOf, proxiesOf } from './listeners.ts'
import { type RevocationSettings, revocationOf } from './revocation.ts'
import { type SandboxSettings, sandboxOf } from './sandbox.ts'
import { checkTexts, readAll, textsOf } from './errors.ts'
import { type WebhookSettings, webhookSettingsOf } from './webhooks.ts'

/** Our id in the sandbox's own directory, in the form of the UK directory's ids. */
const SANDBOX_ORGANISATION_ID = 'CambistSandbox0001'

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
 * @throws Error that names every invalid variable and what it must be
 */
export function readConfig(env: Raw, checkBank?: (directory: string) => void): Config {
  const { valid, known, isNews } = readEnvironment(env)
  return toConfig(valid, { raw: env, known, isNews, checkBank })
}

/** Settings that a start compares with its machine: ports, files and folders. */
export type MachineSettings = Pick<
  Config,
  | 'port'
  | 'host'
  | 'openBankingPort'
  | 'isOpenBankingPortGiven'
  | 'pagesPort'
  | 'isPagesPortGiven'
  | 'metrics'
  | 'dataDir'
  | 'databaseUrl'
  | 'secretsKey'
  | 'sandbox'
  | 'ukModulusDir'
> & { openBanking?: OpenBankingFiles }

type OpenBankingFiles = Pick<
  OpenBankingConfig,
  'tlsCertificate' | 'tlsKey' | 'clientAuthorities' | 'certificateHeader' | 'directoryJwks' | 'directoryStatus'
>

/** Reads the settings that a start compares with its machine from an environment that is invalid elsewhere. */
export function readMachineSettings(raw: Raw): {
  settings: MachineSettings
  /** False for a text about a variable that is invalid by itself. */
  isNews: (text: string) => boolean
} {
  const { valid: env, isNews } = readEnvironment(raw)
  // An address that is invalid still shows that the database is elsewhere; so does a key.
  const { DATABASE_URL: databaseUrl, SECRETS_KEY: secretsKey } = raw
  const isOpenBankingUsed = env.OPEN_BANKING && (env.SANDBOX || FILES.some((name) => env[name]))
  const settings = {
    ...ownSettingsOf(env, raw),
    ...pagesAddressOf({ ...env, OPEN_BANKING_PAGES_PORT: env.SANDBOX ? env.OPEN_BANKING_PAGES_PORT : undefined }, ''),
    ...(env.METRICS_PORT !== undefined && { metrics: { port: env.METRICS_PORT, host: env.METRICS_HOST } }),
    ...(databaseUrl && { databaseUrl }),
    ...(secretsKey && { secretsKey }),
    ...(isOpenBankingUsed && { openBanking: { ...filesOf(env), ...directoryIfValid(env) } }),
  }
  return { settings, isNews }
}

function directoryIfValid(env: Environment): DirectorySettings {
  let settings: DirectorySettings = {}
  textsOf(() => (settings = directorySettingsOf(env))) // the texts are reported with those of the other settings
  return settings
}

/** Returns the settings that need no check with others. */
const ownSettingsOf = (env: Environment, raw: Raw) => ({
  port: env.PORT,
  host: env.HOST,
  openBankingPort: env.OPEN_BANKING_PORT,
  isOpenBankingPortGiven: Boolean(raw.OPEN_BANKING_PORT?.trim()) && env.OPEN_BANKING_PORT !== 0,
  dataDir: path.resolve(env.DATA_DIR),
  ...sandboxOf(env),
  ...(env.SECRETS_KEY && { secretsKey: env.SECRETS_KEY }),
  ...(env.UK_MODULUS_DIR && { ukModulusDir: env.UK_MODULUS_DIR }),
})

const filesOf = (env: Environment): OpenBankingFiles => ({
  ...(env.OPEN_BANKING_TLS_CERT && { tlsCertificate: env.OPEN_BANKING_TLS_CERT }),
  ...(env.OPEN_BANKING_TLS_KEY && { tlsKey: env.OPEN_BANKING_TLS_KEY }),
  ...(env.OPEN_BANKING_CLIENT_CA && { clientAuthorities: env.OPEN_BANKING_CLIENT_CA }),
  ...(env.OPEN_BANKING_DIRECTORY_JWKS && { directoryJwks: env.OPEN_BANKING_DIRECTORY_JWKS }),
  ...(env.OPEN_BANKING_CERTIFICATE_HEADER && {
    certificateHeader: env.OPEN_BANKING_CERTIFICATE_HEADER.toLowerCase(),
  }),
})

interface Reading {
  raw: Raw
  /** Texts about variables that are invalid by themselves. */
  known: string[]
  /** False for a text that only repeats one of these. */
  isNews: (text: string) => boolean
  checkBank: ((directory: string) => void) | undefined
}

/** @throws Error that names every invalid variable and what it must be */
function toConfig(env: Environment, { raw, known, isNews, checkBank }: Reading): Config {
  const host = ['0.0.0.0', '::'].includes(env.HOST) ? 'localhost' : env.HOST
  const name = ['127.0.0.1', '::1'].includes(host) ? 'localhost' : host // passkeys and certificates go by names
  const railDirs = listOf(env.RAIL_DIR ?? '').map((directory) => path.resolve(directory))
  const readers = {
    mail: () => checkTexts([mailServerError(env)]),
    openBanking: () => openBankingOf(env, raw.NODE_ENV === 'production'),
    listeners: () => listenersOf(env, name),
    database: () => databaseSettingsOf(env),
    institution: () => institutionOf(env, raw),
    banks: () => checkBanks(railDirs, checkBank),
  }
  const { openBanking, listeners, database, institution } = readAll(readers, known, isNews)
  return {
    ...ownSettingsOf(env, raw),
    baseUrl: env.BASE_URL ?? `http://${host}:${env.PORT}`,
    openBankingBaseUrl: env.OPEN_BANKING_BASE_URL ?? `https://${name}:${env.OPEN_BANKING_PORT}`,
    ...listeners,
    ...webhookSettingsOf(env),
    ...(openBanking && { openBanking }),
    ...database,
    ...(env.ECB_RATES && { ecbRates: env.ECB_RATES }),
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

function mailServerError({ SMTP_URL: url, SMTP_FROM: from }: Environment): string | undefined {
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
    own: () => checkTexts(openBankingErrors(env, isProduction)),
    directory: () => directorySettingsOf(env),
  })
  const isComplete = env.OPEN_BANKING_CLIENT_CA && env.OPEN_BANKING_DIRECTORY_JWKS && env.OPEN_BANKING_ORGANISATION_ID
  if (!env.SANDBOX && !isComplete) return undefined
  return {
    ...filesOf(env),
    directoryIssuer: env.OPEN_BANKING_DIRECTORY_ISSUER,
    organisationId: env.OPEN_BANKING_ORGANISATION_ID ?? SANDBOX_ORGANISATION_ID,
    trustAnchors: listOf(env.OPEN_BANKING_TRUST_ANCHORS),
    trustedProxies: listOf(env.OPEN_BANKING_TRUSTED_PROXIES ?? ''),
    ...revocationOf(env),
    ...directory,
    ...(env.SANDBOX && !isProduction && { scripts: everyoneOf(env) }),
  }
}

const everyoneOf = ({ OPEN_BANKING_SCRIPTED_CONSENT: everyone }: Environment) =>
  everyone === undefined ? {} : { everyone }

const FILES = [
  'OPEN_BANKING_TLS_CERT',
  'OPEN_BANKING_TLS_KEY',
  'OPEN_BANKING_CLIENT_CA',
  'OPEN_BANKING_DIRECTORY_JWKS',
] as const

/** Returns a text about each setting that is not allowed, or does not go together with others. */
function openBankingErrors(env: Environment, isProduction: boolean): (string | false | undefined)[] {
  const proxies = listOf(env.OPEN_BANKING_TRUSTED_PROXIES ?? '')
  return [
    Boolean(env.OPEN_BANKING_SCRIPTED_CONSENT && (isProduction || !env.SANDBOX)) &&
      'OPEN_BANKING_SCRIPTED_CONSENT approves without a user: it is for a sandbox outside production only.',
    !env.OPEN_BANKING_TLS_CERT !== !env.OPEN_BANKING_TLS_KEY &&
      'OPEN_BANKING_TLS_CERT and OPEN_BANKING_TLS_KEY go together.',
    ...textsOf(() => proxiesOf('OPEN_BANKING_TRUSTED_PROXIES', env.OPEN_BANKING_TRUSTED_PROXIES)),
    !env.OPEN_BANKING_CERTIFICATE_HEADER !== (proxies.length === 0) &&
      'OPEN_BANKING_CERTIFICATE_HEADER needs OPEN_BANKING_TRUSTED_PROXIES, and the other way round.',
    ...missingErrors(env),
  ]
}

/** Returns a text about each setting that open banking lacks outside the sandbox. */
function missingErrors(env: Environment): (string | false)[] {
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
