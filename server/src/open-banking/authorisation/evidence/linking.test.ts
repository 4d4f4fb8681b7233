import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import {
  answerIn,
  type Browser,
  codeNow,
  createBrowser,
  forgetCodes,
  openListeners,
  openThirdParty,
  signed,
} from '../../../../test/support/third-party.ts'
import { parseId } from '../../../kernel/values/ids.ts'
import { type Confirmation, findUser, verifyConfirmation } from '../../../users/index.ts'
import { findApproval, findConsent, statementHash } from '../../consents/index.ts'

const db = await testDatabase()
const listeners = await openListeners(db)
afterAll(() => listeners.close())
beforeEach(async () => {
  await forgetCodes(db)
  await db.pool.query('delete from user_failures')
})
const psu = listeners.credentials.psus[0]!
const third = await openThirdParty(listeners, { response_types: ['code', 'code id_token'] })
const code = () => codeNow(psu.totpSecret)
const PAYMENTS = { scope: 'openid payments' }

interface Open {
  browser: Browser
  path: string
  csrf: string
  account: string
  text: string
}

/** Logs in with name and password, and returns the payment's page. */
async function openPayment(consentId: string, claim: Record<string, string> = {}): Promise<Open> {
  const browser = createBrowser(listeners.pages)
  const request = await signed(third.software, third.requestClaims(consentId, { ...PAYMENTS, ...claim }))
  const { response_type: flow = 'code id_token' } = claim
  const page = await browser.follow(third.authorizeUrl(request, { response_type: flow }))
  const path = new URL(page.url).pathname
  expect(page.text).not.toContain('name="code"')
  const { username, password } = psu
  const shown = await browser.follow(`${path}/log-in`, browser.form({ csrf: page.csrf!, username, password }))
  const account = /name="account" value="([^"]+)"/.exec(shown.text)![1]!
  return { browser, path, csrf: shown.csrf!, account, text: shown.text }
}
const send = ({ browser, path, csrf, account }: Open, fields: Record<string, string>) =>
  browser.go(`${path}/decision`, browser.form({ csrf, account, ...fields }))
const approve = (page: Open, fields: Record<string, string> = { code: code() }) =>
  send(page, { decision: 'approve', ...fields })
const statusOf = async (consentId: string) =>
  (await findConsent(db.pool, { clientId: third.clientId, consentId }, listeners.services.clock.now()))!.status
const storedApproval = (consentId: string) => findApproval(db.pool, parseId('obc', consentId)!)
const errorIn = (text: string) => /id="error" role="alert">([^<]+)/.exec(text)?.[1]

const VERSIONS = ['3.1', '4.0'] as const
const consentsIn = (version: (typeof VERSIONS)[number]) => (amount?: string, creditor?: string) =>
  third.paymentConsent(amount, creditor, { version })

describe.each(VERSIONS)('v%s: the code is given where the payment is approved', (version) => {
  const paymentConsent = consentsIn(version)
  test('after the password alone the page shows amount, currency, payee and account, and asks for the code', async () => {
    const page = await openPayment(await paymentConsent())
    for (const words of ['EUR 1,250.00', 'Muster GmbH', 'DE75 5121 0800 1245 1261 99', 'Pay from', 'name="code"'])
      expect(page.text).toContain(words)
  })

  test.each([
    ['no code', {}],
    ['a wrong code', { code: '000000' }],
    ['a passkey that is none', { passkey: '{"id":"AAAA"}' }],
    ['a passkey that is no JSON', { passkey: '{' }],
  ])('%s approves nothing: the page is shown again with the reason', async (_what, fields: Record<string, string>) => {
    const consentId = await paymentConsent()
    const page = await openPayment(consentId)
    const answer = await approve(page, fields)
    expect([answer.status, errorIn(answer.text)]).toEqual([401, expect.stringContaining('was not accepted')])
    expect(await statusOf(consentId)).toBe('AWAU')
    expect((await approve({ ...page, csrf: answer.csrf! })).status).toBe(303)
    expect(await statusOf(consentId)).toBe('AUTH')
  })

  test('a code approves one payment, not a second one', async () => {
    const used = code()
    expect((await approve(await openPayment(await paymentConsent()), { code: used })).status).toBe(303)
    const other = await paymentConsent('2.00')
    expect((await approve(await openPayment(other), { code: used })).status).toBe(401)
    expect([await statusOf(other), await storedApproval(other)]).toEqual(['AWAU', undefined])
  })

  test('after five wrong codes the right one has to wait', async () => {
    const consentId = await paymentConsent()
    let page = await openPayment(consentId)
    for (let i = 0; i < 5; i++) {
      const answer = await approve(page, { code: '000000' })
      page = { ...page, csrf: answer.csrf! }
    }
    expect((await approve(page)).status).toBe(401)
    expect(await statusOf(consentId)).toBe('AWAU')
  })

  test('the password alone opens no other page of the user, and does not make the browser known', async () => {
    const { browser } = await openPayment(await paymentConsent())
    expect((await browser.follow('/open-banking/connections')).text).toContain('name="password"')
    expect([...browser.jar.keys()].join()).not.toContain('device')
  })

  test('a payment that changes after it was shown is shown again, and the code is not used up', async () => {
    const consentId = await paymentConsent()
    const page = await openPayment(consentId)
    const change = 'update open_banking_consents set amount_minor = 999999 where consent_id = $1'
    await db.pool.query(change, [parseId('obc', consentId)])
    const answer = await approve(page)
    expect([answer.status, errorIn(answer.text)]).toEqual([409, expect.stringContaining('changed')])
    expect(answer.text).toContain('EUR 9,999.99')
    expect(await statusOf(consentId)).toBe('AWAU')
    expect((await approve({ ...page, csrf: answer.csrf! })).status).toBe(303)
  })
})

describe.each(VERSIONS)('v%s: what was approved is kept as evidence', (version) => {
  const paymentConsent = consentsIn(version)
  const verified = async (consentId: string, hash?: Buffer) => {
    const { entityId, psuId, statementHash: own, confirmation } = (await storedApproval(consentId))!
    const user = (await findUser(db.pool, entityId, psuId))!
    const proven = { statementHash: hash ?? own, confirmation: confirmation as Confirmation }
    return verifyConfirmation(db.pool, listeners.services.seal, user, proven)
  }

  test('by code: the statement names consent, third party, amount, payee and account, and the proof matches it alone', async () => {
    const consentId = await paymentConsent('1250.00', 'Muster: GmbH')
    await approve(await openPayment(consentId))
    const { statement, confirmation } = (await storedApproval(consentId))!
    expect(confirmation.method).toBe('Code')
    const lines = statement.split('\n')
    for (const line of [`Consent: ${consentId}`, 'Amount: EUR 1,250.00', 'To: Muster: GmbH', 'Reference: Invoice 7'])
      expect(lines).toContain(line)
    expect(statement).toMatch(/^Asked by: Ledgerly of Ledgerly Ltd \(.+\)$/m)
    expect(statement).toMatch(/^Pay from: Operating account, EUR · .+ \(acc_.+\)$/m)
    expect(statement).toMatch(/^Approved by: nordhafen$/m)
    expect(await verified(consentId)).toMatchObject({ holds: true })
    expect(await verified(consentId, statementHash(statement.replace('1,250', '9,250')))).toMatchObject({
      holds: false,
    })
  })

  test('a secret that is not stored any more does not turn the evidence into a forgery: the operator reads why', async () => {
    const consentId = await paymentConsent()
    await approve(await openPayment(consentId))
    const approval = (await storedApproval(consentId))!
    const confirmation = { ...approval.confirmation, codeKey: Buffer.alloc(32) } as Confirmation
    const user = (await findUser(db.pool, approval.entityId, approval.psuId))!
    const proven = { statementHash: approval.statementHash, confirmation }
    const result = await verifyConfirmation(db.pool, listeners.services.seal, user, proven)
    expect(result).toMatchObject({ holds: false, reason: expect.stringContaining('not stored any more') })
  })

  test('it cannot be changed, and no payment exists without it', async () => {
    const consentId = await paymentConsent()
    await approve(await openPayment(consentId))
    const tamper = (sql: string) => db.pool.query(sql, [parseId('obc', consentId)])
    await expect(
      tamper(`update open_banking_approvals set method = 'Scripted' where consent_id = $1`),
    ).rejects.toThrow()
    await expect(tamper('delete from open_banking_approvals where consent_id = $1')).rejects.toThrow()
    const unapproved = parseId('obc', await paymentConsent())
    await expect(
      db.pool.query(
        `insert into open_banking_payments (entity_id, payment_id, consent_id, client_id, version, kind, created_at)
          select entity_id, payment_id, $1, 'x', '4.0', 'domesticPayment', now() from payments limit 1`,
        [unapproved],
      ),
    ).resolves.toMatchObject({ rowCount: 0 }) // no payment is at hand in this database: the constraint is read instead
    const { rowCount } = await db.pool.query(
      `select from pg_constraint where conname = 'open_banking_payments_approved' and contype = 'f'`,
    )
    expect(rowCount).toBe(1)
  })
})

/** The passkey of the user, in software. */
const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })

describe.each(VERSIONS)('v%s: a passkey signs the hash of what the page shows', (version) => {
  const paymentConsent = consentsIn(version)
  /** Stores a passkey of the user, as if it was added on their page. */
  async function givenPasskey(): Promise<string> {
    const id = Buffer.from('a passkey of software').toString('base64url')
    await db.pool.query(
      `insert into user_passkeys (entity_id, user_id, passkey_id, public_key, counter, transports, created_at)
        select entity_id, user_id, $2, $3, 0, '{}', now() from users where username = $1 on conflict do nothing`,
      [psu.username, id, coseKey(keys.publicKey)],
    )
    return id
  }

  /** The response of the passkey to a challenge. */
  function answerOf(id: string, challenge: string): string {
    const origin = new URL(listeners.pages)
    const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin: origin.origin }))
    const flags = Buffer.from([0b101, 0, 0, 0, 0]) // present and verified; no counter
    const authenticatorData = Buffer.concat([createHash('sha256').update(origin.hostname).digest(), flags])
    const signature = sign(
      'sha256',
      Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]),
      keys.privateKey,
    )
    const text = (bytes: Buffer) => bytes.toString('base64url')
    const response = {
      clientDataJSON: text(clientData),
      authenticatorData: text(authenticatorData),
      signature: text(signature),
    }
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
  }
  const challengeIn = ({ text }: Pick<Open, 'text'>) => /data-challenge="([^"]+)"/.exec(text)![1]!

  test('and approves it without a code', async () => {
    const id = await givenPasskey()
    const consentId = await paymentConsent()
    const page = await openPayment(consentId)
    expect((await approve(page, { passkey: answerOf(id, challengeIn(page)) })).status).toBe(303)
    expect(await statusOf(consentId)).toBe('AUTH')
    const { statement, confirmation } = (await storedApproval(consentId))!
    expect(confirmation).toMatchObject({ method: 'Passkey', passkeyId: id })
    const signed = JSON.parse((confirmation as { clientData: Buffer }).clientData.toString()) as { challenge: string }
    expect(signed.challenge).toBe(statementHash(statement).toString('base64url'))
  })

  test('a signature for another payment approves nothing, nor does the same one twice', async () => {
    const id = await givenPasskey()
    const [small, large] = [await paymentConsent('1.00'), await paymentConsent('900.00')]
    const [shown, page] = [await openPayment(small), await openPayment(large)]
    const answer = await approve(page, { passkey: answerOf(id, challengeIn(shown)) })
    expect(answer.status).toBe(401)
    const passkey = answerOf(id, challengeIn(page))
    expect((await approve({ ...page, csrf: answer.csrf! }, { passkey })).status).toBe(401) // that page is gone
    expect(await statusOf(large)).toBe('AWAU')
  })
})

describe.each([
  ['3.1', 'code', { response_type: 'code', response_mode: 'jwt' }],
  ['4.0', 'code', { response_type: 'code', response_mode: 'jwt' }],
  ['3.1', 'code id_token', {}],
  ['4.0', 'code id_token', {}],
] as const)('v%s: approved and refused concurrently (%s)', (version, _flow, claim) => {
  const paymentConsent = consentsIn(version)

  test('has one outcome: consent, third party and both browsers agree', async () => {
    for (let round = 0; round < 4; round++) {
      await forgetCodes(db)
      const consentId = await paymentConsent()
      const page = await openPayment(consentId, claim)
      const both = [approve(page), send(page, { decision: 'refuse' }), approve(page)]
      const answers = await Promise.all(round % 2 === 0 ? both : both.reverse())
      expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
      const ends = await Promise.all(answers.map(({ location }) => page.browser.follow(location!)))
      expect(new Set(ends.map(({ location }) => location)).size).toBe(1)
      expect(await statusOf(consentId)).toBe(outcomeIn(ends[0]!.location))
      const approval = await storedApproval(consentId)
      expect(approval !== undefined).toBe((await statusOf(consentId)) === 'AUTH')
    }
  })
})

/** Status of the consent that an answer to the third party implies. */
function outcomeIn(location: string | null): 'AUTH' | 'RJCT' {
  const answer = answerIn(location)
  const packed = answer['response']
  const claims =
    packed === undefined ? answer : (JSON.parse(Buffer.from(packed.split('.')[1]!, 'base64url').toString()) as object)
  return 'code' in claims ? 'AUTH' : 'RJCT'
}

/** An EC key in the form of COSE (RFC 9053): {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' })
  const bytes = (text: string | undefined) =>
    Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(text!, 'base64url')])
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(x),
    Buffer.from([0x22]),
    bytes(y),
  ])
}
