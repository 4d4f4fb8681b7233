import { type Static, Type } from 'typebox'
import { readAddress } from '../kernel/db/hosts.ts'
import { SettingsError } from './errors.ts'

const Variables = Type.Object({
  DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      description:
        'PostgreSQL 15 or newer to use instead of the bundled one; of several hosts with commas between, the one that accepts writes is used',
    }),
  ),
  DATABASE_POOL_SIZE: Type.Integer({
    minimum: 4, // the sandbox's clock and market each hold one while they have due work done on another
    maximum: 1000,
    default: 16,
    description: 'connections for transactions',
  }),
})

/** Environment variables of the database. */
export const DATABASE_VARIABLES = Variables.properties

/** Settings of the database. */
export interface DatabaseSettings {
  databaseUrl?: string
  databasePoolSize: number
}

/** Returns the settings of the database. @throws Error with what is wrong with the address, without the address */
export function databaseSettingsOf(env: Static<typeof Variables>): DatabaseSettings {
  if (env.DATABASE_URL) checkAddress(env.DATABASE_URL)
  return {
    ...(env.DATABASE_URL && { databaseUrl: env.DATABASE_URL }),
    databasePoolSize: env.DATABASE_POOL_SIZE,
  }
}

function checkAddress(address: string): void {
  try {
    readAddress(address)
  } catch (error) {
    throw new SettingsError([
      `DATABASE_URL ${(error as Error).message}; it must be like postgres://user:password@host:5432/database, or with several hosts: host1:5432,host2:5432.`,
    ])
  }
}
