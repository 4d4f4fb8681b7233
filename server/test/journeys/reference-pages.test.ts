import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { MAX_FAILURES, TOKEN_LIFE_SECONDS } from '../../src/auth/rules.ts'
import { readConfig } from '../../src/settings/config.ts'
import { describeEnvironment } from '../../src/settings/environment.ts'
import { MOST_NAME } from '../../src/kernel/http/bodies/scan-json.ts'
import {
  MAX_BODY_BYTES,
  MAX_HEADER_BYTES,
  REQUEST_TIMEOUT_MS,
  serverLimits,
} from '../../src/kernel/http/listener/limits.ts'
import { LIMIT_GROUPS, limitGroupOf } from '../../src/kernel/http/limits/policies.ts'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { OPERATION_GROUPS } from '../../src/service/index.ts'
import { MOST_FORM_BYTES } from '../../src/open-banking/http/index.ts'
import { MAX_ITEMS } from '../../src/payments/batches/schema.ts'

const root = path.join(serverDirectory, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const limits = read('docs/limits.md')

/** Rows of the tables of a page, as lists of cells. */
const rowsOf = (page: string): string[][] =>
  [...page.matchAll(/^\| (.+) \|$/gm)].map(([, row]) => row!.split(' | ')).filter(([first]) => !/^-+$/.test(first!))

const figure = (value: number) => value.toLocaleString('en-GB')

/** The value of a constant that its file keeps to itself: a product of numbers. */
function constantIn(file: string, name: string): number {
  const [, text] = new RegExp(`const ${name} = ([\\d_* ]+)`).exec(read(`server/src/${file}`))!
  return text!.split('*').reduce((product, factor) => product * Number(factor.trim().replaceAll('_', '')), 1)
}

test('docs/limits.md names the limits of each group of operations, as the configuration has them', () => {
  const [production, sandbox] = [readConfig({ NODE_ENV: 'production' }).limits, readConfig({}).limits]
  const shown = rowsOf(limits).filter(([, , , , setting]) => setting?.startsWith('`'))
  const expected = LIMIT_GROUPS.map((group) => [
    `\`${group}\``,
    figure(production.requests[group]),
    figure(sandbox.requests[group]),
    `\`RATE_LIMIT_${group.toUpperCase()}\``,
  ])
  const concurrent = ['concurrent', figure(production.concurrent), figure(sandbox.concurrent), '`CONCURRENT_REQUESTS`']
  expect(shown.map(([group, , ...rest]) => [group, ...rest])).toEqual([...expected, concurrent])
})

test('docs/limits.md names the sizes and times of the code', () => {
  const kib = (bytes: number) => `${bytes / 1024} KiB`
  const mib = (bytes: number) => `${bytes / 1024 / 1024} MiB`
  const pattern = (file: string, regex: RegExp) => regex.exec(read(`server/src/${file}`))![1]!
  const expected = {
    'Headers with the request line': kib(MAX_HEADER_BYTES),
    Body: mib(MAX_BODY_BYTES),
    'Field name in a JSON body': `${MOST_NAME} characters`,
    'Body of a batch of payments': mib(constantIn('payments/batches/reader/bodies.ts', 'MOST_BYTES')),
    'Payments in a batch': figure(MAX_ITEMS),
    'Form of the token endpoint': kib(constantIn('auth/routes.ts', 'MOST_BYTES')),
    "Form of open banking's OAuth endpoints": kib(MOST_FORM_BYTES),
    'Time until a TLS handshake is complete': `${serverLimits.handshakeTimeout / 1000} s`,
    'Time until all headers have arrived': `${serverLimits.headersTimeout / 1000} s`,
    'Time until the body has arrived too': `${REQUEST_TIMEOUT_MS / 1000} s`,
    'Rest of a body after an early response, such as 401': `${constantIn('kernel/http/listener/unfinished.ts', 'LINGER_MS') / 1000} s`,
    'Items of a page': pattern('kernel/http/wire.ts', /maximum: (\d+), description: 'Items per page/),
    '`Idempotency-Key`': `${pattern('kernel/http/command.ts', /\\x7e\]\{1,(\d+)\}/)} characters`,
    'Life of an idempotency key': `${constantIn('service/module.ts', 'KEYS_KEPT_MS') / 86_400_000} days`,
    '`X-Request-Id`': `${pattern('kernel/http/http.ts', /SAFE_REQUEST_ID = .*\{1,(\d+)\}/)} characters`,
    'Life of an access token': `${figure(TOKEN_LIFE_SECONDS)} s`,
    'Wrong secrets of a client from one origin': String(MAX_FAILURES),
    'Age of events in the feed': `${constantIn('events/feed.ts', 'FEED_DAYS')} days`,
    'Open orders of an entity': figure(constantIn('fx/orders/rules.ts', 'MAX_OPEN')),
    'Life of an order': `${constantIn('fx/orders/schema.ts', 'MAX_DAYS')} days`,
    'Active rate alerts of an entity': figure(constantIn('fx/rate-alerts/rules.ts', 'MAX_ACTIVE')),
    'Life of a rate alert': `${constantIn('fx/rate-alerts/schema.ts', 'MAX_DAYS')} days`,
  }
  const shown = rowsOf(limits).filter((row) => row.length === 3 && row[0] !== 'Limit')
  expect(Object.fromEntries(shown.map(([limit, value]) => [limit, value]))).toEqual(expected)
})

test('the codes on docs/limits.md exist', () => {
  const errors = read('docs/errors.md')
  const codes = [...limits.matchAll(/\b4\d\d `(\w+)`/g)].map(([, code]) => code!)
  expect(codes.length).toBeGreaterThan(6)
  expect(codes.filter((code) => !errors.includes(`### ${code}\n`))).toEqual([])
})

test('each operation counts in the group that docs/limits.md names', () => {
  const operations = OPERATION_GROUPS.flatMap((group) => Object.entries(group.operations))
  const inGroup = (wanted: string) =>
    operations
      .filter(([at]) => limitGroupOf(at.split(' ')[0]!, at.split(' ')[1]!.replace(/\{(\w+)\}/g, ':$1')) === wanted)
      .map(([, id]) => id)
  expect(inGroup('quotes')).toEqual([
    'quoteSpot',
    'quoteSpotAmendment',
    'quoteForward',
    'quoteForwardAmendment',
    'createHeldRate',
    'estimateRate',
  ])
  expect(inGroup('writes')).toContain('bookSpot')
  expect(inGroup('writes')).toContain('cancelHeldRate')
  expect(inGroup('reads')).toContain('getHeldRate')
  expect(inGroup('reads').length + inGroup('writes').length + 6).toBe(operations.length)
})

const INTRODUCTION = `# Settings

Environment variables of the service, as \`npm start -- serve --help\` lists them. An empty variable counts as not set. An invalid value prevents the start; the
error names the variable and the valid values, and never shows the value of a secret. The [operating guide](guides/operating.md) explains the usual ones, and
[Limits](limits.md) the limits.

\`NODE_ENV=production\` turns the sandbox off, unless \`SANDBOX\` is \`true\`, and makes every line of output JSON.

| Variable | Meaning |
|---|---|
`

test('docs/settings.md has every environment variable with its meaning and default; -u writes it anew', async () => {
  const rows = describeEnvironment()
    .split('\n')
    .map((line) => /^ {2}([A-Z][A-Z_]+) +(\S.*)$/.exec(line)!)
    .map(([, name, meaning]) => `| \`${name}\` | ${meaning!.replaceAll('|', '\\|')} |\n`)
  expect(rows.length).toBeGreaterThan(50)
  await expect(`${INTRODUCTION}${rows.join('')}`).toMatchFileSnapshot(path.join(root, 'docs', 'settings.md'))
})

test('no other environment variable is read by the server', () => {
  const source = path.join(serverDirectory, 'src')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  )
  const readNames = files.flatMap((name) =>
    [...readFileSync(path.join(source, name), 'utf8').matchAll(/process\.env\.([A-Z_]+)/g)].map(([, found]) => found!),
  )
  const listed = new Set([...describeEnvironment().matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name!))
  const others = [...new Set(readNames)].filter((name) => !listed.has(name)).toSorted()
  expect(others).toEqual(['NODE_ENV', 'PATH'])
})
