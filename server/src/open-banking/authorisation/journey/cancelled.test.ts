import { afterAll, beforeEach, describe, expect, test } from 'vitest'
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
beforeEach(() => forgetCodes(db))
const third = await openThirdParty(listeners)
const [psu] = listeners.credentials.psus

const KINDS = {
  accounts: {
    make: (version: string) => third.consent(undefined, version),
    path: 'aisp/account-access-consents',
  },
  payments: {
    make: (version: string) => third.paymentConsent('10.00', 'Muster GmbH', { version: version as '3.1' | '4.0' }),
    path: 'pisp/domestic-payment-consents',
  },
} as const
type Scope = keyof typeof KINDS

/** Opens the login of a new consent; `press` presses one of its buttons, with the fields given. */
async function begin(scope: Scope, version: string) {
  const consentId = await KINDS[scope].make(version)
  const browser = createBrowser(listeners.pages)
  const page = await browser.follow(await third.link(consentId, { scope: `openid ${scope}` }))
  const path = new URL(page.url).pathname
  const press = (button: string, fields: Record<string, string>) =>
    browser.follow(`${path}/${button}`, browser.form(fields))
  const read = async (as: string) =>
    (await third.api(`/open-banking/v${as}/${KINDS[scope].path}/${consentId}`, await third.token(scope))).body.Data
  return { page, press, read }
}

const CASES = (['accounts', 'payments'] as const).flatMap((scope) =>
  ['3.1', '4.0'].map((version): [Scope, string] => [scope, version]),
)

describe.each(CASES)('a request for %s in v%s', (scope, version) => {
  test('a user who cancels is described as cancelled, not as a timeout', async () => {
    const { page, press, read } = await begin(scope, version)
    const back = await press('cancel', { csrf: page.csrf! })
    expect(answerIn(back.location)).toMatchObject({
      error: 'access_denied',
      error_description: 'The user cancelled.',
      state: 'state-1',
    })
    const reason = { StatusReasonCode: 'U036', StatusReasonDescription: 'The user cancelled before logging in.' }
    expect(await read('4.0')).toMatchObject({ Status: 'RJCT', StatusReason: [reason] })
    if (version === '3.1') expect(await read('3.1')).toMatchObject({ Status: 'Rejected' })
  })

  test('a user who refuses is described as refused, not as a timeout', async () => {
    const { page, press, read } = await begin(scope, version)
    const { username, password, totpSecret } = psu!
    const consent = await press('log-in', { csrf: page.csrf!, username, password, code: codeNow(totpSecret) })
    const back = await press('decision', { csrf: consent.csrf!, decision: 'refuse' })
    expect(answerIn(back.location)).toMatchObject({
      error: 'access_denied',
      error_description: 'The user refused.',
      state: 'state-1',
    })
    const reason = { StatusReasonCode: 'U037', StatusReasonDescription: 'The user refused the request.' }
    expect(await read('4.0')).toMatchObject({ Status: 'RJCT', StatusReason: [reason] })
    if (version === '3.1') expect(await read('3.1')).toMatchObject({ Status: 'Rejected' })
  })
})
