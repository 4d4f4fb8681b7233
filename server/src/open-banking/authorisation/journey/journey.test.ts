import { createHash } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, importX509, jwtVerify } from 'jose'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import {
  answerIn,
  approveAs,
  call,
  codeNow,
  createBrowser,
  forgetCodes,
  openListeners,
  openThirdParty,
  REDIRECT,
  thumbprint,
} from '../../../../test/support/third-party.ts'
import { inTransaction } from '../../../kernel/db/db.ts'
import { parseId } from '../../../kernel/values/ids.ts'
import { createUser } from '../../../users/index.ts'
import { findConsent, parseConsentId } from '../../consents/index.ts'
import { untilWaiting } from '../../../../test/support/lock-waits.ts'

const db = await testDatabase()
const listeners = await openListeners(db)
afterAll(() => listeners.close())
const [psu, otherPsu] = listeners.credentials.psus
const third = await openThirdParty(listeners)
const { clock } = listeners.services
beforeEach(() => forgetCodes(db))

const half = (text: string) => createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')
const statusOf = async (consentId: string, clientId = third.clientId) =>
  (await findConsent(db.pool, { clientId, consentId }, clock.now()))?.status

/** The log-in page of a journey, in a browser of its own. */
async function begin(consentId: string, claim: Record<string, unknown> = {}) {
  const browser = createBrowser(listeners.pages)
  const page = await browser.follow(await third.link(consentId, claim))
  return { browser, page, path: new URL(page.url).pathname }
}

async function logIn({ browser, page, path }: Awaited<ReturnType<typeof begin>>, who = psu!) {
  const fields = { csrf: page.csrf!, username: who.username, password: who.password, code: codeNow(who.totpSecret) }
  return browser.follow(`${path}/log-in`, browser.form(fields))
}

/** A journey that the user approved, and the address that leads the browser back. */
async function approvedJourney() {
  const consentId = await third.consent()
  const journey = await begin(consentId)
  const page = await logIn(journey)
  const accounts = [...page.text.matchAll(/name="account" value="([^"]+)"/g)].map(([, id]) => ['account', id!])
  const form = [['csrf', page.csrf!], ['decision', 'approve'], ...accounts] as [string, string][]
  const { location, url } = await journey.browser.go(`${journey.path}/decision`, journey.browser.form(form))
  return { consentId, journey, address: new URL(location!, url).href }
}

/** Reads the stored payload of the newest journey, and replaces it with `put`. */
async function interactionPayload(put?: string): Promise<string> {
  const newest = `select id_hash from open_banking_artifacts where kind = 'Interaction' order by issued_at desc limit 1`
  const { rows } = await db.pool.query<{ payload: string }>(
    `with known as (select payload from open_banking_artifacts where id_hash = (${newest})),
      changed as (update open_banking_artifacts set payload = coalesce($1, payload) where id_hash = (${newest}))
      select payload from known`,
    [put ?? null],
  )
  return rows[0]!.payload
}

/** Another user of the first one's entity. */
async function colleague() {
  const { entityId } = psu!
  const order = { entityId: parseId('ent', entityId)!, username: 'a.colleague', password: 'a password of theirs' }
  const act = { actor: { type: 'operator' as const }, at: clock.now(), wall: clock.wall() }
  const made = await inTransaction(db, (tx) => createUser(tx, listeners.services.seal, order, act))
  return { ...order, totpSecret: made.totpSecret }
}

/** A request for a payment in euros, whose payee's name is markup. */
const paymentConsent = (amount?: string) => third.paymentConsent(amount, 'Muster & Söhne <GmbH>')

describe('a user approves account access', () => {
  test('the code and id token are bound to one another, and the token they are redeemed for opens the interface', async () => {
    const consentId = await third.consent()
    const { answer, back } = await approveAs(listeners, await third.link(consentId), psu!)
    expect(back.location?.startsWith(`${REDIRECT}#`)).toBe(true)
    const keys = (await call(listeners, '/jwks')).body.keys as { kid: string; x5c: string[] }[]
    const { kid, alg } = decodeProtectedHeader(answer['id_token']!)
    const x5c = keys.find((key) => key.kid === kid)!.x5c[0]!
    const key = await importX509(`-----BEGIN CERTIFICATE-----\n${x5c}\n-----END CERTIFICATE-----`, alg!)
    const { payload } = await jwtVerify(answer['id_token']!, key, {
      issuer: listeners.issuer,
      audience: third.clientId,
    })
    expect([alg, payload]).toMatchObject([
      'PS256',
      {
        sub: consentId,
        openbanking_intent_id: consentId,
        nonce: 'nonce-1',
        acr: 'urn:openbanking:psd2:sca',
        c_hash: half(answer['code']!),
        s_hash: half('state-1'),
      },
    ])
    const redeemed = await third.redeem(answer['code']!)
    expect([redeemed.status, redeemed.body]).toMatchObject([
      200,
      { access_token: expect.any(String), refresh_token: expect.any(String), expires_in: 3600, token_type: 'Bearer' },
    ])
    const { rows } = await db.pool.query<{ expires: Date }>(
      `select max(expires_at) as expires from open_banking_artifacts where kind = 'RefreshToken'`,
    )
    const told = decodeJwt(redeemed.body.id_token)['http://openbanking.org.uk/refresh_token_expires_at'] as number
    expect(Math.abs(told * 1000 - rows[0]!.expires.getTime())).toBeLessThan(2000)
    const accounts = await third.api('/open-banking/v4.0/aisp/accounts', redeemed.body.access_token)
    expect([accounts.status, accounts.body.Data.Account.length]).toEqual([200, 10])
    const again = await third.post('/token', {
      grant_type: 'refresh_token',
      refresh_token: redeemed.body.refresh_token,
    })
    const seen = await third.post('/token/introspection', { token: again.body.access_token })
    expect(seen.body).toMatchObject({
      active: true,
      client_id: third.clientId,
      cnf: { 'x5t#S256': thumbprint(third.certificate.certificate) },
    })
    expect(listeners.complaints).toEqual([])
  })

  test('only the selected accounts are shared, and at least one is required', async () => {
    const consentId = await third.consent()
    const { answer } = await approveAs(listeners, await third.link(consentId), psu!, (ids) => ids.slice(0, 2))
    const token = (await third.redeem(answer['code']!)).body.access_token
    expect((await third.api('/open-banking/v4.0/aisp/accounts', token)).body.Data.Account).toHaveLength(2)
    const none = await approveAs(listeners, await third.link(await third.consent()), psu!, () => [])
    expect([none.back.status, none.back.location]).toEqual([422, null])
    expect(none.back.text).toContain('Choose at least one account')
    const foreign = await approveAs(listeners, await third.link(await third.consent()), psu!, () => ['acc_nowhere'])
    expect(foreign.back.text).toContain('Choose among the accounts shown, or refuse.')
  })

  test('with acr ca alone, the id token contains ca', async () => {
    const consentId = await third.consent()
    const acr = { values: ['urn:openbanking:psd2:ca'], essential: true }
    const claims = { id_token: { openbanking_intent_id: { value: consentId, essential: true }, acr } }
    const { answer } = await approveAs(listeners, await third.link(consentId, { claims }), psu!)
    expect(decodeJwt(answer['id_token']!).acr).toBe('urn:openbanking:psd2:ca')
  })

  test('again for the same consent (re-authentication), with another choice of accounts', async () => {
    const consentId = await third.consent()
    await approveAs(listeners, await third.link(consentId), psu!, (ids) => ids.slice(0, 1))
    const { answer } = await approveAs(listeners, await third.link(consentId), psu!)
    const token = (await third.redeem(answer['code']!)).body.access_token
    expect((await third.api('/open-banking/v4.0/aisp/accounts', token)).body.Data.Account).toHaveLength(10)
  })
})

describe('the third party learns of every decision of the user', () => {
  test('refusing is access_denied, and the consent is rejected', async () => {
    const consentId = await third.consent()
    const journey = await begin(consentId)
    const page = await logIn(journey)
    const form = journey.browser.form({ csrf: page.csrf!, decision: 'refuse' })
    const back = await journey.browser.follow(`${journey.path}/decision`, form)
    expect(answerIn(back.location)).toMatchObject({ error: 'access_denied', state: 'state-1' })
    expect(await statusOf(consentId)).toBe('RJCT')
  })

  test('cancelling before the log-in is access_denied too', async () => {
    const consentId = await third.consent()
    const { browser, page, path } = await begin(consentId)
    const back = await browser.follow(`${path}/cancel`, browser.form({ csrf: page.csrf! }))
    expect(answerIn(back.location)).toMatchObject({ error: 'access_denied', state: 'state-1' })
    expect(await statusOf(consentId)).toBe('RJCT')
    const { rows } = await db.pool.query('select status_reasons from open_banking_consents where consent_id = $1', [
      parseConsentId(consentId),
    ])
    expect(rows[0].status_reasons[0].description).toBe('The user cancelled before logging in.')
  })

  test('a page left open past its time leads back to the third party', async () => {
    const consentId = await third.consent()
    const { browser, path } = await begin(consentId)
    const past = Math.floor(Date.now() / 1000) - 60
    await db.pool.query(
      `update open_banking_artifacts set expires_at = to_timestamp($1),
        payload = regexp_replace(payload, '"exp":[0-9]+', '"exp":' || $1::text) where kind = 'Interaction'`,
      [past],
    )
    const back = await browser.follow(path)
    expect(back.location?.startsWith(`${REDIRECT}#`)).toBe(true)
    expect(answerIn(back.location)).toMatchObject({ error: 'access_denied', state: 'state-1', iss: listeners.issuer })
    expect(await statusOf(consentId)).toBe('RJCT')
  })

  test('a button pressed twice leads to the same result, and gives one code', async () => {
    const consentId = await third.consent()
    const journey = await begin(consentId)
    const page = await logIn(journey)
    const account = /name="account" value="([^"]+)"/.exec(page.text)![1]!
    const form = () =>
      journey.browser.form({ csrf: page.csrf!, decision: 'approve', account, code: codeNow(psu!.totpSecret) })
    const first = await journey.browser.go(`${journey.path}/decision`, form())
    const second = await journey.browser.go(`${journey.path}/decision`, form())
    expect([first.status, second.status, second.location]).toEqual([303, 303, first.location])
    const { code } = answerIn((await journey.browser.follow(first.location!)).location)
    expect(code).toBeDefined()
    expect(answerIn((await journey.browser.follow(second.location!)).location)).toHaveProperty('code', code)
  })

  test('a second press that overtakes the approval does not turn it into an error', async () => {
    const consentId = await paymentConsent()
    const journey = await begin(consentId, { scope: 'openid payments' })
    const page = await logIn(journey)
    const account = /name="account" value="([^"]+)"/.exec(page.text)![1]!
    const press = () =>
      journey.browser.go(
        `${journey.path}/decision`,
        journey.browser.form({ csrf: page.csrf!, decision: 'approve', account, code: codeNow(psu!.totpSecret) }),
      )
    const undecided = await interactionPayload()
    const first = await press()
    const decided = await interactionPayload(undecided)
    const locker = await db.pool.connect()
    await locker.query('begin; lock table open_banking_consents in access exclusive mode')
    const overtaken = press() // has read the journey before the approval, reads the consent after it
    await untilWaiting(db)
    await interactionPayload(decided)
    await locker.query('commit')
    locker.release()
    expect((await overtaken).location).toBe(first.location)
    expect(answerIn((await journey.browser.follow(first.location!)).location)).toHaveProperty('code')
  })

  test('two journeys in two windows of one browser do not disturb one another', async () => {
    const browser = createBrowser(listeners.pages)
    const [one, two] = [await third.consent(), await third.consent()]
    const pages = [await browser.follow(await third.link(one)), await browser.follow(await third.link(two))]
    for (const page of pages) {
      await forgetCodes(db)
      const back = await logIn({ browser, page, path: new URL(page.url).pathname })
      expect(back.text).toContain('Share your account information')
    }
  })

  test('an error of ours goes back as server_error', async () => {
    const consentId = await third.consent()
    const journey = await begin(consentId)
    await db.pool.query('alter table user_failures rename to user_failures_away')
    const back = await logIn(journey)
    await db.pool.query('alter table user_failures_away rename to user_failures')
    expect(answerIn(back.location)).toMatchObject({ error: 'server_error', state: 'state-1' })
    listeners.complaints.length = 0
  })
})

describe('a user approves a payment', () => {
  test('the page shows amount, payee and accounts as escaped text, and one account pays', async () => {
    const consentId = await paymentConsent()
    const link = await third.link(consentId, { scope: 'openid payments' })
    const { consent, answer } = await approveAs(listeners, link, psu!)
    for (const words of ['EUR 1,250.00', 'Muster &amp; Söhne &lt;GmbH&gt;', 'DE75 5121 0800 1245 1261 99', 'Invoice 7'])
      expect(consent.text).toContain(words)
    expect(consent.text.match(/name="account"/g)).toHaveLength(1) // the one account in euros
    expect(await statusOf(consentId)).toBe('AUTH')
    const redeemed = await third.redeem(answer['code']!)
    expect(redeemed.body.refresh_token).toBeUndefined()
    expect(redeemed.body.scope).toBe('openid payments')
  })

  test('it cannot be approved a second time, and the third party gets the error', async () => {
    const consentId = await paymentConsent()
    const link = () => third.link(consentId, { scope: 'openid payments' })
    await approveAs(listeners, await link(), psu!)
    const again = await createBrowser(listeners.pages).follow(await link())
    expect(answerIn(again.location)).toMatchObject({ error: 'invalid_request', state: 'state-1' })
  })

  test('of two browsers that approve at the same time, one shows that it is already decided', async () => {
    const consentId = await paymentConsent()
    const pages = []
    for (let i = 0; i < 2; i++) {
      await forgetCodes(db)
      const browser = createBrowser(listeners.pages)
      const page = await browser.follow(await third.link(consentId, { scope: 'openid payments' }))
      const path = new URL(page.url).pathname
      pages.push({ browser, path, page: await logIn({ browser, page, path }) })
    }
    const decided = await Promise.all(
      pages.map(({ browser, path, page }) => {
        const account = /name="account" value="([^"]+)"/.exec(page.text)![1]!
        return browser.follow(
          `${path}/decision`,
          browser.form({ csrf: page.csrf!, decision: 'approve', account, code: codeNow(psu!.totpSecret) }),
        )
      }),
    )
    const codes = decided.filter(({ location }) => 'code' in answerIn(location))
    expect(codes).toHaveLength(1)
  })

  test('a browser that returns eight times concurrently brings one code', async () => {
    const { journey, address, consentId } = await approvedJourney()
    const answers = await Promise.all(Array.from({ length: 8 }, () => journey.browser.go(address)))
    const codes = answers.map(({ location }) => answerIn(location)['code'])
    expect(codes[0]).toBeDefined()
    expect(new Set(codes).size).toBe(1)
    const stored = `select from open_banking_artifacts where kind = 'AuthorizationCode' and client_id = $1 and revoked_at is null
      and grant_hash in (select id_hash from open_banking_artifacts where kind = 'Grant' and consent_id = $2)`
    expect((await db.pool.query(stored, [third.clientId, consentId])).rowCount).toBe(1)
    expect((await third.redeem(codes[0]!)).status).toBe(200)
    // Later, a browser that goes back is not sent to the third party again.
    await db.pool.query(`update open_banking_answers set answered_at = answered_at - interval '1 minute'`)
    expect(await journey.browser.go(address)).toMatchObject({ status: 410 })
  })

  test('a browser that returns again during a very slow answer brings one valid code', async () => {
    const { journey, address } = await approvedJourney()
    const holder = await db.pool.connect()
    await holder.query('begin')
    await holder.query('lock table open_banking_artifacts in share mode') // nothing is written meanwhile
    const first = journey.browser.go(address)
    await untilWaiting(db)
    await db.pool.query(`update open_banking_answers set claimed_at = claimed_at - interval '1 minute'`)
    const second = journey.browser.go(address)
    await untilWaiting(db, 2)
    await holder.query('rollback')
    holder.release()
    const codes = (await Promise.all([first, second])).map(({ location }) => answerIn(location)['code']!)
    expect(new Set(codes).size).toBe(2)
    const redeemed = [await third.redeem(codes[0]!), await third.redeem(codes[1]!)]
    expect(redeemed.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('a user of another entity cannot approve from accounts that are not theirs', async () => {
    const consentId = await paymentConsent('1.00')
    const journey = await begin(consentId, { scope: 'openid payments' })
    const page = await logIn(journey, otherPsu!)
    expect(page.text).not.toContain('01900000-0000-7000-8000-00000000011a')
    const form = { csrf: page.csrf!, decision: 'approve', account: '01900000-0000-7000-8000-00000000011a' }
    const back = await journey.browser.follow(`${journey.path}/decision`, journey.browser.form(form))
    expect(back.status).toBe(422)
    expect(await statusOf(consentId)).toBe('AWAU')
  })

  test('the user who authorised account access can renew it; another user cannot, and reads why', async () => {
    const consentId = await third.consent()
    await approveAs(listeners, await third.link(consentId), psu!)
    for (const who of [otherPsu!, await colleague()]) {
      const { back } = await approveAs(listeners, await third.link(consentId), who)
      expect([back.status, back.location]).toEqual([422, null])
      expect(back.text).toContain('You cannot approve this request')
      expect(back.text).not.toMatch(/ConsentId|obc_[0-9a-z]{20}/)
    }
  })

  test('withdrawing twice from an old page states, the second time, that the access has ended', async () => {
    const consentId = await third.consent()
    await approveAs(listeners, await third.link(consentId), psu!)
    await forgetCodes(db)
    const browser = createBrowser(listeners.pages)
    const own = '/open-banking/connections'
    const { username, password, totpSecret } = psu!
    const { csrf } = await browser.follow(own)
    const fields = { csrf: csrf!, username, password, code: codeNow(totpSecret) }
    const page = await browser.follow(`${own}/log-in`, browser.form(fields))
    const withdraw = () => browser.follow(`${own}/revoke`, browser.form({ csrf: page.csrf!, consent: consentId }))
    expect((await withdraw()).text).toContain('The access was withdrawn')
    const again = (await withdraw()).text
    expect(again).toContain('has already ended')
    expect(again).not.toMatch(/CANC|ConsentId/)
  })
})

test('a consent of another third party, an unknown one and a missing one get the same error', async () => {
  const other = await openThirdParty(listeners)
  for (const consentId of [await other.consent(), 'obc_00000000000000000000000000', '']) {
    const back = await createBrowser(listeners.pages).follow(await third.link(consentId))
    expect(answerIn(back.location)).toMatchObject({ error: 'invalid_request', state: 'state-1' })
  }
})
