import { describe, expect, test } from 'vitest'
import { isAddressRange, isAllowedAddress } from './addresses.ts'
import { readCredentials } from './credentials/credentials.ts'
import { parseForm } from './form.ts'
import { decoyRow } from './lockout.ts'
import { grantScopes } from './rules.ts'
import { hashSecret, isTokenShaped, matchesSecret, newClientSecret, newToken } from './credentials/secrets.ts'

describe('scopes', () => {
  const grants = ['fx:trade', 'fx:quote']
  test('all granted scopes by default, else the requested ones', () => {
    expect(grantScopes(undefined, grants)).toEqual(['fx:quote', 'fx:trade'])
    expect(grantScopes('fx:trade  fx:trade', grants)).toEqual(['fx:trade'])
  })
  test.each(['payments:write', 'fx:quote payments:write', 'admin:*', ' ', 'FX:QUOTE'])('%j is refused', (scope) => {
    expect(() => grantScopes(scope, grants)).toThrowError(/It has: fx:quote, fx:trade/)
  })
})

describe('addresses', () => {
  test.each([
    ['192.0.2.7', ['192.0.2.0/24'], true],
    ['192.0.3.7', ['192.0.2.0/24'], false],
    ['::ffff:192.0.2.7', ['192.0.2.7'], true],
    ['2001:db8::1', ['2001:db8::/32'], true],
    ['2001:db9::1', ['2001:db8::/32', '192.0.2.0/24'], false],
    ['203.0.113.9', [], true],
    ['nonsense', ['0.0.0.0/0'], false],
  ])('%s in %j: %s', (address, ranges, allowed) => expect(isAllowedAddress(address, ranges)).toBe(allowed))

  test.each([
    ['192.0.2.0/24', true],
    ['::1', true],
    ['192.0.2.0/33', false],
    ['192.0.2/24', false],
    ['192.0.2.0/24/1', false],
    ['example.com', false],
  ])('%s is a range: %s', (text, valid) => expect(isAddressRange(text)).toBe(valid))
})

describe('secrets', () => {
  test('either live secret matches, nothing else does', () => {
    const [a, b] = [newClientSecret(), newClientSecret()]
    const stored = [hashSecret(a), hashSecret(b)]
    expect([matchesSecret(a, stored), matchesSecret(b, stored)]).toEqual([true, true])
    expect([matchesSecret(b, stored.slice(0, 1)), matchesSecret('', stored), matchesSecret(a, [])]).toEqual([
      false,
      false,
      false,
    ])
  })
  test('have 256 bits', () => {
    expect(Buffer.from(newClientSecret().slice(4), 'base64url')).toHaveLength(32)
    expect(isTokenShaped(newToken())).toBe(true)
    expect(isTokenShaped(`${newToken()}x`)).toBe(false)
  })
  test('failures of unknown ids are counted in a bounded number of rows', () => {
    const rows = new Set(Array.from({ length: 20_000 }, (_, i) => decoyRow(`cli_${i}`)))
    expect(rows.size).toBeLessThanOrEqual(1024)
    expect(decoyRow('cli_1')).toBe(decoyRow('cli_1'))
  })
})

describe('credentials', () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
  const jwt = 'client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer'

  test('are read from the body, Basic and an assertion', () => {
    expect(readCredentials(parseForm('client_id=a&client_secret=b'), undefined)).toEqual({
      method: 'secret',
      clientId: 'a',
      secret: 'b',
    })
    expect(readCredentials(parseForm(''), basic('a%3Ab:c%2Bd:e'))).toMatchObject({ clientId: 'a:b', secret: 'c+d:e' })
    expect(readCredentials(parseForm(`client_assertion=x&${jwt}`), undefined)).toMatchObject({ assertion: 'x' })
  })

  test.each([
    ['two ways', 'client_id=a&client_secret=b', basic('a:b'), 'invalid_request'],
    ['secret and assertion', `client_id=a&client_secret=b&client_assertion=x&${jwt}`, undefined, 'invalid_request'],
    ['two ids', 'client_id=b', basic('a:b'), 'invalid_request'],
    ['no assertion type', 'client_assertion=x', undefined, 'invalid_request'],
    ['no assertion', jwt, undefined, 'invalid_request'],
    ['a bearer token', '', 'Bearer x', 'invalid_request'],
    ['Basic without a colon', '', basic('a'), 'invalid_request'],
    ['nothing', '', undefined, 'invalid_client'],
    ['an id alone', 'client_id=a', undefined, 'invalid_client'],
  ])('%s: refused', (_what, form, header, code) => {
    expect(() => readCredentials(parseForm(form), header)).toThrowError(expect.objectContaining({ code }))
  })

  test('a repeated parameter is refused, an empty one is absent', () => {
    expect(() => parseForm('a=1&a=2')).toThrowError(expect.objectContaining({ code: 'invalid_request' }))
    expect([...parseForm('a=&b=2+3')]).toEqual([['b', '2 3']])
  })
})
