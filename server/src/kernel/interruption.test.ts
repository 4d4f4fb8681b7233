import { expect, test } from 'vitest'
import { createInterruption } from './interruption.ts'

test('an interruption of a day is a line of the log for each reason, and one for its end', () => {
  const lines: unknown[] = []
  const log = {
    error: (fields: object, text: string) => void lines.push([text, fields]),
    info: (fields: object, text: string) => void lines.push([text, fields]),
  } as never
  const interruption = createInterruption(log, { interrupted: 'waits', resumed: 'works' }, { bank: 'file' })
  const refused = new Error('connect ECONNREFUSED')
  const missing = new Error('ENOENT')
  for (let i = 0; i < 3; i++) interruption.begin(refused)
  for (let i = 0; i < 3; i++) interruption.begin(missing)
  for (let i = 0; i < 3; i++) interruption.end()
  interruption.begin(missing)
  expect(lines).toEqual([
    ['waits', { bank: 'file', err: refused }],
    ['waits', { bank: 'file', err: missing }],
    ['works', { bank: 'file' }],
    ['waits', { bank: 'file', err: missing }],
  ])
})
