import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { prefix, removeAbandoned } from './temporary-directory.ts'

/** Greater than every process id of Linux. */
const ENDED = 4_194_305
const create = (name: string) => {
  const directory = path.join(tmpdir(), name)
  mkdirSync(directory)
  return directory
}

test('a run removes what ended runs left, and no database of a run in another container', async () => {
  const [own, ...others] = [
    create(`${prefix}${ENDED}-left`),
    create(`cambist-test-in1-${ENDED}-other`),
    create(`cambist-test-in1-${process.pid}-other`),
    create(`cambist-test-${ENDED}-other`),
  ]
  try {
    await removeAbandoned()
    expect(existsSync(own!)).toBe(false)
    expect(others.map((directory) => existsSync(directory))).toEqual([true, true, true])
  } finally {
    for (const directory of others) rmSync(directory, { recursive: true })
  }
})
