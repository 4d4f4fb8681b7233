import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client, Who } from '../../test/crash/client.ts'
import { setStage, type Stage } from '../../test/crash/stage.ts'
import { openSandbox, type Sandbox } from '../../test/simulation/processes.ts'
import { HARTWICK, institutionFile } from '../../test/support/institution.ts'
import { openMailServer } from '../../test/support/mail-server.ts'
import { TOPICS } from './rules.ts'

// The whole service with a mail server: each kind of e-mail, from the command of a client to the message that arrives.
const server = await openMailServer()
const settings = {
  SMTP_URL: server.url,
  SMTP_FROM: 'treasury@bank.example',
  INSTITUTION_FILE: institutionFile({ ...HARTWICK, tradingName: 'Example Bank' }),
}
let sandbox: Sandbox
let client: Client
let stage: Stage

beforeAll(async () => {
  sandbox = await openSandbox({ processes: 1, poolSize: 8, settings })
  client = clientOf(sandbox)
  stage = await setStage(client)
  await post('/v1/notification-recipients', { email: 'cfo@example.com', topics: TOPICS })
})
afterAll(() => sandbox.close())

function clientOf({ processes: [process], entityIds }: Sandbox): Client {
  return {
    entityId: (who) => entityIds[who],
    ask: (command) => process!.post(command),
    get: (who, path) => process!.get(who, path),
    async make<T>(command: Parameters<Client['make']>[0]) {
      const { status, text } = await process!.post(command)
      expect([200, 201], `${command.path}: ${text}`).toContain(status)
      return JSON.parse(text) as T
    },
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- a test reads what came
const post = (path: string, body: object, who: Who = 'rm') => client.make<any>({ who, path, body })

const accountIn = (currency: string) =>
  stage.accounts.find((each) => each.who === 'rm' && each.currency === currency)!.accountId

const pay = (more: object) =>
  post('/v1/payments', {
    accountId: accountIn('GBP'),
    amount: '12.50',
    currency: 'GBP',
    beneficiaryId: stage.payees.rm.GBP,
    paymentDate: stage.today,
    reference: 'Invoice 7',
    ...more,
  })

/** Waits for the messages about a subject, and returns them once. */
async function mailsAbout(subject: RegExp, count = 1) {
  const found = () => server.received.filter(({ text }) => subject.test(text))
  await expect.poll(() => found().length).toBeGreaterThanOrEqual(count)
  const mails = found()
  expect(mails).toHaveLength(count)
  server.received = server.received.filter((mail) => !mails.includes(mail))
  for (const { from, text } of mails) {
    expect(from).toBe('treasury@bank.example')
    expect(text).toContain('Example Bank')
  }
  return mails
}

test('a payee gets the advice of a payment once, although the mail server failed first', async () => {
  server.failures = 1
  const { paymentId } = await pay({ notifyEmails: ['payee@example.com'] })
  await post('/v1/sandbox/clock', { advance: 'PT6H' })
  const [mail] = await mailsAbout(/^Subject: .*12\.50 GBP/m)
  expect(mail!.to).toBe('payee@example.com')
  expect(mail!.text).toContain(`@payment-advice`)
  expect(mail!.text).toContain(paymentId)
})

test('a requested approval reaches the recipient', async () => {
  const { paymentId } = await pay({ reference: '#APPROVE 8' })
  const [mail] = await mailsAbout(/^Subject: Approval required: payment of 12\.50 GBP/m)
  expect(mail!.to).toBe('cfo@example.com')
  expect(mail!.text).toContain(paymentId)
})

test('the margin calls of one run are one e-mail', async () => {
  await post('/v1/sandbox/clock', { set: `${stage.spotDate}T10:00:00.000Z` })
  const entityId = client.entityId('rm')
  const order = { entityId, buyCurrency: 'GBP', sellCurrency: 'EUR', fixedSide: 'Sell', amount: '100000.00' }
  const valueDate = fridayAfter(stage.spotDate, 90)
  for (let i = 0; i < 3; i++) {
    const { quoteId } = await post('/v1/fx/quotes/forwards', { ...order, forwardType: 'Fixed', valueDate })
    const booking = { entityId, quoteId, forwardReasoning: 'Goods', fundsDelivery: 'Deliverable' }
    await post('/v1/fx/trades/forwards', booking)
  }
  await sandbox.db.pool.query(`update credit_facilities set call_collection = 'OnRequest'`) // else they are paid at once
  await post('/v1/sandbox/market/EURGBP', { shiftPercent: '8' })
  server.failures = 1
  const { issued } = await post('/v1/sandbox/margin-runs', {})
  expect(issued).toHaveLength(3)
  await post('/v1/sandbox/clock', { advance: 'PT10M' })
  const [mail] = await mailsAbout(/^Subject: 3 margin calls to /m)
  for (const { marginCallId } of issued) expect(mail!.text).toContain(`Margin call: ${marginCallId}`)
})

test('an overdue trade is reported', async () => {
  const entityId = client.entityId('rm')
  const sides = { buyCurrency: 'USD', sellCurrency: 'EUR', fixedSide: 'Sell', amount: '50000000.00' }
  const { quoteId } = await post('/v1/fx/quotes/spot', { entityId, ...sides })
  const { tradeId, cutOffAt } = await post('/v1/fx/trades/spot', { entityId, quoteId })
  await post('/v1/sandbox/clock', { set: new Date(Date.parse(cutOffAt) + 60_000).toISOString() })
  const [mail] = await mailsAbout(/^Subject: Overdue trade: /m)
  expect(mail!.text).toContain(`Trade: ${tradeId}`)
})

/** Returns a Friday some days later. No currency of the test has a holiday on it. */
function fridayAfter(day: string, days: number): string {
  const date = new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000)
  while (date.getUTCDay() !== 5) date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}
