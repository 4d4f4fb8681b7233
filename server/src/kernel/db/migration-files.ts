import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A file of db/migrations: one per module for release 0.1.0, further ones for each change since. */
export interface Migration {
  name: string
  sql: string
  checksum: string
}

/** The migrations of a directory in the order of their numbers. */
export function readMigrations(directory: string): Migration[] {
  const names = readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const numbers = new Map<string, string>()
  for (const name of names) {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]
    if (!number)
      throw new Error(
        `${name} is not named like a migration: number, module, change, as in 0032_payments_add_purpose.sql`,
      )
    const other = numbers.get(number)
    if (other) throw new Error(`Two migrations have the number ${number}: ${other} and ${name}.`)
    numbers.set(number, name)
  }
  return names.map((name) => {
    const sql = readFileSync(path.join(directory, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}
