import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { untilWaiting } from '../../../test/support/lock-waits.ts'
import { duringOutage, endWaiting } from '../../../test/support/outage.ts'
import {
  answerIn,
  approveAs,
  call,
  codeNow,
  createBrowser,
  forgetCodes,
  openListeners,
  openThirdParty,
  registrationClaims,
  signed,
} from '../../../test/support/third-party.ts'
import { hashed } from './adapter.ts'

const db = await testDatabase()
const listeners = await openListeners(db)
afterAll(() => listeners.close())
const [psu] = listeners.credentials.psus
const third = await openThirdParty(listeners)
beforeEach(() => forgetCodes(db))

const defects = () => listeners.complaints.filter((line) => /"msg":"defect"|reply\.sent/.test(line))

test('a third party gets 503 in an outage of the database, and the log has one line', async () => {
  const another = await listeners.newSoftware()
  const registration = await signed(another, registrationClaims(another))
  const request = await signed(third.software, third.requestClaims(await third.consent()))
  const register = {
    headers: { 'content-type': 'application/jose' },
    body: registration,
    certificate: another.transport,
  }
  const answers = await duringOutage(db, () =>
    Promise.all([
      third.post('/token', { grant_type: 'client_credentials', scope: 'accounts' }),
      third.post('/token/introspection', { token: 'x' }),
      third.post('/token/revocation', { token: 'x' }),
      third.post('/par', { request }),
      call(listeners, '/register', register),
    ]),
  )
  for (const { status, headers, body } of answers) {
    expect([status, body.error, headers['retry-after']]).toEqual([503, 'temporarily_unavailable', '1'])
    expect(body.error_description).toBe('The database is not available at the moment; try again shortly.')
  }
  expect(defects()).toEqual([])
  expect(listeners.complaints.filter((line) => line.includes('"msg":"the database is not available"'))).toHaveLength(1)
  await expect.poll(() => third.token()).toMatch(/^00/)
})

test('a user who comes from a third party during an outage can load the page again', async () => {
  const link = await third.link(await third.consent())
  const browser = createBrowser(listeners.pages, listeners.askPages)
  const away = await duringOutage(db, () => browser.go(link))
  expect([away.status, away.headers.get('retry-after'), away.location]).toEqual([503, '1', null])
  expect(away.text).toContain('Please try again in a moment')
  expect(away.text).not.toContain('start again at the third party') // the journey continues
  const { answer } = await approveAs(listeners, link, psu!)
  expect(answer['code']).toBeDefined()
  expect(defects()).toEqual([])
})

/** Logs in, and returns the browser before its decision. */
async function openDecision() {
  const browser = createBrowser(listeners.pages, listeners.askPages)
  const page = await browser.follow(await third.link(await third.consent()))
  const path = new URL(page.url).pathname
  const { username, password, totpSecret } = psu!
  const fields = { csrf: page.csrf!, username, password, code: codeNow(totpSecret) }
  const consent = await browser.follow(`${path}/log-in`, browser.form(fields))
  const [, account] = /name="account" value="([^"]+)"/.exec(consent.text)!
  const approve = browser.form({ csrf: consent.csrf!, decision: 'approve', account: account! })
  return { browser, decide: () => browser.go(`${path}/decision`, approve) }
}

/** Starts a request that needs a locked table, and ends its connection while it waits. */
async function interrupted<T>(table: string, ask: () => Promise<T>): Promise<T> {
  const holder = await db.pool.connect()
  try {
    await holder.query(`begin; lock table ${table} in access exclusive mode`)
    const asked = ask()
    await untilWaiting(db)
    await endWaiting(db)
    return await asked
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

test('a user whose approval is interrupted can approve again: the journey does not end with an error', async () => {
  const { browser, decide } = await openDecision()
  const failed = await interrupted('users', decide)
  expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '1'])
  const decided = await decide()
  const back = await browser.follow(decided.location!)
  expect(answerIn(back.location)['code']).toBeDefined()
  expect(defects()).toEqual([])
})

test('a user who returns from an approval during an outage gets an answer, and loads the page again for the code', async () => {
  const { browser, decide } = await openDecision()
  const returnTo = (await decide()).location!
  const holder = await db.pool.connect()
  await holder.query('begin; lock table open_banking_artifacts in access exclusive mode')
  const asked = browser.go(returnTo) // its claim is stored, and the provider waits
  await untilWaiting(db)
  const failed = await duringOutage(db, () => asked)
  holder.release(true)
  expect([failed.status, failed.location]).toEqual([503, null])
  const codeOf = async () => {
    await db.pool.query(`update open_banking_answers set claimed_at = claimed_at - interval '1 minute'`) // or waits ten seconds
    return answerIn((await browser.follow(returnTo)).location)['code']
  }
  await expect.poll(codeOf, { timeout: 10_000 }).toBeDefined() // the first may use a connection that has ended
  expect(defects()).toEqual([])
})

test('a page does not say that everything is done if an outage lost the answer that another request was making', async () => {
  const { browser, decide } = await openDecision()
  const returnTo = (await decide()).location!
  const uid = new URL(returnTo, listeners.pages).pathname.split('/').at(-1)!
  await db.pool.query('insert into open_banking_answers (journey_hash, claimed_at) values ($1, now())', [hashed(uid)])
  const early = await browser.go(returnTo)
  expect([early.status, early.headers.get('retry-after'), early.location]).toEqual([503, '1', null])
  await db.pool.query(`update open_banking_answers set claimed_at = claimed_at - interval '1 minute'`)
  expect(answerIn((await browser.follow(returnTo)).location)['code']).toBeDefined()
})

test('a defect in an approval is logged and reported to the third party, also if its code is that of an invalid request', async () => {
  await db.pool.query(`create function fail_consent() returns trigger language plpgsql as $$
    begin raise exception 'a defect' using errcode = 'numeric_value_out_of_range'; end $$`)
  await db.pool.query(
    'create trigger fail_consent before update on open_banking_consents for each row execute function fail_consent()',
  )
  try {
    const { browser, decide } = await openDecision()
    const back = await browser.follow((await decide()).location!)
    expect(answerIn(back.location)['error']).toBe('server_error')
    expect(defects()).toHaveLength(1)
  } finally {
    await db.pool.query('drop function fail_consent cascade')
    listeners.complaints.length = 0
  }
})
