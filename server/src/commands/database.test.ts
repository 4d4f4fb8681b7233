import { expect, test } from 'vitest'
import { readConfig } from '../settings/config.ts'
import { openDatabase } from './database.ts'

test('a missing certificate file of the database is reported immediately, not waited for', async () => {
  const lines: string[] = []
  const config = readConfig({ DATABASE_URL: 'postgres://u:p@localhost/db?sslrootcert=/missing/ca.pem' })
  await expect(openDatabase(config, (line) => lines.push(line))).rejects.toThrow(
    "The database of DATABASE_URL cannot be used: ENOENT: no such file or directory, open '/missing/ca.pem'.",
  )
  expect(lines).toEqual([])
})
