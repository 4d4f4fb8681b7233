import { expect, test } from 'vitest'
import { compareLogLine } from './server-log.ts'

test.each([
  [
    '{"level":50,"msg":"work failed","work":{"kind":"trade.settle"},"err":{"message":"deadlock detected"}}',
    'work failed: trade.settle: deadlock detected',
  ],
  ['{"level":60,"msg":"ends"}', 'ends'],
  ['{"level":50,"msg":"cut in the mid', '{"level":50,"msg":"cut in the mid'],
  ['Unhandled rejection: TypeError', 'Unhandled rejection: TypeError'],
])('an error in the log is found: %s', (line, subject) => {
  expect(compareLogLine(line).map((found) => found.subject)).toEqual([subject])
})

test.each(['{"level":40,"msg":"the database is away"}', 'Cambist listens on http://127.0.0.1:8080'])(
  'other lines are not: %s',
  (line) => {
    expect(compareLogLine(line)).toEqual([])
  },
)
