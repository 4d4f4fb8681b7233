import { X509Certificate } from 'node:crypto'
import { OCSPResponseStatus } from '@peculiar/asn1-ocsp'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { issueWith, openResponder } from '../../../../test/support/ocsp-responder.ts'
import { revocationList } from '../../../../test/support/revocation-list.ts'
import { type Certified, makeAuthority } from '../sandbox/certificates.ts'
import { askResponder } from './sources.ts'
import { createStanding } from './standing.ts'
import { readStatusResponse } from './status-response.ts'
import { statusRequest } from './status-request.ts'
import { createStatuses } from './statuses.ts'

const NOW = new Date('2026-03-02T09:00:00Z')
const MINUTE = 60_000
const later = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE)
const authority = await makeAuthority('CN=Directory CA, O=Directory', NOW)
const other = await makeAuthority('CN=Directory CA, O=Directory', NOW) // the same name, another key
const responder = await openResponder(authority, NOW, later(60))
afterAll(() => responder.close())
const usual = { ...responder.behaviour }
afterEach(() => {
  for (const key of Object.keys(responder.behaviour)) delete responder.behaviour[key as keyof typeof usual]
  Object.assign(responder.behaviour, usual)
})

const issue = async (by: Certified, name: string, address: string | undefined = responder.address) => {
  const order = { name: `CN=${name}, O=${name} Ltd`, now: NOW, ...(address !== '' && { responder: address }) }
  return { x509: new X509Certificate((await issueWith(by, order)).certificate) }
}
/** A certificate without earlier requests. */
const certificate = () => issue(authority, 'Ledgerly')
const responderCertificate = (by: Certified, change: object = {}) =>
  issueWith(by, { name: 'CN=Responder, O=Directory', signsResponses: true, now: NOW, ...change })

const SILENT = 'The responder of its authority gave no valid response about it.'

/** A standing by the responder, whose time can be changed. */
function standingOf(whenSilent: 'accept' | 'reject' = 'reject', address?: string, lists: readonly Buffer[] = []) {
  const state = { now: NOW, errors: [] as string[] }
  const authorities = [new X509Certificate(authority.certificate)]
  const wall = () => state.now
  const onError = (_of: string, reason: string) => void state.errors.push(reason)
  const statuses = createStatuses({
    authorities,
    ...(address !== undefined && { address }),
    wall,
    send: askResponder,
    onError,
  })
  const standing = createStanding({
    sources: lists.map((_, i) => String(i)),
    authorities,
    whenUnlisted: 'reject',
    wall,
    read: async (source) => lists[Number(source)]!,
    onError,
    responders: { statuses, whenSilent },
  })
  const use = async (held: Awaited<ReturnType<typeof issue>>) => {
    await standing.ask!(held)
    return standing.errorOf(held)
  }
  return { ...standing, state, use }
}

test('a certificate is accepted while its responder says that it is good, and rejected from the first request after its revocation', async () => {
  const { use, state } = standingOf()
  const held = await certificate()
  const before = responder.asked.length
  expect([await use(held), await use(held), responder.asked.length - before]).toEqual([undefined, undefined, 1])
  Object.assign(responder.behaviour, { status: 'revoked', at: later(4), until: later(64) })
  state.now = later(4)
  expect(await use(held)).toBeUndefined()
  state.now = later(5)
  expect(await use(held)).toBe('It is revoked.')
  expect(responder.asked.length - before).toBe(2)
})

test('a certificate that the authority does not know is rejected', async () => {
  responder.behaviour.status = 'unknown'
  expect(await standingOf('accept').use(await certificate())).toBe('Its authority does not know it.')
})

test('requests that arrive together ask the responder once', async () => {
  const { use } = standingOf()
  const held = await certificate()
  const before = responder.asked.length
  expect(await Promise.all([use(held), use(held), use(held)])).toEqual([undefined, undefined, undefined])
  expect(responder.asked.length - before).toBe(1)
})

test('a configured address is asked in place of the one that the certificate names, and for certificates that name none', async () => {
  for (const named of ['http://127.0.0.1:1/', '']) {
    const { use, state } = standingOf('reject', responder.address)
    expect([await use(await issue(authority, 'Ledgerly', named)), state.errors]).toEqual([undefined, []])
  }
})

test('responses of a responder that the authority certified for them count', async () => {
  responder.behaviour.signer = await responderCertificate(authority)
  expect(await standingOf().use(await certificate())).toBeUndefined()
})

test('responses that were made in advance, without the nonce, count until their end', async () => {
  responder.behaviour.nonce = 'left out'
  expect(await standingOf().use(await certificate())).toBeUndefined()
})

test('a response without its end counts for five minutes from its time', async () => {
  responder.behaviour.until = undefined
  const { use, errorOf, state } = standingOf()
  const held = await certificate()
  expect(await use(held)).toBeUndefined()
  state.now = later(5)
  expect(errorOf(held)).toBe(SILENT)
  expect(await use(held)).toBe(SILENT)
  expect(state.errors).toEqual(['it ended at 2026-03-02T09:05:00.000Z'])
})

const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length - 9)
const flipped = (bytes: Buffer) => {
  const copy = Buffer.from(bytes)
  copy[Math.floor(bytes.length / 2)]! ^= 1
  return copy
}
const NOT_SIGNED = 'neither the authority nor a responder of the authority signed it'

describe.each([
  ['signed by another authority of the same name', async () => ({ signer: other }), NOT_SIGNED],
  [
    'signed by a third party',
    async () => ({ signer: await responderCertificate(authority, { signsResponses: false }) }),
    NOT_SIGNED,
  ],
  [
    'signed by a responder of another authority',
    async () => ({ signer: await responderCertificate(other) }),
    NOT_SIGNED,
  ],
  [
    'signed by a responder whose certificate ended',
    async () => ({ signer: await responderCertificate(authority, { days: 0 }) }),
    NOT_SIGNED,
  ],
  ['to another request', async () => ({ nonce: 'another' as const }), 'it answers another request'],
  ['about another certificate', async () => ({ serialNumber: '0102' }), 'it does not contain the certificate'],
  ['that ended', async () => ({ at: later(-90), until: NOW }), 'it ended at 2026-03-02T09:00:00.000Z'],
  ['from the future', async () => ({ at: later(6) }), 'it is from the future'],
  ['that is cut off', async () => ({ altered: cut }), 'the DER structure is cut off'],
  ['that was altered', async () => ({ altered: flipped }), expect.any(String)],
  ['that is a page', async () => ({ altered: () => Buffer.from('<html></html>') }), expect.any(String)],
  ['that is empty', async () => ({ altered: () => Buffer.alloc(0) }), 'the DER structure is cut off'],
  ['that is too large', async () => ({ altered: () => Buffer.alloc(70_000) }), 'it is larger than 65536 bytes'],
  ['without a status', async () => ({ failure: OCSPResponseStatus.tryLater }), 'it is busy'],
  ['with an error', async () => ({ answers: (reply) => void reply.writeHead(500).end() }), 'it answered 500'],
  [
    'with another address',
    async () => ({ answers: (reply) => void reply.writeHead(307, { location: '/other' }).end() }),
    'fetch failed',
  ],
] satisfies [string, () => Promise<Partial<typeof usual>>, unknown][])('a response %s', (_name, change, reason) => {
  test.each([
    ['reject', SILENT],
    ['accept', undefined],
  ] as const)('is not used, and the certificate is treated as configured: %s', async (whenSilent, error) => {
    Object.assign(responder.behaviour, await change())
    const { use, state } = standingOf(whenSilent)
    if (responder.behaviour.signer) state.now = later(1)
    expect([await use(await certificate()), state.errors]).toEqual([error, [reason]])
  })
})

test('an older response, sent again, does not undo a revocation, and a revocation outlasts its response', async () => {
  const { use, state } = standingOf('accept')
  const held = await certificate()
  Object.assign(responder.behaviour, { status: 'revoked', at: later(1), until: later(10) })
  state.now = later(1)
  expect(await use(held)).toBe('It is revoked.')
  Object.assign(responder.behaviour, { status: 'good', at: NOW, until: later(60) })
  state.now = later(6)
  expect([await use(held), state.errors]).toEqual(['It is revoked.', ['it is older than the one read before']])
  responder.behaviour.answers = (reply) => void reply.destroy()
  state.now = later(20)
  expect(await use(held)).toBe('It is revoked.')
})

test('while a responder fails, its last response counts until its end, and it is asked every ten seconds at most', async () => {
  const { use, state } = standingOf()
  const held = await certificate()
  expect(await use(held)).toBeUndefined()
  responder.behaviour.answers = (reply) => void reply.destroy()
  const before = responder.asked.length
  state.now = later(59)
  expect([await use(held), await use(held)]).toEqual([undefined, undefined])
  state.now = later(60)
  expect([await use(held), await use(held)]).toEqual([SILENT, SILENT])
  expect(responder.asked.length - before).toBe(2)
})

test('a responder that never responds delays a request by five seconds at most', async () => {
  responder.behaviour.answers = () => {}
  const { use, state } = standingOf()
  const start = performance.now()
  expect(await use(await certificate())).toBe(SILENT)
  expect(performance.now() - start).toBeLessThan(7000)
  expect(state.errors).toEqual([expect.stringMatching(/time/)])
})

test('a certificate of a stranger makes this process call no address, and neither does one without an http address', async () => {
  const { use, state } = standingOf()
  const before = responder.asked.length
  for (const held of [
    await issue(other, 'Stranger'),
    await issue(authority, 'Ledgerly', 'ldap://127.0.0.1/status'),
    await issue(authority, 'Ledgerly', 'file:///etc/passwd'),
    await issue(authority, 'Ledgerly', ''),
  ])
    expect(await use(held)).toBe(SILENT)
  expect([responder.asked.length - before, state.errors]).toEqual([0, []])
})

test('with lists and responders one rejection suffices, and one valid source', async () => {
  const held = await certificate()
  const listed = { by: authority, at: NOW, until: later(60) }
  const revoked = standingOf('reject', undefined, [await revocationList({ ...listed, revoked: [held] })])
  await revoked.refresh()
  expect(await revoked.use(held)).toBe('It is revoked.')
  const clean = standingOf('reject', undefined, [await revocationList(listed)])
  await clean.refresh()
  responder.behaviour.answers = (reply) => void reply.destroy()
  expect(await clean.use(held)).toBeUndefined()
  const ended = standingOf('accept', undefined, [await revocationList({ ...listed, until: NOW })])
  await ended.refresh()
  expect(await ended.use(held)).toBe('Its authority has no valid revocation list here.')
})

test('a response with any byte changed is an error or says the same', { timeout: 60_000 }, async () => {
  const held = await certificate()
  const issuer = new X509Certificate(authority.certificate)
  const request = statusRequest(held.x509, issuer, Buffer.alloc(32, 7))
  responder.behaviour.signer = await responderCertificate(authority)
  const bytes = await askResponder(responder.address, request.bytes)
  const soon = later(1)
  const whole = await readStatusResponse(bytes, request, issuer, soon)
  expect(whole.status).toBe('Good')
  let errors = 0
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 1 << (at % 8)
    const read = await readStatusResponse(changed, request, issuer, soon).catch((error: unknown) => error)
    if (read instanceof Error) errors++
    else expect(read).toEqual(whole)
  }
  expect(errors).toBeGreaterThan(bytes.length / 2)
})
