import fc from 'fast-check'
import { expect, test } from 'vitest'
import { oauthText } from './oauth-text.ts'

test('an error description keeps its words and loses the characters that RFC 6749 forbids', () => {
  expect(oauthText('the payee’s bank says "no" to a\\b: café\n')).toBe("the payee's bank says 'no' to a?b: caf??")
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(oauthText(text)).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]*$/)
    }),
  )
})
