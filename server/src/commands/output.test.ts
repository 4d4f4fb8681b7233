import { expect, test } from 'vitest'
import { createOutput, failureLine } from './output.ts'

function open(env: Record<string, string>, isTTY: boolean) {
  const written: string[] = []
  const output = createOutput(env, { isTTY, write: (text: string) => written.push(text) })
  output.log.level = 'info'
  return { ...output, written }
}
const rejected = Object.assign(new Error('duplicate key value'), {
  detail: 'Key (iban)=(DE02100100109307118603) exists.',
})

test('in production every line is JSON, also on a terminal: the banner, warnings and a failed start too', () => {
  const { log, say, warn, written } = open({ NODE_ENV: 'production' }, true)
  log.level = 'silent'
  say('\nCambist is ready\n  at http://x')
  log.level = 'info'
  warn('BASE_URL is missing')
  log.info({ status: 200 }, 'request')
  const lines = [...written, failureLine(new Error('Port 1 is in use.'))].map((line) => JSON.parse(line))
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [30, 'Cambist is ready\n  at http://x'],
    [40, 'BASE_URL is missing'],
    [30, 'request'],
    [60, 'Port 1 is in use.'],
  ])
  for (const { time } of lines) expect(Math.abs(time - Date.now())).toBeLessThan(60_000)
})

test('in development a terminal shows lines for a reader, and a pipe JSON', () => {
  const terminal = open({}, true)
  terminal.log.info({ status: 404, route: '/v1/accounts/:accountId', code: undefined }, 'request')
  terminal.log.error({ err: rejected }, 'defect')
  expect(terminal.written[0]).toMatch(
    /^\d\d:\d\d:\d\d\.\d{3} INFO  request status=404 route=\/v1\/accounts\/:accountId\n$/,
  )
  expect(terminal.written[1]).toMatch(/ERROR defect\nError: duplicate key value\n +at /)
  const pipe = open({}, false)
  pipe.log.info({ status: 404 }, 'request')
  expect(JSON.parse(pipe.written[0]!)).toMatchObject({ status: 404, msg: 'request' })
})

test('an error that quotes an address is logged, and reported at the start, without the password in it', () => {
  const error = new Error('The list http://cambist:hunter2@lists.example/x cannot be read: fetch failed.')
  const { log, written } = open({}, false)
  log.error({ err: error }, 'defect')
  for (const line of [written[0]!, failureLine(error)]) {
    expect(line).toContain('http://***@lists.example/x')
    expect(line).not.toContain('hunter2')
  }
})

test('a defect is logged without the row that the database quotes', () => {
  const { log, written } = open({}, false)
  log.error({ err: rejected, requestId: 'r1' }, 'defect')
  expect(JSON.parse(written[0]!)).toMatchObject({ requestId: 'r1', err: { message: 'duplicate key value' } })
  expect(written[0]).not.toContain('DE02')
})
