import { writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SentStatements } from '../support/sent-statements.ts'
import { shapeOf } from '../support/sent-statements.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { coverStatements, readRecord } from './statement-cover.ts'

const statement = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')
const record = fc
  .array(fc.record({ milliseconds: fc.nat(60_000), statements: fc.uniqueArray(statement) }))
  .map((sent) => sent.map((each, i): SentStatements => ({ file: `${i}.test.ts`, ...each })))
const never = () => false

test('the tests chosen for the oldest PostgreSQL send each statement of all, and none only what the others send', () => {
  fc.assert(
    fc.property(record, fc.func(fc.boolean()), (sent, isAlways) => {
      const files = sent.map(({ file }) => file)
      const chosen = coverStatements(files, sent, isAlways)
      const sentBy = (some: readonly string[]) =>
        new Set(sent.filter(({ file }) => some.includes(file)).flatMap(({ statements }) => statements))
      expect(sentBy(chosen)).toEqual(sentBy(files))
      expect(new Set(chosen).size).toBe(chosen.length)
      const others = chosen.filter((each) => !isAlways(each))
      for (const file of others)
        expect(sentBy(others.filter((each) => each !== file)).size).toBeLessThan(sentBy(others).size)
      expect(sentBy(others)).toEqual(sentBy(files.filter((each) => !isAlways(each))))
      for (const file of files.filter((each) => isAlways(each))) expect(chosen).toContain(file)
    }),
  )
})

test('a test that left no record, because it failed or is new, runs on the oldest PostgreSQL', () => {
  const sent = [
    { file: 'slow.test.ts', milliseconds: 900, statements: ['a', 'b'] },
    { file: 'fast.test.ts', milliseconds: 10, statements: ['a', 'b', 'c'] },
  ]
  const files = ['new.test.ts', 'slow.test.ts', 'fast.test.ts']
  expect(coverStatements(files, sent, never)).toEqual(['new.test.ts', 'fast.test.ts'])
  expect(coverStatements(files, [], never)).toEqual(files)
})

test('a record is read line by line, and a missing one is empty', () => {
  const file = path.join(temporaryDirectory(), 'record')
  const sent = [
    { file: 'a.test.ts', milliseconds: 1, statements: ['select 0'] },
    { file: 'b.test.ts', milliseconds: 2, statements: [] },
  ]
  writeFileSync(file, sent.map((each) => `${JSON.stringify(each)}\n`).join(''))
  expect(readRecord(file)).toEqual(sent)
  expect(readRecord(`${file}-missing`)).toEqual([])
  expect(readRecord(undefined)).toEqual([])
})

test('statements that differ in numbers and in how many rows they list are the same', () => {
  expect(shapeOf('insert into a values ($1, $2),\n  ($3, $4)')).toBe(shapeOf('insert into a values ($1, $2)'))
  expect(shapeOf('select 1')).not.toBe(shapeOf('select a'))
})
