import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import {
  answerIn,
  codeNow,
  createBrowser,
  forgetCodes,
  openListeners,
  openThirdParty,
} from '../../../../test/support/third-party.ts'
import { findConsent } from '../../consents/index.ts'

const db = await testDatabase()
const listeners = await openListeners(db)
afterAll(() => listeners.close())
const psu = listeners.credentials.psus[0]!
const third = await openThirdParty(listeners)
beforeEach(() => forgetCodes(db))

/** A journey up to its decision page. */
async function begin(consentId: string, claim: Record<string, unknown> = {}) {
  const browser = createBrowser(listeners.pages)
  const first = await browser.follow(await third.link(consentId, claim))
  const path = new URL(first.url).pathname
  const { username, password, totpSecret } = psu
  const fields = { csrf: first.csrf!, username, password, code: codeNow(totpSecret) }
  return { browser, path, page: await browser.follow(`${path}/log-in`, browser.form(fields)) }
}
const statusOf = async (consentId: string) =>
  (await findConsent(db.pool, { clientId: third.clientId, consentId }, listeners.services.clock.now()))!.status

test.each(['approve', 'refuse'] as const)(
  'a decision in time to %s stays, though the browser comes back after the time',
  async (decision) => {
    const consentId = await third.consent()
    const journey = await begin(consentId)
    const { page } = journey
    const account = /name="account" value="([^"]+)"/.exec(page.text)![1]!
    await journey.browser.go(`${journey.path}/decision`, journey.browser.form({ csrf: page.csrf!, decision, account }))
    await db.pool.query(`update open_banking_artifacts set expires_at = now() - interval '1 minute'
      where kind = 'Interaction' and revoked_at is null`)
    const elsewhere = await createBrowser(listeners.pages).follow(journey.path)
    const outcome = decision === 'approve' ? 'This request was approved' : 'This request was refused'
    expect([elsewhere.status, elsewhere.location, elsewhere.text.includes(outcome)]).toEqual([410, null, true])
    const { location } = await journey.browser.follow(journey.path)
    expect(answerIn(location)).toMatchObject(
      decision === 'approve' ? { code: expect.any(String) } : { error_description: 'The user refused.' },
    )
    expect(await statusOf(consentId)).toBe(decision === 'approve' ? 'AUTH' : 'RJCT')
  },
)

test('a refusal that is sent by a form and pressed twice reaches the third party from either press', async () => {
  const journey = await begin(await third.consent(), { response_mode: 'form_post' })
  const { page } = journey
  const form = () => journey.browser.form({ csrf: page.csrf!, decision: 'refuse' })
  const presses = [1, 2].map(() => journey.browser.go(`${journey.path}/decision`, form()))
  for (const { location } of await Promise.all(presses)) {
    const back = await journey.browser.go(location!)
    expect([back.status, back.text]).toEqual([200, expect.stringContaining('value="The user refused."')])
  }
})
