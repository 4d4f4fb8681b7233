import type { FastifyRequest } from 'fastify'
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
import { createDevices } from '../../../users/index.ts'
import { createPsuSessions } from './psu-sessions.ts'

const db = await testDatabase()
const listeners = await openListeners(db)
afterAll(() => listeners.close())
const [rm, abs] = listeners.credentials.psus
const third = await openThirdParty(listeners)
beforeEach(() => forgetCodes(db))

type Psu = NonNullable<typeof rm>

/** Opens the decision page of a consent in a browser. */
async function open(consentId: string, who: Psu, browser = createBrowser(listeners.pages)) {
  const isPayment = payments.has(consentId)
  const first = await browser.follow(await third.link(consentId, isPayment ? { scope: 'openid payments' } : {}))
  const path = new URL(first.url).pathname
  const fields: Record<string, string> = { csrf: first.csrf!, username: who.username, password: who.password }
  if (!isPayment) fields['code'] = codeNow(who.totpSecret)
  return { browser, path, page: await browser.follow(`${path}/log-in`, browser.form(fields)) }
}
const payments = new Set<string>()
async function payment(...order: Parameters<typeof third.paymentConsent>): Promise<string> {
  const consentId = await third.paymentConsent(...order)
  payments.add(consentId)
  return consentId
}

/** Gives both factors in a browser, on the user's own page. */
async function knownBrowser(who: Psu) {
  const browser = createBrowser(listeners.pages)
  const first = await browser.follow('/open-banking/connections')
  const fields = { csrf: first.csrf!, username: who.username, password: who.password, code: codeNow(who.totpSecret) }
  await browser.follow('/open-banking/connections/log-in', browser.form(fields))
  await forgetCodes(db)
  return browser
}
const choicesIn = (text: string) =>
  [...text.matchAll(/<input type="(radio|checkbox)" name="account" value="([^"]+)"( checked)?.*?<strong>([^<]+)/g)].map(
    ([, , , checked, name]) => `${name}${checked ? ' (chosen)' : ''}`,
  )

describe.each(['3.1', '4.0'] as const)('v%s: "Pay from"', (version) => {
  test('shows no balance for the password alone, and states that the funds are sufficient', async () => {
    const { page } = await open(await payment('1250.00', 'Muster GmbH', { version }), rm!)
    expect(page.text).toContain('Enough money for this payment')
    expect(page.text).toContain('Balances are shown here for 90 days')
    expect(page.text).not.toMatch(/[\d,]+\.\d\d available/)
    expect(choicesIn(page.text)).toEqual(['Operating account (chosen)'])
  })

  test('shows the balance in a browser in which this user gave both factors, and in no other', async () => {
    const consentId = await payment('1250.00', 'Muster GmbH', { version })
    const { page } = await open(consentId, rm!, await knownBrowser(rm!))
    expect(page.text).toMatch(/EUR [\d,]+\.\d\d available/)
    expect(page.text).not.toContain('Balances are shown here')
    const { page: other } = await open(consentId, rm!, await knownBrowser(abs!))
    expect(other.text).not.toMatch(/\d available/)
  })

  test('an account without enough money states what happens and is not chosen; the user can still choose it', async () => {
    const consentId = await payment('600000.00', 'Muster GmbH', { version })
    const { browser, path, page } = await open(consentId, rm!)
    expect(page.text).toMatch(
      /Not enough money for this payment\. The payment would wait until \d+ \w+ 20\d\d at \d\d:\d\d CES?T for the money, and would then be rejected\./,
    )
    expect(choicesIn(page.text)).toEqual(['Operating account'])
    const account = /name="account" value="([^"]+)"/.exec(page.text)![1]!
    const form = browser.form({ csrf: page.csrf!, decision: 'approve', account, code: codeNow(rm!.totpSecret) })
    expect(answerIn((await browser.follow(`${path}/decision`, form)).location)).toHaveProperty('code')
  })

  test('an account whose payment would be rejected is shown with the reason, and cannot be chosen', async () => {
    const { page } = await open(await payment('1250.00', 'Muster GmbH', { version }), abs!)
    expect(choicesIn(page.text)).toEqual(['Subscription account (chosen)'])
    expect(page.text).toMatch(
      /Distribution account<\/strong>.*Not enough money for this payment\. The payment would be rejected\./,
    )
  })
})

describe.each(['3.1', '4.0'])('v%s: the accounts to share', (version) => {
  test('are all ticked by a button, without script', async () => {
    const { browser, path, page } = await open(await third.consent(['ReadAccountsDetail'], version), rm!)
    expect(choicesIn(page.text).join()).not.toContain('chosen')
    const all = await browser.go(`${path}/again`, browser.form({ csrf: page.csrf!, again: 'all' }))
    expect(choicesIn(all.text)).toHaveLength(10)
    expect(choicesIn(all.text).every((choice) => choice.endsWith('(chosen)'))).toBe(true)
  })

  test('begin with the most used one', async () => {
    const used = `update balances b set seq = seq + $2 from accounts a
      where a.account_id = b.account_id and a.entity_id = b.entity_id and a.name = $1`
    await db.pool.query(used, ['Yen account', 70])
    await db.pool.query(used, ['Dollar account', 30])
    const { page } = await open(await third.consent(['ReadAccountsDetail'], version), rm!)
    expect(choicesIn(page.text).slice(0, 3)).toEqual(['Yen account', 'Dollar account', 'Operating account'])
    for (const [name, times] of [
      ['Yen account', -70],
      ['Dollar account', -30],
    ] as const)
      await db.pool.query(used, [name, times])
  })
})

test('a person who has a user for each of several entities reads for which one they decide', async () => {
  const { page } = await open(await third.consent(), rm!)
  expect(page.text).toContain(`You are logged in as ${rm!.username} for Nordhafen Maschinenbau GmbH.`)
  await forgetCodes(db)
  const browser = await knownBrowser(abs!)
  const own = await browser.follow('/open-banking/connections')
  const { rows } = await db.pool.query(`select name from entities where service_kind = 'ABS'`)
  expect(
    rows
      .map(({ name }) => `You are logged in as ${abs!.username} for ${name}.`)
      .filter((text) => own.text.includes(text)),
  ).toHaveLength(1)
})

test('a user without any account reads what to do', async () => {
  const setPermissions = (permissions: string) =>
    db.pool.query(
      `update accounts set permissions = ${permissions} where entity_id = (select entity_id from users where username = $1)`,
      [rm!.username],
    )
  await setPermissions(`array_remove(permissions, 'Reporting')`)
  const { page } = await open(await third.consent(), rm!)
  await setPermissions(`array['Reporting'] || permissions`)
  expect(page.text).toContain('You have no account that can be shared. Ask us about your accounts')
  expect(page.text).not.toContain('id="approve"')
})

test('balances are hidden again 90 days after both factors', () => {
  const time = { wall: new Date('2026-03-01T10:00:00Z') }
  const clock = { now: () => time.wall, wall: () => time.wall }
  const devices = createDevices({ key: 'secret', clock })
  const sessions = createPsuSessions({ db, clock, secure: true, devices })
  const user = { userId: 'one' }
  const request = { headers: { cookie: `cambist_psu_device=${devices.mark(user)}` } } as FastifyRequest
  const mayAt = (wall: string) => {
    time.wall = new Date(wall)
    return sessions.maySeeBalances(request, user)
  }
  expect([mayAt('2026-05-30T09:59:59Z'), mayAt('2026-05-30T10:00:00Z')]).toEqual([true, false])
  expect(sessions.maySeeBalances(request, { userId: 'another' })).toBe(false)
  expect(sessions.maySeeBalances({ headers: {} } as FastifyRequest, user)).toBe(false)
})
