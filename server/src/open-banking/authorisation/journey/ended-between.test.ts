import { afterAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../../kernel/db/db.ts'
import { reinstate, suspend } from '../../dcr/index.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import {
  answerIn,
  codeNow,
  createBrowser,
  forgetCodes,
  openListeners,
  openThirdParty,
} from '../../../../test/support/third-party.ts'

const db = await testDatabase()
const listeners = await openListeners(db)
afterAll(() => listeners.close())
const psu = listeners.credentials.psus[0]!
const third = await openThirdParty(listeners)
beforeEach(() => forgetCodes(db))

/** Logs a user in; returns the browser, and what the approving button sends. */
async function untilDecision(consentId: string) {
  const browser = createBrowser(listeners.pages)
  const first = await browser.follow(await third.link(consentId))
  const path = new URL(first.url).pathname
  const { username, password, totpSecret } = psu
  const fields = { csrf: first.csrf!, username, password, code: codeNow(totpSecret) }
  const page = await browser.follow(`${path}/log-in`, browser.form(fields))
  const account = /name="account" value="([^"]+)"/.exec(page.text)![1]!
  const form = browser.form({ csrf: page.csrf!, decision: 'approve', account })
  return { browser, decision: `${path}/decision`, form }
}

const remove = async (consentId: string) => {
  const address = `/open-banking/v4.0/aisp/account-access-consents/${consentId}`
  expect((await third.api(address, await third.token(), { method: 'DELETE' })).status).toBe(204)
}

test('a consent that its third party deletes while its page is open leads back with an error', async () => {
  const consentId = await third.consent()
  const { browser, decision, form } = await untilDecision(consentId)
  await remove(consentId)
  const back = await browser.follow(decision, form)
  expect(answerIn(back.location)).toMatchObject({ error: 'invalid_request', state: 'state-1' })
})

test('a consent that is deleted between the approval and the way back gives no code', async () => {
  const consentId = await third.consent()
  const { browser, decision, form } = await untilDecision(consentId)
  const approved = await browser.go(decision, form)
  expect(approved.status).toBe(303)
  await remove(consentId)
  const answer = answerIn((await browser.follow(approved.location!)).location)
  expect(answer).toMatchObject({ error: 'access_denied', state: 'state-1' })
  expect(answer).not.toHaveProperty('code')
  expect(listeners.complaints).toEqual([])
})

test('a user whose login ended while the page was open reads that, and can log in again', async () => {
  const { browser, decision, form } = await untilDecision(await third.consent())
  await db.pool.query('delete from open_banking_psu_sessions')
  const page = await browser.follow(decision, form)
  expect([page.status, page.text]).toEqual([403, expect.stringContaining('Your login on this page has ended.')])
})

test('a user whose cookies were deleted while the page was open reads that cause', async () => {
  const { decision, form } = await untilDecision(await third.consent())
  const page = await createBrowser(listeners.pages).follow(decision, form)
  expect(page.text).toContain('This page has ended')
  expect(page.text).toContain('the cookies of this browser were deleted')
})

test('a user who returns after the time has run out reads that cause', async () => {
  const { browser, decision, form } = await untilDecision(await third.consent())
  await db.pool.query(
    `update open_banking_artifacts set issued_at = now() - interval '1000 seconds', expires_at = now() - interval '1 second'
      where kind = 'Interaction' and revoked_at is null`,
  )
  const back = await browser.follow(decision, form)
  expect(answerIn(back.location)).toMatchObject({ error: 'access_denied', state: 'state-1' })
  const again = await browser.follow(decision.replace('/decision', ''))
  expect(again.text).toContain('its time ran out')
})

test('nothing is approved for a third party that is suspended while its page is open', async () => {
  const consentId = await third.consent()
  const { browser, decision, form } = await untilDecision(consentId)
  const software = { softwareId: third.software.softwareId }
  const order = { by: 'A. Khan', at: new Date() }
  await inTransaction(db, (tx) => suspend(tx, software, { ...order, reason: 'Permission withdrawn' }))
  const page = await browser.follow(decision, form)
  const { rows } = await db.pool.query(`select status from open_banking_consents order by created_at desc limit 1`)
  expect([page.status, rows]).toEqual([422, [{ status: 'AWAU' }]])
  expect(page.text).toContain('the registration of the third party has changed or is suspended')
  const refused = await browser.follow(decision, browser.form({ csrf: page.csrf!, decision: 'refuse' }))
  await inTransaction(db, (tx) => reinstate(tx, software, order))
  expect(refused.text).toContain('This request was refused or cancelled')
})
