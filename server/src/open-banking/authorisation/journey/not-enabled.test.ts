import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { operatorAct } from '../../../../test/support/clients.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import {
  answerIn,
  approveAs,
  codeNow,
  createBrowser,
  forgetCodes,
  openListeners,
  openThirdParty,
} from '../../../../test/support/third-party.ts'
import { getProfile, setProfile } from '../../../entities/index.ts'
import { inTransaction } from '../../../kernel/db/db.ts'
import { parseId } from '../../../kernel/values/ids.ts'

const db = await testDatabase()
const listeners = await openListeners(db)
afterAll(() => listeners.close())
const psu = listeners.credentials.psus[0]!
const third = await openThirdParty(listeners)
const entityId = parseId('ent', psu.entityId)!
const ACCOUNTS = '/open-banking/v4.0/aisp/accounts'

async function enable(openBanking: boolean): Promise<void> {
  const { features } = (await getProfile(db.pool, entityId))!.settings
  await inTransaction(db, (tx) => setProfile(tx, entityId, { features: { ...features, openBanking } }, operatorAct))
  const known = async () => (await listeners.services.entities.get(entityId))!.settings.features.openBanking
  await expect.poll(known).toBe(openBanking)
}
beforeEach(() => forgetCodes(db))
afterEach(() => enable(true))

const approved = async () => {
  const { answer } = await approveAs(listeners, await third.link(await third.consent()), psu)
  return (await third.redeem(answer['code']!)).body.access_token as string
}
const statusOf = async (consentId: string) => {
  const text = 'select status, status_reasons as reasons from open_banking_consents where consent_id = $1'
  const { rows } = await db.pool.query(text, [parseId('obc', consentId)])
  return rows[0]
}

describe('where open banking is not enabled for the entity', () => {
  test('a token gives no data and is inactive, until it is enabled again', async () => {
    const token = await approved()
    const opens = async () => (await third.api(ACCOUNTS, token)).status
    const isActive = async () => (await third.post('/token/introspection', { token })).body.active as boolean
    expect([await opens(), await isActive()]).toEqual([200, true])
    await enable(false)
    await expect.poll(opens).toBe(401)
    expect(await isActive()).toBe(false)
    await enable(true)
    await expect.poll(opens).toBe(200)
    expect(await isActive()).toBe(true)
  })

  test.each(['accounts', 'payments'])(
    'a consent for %s is rejected after the log-in, with the reason',
    async (kind) => {
      await enable(false)
      const isPayment = kind === 'payments'
      const consentId = isPayment ? await third.paymentConsent('12.00', 'Muster GmbH') : await third.consent()
      const link = await third.link(consentId, isPayment ? { scope: 'openid payments' } : {})
      const browser = createBrowser(listeners.pages)
      const first = await browser.follow(link)
      const fields: Record<string, string> = { csrf: first.csrf!, username: psu.username, password: psu.password }
      if (!isPayment) fields['code'] = codeNow(psu.totpSecret)
      const back = await browser.follow(`${new URL(first.url).pathname}/log-in`, browser.form(fields))
      expect(answerIn(back.location)).toMatchObject({
        error: 'access_denied',
        error_description: expect.stringContaining('Open banking is not enabled for this user'),
      })
      expect(await statusOf(consentId)).toMatchObject({ status: 'RJCT', reasons: [{ code: 'AG01' }] })
    },
  )

  test('an open page approves nothing any more', async () => {
    const consentId = await third.consent()
    const browser = createBrowser(listeners.pages)
    const first = await browser.follow(await third.link(consentId))
    const path = new URL(first.url).pathname
    const code = codeNow(psu.totpSecret)
    const fields = { csrf: first.csrf!, username: psu.username, password: psu.password, code }
    const page = await browser.follow(`${path}/log-in`, browser.form(fields))
    const account = /name="account" value="([^"]+)"/.exec(page.text)![1]!
    await enable(false)
    const back = await browser.follow(
      `${path}/decision`,
      browser.form({ csrf: page.csrf!, decision: 'approve', account }),
    )
    expect(answerIn(back.location)).toMatchObject({ error: 'access_denied' })
    expect(await statusOf(consentId)).toMatchObject({ status: 'RJCT' })
  })
})
