import { constants, createPublicKey, verify } from 'node:crypto'
import type { JsonWebKey } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { officialErrors } from '../../test/support/official-openapi.ts'
import { testDatabase } from '../../test/support/database.ts'
import {
  type Answer,
  answerIn,
  approveAs,
  call,
  codeNow,
  createBrowser,
  forgetCodes,
  openListeners,
  openThirdParty,
} from '../../test/support/third-party.ts'
import { setPolicy } from '../approvals/index.ts'
import { setLimits } from '../entities/index.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { parseId } from '../kernel/values/ids.ts'

// Payments as third parties make them: real certificates, tokens of real approvals, signatures both ways.
const db = await testDatabase()
const listeners = await openListeners(db)
listeners.services.worker.start()
afterAll(() => listeners.close())
const third = await openThirdParty(listeners)
const own = await third.token('payments')
const [psu, stranger] = listeners.credentials.psus

const initiation = (amount = '10.00') => ({
  InstructionIdentification: 'I-1',
  EndToEndIdentification: 'E-1',
  InstructedAmount: { Amount: amount, Currency: 'GBP' },
  CreditorAccount: {
    SchemeName: 'UK.OBIE.SortCodeAccountNumber',
    Identification: '08999966374958',
    Name: 'Northern Looms Ltd',
  },
})

const pisp = (version: string) => `/open-banking/v${version}/pisp`
const codeOf = ({ body }: Answer) => (body as { Errors: { ErrorCode: string }[] }).Errors[0]!.ErrorCode

async function ask(version: string, data: object = {}, amount?: string): Promise<string> {
  const body = { Data: { Initiation: initiation(amount), ...data }, Risk: {} }
  const answer = await third.signedPost(`${pisp(version)}/domestic-payment-consents`, own, body)
  expect([answer.status, answer.text]).toEqual([201, answer.text])
  return answer.body.Data.ConsentId as string
}

const linkTo = (consentId: string) => third.link(consentId, { scope: 'openid payments' })

async function approved(consentId: string): Promise<string> {
  const { answer } = await approveAs(listeners, await linkTo(consentId), psu!, (ids) => ids.slice(0, 1))
  return (await third.redeem(answer['code']!)).body.access_token as string
}

const pay = (version: string, consentId: string, token: string, change: { amount?: string; key?: string } = {}) =>
  third.signedPost(
    `${pisp(version)}/domestic-payments`,
    token,
    { Data: { ConsentId: consentId, Initiation: initiation(change.amount) }, Risk: {} },
    change.key,
  )

const statusOf = async (version: string, consentId: string) =>
  (await third.api(`${pisp(version)}/domestic-payment-consents/${consentId}`, own)).body.Data.Status as string

/** Returns true if a response is signed over its exact bytes by one of our published keys. */
async function isSigned({ headers, text }: Answer): Promise<boolean> {
  const [header, , signature] = String(headers['x-jws-signature']).split('.')
  const { kid } = JSON.parse(Buffer.from(header!, 'base64url').toString()) as { kid: string }
  const { keys } = (await call(listeners, '/jwks')).body as { keys: (JsonWebKey & { kid: string })[] }
  const key = createPublicKey({ key: keys.find((each) => each.kid === kid)!, format: 'jwk' })
  const input = Buffer.from(`${header}.${Buffer.from(text).toString('base64url')}`)
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
  return verify('sha256', input, { key, ...padding }, Buffer.from(signature!, 'base64url'))
}

/** The newest payment that account information shows to a third party that the user lets see everything. */
async function newestDebit(version: string) {
  const permissions = ['ReadAccountsBasic', 'ReadTransactionsDetail', 'ReadTransactionsDebits']
  const { answer } = await approveAs(listeners, await third.link(await third.consent(permissions, version)), psu!)
  const { access_token: token } = (await third.redeem(answer['code']!)).body as { access_token: string }
  const { body } = await third.api(`/open-banking/v${version}/aisp/transactions`, token)
  const { Transaction } = body.Data as { Transaction: Seen[] }
  return Transaction.filter((each) => each.ProprietaryBankTransactionCode.Code === 'Payment')
    .sort((a, b) => (a.BookingDateTime < b.BookingDateTime ? -1 : 1))
    .at(-1)
}
interface Seen {
  BookingDateTime: string
  ProprietaryBankTransactionCode: { Code: string }
}

const paymentsOf = async (consentId: string) => {
  const query = 'select count(*)::int as made from open_banking_payments where consent_id = $1'
  const { rows } = await db.pool.query<{ made: number }>(query, [parseId('obc', consentId)])
  return rows[0]!.made
}

describe.each(['3.1', '4.0'] as const)('v%s', (version) => {
  const word = (older: string, newer: string) => (version === '3.1' ? older : newer)

  test('a payment is approved by its user, made once, read by its status, and every answer is signed', async () => {
    const consentId = await ask(version)
    const token = await approved(consentId)
    expect(await statusOf(version, consentId)).toBe(word('Authorised', 'AUTH'))
    const answers = [
      await third.api(`${pisp(version)}/domestic-payment-consents/${consentId}/funds-confirmation`, token),
      await pay(version, consentId, token),
    ]
    const id = answers[1]!.body.Data.DomesticPaymentId as string
    answers.push(await third.api(`${pisp(version)}/domestic-payments/${id}`, own))
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 200])
    for (const answer of answers) expect(await isSigned(answer)).toBe(true)
    const end = word('AcceptedSettlementCompleted', 'ACSC')
    const read = async () =>
      (await third.api(`${pisp(version)}/domestic-payments/${id}`, own)).body.Data.Status as string
    await expect.poll(read, { interval: 200 }).toBe(end)
    const steps = await third.api(`${pisp(version)}/domestic-payments/${id}/payment-details`, own)
    expect(steps.body.Data.PaymentStatus.map(({ Status }: { Status: string }) => Status)).toEqual([
      word('Received', 'RCVD'),
      word('AcceptedSettlementInProcess', 'ACSP'),
      end,
    ])
    expect([await statusOf(version, consentId), await paymentsOf(consentId)]).toEqual([word('Consumed', 'COND'), 1])
    const seen = await newestDebit(version)
    expect(seen).toMatchObject({
      CreditorAccount: initiation().CreditorAccount,
      CreditorAgent: { SchemeName: 'UK.OBIE.NCC.GB', Identification: '089999' },
      BankTransactionCode: {
        Code: word('IssuedRealTimeCreditTransfer', 'IRCT'),
        SubCode: word('DomesticCreditTransfer', 'DMCT'),
      },
    })
  })

  /** A user who presses approve twice: where their browser is led back to. */
  async function approvedTwice(consentId: string) {
    await forgetCodes(db)
    const browser = createBrowser(listeners.pages)
    const page = await browser.follow(await linkTo(consentId))
    const at = new URL(page.url).pathname
    const { username, password, totpSecret } = psu!
    const fields = { csrf: page.csrf!, username, password, code: codeNow(totpSecret) }
    const consent = await browser.follow(`${at}/log-in`, browser.form(fields))
    const [, account] = /name="account" value="([^"]+)"/.exec(consent.text)!
    const decision = browser.form({
      csrf: consent.csrf!,
      decision: 'approve',
      mismatch: 'confirmed',
      account: account!,
      code: fields.code,
    })
    const pressed = await Promise.all([1, 2].map(() => browser.go(`${at}/decision`, decision)))
    const led = new Set(pressed.flatMap(({ location }) => location ?? []))
    expect(led.size).toBe(1)
    return answerIn((await browser.follow([...led][0]!)).location)['code']!
  }
  const paidOf = async (consentId: string, tokens: string[]) => {
    const twice = tokens.flatMap((token) => [token, token])
    const answers = await Promise.all(twice.map((token) => pay(version, consentId, token)))
    return answers.filter(({ status }) => status === 201).length
  }

  test('approving twice, and then paying twice concurrently, pays exactly once', async () => {
    const consentId = await ask(version)
    const code = await approvedTwice(consentId)
    const { rows } = await db.pool.query(
      `select count(*)::int as approvals from open_banking_consent_steps where consent_id = $1 and status = 'AUTH'`,
      [parseId('obc', consentId)],
    )
    expect(rows).toEqual([{ approvals: 1 }])
    const { access_token: token } = (await third.redeem(code)).body as { access_token: string }
    expect([await paidOf(consentId, [token]), await paymentsOf(consentId)]).toEqual([1, 1])
    expect((await third.redeem(code)).body.error).toBe('invalid_grant')
    expect([await paidOf(consentId, [token]), await paymentsOf(consentId)]).toEqual([0, 1])
  })

  test('redeeming a code twice concurrently gives no token that pays', async () => {
    const consentId = await ask(version)
    const code = await approvedTwice(consentId)
    const redeemed = await Promise.all([1, 2].map(() => third.redeem(code)))
    expect(redeemed.filter(({ status }) => status === 400).length).toBeGreaterThan(0)
    const tokens = redeemed.flatMap(({ body }) => (body.access_token ? [body.access_token as string] : []))
    expect([await paidOf(consentId, tokens), await paymentsOf(consentId)]).toEqual([0, 0])
  })

  test('a user of another entity cannot pay from the account that is named', async () => {
    const { rows } = await db.pool.query<{ iban: string }>(
      `select iban from accounts where entity_id = $1 and currency = 'GBP'`,
      [parseId('ent', psu!.entityId)],
    )
    const DebtorAccount = { SchemeName: 'UK.OBIE.IBAN', Identification: rows[0]!.iban }
    const body = { Data: { Initiation: { ...initiation(), DebtorAccount } }, Risk: {} }
    const askFor = async () =>
      (await third.signedPost(`${pisp(version)}/domestic-payment-consents`, own, body)).body.Data.ConsentId as string
    const consentId = await askFor()
    const { consent } = await approveAs(listeners, await linkTo(consentId), stranger!, () => [])
    expect(answerIn(consent.location)).toMatchObject({
      error: 'access_denied',
      error_description: 'The account cannot be used: the user has no open account for this payment.',
    })
    expect(await statusOf(version, consentId)).toBe(word('Rejected', 'RJCT'))
    const other = await askFor()
    await approveAs(listeners, await linkTo(other), psu!)
    expect(await statusOf(version, other)).toBe(word('Authorised', 'AUTH'))
  })

  /** Sets the limit for one payment of the user's entity, in cents, while `work` runs. */
  async function withLimit<T>(singlePaymentMinor: bigint, work: () => Promise<T>): Promise<T> {
    const { clock } = listeners.services
    const act = { actor: { type: 'operator' as const }, at: clock.now(), wall: clock.wall() }
    const set = (to: bigint) =>
      inTransaction(db, (tx) => setLimits(tx, parseId('ent', psu!.entityId)!, { singlePaymentMinor: to }, act))
    await set(singlePaymentMinor)
    try {
      return await work()
    } finally {
      await set(100_000_000_000n)
    }
  }
  const ABOVE = 'The payment cannot be made: the amount is above the limit of the payer for one payment.'

  test('a payment above the limit of the user is rejected after the log-in, and the third party gets the reason', async () => {
    const consentId = await ask(version)
    const { consent } = await withLimit(5_00n, async () =>
      approveAs(listeners, await linkTo(consentId), psu!, () => []),
    )
    expect(answerIn(consent.location)).toMatchObject({
      error: 'access_denied',
      error_description: ABOVE,
      state: 'state-1',
    })
    const { Data } = (await third.api(`${pisp(version)}/domestic-payment-consents/${consentId}`, own)).body
    const StatusReason = [
      {
        StatusReasonCode: 'AM14',
        StatusReasonDescription: ABOVE,
        Path: 'Data.Initiation.InstructedAmount.Amount',
      },
    ]
    expect(Data).toMatchObject({ Status: word('Rejected', 'RJCT'), ...(version === '4.0' ? { StatusReason } : {}) })
  })

  test('a limit that is lowered while the page is open stops the approval, and the third party gets the reason', async () => {
    await forgetCodes(db)
    const consentId = await ask(version)
    const browser = createBrowser(listeners.pages)
    const page = await browser.follow(await linkTo(consentId))
    const at = new URL(page.url).pathname
    const { username, password, totpSecret } = psu!
    const fields = { csrf: page.csrf!, username, password, code: codeNow(totpSecret) }
    const shown = await browser.follow(`${at}/log-in`, browser.form(fields))
    const [, account] = /name="account" value="([^"]+)"/.exec(shown.text)!
    const decision = browser.form({
      csrf: shown.csrf!,
      decision: 'approve',
      mismatch: 'confirmed',
      account: account!,
      code: fields.code,
    })
    const back = await withLimit(5_00n, () => browser.follow(`${at}/decision`, decision))
    expect(answerIn(back.location)).toMatchObject({ error: 'access_denied', error_description: ABOVE })
    expect(await statusOf(version, consentId)).toBe(word('Rejected', 'RJCT'))
  })

  test('2: AuthorisationType Single is rejected where the payer’s policy requires more, with an OAuth error', async () => {
    const act = { actor: { type: 'operator' as const }, at: listeners.services.clock.now(), wall: new Date() }
    const entityId = parseId('ent', psu!.entityId)!
    const policy = { resource: 'Payment', currency: null, fromMinor: 500_00n, belowMinor: null, newPayeeOnly: false }
    const known = await db.pool.query(`select 1 from approval_policies where entity_id = $1`, [entityId])
    if (known.rowCount === 0)
      await inTransaction(db, (tx) => setPolicy(tx, entityId, { ...policy, resource: 'Payment', steps: 1 }, act))
    const single = { Authorisation: { AuthorisationType: 'Single' } }
    const consentId = await ask(version, single, '600.00')
    const { consent: ended } = await approveAs(listeners, await linkTo(consentId), psu!, () => [])
    expect(answerIn(ended.location)).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringContaining('Single'),
    })
    expect(await statusOf(version, consentId)).toBe(word('Rejected', 'RJCT'))
    const enough = await ask(version, single, '10.00')
    await approved(enough)
    expect(await statusOf(version, enough)).toBe(word('Authorised', 'AUTH'))
    const any = await ask(version, { Authorisation: { AuthorisationType: 'Any' } }, '600.00')
    const { consent, answer: given } = await approveAs(listeners, await linkTo(any), psu!, (ids) => ids.slice(0, 1))
    expect(consent.text).toContain('another person of your organisation must approve it')
    const { access_token: token } = (await third.redeem(given['code']!)).body as { access_token: string }
    const paid = await pay(version, any, token, { amount: '600.00' })
    expect(paid.body.Data).toMatchObject({
      Status: word('Pending', 'RCVD'),
      MultiAuthorisation: { Status: word('AwaitingFurtherAuthorisation', 'AWAF'), NumberRequired: 2 },
    })
  })

  test('5: every error of payment initiation that has a body is signed', async () => {
    const consentId = await ask(version)
    const token = await approved(consentId)
    const answers = [
      await third.api(`${pisp(version)}/domestic-payment-consents/obc_none`, own),
      await third.api(`${pisp(version)}/domestic-payments/${consentId}`, own),
      await pay(version, consentId, token, { amount: '11.00' }),
      await third.api(`${pisp(version)}/domestic-payment-consents/${consentId}/funds-confirmation`, token, {
        headers: { accept: 'text/html' },
      }),
      await third.api(`${pisp(version)}/domestic-payment-consents`, own, { body: '{}' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 406, 415])
    for (const answer of answers) expect(await isSigned(answer)).toBe(true)
  })

  test('a defect is 500 U000, signed, with an interaction id and without internal details', async () => {
    await db.pool.query('alter table open_banking_payments rename to open_banking_payments_away')
    const answer = await third.api(`${pisp(version)}/domestic-payments/pay_01JD8Z5C4E7FS9K2M3N4P5Q6R7`, own)
    await db.pool.query('alter table open_banking_payments_away rename to open_banking_payments')
    expect([answer.status, codeOf(answer)]).toEqual([500, word('UK.OBIE.UnexpectedError', 'U000')])
    expect(answer.text).not.toContain('open_banking')
    expect(await isSigned(answer)).toBe(true)
    const told = { ...answer, method: 'GET', path: '/domestic-payments/x', body: answer.text }
    expect(officialErrors(version, 'pisp', told)).toEqual([])
    listeners.complaints.length = 0
  })
})

test('on neither listener an address below /open-banking is answered in HTML or without an interaction id', async () => {
  for (const path of ['/open-banking/v4.0/pisp/nowhere', '/open-banking/v5.0/aisp/accounts', '/open-banking/v3.1']) {
    const there = await third.api(path, own)
    const here = await fetch(listeners.pages + path)
    expect([there.status, here.status]).toEqual([404, 404])
    expect(there.headers['x-fapi-interaction-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(here.headers.get('x-fapi-interaction-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(here.headers.get('content-type')).not.toContain('html')
  }
})

test('deleting the client ends its consents: the token of an approval can no longer pay', async () => {
  const leaving = await openThirdParty(listeners)
  const mine = await leaving.token('payments')
  const body = { Data: { Initiation: initiation() }, Risk: {} }
  const asked = await leaving.signedPost(`${pisp('4.0')}/domestic-payment-consents`, mine, body)
  const { ConsentId } = asked.body.Data as { ConsentId: string }
  const link = await leaving.link(ConsentId, { scope: 'openid payments' })
  const { answer } = await approveAs(listeners, link, psu!, (ids) => ids.slice(0, 1))
  const token = (await leaving.redeem(answer['code']!)).body.access_token as string
  await leaving.api(`/register/${leaving.clientId}`, mine, { method: 'DELETE' })
  const order = { Data: { ConsentId, Initiation: initiation() }, Risk: {} }
  // Every process hears of it within a second; the consent is gone at once.
  expect((await leaving.signedPost(`${pisp('4.0')}/domestic-payments`, token, order)).status).toBeGreaterThanOrEqual(
    400,
  )
  const read = () => leaving.api(`${pisp('4.0')}/domestic-payment-consents/${ConsentId}`, mine)
  expect([400, 401]).toContain((await read()).status)
  await expect.poll(async () => (await read()).status).toBe(401)
  expect(await paymentsOf(ConsentId)).toBe(0)
})

test.each(['3.1', '4.0'] as const)('v%s: a query that is not UTF-8 is rejected, not searched for', async (version) => {
  for (const query of ['fromBookingDateTime=%ED%A0%80', '%FF=1', 'page=100%']) {
    const answer = await third.api(`/open-banking/v${version}/aisp/transactions?${query}`, own)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('UTF-8')
    const told = { ...answer, method: 'GET', path: '/transactions', body: answer.text }
    expect(officialErrors(version, 'aisp', told)).toEqual([])
  }
})
