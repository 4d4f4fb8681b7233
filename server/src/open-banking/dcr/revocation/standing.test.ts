import { X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Listed, revocationList } from '../../../../test/support/revocation-list.ts'
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts'
import { type Certified, issueCertificate, makeAuthority } from '../sandbox/certificates.ts'
import { readRevocationList, serialOf } from './list.ts'
import { readListBytes } from './sources.ts'
import { createStanding } from './standing.ts'

const NOW = new Date('2026-03-02T09:00:00Z')
const HOUR = 3_600_000
const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR)

const authority = await makeAuthority('CN=Directory CA, O=Directory', NOW)
const other = await makeAuthority('CN=Directory CA, O=Directory', NOW) // the same name, another key
const [good, bad] = await Promise.all(['Good', 'Bad'].map((name) => certificateOf(authority, name)))

async function certificateOf(by: Certified, name: string) {
  const order = { subject: `CN=${name}, O=${name} Ltd`, purpose: 'transport' as const }
  return { x509: new X509Certificate((await issueCertificate(by, order, NOW)).certificate) }
}

const listOf = (list: Partial<Listed>) => revocationList({ by: authority, at: NOW, until: later(24), ...list })

/** A standing whose one list, time and source can be changed. */
function standingOf(whenUnknown: 'accept' | 'reject', authorities = [authority]) {
  const state = { bytes: undefined as Buffer | undefined, now: NOW, errors: [] as string[] }
  const standing = createStanding({
    sources: ['directory.crl'],
    authorities: authorities.map(({ certificate }) => new X509Certificate(certificate)),
    whenUnlisted: whenUnknown,
    wall: () => state.now,
    read: async () => state.bytes ?? Promise.reject(new Error('no answer')),
    onError: (_source, reason) => void state.errors.push(reason),
  })
  const give = (bytes?: Buffer) => {
    state.bytes = bytes
    return standing.refresh()
  }
  return { ...standing, state, give }
}

test('a certificate that the authority revokes is rejected from the next reading on, others are not', async () => {
  const { errorOf, give } = standingOf('reject')
  await give(await listOf({}))
  expect([errorOf(good!), errorOf(bad!)]).toEqual([undefined, undefined])
  await give(await listOf({ revoked: [bad!], at: later(1) }))
  expect([errorOf(good!), errorOf(bad!)]).toEqual([undefined, 'It is revoked.'])
})

test.each([
  ['reject', 'Its authority has no valid revocation list here.'],
  ['accept', undefined],
] as const)('without a list that is valid now, certificates are treated as configured: %s', async (unknown, error) => {
  const { errorOf, give, state } = standingOf(unknown)
  await give()
  expect([errorOf(good!), state.errors]).toEqual([error, ['no answer']])
  await give(await listOf({ revoked: [bad!] }))
  expect(errorOf(good!)).toBeUndefined()
  state.now = later(24)
  expect([errorOf(good!), errorOf(bad!)]).toEqual([error, 'It is revoked.']) // revocation is final
})

test('a list of another authority, even one of the same name, revokes nothing', async () => {
  const { errorOf, give, state } = standingOf('reject')
  await give(await listOf({}))
  await give(await listOf({ by: other, revoked: [good!], at: later(1) }))
  expect([errorOf(good!), state.errors]).toEqual([undefined, ['no authority of OPEN_BANKING_CLIENT_CA signed it']])
})

test('a list is used for the certificates of its own authority alone', async () => {
  const { errorOf, give } = standingOf('reject', [authority, other])
  await give(await listOf({}))
  const theirs = await certificateOf(other, 'Theirs')
  expect([errorOf(good!), errorOf(theirs)]).toEqual([undefined, 'Its authority has no valid revocation list here.'])
})

test('an older list, sent again, does not undo a revocation', async () => {
  const { errorOf, give, state } = standingOf('accept')
  const older = await listOf({})
  await give(await listOf({ revoked: [bad!], at: later(1) }))
  await give(older)
  expect([errorOf(bad!), state.errors]).toEqual(['It is revoked.', ['it is older than the one read before']])
})

test('a list that was cut off or altered is not used, and the one held stays', async () => {
  const { errorOf, give, state } = standingOf('reject')
  const list = await listOf({ revoked: [bad!] })
  await give(list)
  const altered = Buffer.from(list)
  altered[altered.length - 300]! ^= 1
  for (const bytes of [list.subarray(0, 100), altered, Buffer.from('<html>'), Buffer.alloc(0)]) await give(bytes)
  expect(state.errors).toHaveLength(4)
  expect([errorOf(good!), errorOf(bad!)]).toEqual([undefined, 'It is revoked.'])
})

test('20,000 entries are read in full from a PEM file without blocking other work', async () => {
  const many = Array.from({ length: 20_000 }, (_, i) => ({
    x509: { serialNumber: (i + 1).toString(16).padStart(8, '0') } as X509Certificate,
  }))
  const der = await listOf({ revoked: many })
  const file = path.join(temporaryDirectory(), 'directory.crl')
  const body = der.toString('base64').replace(/(.{64})/g, '$1\n')
  writeFileSync(file, `-----BEGIN X509 CRL-----\n${body}\n-----END X509 CRL-----\n`)
  let turns = 0
  const timer = setInterval(() => void turns++, 1)
  const list = await readRevocationList(await readListBytes(file), [new X509Certificate(authority.certificate)])
  clearInterval(timer)
  expect(list.serials.size).toBe(20_000)
  expect(list.serials.has(serialOf({ serialNumber: '00004E20' }))).toBe(true)
  expect(turns).toBeGreaterThan(0)
})
