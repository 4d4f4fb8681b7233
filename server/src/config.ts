import path from 'node:path'
import { type Static, Type } from 'typebox'
import { Errors } from 'typebox/value'

/** The environment variables we read: their type, their default and what they are for. */
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
  DATA_DIR: Type.String({ default: './.data', description: 'where the database and the sandbox credentials are kept' }),
  DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      description: 'a PostgreSQL 15 or newer to use instead of the one we bring',
    }),
  ),
  DATABASE_POOL_SIZE: Type.Integer({
    minimum: 4, // the sandbox's clock and market each hold one while they have due work done on another
    maximum: 1000,
    default: 16,
    description: 'connections for transactions',
  }),
  SANDBOX: Type.Boolean({ description: 'simulated market, rails and clock; false when NODE_ENV=production' }),
  ECB_RATES: Type.Optional(
    Type.String({ description: 'file or URL of the ECB daily XML: estimates and limits outside the sandbox' }),
  ),
  UK_MODULUS_DIR: Type.Optional(
    Type.String({ description: 'folder with the official UK modulus weight and substitution tables' }),
  ),
  REQUIRE_IDEMPOTENCY_KEY: Type.Boolean({ default: false, description: 'refuse a POST without Idempotency-Key' }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    description: 'warn in the sandbox, info otherwise',
  }),
})
type Environment = Static<typeof Environment>

interface Property {
  type?: string
  enum?: string[]
  default?: string | number | boolean
  minimum?: number
  maximum?: number
  pattern?: string
  description?: string
}
const properties = Object.entries(Environment.properties) as [keyof Environment, Property][]

/** How this process was asked to run. Paths are absolute; addresses have no slash at the end. */
export interface Config {
  port: number
  host: string
  openBankingPort: number
  baseUrl: string
  openBankingBaseUrl: string
  dataDir: string
  databaseUrl?: string
  databasePoolSize: number
  sandbox: boolean
  ecbRates?: string
  ukModulusDir?: string
  requireIdempotencyKey: boolean
  logLevel: Environment['LOG_LEVEL']
}

/**
 * Reads the configuration from environment variables; an empty one counts as not set.
 * @throws Error that names every variable at fault and what it must be
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const values = Object.fromEntries(properties.map(([name, property]) => [name, parse(property, env[name])]))
  values.SANDBOX ??= env.NODE_ENV !== 'production'
  values.HOST ??= values.SANDBOX === true ? '127.0.0.1' : '0.0.0.0'
  values.LOG_LEVEL ??= values.SANDBOX === true ? 'warn' : 'info'
  const present = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  const faults = new Set(Errors(Environment, present).map((fault) => fault.instancePath.slice(1)))
  if (faults.size > 0)
    throw new Error(
      describeFaults(
        properties.filter(([name]) => faults.has(name)),
        env,
      ),
    )
  return toConfig(present as Environment)
}

/** The variables as lines of help. */
export function describeEnvironment(): string {
  return properties
    .map(([name, { default: preset, description }]) => {
      const presetText = preset === undefined ? '' : ` (default ${preset})`
      return `  ${name.padEnd(24)}${description}${presetText}`
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

function describeFaults(faults: [string, Property][], env: Record<string, string | undefined>): string {
  const lines = faults.map(([name, property]) => `  ${name} is "${env[name]}"; it must be ${expectation(property)}.`)
  return `The environment has faults:\n${lines.join('\n')}`
}

function expectation({ type, enum: choices, minimum, maximum, pattern }: Property): string {
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`
  if (type === 'boolean') return 'true or false'
  if (choices) return `one of ${choices.join(', ')}`
  return pattern?.includes('postgres')
    ? 'like postgres://user:password@host:5432/database'
    : 'like https://host:port, no slash at the end'
}

function toConfig(env: Environment): Config {
  const host = ['0.0.0.0', '::'].includes(env.HOST) ? 'localhost' : env.HOST
  return {
    port: env.PORT,
    host: env.HOST,
    openBankingPort: env.OPEN_BANKING_PORT,
    baseUrl: env.BASE_URL ?? `http://${host}:${env.PORT}`,
    openBankingBaseUrl: env.OPEN_BANKING_BASE_URL ?? `https://${host}:${env.OPEN_BANKING_PORT}`,
    dataDir: path.resolve(env.DATA_DIR),
    ...(env.DATABASE_URL && { databaseUrl: env.DATABASE_URL }),
    databasePoolSize: env.DATABASE_POOL_SIZE,
    sandbox: env.SANDBOX,
    ...(env.ECB_RATES && { ecbRates: env.ECB_RATES }),
    ...(env.UK_MODULUS_DIR && { ukModulusDir: env.UK_MODULUS_DIR }),
    requireIdempotencyKey: env.REQUIRE_IDEMPOTENCY_KEY,
    logLevel: env.LOG_LEVEL,
  }
}
