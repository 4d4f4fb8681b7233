import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import oldest from '../../../vitest.oldest.config.ts'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { listTests, opensBrowser, repeatsStatements, startsOurs } from './test-imports.ts'

const textOf = (file: string) => readFileSync(path.join(serverDirectory, '..', file), 'utf8')
const repeated = new Set(oldest.test!.include)

test('a test that opens a database, without a browser, runs on the oldest PostgreSQL too', () => {
  const users = listTests().filter((file) => /\b(?:testDatabase|openDesk|openListeners|openStage)\(/.test(textOf(file)))
  const once = (file: string) => startsOurs(file) || opensBrowser(file) || repeatsStatements(file)
  expect(users.length).toBeGreaterThan(200)
  expect(users.filter((file) => !repeated.has(file) && !once(file))).toEqual([])
})
