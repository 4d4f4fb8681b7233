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

const db = await testDatabase()
const listeners = await openListeners(db)
afterAll(() => listeners.close())
const [psu, otherPsu] = listeners.credentials.psus
const third = await openThirdParty(listeners)
const path = '/open-banking/connections'
beforeEach(async () => {
  await forgetCodes(db)
  await db.pool.query('delete from open_banking_consent_uses')
  await db.pool.query(`update open_banking_consents set deleted_at = now() where deleted_at is null`)
})

/** Gives access to the first `count` accounts; returns what the third party holds. */
async function connect(permissions: string[], count: number) {
  const consentId = await third.consent(permissions)
  const { answer } = await approveAs(listeners, await third.link(consentId), psu!, (ids) => ids.slice(0, count))
  const { body } = await third.redeem(answer['code']!)
  const read = () => third.api('/open-banking/v4.0/aisp/accounts', body.access_token as string)
  return { consentId, read }
}

async function openOwn(who = psu!) {
  await forgetCodes(db)
  const browser = createBrowser(listeners.pages)
  const page = await browser.follow(path)
  const { username, password, totpSecret } = who
  const form = browser.form({ csrf: page.csrf!, username, password, code: codeNow(totpSecret) })
  return { browser, page: await browser.follow(`${path}/log-in`, form) }
}

const articles = (text: string) => [...text.matchAll(/<article>([^]*?)<\/article>/g)].map(([, each]) => each!)
const plain = (text: string) => text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test('two connections of one third party are distinguished by purpose, last use and accounts', async () => {
  const used = await connect(['ReadAccountsDetail', 'ReadBalances'], 2)
  await connect(['ReadAccountsBasic', 'ReadTransactionsBasic', 'ReadTransactionsCredits'], 1)
  expect((await used.read()).status).toBe(200)
  const { page } = await openOwn()
  const [newer, older] = articles(page.text).map(plain)
  for (const each of [newer, older]) {
    expect(each).toContain('Ledgerly by Ledgerly Ltd · FCA, United Kingdom, Sandbox-')
    expect(each).toContain('Stated purpose A third party of the sandbox')
    expect(each).toMatch(/Given \d+ \w+ \d{4} at \d\d:\d\d (CET|CEST|GMT)/)
  }
  expect(newer).toContain('Last used Never')
  expect(newer).toContain('Your transactions, without the payer or payee')
  expect(newer).not.toContain('Dirham account')
  expect(older).toMatch(/Last used \d+ \w+ \d{4} at \d\d:\d\d/)
  expect(older).toContain('How much money is in your accounts')
  expect(older).toMatch(/Operating account.*Dirham account/)
})

test('a long list of accounts is folded under its number, a short one is open', async () => {
  await connect(['ReadAccountsBasic'], 10)
  await connect(['ReadAccountsBasic'], 4)
  const { page } = await openOwn()
  const [short, long] = articles(page.text)
  expect(short).not.toMatch(/<summary>\d+ accounts/)
  expect(long).toMatch(/<details><summary>10 accounts<\/summary><div class="line">Operating account/)
})

test('the last use is noted once in five minutes, and never goes back', async () => {
  const { read } = await connect(['ReadAccountsBasic'], 1)
  await read()
  const times = async () => (await db.pool.query('select last_used_at from open_banking_consent_uses')).rows
  const first = await times()
  expect(first).toHaveLength(1)
  await read()
  expect(await times()).toEqual(first)
})

test('an access is withdrawn only after a question about that access, and another stays', async () => {
  const kept = await connect(['ReadAccountsDetail', 'ReadBalances'], 2)
  const withdrawn = await connect(['ReadAccountsBasic'], 1)
  const { browser, page } = await openOwn()
  expect(page.text).not.toContain('/connections/revoke')
  const question = await browser.follow(/href="([^"]+withdraw\?consent=[^"]+)"/.exec(articles(page.text)[0]!)![1]!)
  expect(question.status).toBe(200)
  expect(question.text).toContain('<h1>Withdraw the access of Ledgerly?</h1>')
  expect(plain(question.text)).toContain('Operating account')
  expect(plain(question.text)).not.toContain('Dirham account')
  expect((await withdrawn.read()).status).toBe(200)
  const consent = /name="consent" value="([^"]+)"/.exec(question.text)![1]!
  expect(consent).toBe(withdrawn.consentId)
  const done = await browser.follow(`${path}/revoke`, browser.form({ csrf: question.csrf!, consent }))
  expect(done.text).toContain('The access was withdrawn.')
  expect([(await withdrawn.read()).status, (await kept.read()).status]).toEqual([403, 200])
  const again = await browser.follow(`${path}/withdraw?consent=${consent}`)
  expect(again.text).toContain('This access has already ended.')
  expect(plain(again.text)).toMatch(/Ended connections Ledgerly Withdrawn on \d+ \w+ \d{4}/)
})

test.each([
  ['another user’s access', async () => (await connect(['ReadAccountsBasic'], 1)).consentId, otherPsu!],
  ['an unknown access', async () => 'obc_nothing', psu!],
])('%s cannot be asked about', async (_what, consentId, who) => {
  const wanted = await consentId()
  const { browser } = await openOwn(who)
  const answer = await browser.follow(`${path}/withdraw?consent=${wanted}&consent=x`)
  expect(answer.text).toContain('This access has already ended.')
  expect((await browser.follow(`${path}/withdraw?consent=${wanted}`)).text).not.toContain('Withdraw the access')
})

test('without a log-in the question leads to the log-in', async () => {
  const { consentId } = await connect(['ReadAccountsBasic'], 1)
  const answer = await createBrowser(listeners.pages).follow(`${path}/withdraw?consent=${consentId}`)
  expect([answer.status, answer.text.includes('<h1>Log in</h1>')]).toEqual([200, true])
})
