import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonErrorOfJws } from './jws.ts'

const encode = (text: string) => Buffer.from(text).toString('base64url')
const jws = (header: string, payload: string) => `${encode(header)}.${encode(payload)}.c2ln`
const HEADER = '{"alg":"PS256","kid":"1"}'

test.each([
  [HEADER, '{"iss":"a","aud":["a","a"],"claims":{"iss":"b"}}', undefined],
  ['{"alg":"PS256","alg":"none"}', '{}', 'header contains the member /alg more than once'],
  ['{"alg":"PS256","\\u0061lg":"none"}', '', 'header contains the member /alg more than once'],
  [HEADER, '{"iss":"a","iss":"a"}', 'payload contains the member /iss more than once'],
  [HEADER, '{"a":[{"b":1,"b":2}]}', 'payload contains the member /a/0/b more than once'],
  [HEADER, '{"\\"é\\n":1,"\\"é\\n":2}', 'payload contains the member /??? more than once'],
  [HEADER, '{"__proto__":{}}', 'payload contains the member /__proto__, which is not supported'],
  [HEADER, `{"a":${'['.repeat(200)}`, 'payload is nested too deeply'],
  [HEADER, `[${'0,'.repeat(6000)}0]`, 'payload contains more than 5000 values'],
])('%s with %s: %s', (header, payload, error) => expect(jsonErrorOfJws(jws(header, payload))).toBe(error))

test('a detached signature is inspected too', () => {
  expect(jsonErrorOfJws(`${encode('{"kid":1,"kid":2}')}..c2ln`)).toBe('header contains the member /kid more than once')
})

test('any text is inspected without an exception', () => {
  fc.assert(fc.property(fc.string(), (text) => void jsonErrorOfJws(text)))
})
