import { createHash } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import {
  approveAs,
  codeNow,
  createBrowser,
  forgetCodes,
  openListeners,
  openThirdParty,
} from '../../../../test/support/third-party.ts'
import { parseId } from '../../../kernel/values/ids.ts'
import { findUser, verifyConfirmation } from '../../../users/index.ts'
import { findApproval } from '../../consents/index.ts'
import { qrCode } from './qr-code/matrix.ts'

const db = await testDatabase()
const listeners = await openListeners(db)
afterAll(() => listeners.close())
const third = await openThirdParty(listeners)
const psu = { ...listeners.credentials.psus[0]! }
const OWN = '/open-banking/connections'
const SETUP = `${OWN}/authenticator`
beforeEach(() => forgetCodes(db))

async function logIn(who = psu) {
  const browser = createBrowser(listeners.pages, listeners.askPages)
  const page = await browser.follow(OWN)
  const { username, password, totpSecret } = who
  const form = { csrf: page.csrf!, username, password, code: codeNow(totpSecret) }
  const answer = await browser.follow(`${OWN}/log-in`, browser.form(form))
  return { browser, status: answer.status }
}

async function setUp() {
  const { browser } = await logIn()
  const page = await browser.follow(SETUP)
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)![1]!.replaceAll(' ', '')
  const setup = /name="setup" value="([^"]+)"/.exec(page.text)![1]!
  const confirm = (code: string, change: Record<string, string> = {}) =>
    browser.follow(SETUP, browser.form({ csrf: page.csrf!, setup, code, ...change }))
  return { browser, page, secret, setup, confirm }
}

test('a user sets up another app: its codes log in from then on, those of the earlier one do not', async () => {
  const earlier = psu.totpSecret
  const { page, secret, confirm } = await setUp()
  expect(page.text).toContain(`otpauth://totp/Cambist%20Sandbox:${psu.username}?`)
  expect(page.text).toContain('<svg class="qr" role="img" aria-label="QR code of the key"')
  const wrong = await confirm(codeNow(earlier))
  expect([wrong.status, wrong.text]).toEqual([
    422,
    expect.stringContaining('The code is not the one that the new app shows.'),
  ])
  expect(wrong.text).toContain(secret.slice(0, 4))
  await forgetCodes(db)
  expect((await logIn()).status).toBe(200)
  const right = await confirm(codeNow(secret))
  expect(right.text).toContain('The app was set up.')
  await expect(logIn({ ...psu, totpSecret: secret })).resolves.toMatchObject({ status: 401 }) // the code is used up
  await forgetCodes(db)
  expect((await logIn({ ...psu, totpSecret: earlier })).status).toBe(401)
  psu.totpSecret = secret
  await forgetCodes(db)
  expect((await logIn()).status).toBe(200)
  const { rows } = await db.pool.query(
    `select actor_type, address, operation from audit_log where action = 'user.authenticatorSet'`,
  )
  expect(rows).toEqual([
    { actor_type: 'psu', address: expect.stringContaining('127.0.0.1'), operation: `POST ${SETUP}` },
  ])
})

test('an authenticator app cannot be set up without a login, from another page, or with the set-up of another session', async () => {
  const stranger = createBrowser(listeners.pages, listeners.askPages)
  expect((await stranger.follow(SETUP)).text).toContain('<h1>Log in</h1>')
  const [one, two] = [await setUp(), await (forgetCodes(db), setUp())]
  expect((await one.confirm(codeNow(one.secret), { csrf: 'other' })).status).toBe(403)
  const foreign = await one.confirm(codeNow(two.secret), { setup: two.setup })
  expect([foreign.status, foreign.text]).toEqual([422, expect.stringContaining('This set-up has ended.')])
  for (const setup of ['', 'x', one.setup.slice(0, -4)])
    expect((await one.confirm('123456', { setup })).status).toBe(422)
  await forgetCodes(db)
  expect((await logIn()).status).toBe(200)
})

test('the proof of a payment that a code of the earlier app approved can still be verified', async () => {
  const consentId = await third.paymentConsent()
  const link = await third.link(consentId, { scope: 'openid payments' })
  await approveAs(listeners, link, psu, (ids) => ids.slice(0, 1))
  await forgetCodes(db)
  const { secret, confirm } = await setUp()
  await forgetCodes(db)
  await confirm(codeNow(secret))
  psu.totpSecret = secret
  const { entityId, psuId, statementHash, confirmation } = (await findApproval(db.pool, parseId('obc', consentId)!))!
  const user = (await findUser(db.pool, entityId, psuId))!
  const proof = {
    statementHash,
    confirmation: confirmation as Parameters<typeof verifyConfirmation>[3]['confirmation'],
  }
  expect(await verifyConfirmation(db.pool, listeners.services.seal, user, proof)).toMatchObject({ holds: true })
})

/** The modules as an independent reader (jsQR 1.4.0) read them back, for lengths of each of the ten versions. */
test.each([
  [12, 21, 'Jc7YXIgBeFIyZWIYh4FliITEvy1fpGtP63p-ryW5XtU'],
  [110, 45, 'EQyyhxq8s81qeLBFaLQzUwuDoUYHE4bsQiyWNqDV0Us'],
  [213, 57, 'SYnEcjHjw1W0J83aBhXL0502Tms--fALqm_ZdhOh8nk'],
])('a QR code of %i bytes is the one that an independent reader understood', (length, size, digest) => {
  const text = Array.from({ length }, (_, i) => String.fromCharCode(33 + ((i * 7 + length * 13) % 90))).join('')
  const modules = qrCode(text)
  expect(modules).toHaveLength(size)
  const drawn = modules.map((line) => line.map((dark) => (dark ? '#' : '.')).join('')).join('\n')
  expect(createHash('sha256').update(drawn).digest('base64url')).toBe(digest)
})

test('a text that is too long for a QR code is an error', () => {
  expect(() => qrCode('x'.repeat(214))).toThrow('a text of 214 bytes is too long for a QR code')
})
