import { generateKeyPairSync } from 'node:crypto'
import { exportJWK, type JWK, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { readJws, REQUEST, verifySignature } from './jws.ts'

const small = generateKeyPairSync('rsa', { modulusLength: 1024 })
const large = generateKeyPairSync('rsa', { modulusLength: 2048 })
const jwt = await new SignJWT({}).setProtectedHeader({ alg: 'PS256', kid: 'k' }).sign(large.privateKey)

test.each<[string, JWK]>([
  ['that is too small', await exportJWK(small.publicKey)],
  ['without its numbers', { kty: 'RSA' }],
  ['with numbers that are no base64url', { kty: 'RSA', n: '!', e: '?' }],
])('a published key %s is an error of the third party, not of ours', async (_what, jwk) => {
  const keys = { keys: [{ ...jwk, kid: 'k' }] }
  await expect(verifySignature(readJws(jwt, REQUEST), keys, REQUEST)).rejects.toMatchObject({
    code: 'invalid_client_metadata',
    message:
      'The key k in the key set at software_jwks_endpoint cannot be used. Publish an RSA key of 2048 bits or more for PS256, or a P-256 key for ES256.',
  })
})

test('two published keys with one kid are named', async () => {
  const jwk = { ...(await exportJWK(large.publicKey)), kid: 'k' }
  const checked = verifySignature(readJws(jwt, REQUEST), { keys: [jwk, jwk] }, REQUEST)
  await expect(checked).rejects.toThrow('has several keys with this kid')
})
