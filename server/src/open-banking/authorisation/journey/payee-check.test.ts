import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import {
  answerIn,
  codeNow,
  createBrowser,
  forgetCodes,
  openListeners,
  openThirdParty,
} from '../../../../test/support/third-party.ts'
import { parseId } from '../../../kernel/values/ids.ts'
import type { SchemeAnswer } from '../../../payments/vop/index.ts'
import { type Confirmation, findUser, verifyConfirmation } from '../../../users/index.ts'
import { findApproval, findConsent, formatConsentId, parseConsentId } from '../../consents/index.ts'

const db = await testDatabase()
const listeners = await openListeners(db)
afterAll(() => listeners.close())
const psu = listeners.credentials.psus[0]!
const third = await openThirdParty(listeners)
beforeEach(() => forgetCodes(db))

const CASES = (['3.1', '4.0'] as const).flatMap((version) =>
  (['EUR', 'GBP'] as const).map((currency) => ({ version, currency })),
)

/** Opens the approval page of a payment to a payee. */
const open = async (creditor: string, order: (typeof CASES)[number]) =>
  openConsent(await third.paymentConsent('12.00', creditor, order))

async function openConsent(consentId: string) {
  const browser = createBrowser(listeners.pages)
  const first = await browser.follow(await third.link(consentId, { scope: 'openid payments' }))
  const path = new URL(first.url).pathname
  const { username, password } = psu
  const page = await browser.follow(`${path}/log-in`, browser.form({ csrf: first.csrf!, username, password }))
  const account = /name="account" value="([^"]+)"/.exec(page.text)![1]!
  const approve = (csrf: string, more: Record<string, string> = {}) =>
    browser.follow(
      `${path}/decision`,
      browser.form({ csrf, decision: 'approve', account, code: codeNow(psu.totpSecret), ...more }),
    )
  return { consentId, page, approve }
}
const statusOf = async (consentId: string) =>
  (await findConsent(db.pool, { clientId: third.clientId, consentId }, listeners.services.clock.now()))!.status
const buttonsIn = (text: string) =>
  [...text.matchAll(/<button([^>]*) name="decision" value="(\w+)"[^>]*>([^<]+)/g)].map(
    ([, attributes, value, label]) => `${value}: ${label}${attributes!.includes('class="main"') ? ' (main)' : ''}`,
  )

describe.each(CASES)('v$version, $currency: the name of the payee', (order) => {
  test('that matches is stated, and approving is the main button', async () => {
    const { page, approve } = await open('Brightwater Ltd', order)
    expect(page.text).toContain('The name matches')
    expect(buttonsIn(page.text)).toEqual(['approve: Approve the payment (main)', 'refuse: Refuse'])
    expect(page.text).not.toContain('name="mismatch"')
    expect(answerIn((await approve(page.csrf!)).location)).toHaveProperty('code')
  })

  test('is stored by the approval, once and with its event, and not by a page that is only opened', async () => {
    const { consentId, page, approve } = await open('Brightwater Ltd', order)
    const stored = async () => {
      const { rows } = await db.pool.query<{ status: string; account: string; events: number }>(
        `select v.status, v.account_id as account,
            (select count(*)::int from events e where e.entity_id = v.entity_id and e.type = 'verification.completed'
              and e.resource_id = v.verification_id) as events
          from payee_verifications v where v.verification_id = $1`,
        [parseConsentId(consentId)],
      )
      return rows
    }
    expect(await stored()).toEqual([])
    await approve(page.csrf!)
    const consent = await findConsent(db.pool, { clientId: third.clientId, consentId }, listeners.services.clock.now())
    expect(await stored()).toEqual([{ status: expect.any(String), account: consent!.accountIds[0], events: 1 }])
  })

  test('that is close shows the registered name, and needs no extra confirmation', async () => {
    const { page, approve } = await open('Brightwater Ltd #NEAR', order)
    expect(page.text).toContain('The name is close')
    expect(page.text).toContain('Registered as: <strong>Brightwater Ltd</strong>')
    expect(answerIn((await approve(page.csrf!)).location)).toHaveProperty('code')
  })

  test('that could not be checked is a warning', async () => {
    const { page, approve } = await open('Brightwater Ltd #NA', order)
    expect(page.text).toContain('The name could not be checked')
    expect(answerIn((await approve(page.csrf!)).location)).toHaveProperty('code')
  })

  test('that does not match is a fraud warning; without its own confirmation nothing is approved and no code is used', async () => {
    const { consentId, page, approve } = await open('Brightwater Ltd #NOMATCH', order)
    expect(page.text).toContain('This may be fraud.')
    expect(buttonsIn(page.text)).toEqual(['refuse: Do not pay (main)', 'approve: Approve the payment'])
    expect(page.text).not.toContain('id="use-passkey"') // the user has none
    expect(page.text).toMatch(/<input type="checkbox" name="mismatch" value="confirmed" required/)
    const answer = await approve(page.csrf!)
    expect([answer.status, answer.text]).toEqual([
      422,
      expect.stringContaining('Tick the box if you still want to pay'),
    ])
    expect((await approve(answer.csrf!, { mismatch: 'yes' })).status).toBe(422)
    expect(await statusOf(consentId)).toBe('AWAU')
    const last = await approve(answer.csrf!, { mismatch: 'confirmed' })
    expect(answerIn(last.location)).toHaveProperty('code')
    expect(await statusOf(consentId)).toBe('AUTH')
  })

  test('that does not match stays in the evidence: the warning and its confirmation', async () => {
    const { consentId, page, approve } = await open('Brightwater Ltd #NOMATCH', order)
    await approve(page.csrf!, { mismatch: 'confirmed' })
    const { statement, statementHash, confirmation, entityId, psuId } = (await findApproval(
      db.pool,
      parseId('obc', consentId)!,
    ))!
    expect(statement).toMatch(/^Name check: The name is not that of the account\./m)
    expect(statement).toMatch(/^Confirmed: I was warned that the name does not match/m)
    const user = (await findUser(db.pool, entityId, psuId))!
    const proof = { statementHash, confirmation: confirmation as Confirmation }
    expect(await verifyConfirmation(db.pool, listeners.services.seal, user, proof)).toMatchObject({ holds: true })
  })
})

test.each(['EUR', 'GBP'] as const)(
  'the payee’s bank is asked once for a consent in %s, however often the page is shown',
  async (currency) => {
    const { page, approve } = await open('Brightwater Ltd', { version: '4.0', currency })
    await db.pool.query('delete from sim_payees') // asked again, the bank would not know the account
    const again = await approve(page.csrf!, { code: '000000' })
    expect([again.status, again.text]).toEqual([401, expect.stringContaining('The name matches')])
  },
)

test.each(CASES)(
  'v$version, $currency: after a crash before the payee’s bank answered, the page asks it, and the late answer counts for nothing',
  async (order) => {
    const { verification } = listeners.services
    let answerLate!: (answer: SchemeAnswer) => void
    const answered = new Promise<SchemeAnswer>((resolve) => (answerLate = resolve))
    const ask = vi.spyOn(verification, 'ask').mockReturnValueOnce(answered)
    const lost = third.paymentConsent('12.00', 'Brightwater Ltd #NOMATCH', order) // its process gets no further
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1), 5000)
    const { rows } = await db.pool.query<{ id: string }>(
      'select consent_id as id from open_banking_consents order by consent_id desc limit 1',
    )
    const { consentId, page, approve } = await openConsent(formatConsentId(rows[0]!.id))
    expect(page.text).toContain('The name does not match')
    expect(ask).toHaveBeenCalledTimes(2)
    answerLate({ scheme: 'SIMULATED', code: 'MTCH' })
    expect(await lost).toBe(consentId)
    expect((await approve(page.csrf!)).status).toBe(422)
    ask.mockRestore()
  },
)
