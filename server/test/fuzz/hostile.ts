import { gzipSync } from 'node:zlib'
import type { Chance } from '../crash/chance.ts'

/** Texts that have broken parsers, databases, calendars, mark-up, spreadsheets and shells. */
const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\u202eabc',
  'line\r\nbreak',
  '\ufeff',
  '\u0085',
  'é'.repeat(5000),
  '👩‍👩‍👧‍👦'.repeat(40),
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'true',
  `' or 1=1 --`,
  '"; drop table payments; --',
  '<script>alert(1)</script>',
  '=cmd|calc',
  '\uff1d1+1',
  '-1',
  '-0',
  '0',
  '1e400',
  '1e-400',
  '0x10',
  'NaN',
  'Infinity',
  '9'.repeat(40),
  '0.'.padEnd(60, '0'),
  '92233720368547758.08',
  '0000-00-00',
  '0001-01-01',
  '9999-12-31',
  '+275760-09-13',
  '2026-02-30',
  '2026-11-20T25:00:00Z',
  '2026-11-20T10:00:00+99:00',
  '%',
  '%00',
  '%ff%fe',
  '../../../etc/passwd',
  '..\\..\\x',
  '{{7*7}}',
  '${jndi:ldap://127.0.0.1/x}',
  'ent_',
  'ent_00000000000000000000000000',
  'pay_zzzzzzzzzzzzzzzzzzzzzzzzzz',
  'EUR',
  'eur ',
  'XXX',
  'DE89370400440532013000',
  'a'.repeat(70_000),
]

const nested = (levels: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

const many = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`field${i}`, i]))

const VALUES: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 1,
  [],
  {},
  [[]],
  [null],
  { toString: 1, valueOf: 2, constructor: null },
  { length: 1_000_000 },
  nested(90),
  nested(150),
  many(1200),
  Array.from({ length: 3000 }, (_, i) => i),
]

const text = (bytes: string): Buffer => Buffer.from(bytes)

/** Whole bodies of any media type. */
const BODIES: Buffer[] = [
  text(''),
  text('{'),
  text('null'),
  text('[]'),
  text('"a"'),
  text('1e999999'),
  text('{"a":1,"a":2}'),
  text('{"__proto__":{"admin":true}}'),
  text('{"a":"\\ud800"}'),
  text('\ufeff{}'),
  text('{} {}'),
  text('{"a":1,}'),
  text('['.repeat(100_000)),
  text(`{${Array.from({ length: 70_000 }, (_, i) => `"f${i}":0`).join()}}`),
  text(`[${'{},'.repeat(60_000)}{}]`),
  text(`{"a":${'1'.repeat(200_000)}}`),
  text(`{"a":"${'\\u0041'.repeat(100_000)}"}`),
  text('a=1&'.repeat(50_000)),
  text('a=%ff%fe&b=%'),
  text('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>'),
  text(`<a ${Array.from({ length: 20_000 }, (_, i) => `b${i}="1"`).join(' ')}/>`),
  text(`${'a,'.repeat(5000)}b\n${'1,'.repeat(5000)}2`),
  text('"unclosed,\n'.repeat(2000)),
  Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
  Buffer.concat([text('{"a":"'), Buffer.from([0xc3, 0x28]), text('"}')]),
  gzipSync('{}'),
  Buffer.alloc(300_000, 0),
]

const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'application/jose',
  'application/jwt',
  'application/xml',
  'text/csv',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'nonsense',
  '/',
  'application/json;;;=',
]

/** Headers that a stranger may send, with values that HTTP itself permits. */
const HEADERS: [string, string][] = [
  ['accept', 'image/png'],
  ['accept', 'text/html;q=0'],
  ['accept', ','],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'zstd, br'],
  ['idempotency-key', 'a'.repeat(300)],
  ['idempotency-key', ' '],
  ['x-idempotency-key', '\u00ff'.repeat(40)],
  ['x-idempotency-key', 'a'.repeat(41)],
  ['x-request-id', '../../x'],
  ['x-fapi-interaction-id', 'not a uuid'],
  ['x-fapi-auth-date', 'yesterday'],
  ['x-fapi-customer-ip-address', '::ffff:999.1.1.1'],
  ['x-jws-signature', '..'],
  ['x-jws-signature', `${'a'.repeat(9000)}..b`],
  ['x-forwarded-for', 'unknown, \u00e9'],
  ['x-forwarded-proto', 'javascript'],
  ['authorization', 'Bearer'],
  ['authorization', 'Basic OnVuZGVm'],
  ['authorization', `Bearer ${'a'.repeat(5000)}`],
  ['cookie', `psu=${'%'.repeat(500)}`],
  ['cookie', '__Host-psu=a; psu=b; psu=c'],
  ['expect', '100-continue'],
  ['range', 'bytes=0-9999999999'],
  ['if-none-match', '*'],
  ['upgrade-insecure-requests', '1'],
  ['origin', 'null'],
  ['host', 'evil.test'],
]

export const hostileText = (chance: Chance): string => chance.pick(TEXTS)
export const hostileValue = (chance: Chance): unknown =>
  chance.happens(50) ? chance.pick(VALUES) : hostileText(chance)
export const hostileBody = (chance: Chance): Buffer => chance.pick(BODIES)
export const hostileType = (chance: Chance): string => chance.pick(TYPES)
export const hostileHeader = (chance: Chance): [string, string] => chance.pick(HEADERS)

/** Returns a value of JSON with one place changed: replaced, removed, renamed, repeated or added. */
export function spoiled(value: unknown, chance: Chance): unknown {
  if (Array.isArray(value) && value.length > 0 && chance.happens(70)) {
    const at = chance.int(0, value.length - 1)
    if (chance.happens(20)) return [...value, ...value]
    return value.map((item, i) => (i === at ? spoiled(item, chance) : item))
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && chance.happens(90)) {
    const entries = Object.entries(value)
    if (entries.length === 0 || chance.happens(10))
      return Object.fromEntries([...entries, [hostileText(chance), hostileValue(chance)]])
    const at = chance.int(0, entries.length - 1)
    if (chance.happens(10)) return Object.fromEntries(entries.filter((_, i) => i !== at))
    return Object.fromEntries(entries.map(([name, held], i) => [name, i === at ? spoiled(held, chance) : held]))
  }
  return hostileValue(chance)
}

/** A text without unpaired surrogates, which have no form in UTF-8. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')
