import { generateKeyPairSync } from 'node:crypto'
import { CompactSign, flattenedVerify } from 'jose'
import { expect, test } from 'vitest'
import { ISSUER, signAs, THEIR_KEY, TRUST_ANCHOR } from '../../../test/support/open-banking.ts'
import { checkSignature, createMessageSigner } from './signatures.ts'

const IAT = 'http://openbanking.org.uk/iat'
const ISS = 'http://openbanking.org.uk/iss'
const TAN = 'http://openbanking.org.uk/tan'
const body = Buffer.from('{"Data":{"a":1}}')
const now = new Date()
const jwks = {
  keys: [{ ...(THEIR_KEY.publicKey.export({ format: 'jwk' }) as object), kty: 'RSA', kid: THEIR_KEY.kid, use: 'sig' }],
}
const by = {
  issuers: [ISSUER, 'CN=software-1, O=An organisation, C=GB'],
  trustAnchors: [TRUST_ANCHOR],
  keys: async () => jwks,
  now,
}
const right = {
  alg: 'PS256',
  kid: THEIR_KEY.kid,
  [IAT]: Math.floor(now.getTime() / 1000) - 1,
  [ISS]: ISSUER,
  [TAN]: TRUST_ANCHOR,
  crit: [IAT, ISS, TAN],
}

/** Signs with another implementation. */
async function signed(header: object, key = THEIR_KEY.privateKey): Promise<string> {
  const options = { crit: { [IAT]: true, [ISS]: true, [TAN]: true } }
  const compact = await new CompactSign(body).setProtectedHeader(header as never).sign(key, options)
  const [head, , signature] = compact.split('.')
  return `${head}..${signature}`
}

/** A header that the other implementation refuses to write, with a signature that does not matter. */
const written = (header: unknown): string =>
  `${Buffer.from(typeof header === 'string' ? header : JSON.stringify(header)).toString('base64url')}..c2ln`

const without = (name: string) => Object.fromEntries(Object.entries(right).filter(([held]) => held !== name))
const refusal = (signature: string) =>
  checkSignature(signature, body, by).then(
    () => 'taken',
    (error) => error.code,
  )

test('5: a signature made by another implementation is accepted', async () => {
  expect(await refusal(await signed(right))).toBe('taken')
  expect(await refusal(await signed({ ...right, typ: 'JOSE', cty: 'application/json' }))).toBe('taken')
})

test('5: the issuer may be the subject of the certificate, in any spelling of the name', async () => {
  expect(await refusal(await signed({ ...right, [ISS]: 'cn=software-1,o=An organisation,c=GB' }))).toBe('taken')
})

test('5: what we sign verifies with another implementation over the exact bytes', async () => {
  const signature = await signAs(now).sign(body)
  const [head, , value] = signature.split('.') as [string, string, string]
  const options = { algorithms: ['PS256'], crit: { [IAT]: true, [ISS]: true, [TAN]: true } }
  const jws = { protected: head, payload: body.toString('base64url'), signature: value }
  const verified = await flattenedVerify(jws, THEIR_KEY.publicKey, options)
  expect(Object.keys(verified.protectedHeader!).sort()).toEqual(
    ['alg', 'crit', 'cty', IAT, ISS, TAN, 'kid', 'typ'].sort(),
  )
})

test.each([
  ['no dots', 'abc'],
  ['a payload that is not detached', 'eyJhbGciOiJQUzI1NiJ9.e30.c2ln'],
  ['a header that is not JSON', written('not json')],
  ['a header that is no object', written([1])],
  ['a header with a member twice', written(JSON.stringify(right).replace('{', '{"alg":"PS256",'))],
])('5: %s is Signature.Malformed', async (_what, signature) => {
  expect(await refusal(signature)).toBe('ob_signature_malformed')
})

test.each(['alg', 'kid', 'crit', IAT, ISS, TAN])('5: without %s a claim is missing', async (name) => {
  expect(await refusal(written(without(name)))).toBe('ob_signature_claim_missing')
})

test.each([
  ['alg none', { alg: 'none' }],
  ['RS256', { alg: 'RS256' }],
  ['a kid that is none of its keys', { kid: 'another' }],
  ['b64, which was given up', { b64: false }],
  ['a foreign member', { jku: 'https://evil.example' }],
  ['an iat in the future', { [IAT]: Math.floor(now.getTime() / 1000) + 3600 }],
  ['an iat that is text', { [IAT]: '2026-01-01' }],
  ['another issuer', { [ISS]: 'org-2/software-9' }],
  ['another trust anchor', { [TAN]: 'evil.example' }],
  ['a crit that lists too little', { crit: [IAT, ISS] }],
  ['a typ that is not JOSE', { typ: 'JWT' }],
])('5: %s is an invalid claim', async (_what, change) => {
  expect(await refusal(written({ ...right, ...change }))).toBe('ob_signature_claim_invalid')
})

test('5: every wrong member of a header is named in one response, missing ones first', async () => {
  const header = { ...without(TAN), typ: 'JWT', [ISS]: 'org-2/software-9', jku: 'https://evil.example', [IAT]: -1 }
  const checked = checkSignature(written(header), body, by)
  await expect(checked).rejects.toMatchObject({
    code: 'ob_signature_claim_missing',
    errors: [
      { code: 'ob_signature_claim_missing', params: { claim: TAN } },
      ...['jku has no place in it', 'typ is JOSE or absent', `${IAT} must be`, `${ISS} must be`].map((text) => ({
        code: 'ob_signature_claim_invalid',
        message: expect.stringContaining(text),
      })),
    ],
  })
})

test("5: another's key and a changed body are Signature.Invalid", async () => {
  const strange = generateKeyPairSync('rsa', { modulusLength: 2048 })
  expect(await refusal(await signed(right, strange.privateKey))).toBe('ob_signature_invalid')
  const signature = await signed(right)
  const changed = Buffer.from('{"Data":{"a":2}}')
  await expect(checkSignature(signature, changed, by)).rejects.toMatchObject({ code: 'ob_signature_invalid' })
})

test('signing does not hold up the event loop: a timer fires while signatures are made', async () => {
  const signer = createMessageSigner({
    issuer: 'us',
    trustAnchor: TRUST_ANCHOR,
    clock: { wall: () => now },
    key: () => THEIR_KEY,
  })
  let fired = false
  const started = performance.now()
  const signing = Promise.all(Array.from({ length: 60 }, () => signer.sign(body))).then(
    () => performance.now() - started,
  )
  const waited = await new Promise<number>((resolve) =>
    setTimeout(() => {
      fired = true
      resolve(performance.now() - started)
    }, 1),
  )
  const all = await signing
  expect(fired).toBe(true)
  expect(waited).toBeLessThan(all)
})

test.each([
  ['without its modulus', { n: undefined }, 'ob_signature_claim_invalid'],
  ['with a number in place of its modulus', { n: 7 }, 'ob_signature_claim_invalid'],
  ['too small for any signature', { n: 'AQAB' }, 'ob_signature_invalid'],
  ['with an even exponent', { e: 'Ag' }, 'ob_signature_invalid'],
])('5: a published key %s is an error of the third party, not of the service', async (_what, change, code) => {
  const keys = async () => ({ keys: [{ ...jwks.keys[0]!, ...change }] }) as unknown as typeof jwks
  const checked = checkSignature(await signed(right), body, { ...by, keys })
  await expect(checked).rejects.toMatchObject({ code })
})
