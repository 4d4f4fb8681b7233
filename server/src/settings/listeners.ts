import { type Static, Type } from 'typebox'
import { type Deprecation, readDeprecations } from '../kernel/http/routing/deprecations.ts'
import type { LimitSettings } from '../kernel/http/limits/policies.ts'
import { isNarrowRange } from '../kernel/http/listener/address-range.ts'
import { MONITORING_VARIABLES, monitoringOf, type MonitoringSettings } from './monitoring.ts'
import { readAll, SettingsError, withoutUser } from './errors.ts'

/** Variable of a limit of requests by group, with the default in production. */
const requestLimit = (requests: string, preset: number) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100_000_000,
      description: `${requests} of a client in a minute; 0: no limit (default ${preset}, ${SANDBOX_REQUESTS} in the sandbox)`,
    }),
  )

/** Limits of the sandbox, far above any test. */
const SANDBOX_REQUESTS = 10_000_000
const SANDBOX_CONCURRENT = 10_000
const DEFAULTS = { token: 300, quotes: 12_000, writes: 12_000, reads: 60_000, concurrent: 256 }

const Variables = Type.Object({
  TRUSTED_PROXIES: Type.Optional(
    Type.String({
      description: 'addresses or ranges of your proxies: on their connections X-Forwarded-For names the client',
    }),
  ),
  CORS_ORIGINS: Type.Optional(
    Type.String({
      description:
        'origins of web applications that may call PORT from a browser, such as https://app.example.com, commas between; none: no other origin',
    }),
  ),
  OPEN_BANKING_PAGES_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65535,
      description: "sandbox only: HTTPS port of the users' pages; 0: on PORT (default 8444, 0 with BASE_URL)",
    }),
  ),
  DEPRECATIONS: Type.Optional(
    Type.String({
      description:
        'operations that will end, as "path day [sunset day [successor]]" with commas between them; announced in their responses',
    }),
  ),
  MAX_CONNECTIONS: Type.Integer({
    minimum: 10,
    maximum: 1_000_000,
    default: 10_000,
    description: 'connections open at once on each port; further ones are closed',
  }),
  SHUTDOWN_DELAY_SECONDS: Type.Integer({
    minimum: 0,
    maximum: 20,
    default: 0,
    description: 'time after a signal to stop in which requests are served while /health/ready reports 503',
  }),
  RATE_LIMIT_TOKEN: requestLimit('requests for tokens', DEFAULTS.token),
  RATE_LIMIT_QUOTES: requestLimit('quotes and estimates', DEFAULTS.quotes),
  RATE_LIMIT_WRITES: requestLimit('other commands', DEFAULTS.writes),
  RATE_LIMIT_READS: requestLimit('reads', DEFAULTS.reads),
  CONCURRENT_REQUESTS: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description: `requests of a client at the same time in one process; 0: no limit (default ${DEFAULTS.concurrent}, ${SANDBOX_CONCURRENT} in the sandbox)`,
    }),
  ),
  ...MONITORING_VARIABLES,
})

/** Environment variables of the listeners: trusted proxies, the address of the users' pages, the limit of connections. */
export const LISTENER_VARIABLES = Variables.properties

interface PagesVariables {
  PORT: number
  BASE_URL?: string | undefined
  SANDBOX: boolean
  OPEN_BANKING: boolean
  OPEN_BANKING_CERTIFICATE_HEADER?: string | undefined
  OPEN_BANKING_PAGES_PORT?: number | undefined
}

type Addresses = Static<typeof Variables> & PagesVariables

/** Address of the users' pages. */
interface PagesAddress {
  /** Address with a host name that passkeys can be bound to. */
  pagesBaseUrl: string
  /** HTTPS port of the pages in the sandbox; absent: they are on the main interface. */
  pagesPort?: number
  /** True if the port was configured; otherwise another is chosen if it is in use. */
  isPagesPortGiven: boolean
}

/** Settings of the listeners. */
export interface ListenerSettings extends PagesAddress, MonitoringSettings {
  /** Addresses and ranges whose `X-Forwarded-For` names the client. */
  trustedProxies: string[]
  /** Origins of web applications that may call the main interface. */
  corsOrigins: string[]
  /** Limits of each client. */
  limits: LimitSettings
  /** Connections that a port holds open at once. */
  maxConnections: number
  /** Operations that will end. */
  deprecations: Deprecation[]
  /** Time between a signal to stop and the end of the listeners. */
  shutdownDelayMs: number
}

/** Returns the settings of the listeners. @param name host name of this server @throws Error that names the invalid setting */
export function listenersOf(env: Addresses, name: string): ListenerSettings {
  const { pages, monitoring, ...read } = readAll({
    trustedProxies: () => proxiesOf('TRUSTED_PROXIES', env.TRUSTED_PROXIES),
    corsOrigins: () => originsOf(env.CORS_ORIGINS),
    pages: () => pagesAddressOf(env, name),
    deprecations: () => deprecationsOf(env.DEPRECATIONS),
    monitoring: () => monitoringOf(env),
  })
  return {
    ...pages,
    ...monitoring,
    ...read,
    maxConnections: env.MAX_CONNECTIONS,
    shutdownDelayMs: env.SHUTDOWN_DELAY_SECONDS * 1000,
    limits: limitsOf(env),
  }
}

function deprecationsOf(text = ''): Deprecation[] {
  try {
    return readDeprecations(text)
  } catch (error) {
    throw new SettingsError([`DEPRECATIONS: ${(error as Error).message}`])
  }
}

const DEFAULT_PORT = 8444

/**
 * Returns the address of the users' pages, and in the sandbox the port on which they are served over HTTPS. With a public
 * address of the main interface they stay there, unless a port is configured.
 *
 * @param name host name of this server
 */
export function pagesAddressOf(env: PagesVariables, name: string): PagesAddress {
  const { OPEN_BANKING_PAGES_PORT: given, BASE_URL: address } = env
  if (given && !env.SANDBOX) throw new SettingsError(['OPEN_BANKING_PAGES_PORT is for the sandbox only; use BASE_URL.'])
  const isElsewhere = address !== undefined || env.OPEN_BANKING_CERTIFICATE_HEADER !== undefined
  const port = given ?? (isElsewhere ? 0 : DEFAULT_PORT)
  if (!env.SANDBOX || !env.OPEN_BANKING || port === 0)
    return { pagesBaseUrl: address ?? `http://${name}:${env.PORT}`, isPagesPortGiven: false }
  const host = address === undefined ? name : new URL(address).hostname
  return { pagesBaseUrl: `https://${host}:${port}`, pagesPort: port, isPagesPortGiven: given !== undefined }
}

function limitsOf(env: Static<typeof Variables> & { SANDBOX: boolean }): LimitSettings {
  const of = (given: number | undefined, preset: number) => given ?? (env.SANDBOX ? SANDBOX_REQUESTS : preset)
  return {
    requests: {
      token: of(env.RATE_LIMIT_TOKEN, DEFAULTS.token),
      quotes: of(env.RATE_LIMIT_QUOTES, DEFAULTS.quotes),
      writes: of(env.RATE_LIMIT_WRITES, DEFAULTS.writes),
      reads: of(env.RATE_LIMIT_READS, DEFAULTS.reads),
    },
    concurrent: env.CONCURRENT_REQUESTS ?? (env.SANDBOX ? SANDBOX_CONCURRENT : DEFAULTS.concurrent),
  }
}

/** Reads a list of proxies. @throws Error for a malformed entry, or a range wider than a proxy's own network */
export function proxiesOf(name: string, text = ''): string[] {
  const proxies = listOf(text)
  const wide = proxies.filter((range) => !isNarrowRange(range)).map(withoutUser)
  if (wide.length === 0) return proxies
  throw new SettingsError([`${name} has ${wide.join(', ')}; name addresses, or ranges of 256 of them at most.`])
}

/** Reads the origins of web applications. @throws Error for anything but a full origin: a pattern would also allow strangers */
function originsOf(text = ''): string[] {
  const origins = listOf(text).map((origin) => origin.replace(/\/$/, ''))
  const wrong = origins.filter((origin) => !isOrigin(origin)).map(withoutUser)
  if (wrong.length === 0) return origins
  throw new SettingsError([
    `CORS_ORIGINS has ${wrong.join(', ')}; name origins in full, such as https://app.example.com.`,
  ])
}

const isOrigin = (text: string): boolean =>
  /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text

/** Returns the parts of a comma-separated list. */
export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
