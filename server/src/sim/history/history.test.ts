import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { approveAs, openListeners, openThirdParty } from '../../../test/support/third-party.ts'
import { isOpen } from '../../fx/calendar/index.ts'
import { formatId, parseId } from '../../kernel/values/ids.ts'
import { parseAmount } from '../../kernel/values/money.ts'
import { auditLedger } from '../../ledger/index.ts'
import { resetSandbox } from '../sandbox/reset.ts'
import { DEMOS } from '../seed/demo.ts'
import { reseedSandbox } from '../seed/index.ts'

const db = await testDatabase({ poolSize: 20 })
const sandbox = await openListeners(db, { SANDBOX_HISTORY: 'true' })
afterAll(() => sandbox.close())
const { services, credentials } = sandbox
const start = services.clock.now()

const tokens = {
  rm: await tokenOf(credentials.clients.rm),
  abs: await tokenOf(credentials.clients.abs),
}
type Key = keyof typeof tokens

async function tokenOf({ clientId, clientSecret }: { clientId: string; clientSecret: string }): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = new URLSearchParams(form).toString()
  const answer = await sandbox.app.inject({ method: 'POST', url: '/v1/oauth2/token', headers, payload })
  return answer.json<{ access_token: string }>().access_token
}

async function send(key: Key, method: 'GET' | 'POST', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${tokens[key]}` }
  const answer = await sandbox.app.inject({ method, url, headers, ...(payload && { payload }) })
  expect(answer.statusCode).toBeLessThan(300)
  return answer.json()
}
const get = (key: Key, url: string) => send(key, 'GET', url)

/** Events of the start itself, and of the tests that read statements. */
const OTHER_EVENTS = new Set(['creditFacility.updated', 'statement.ready'])

interface StatementRow {
  statementFromDate: string
  statementToDate: string
  openingBalance: string
  closingBalance: string
  totals: { credits: string; creditCount: number; debits: string; debitCount: number }
}
const minor = (currency: string, text: string) =>
  text === (0).toFixed(text.split('.')[1]?.length ?? 0) ? 0n : parseAmount(text, currency)

describe.each(DEMOS)('the history of $entity.name', ({ key, entity, accounts }) => {
  const ids = accounts.map(({ accountId, currency, opening }) => ({
    id: formatId('acc', accountId),
    accountId,
    currency,
    opening: opening === '0' ? 0n : parseAmount(opening, currency),
  }))

  test('leaves the balances with which a sandbox starts, without money in transit or on hold', async () => {
    const { data } = await get(key, '/v1/balances?limit=50')
    const balances = Object.fromEntries(
      data.map((row: { accountId: string; currency: string; amount: string }) => [
        row.accountId,
        minor(row.currency, row.amount),
      ]),
    )
    expect(balances).toEqual(Object.fromEntries(ids.map(({ id, opening }) => [id, opening])))
    for (const row of data) expect(row).toMatchObject({ available: row.booked, pendingIn: expect.stringMatching(/^0/) })
  })

  test('was opened three months before, with its first account in the base currency', async () => {
    const { data } = await get(key, '/v1/accounts')
    expect(data[0].currency).toBe(entity.baseCurrency)
    for (const { openedAt } of data) {
      const age = (start.getTime() - Date.parse(openedAt)) / 86_400_000
      expect(age).toBeGreaterThan(88)
      expect(age).toBeLessThan(95)
    }
  })

  test('has statements of the three past months that add up, each from the closing balance of the one before', async () => {
    for (const { id, currency, opening } of ids) {
      const stored = await get(key, `/v1/statements/stored?accountId=${id}`)
      const months: StatementRow[] = stored.data.toReversed()
      expect(months.length).toBe(3)
      let before = 0n
      for (const month of months) {
        const { totals, statementFromDate: from, statementToDate: to } = month
        const [credits, debits] = [minor(currency, totals.credits), minor(currency, totals.debits)]
        expect(minor(currency, month.openingBalance)).toBe(before)
        before = minor(currency, month.closingBalance)
        expect(before).toBe(minor(currency, month.openingBalance) + credits - debits)
        const lines = await get(key, `/v1/statements?accountId=${id}&from=${from}&to=${to}`)
        const sum = lines.transactions.reduce(
          (total: bigint, line: { creditOrDebit: string; amount: string }) =>
            total + (line.creditOrDebit === 'Credit' ? 1n : -1n) * minor(currency, line.amount),
          0n,
        )
        expect(sum).toBe(credits - debits)
        expect(lines.transactions).toHaveLength(totals.creditCount + totals.debitCount)
      }
      const now = await get(key, `/v1/statements?accountId=${id}`)
      expect(minor(currency, now.openingBalance)).toBe(before)
      expect(minor(currency, now.closingBalance)).toBe(opening)
    }
  })

  test('has transactions on business days of their currency, each with its other party, reference and code', async () => {
    for (const { id, accountId, currency } of ids) {
      const { data, nextCursor } = await get(key, `/v1/transactions?accountId=${id}&limit=500`)
      expect(nextCursor).toBeNull()
      expect(data.length).toBeGreaterThanOrEqual(accountId === accounts[0]!.accountId ? 30 : 4)
      for (const line of data.slice(0, -1)) {
        expect(line.bookedAt.slice(0, 10)).toBe(line.valueDate)
        expect(isOpen(services.calendars, currency, line.valueDate)).toBe(true)
        expect(line.bankTransactionCode.domain).toMatch(/^[A-Z]{4}$/)
        expect(line.reference).toEqual(expect.any(String))
        if (line.type !== 'PaymentFee') expect(line.counterparty).toMatchObject({ name: expect.any(String) })
        if (line.type === 'Payment')
          expect(line.counterparty.iban ?? line.counterparty.accountNumber).toEqual(expect.any(String))
      }
      expect(data.at(-1).runningBalance).toBe(data.at(-1).amount)
    }
  })

  test('has completed payments by its client to saved payees, some in pounds with a roll number', async () => {
    const { rows } = await db.pool.query<{ id: string; status: string; payee: string | null }>(
      'select payment_id as id, status, beneficiary_id as payee from payments where entity_id = $1',
      [entity.entityId],
    )
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['Completed']))
    const { history } = await get(key, `/v1/payments/${formatId('pay', rows[0]!.id)}`)
    const steps = ['Screening', 'Submitted', 'Sent', 'Completed']
    expect(history.map(({ status }: { status: string }) => status)).toEqual(steps)
    expect(history[0].by).toBe(credentials.clients[key].clientId)
    const payees = (await get(key, '/v1/beneficiaries?limit=100')).data
    expect(payees.length).toBeGreaterThanOrEqual(8)
    expect(payees).toContainEqual(
      expect.objectContaining({ currency: 'GBP', secondaryReference: expect.stringMatching(/^\d/) }),
    )
    const paid = new Set(rows.map(({ payee }) => payee && formatId('ben', payee)))
    for (const { beneficiaryId } of payees) expect(paid).toContain(beneficiaryId)
  })

  test('counts towards no limit of today, and is not in the event feed', async () => {
    const { data } = await get(key, `/v1/entities/settings?entityId=${formatId('ent', entity.entityId)}`)
    expect(data[0].limits.dailyPayment.used).toBe('0.00')
    const { rows } = await db.pool.query('select distinct type from events where entity_id = $1 order by type', [
      entity.entityId,
    ])
    const types = rows.map(({ type }) => type).filter((type: string) => !OTHER_EVENTS.has(type))
    expect(types).toEqual(['beneficiary.created'])
    const old = await db.pool.query(
      `select 1 from events where entity_id = $1 and wall_at < now() - interval '1 day'`,
      [entity.entityId],
    )
    expect(old.rows).toEqual([]) // the feed reaches back 90 days from when they were recorded
    expect((await get(key, '/v1/events?types=beneficiary.created')).data.length).toBeGreaterThan(3)
  })
})

test('the books are clean, and no job is left to do', async () => {
  expect((await auditLedger(db, () => {})).findings).toEqual([])
  const { rows } = await db.pool.query(`select (select count(*) from book_crossings where completed_at is null) as open,
    (select count(*) from due_work) as due, (select max(last_posted_at) from balances) as last`)
  expect(rows[0]).toMatchObject({ open: 0n, due: 0n })
  expect(rows[0].last.getTime()).toBeLessThan(start.getTime())
})

test('a seeded payee is verified with a match, and a seeded payment can be recalled', async () => {
  const payees = (await get('rm', '/v1/beneficiaries?currency=EUR')).data
  const { name, iban } = payees[0]
  const verification = await send('rm', 'POST', '/v1/payments/verification', { name, iban, partyType: 'Company' })
  expect(verification.status).toBe('Match')
  const [{ paymentId }] = (await get('rm', '/v1/payments?currency=AUD')).data
  await send('rm', 'POST', `/v1/payments/${paymentId}/recall`, { reason: 'DUPL' })
  await services.worker.runDue(new Date(services.clock.now().getTime() + 60_000))
  expect((await get('rm', `/v1/payments/${paymentId}`)).recall).toMatchObject({ status: 'Accepted' })
  expect(sandbox.complaints).toEqual([])
})

describe('a third party', async () => {
  const PERMISSIONS = [
    'ReadAccountsDetail',
    'ReadBalances',
    'ReadBeneficiariesDetail',
    'ReadStatementsDetail',
    'ReadTransactionsCredits',
    'ReadTransactionsDebits',
    'ReadTransactionsDetail',
  ]
  const third = await openThirdParty(sandbox)

  test.each(['3.1', '4.0'] as const)(
    'reads the history by v%s, the account in the base currency first',
    async (version) => {
      const consentId = await third.consent(PERMISSIONS, version)
      const approved = await approveAs(sandbox, await third.link(consentId), credentials.psus[0]!)
      const { body } = await third.redeem(approved.answer['code']!)
      const chosen = [...approved.consent.text.matchAll(/name="account" value="([^"]+)"/g)].map(([, id]) => id!)
      const base = `/open-banking/v${version}/aisp`
      const read = async (path: string) => {
        const answer = await third.api(`${base}${path}`, body.access_token as string)
        expect(answer.status).toBe(200)
        return answer.body.Data
      }
      const listed: { AccountId: string; Currency: string }[] = (await read('/accounts')).Account
      expect(listed[0]!.Currency).toBe('EUR')
      expect(parseId('acc', chosen[0]!) ?? chosen[0]).toBe(parseId('acc', listed[0]!.AccountId))
      const account = `/accounts/${listed[0]!.AccountId}`
      const { Transaction } = await read(`${account}/transactions`)
      expect(Transaction.length).toBeGreaterThan(30)
      for (const line of Transaction.slice(0, -1)) {
        expect(line.CreditDebitIndicator).toMatch(/^(Credit|Debit)$/)
        expect(line.BankTransactionCode.SubCode).toEqual(expect.any(String))
        expect(line.TransactionReference).toEqual(expect.any(String))
        const other = line.CreditDebitIndicator === 'Credit' ? line.DebtorAccount : line.CreditorAccount
        expect(other).toMatchObject({ Identification: expect.any(String), Name: expect.any(String) })
      }
      expect((await read(`${account}/statements`)).Statement).toHaveLength(3)
      expect((await read(`${account}/beneficiaries`)).Beneficiary.length).toBeGreaterThanOrEqual(5)
      expect((await read(`${account}/balances`)).Balance[0].Amount).toEqual({ Amount: '500000.00', Currency: 'EUR' })
    },
  )
})

test('a reset seeds a history up to its own day, with the same balances', async () => {
  const { seal, institution, sandbox: parts } = services
  const { clock } = parts!
  await resetSandbox({
    db,
    clock,
    reseed: (tx, now) =>
      reseedSandbox(tx, credentials, { now, wall: clock.wall(), seal, institution, history: services }),
    afterReset: () => services.calendars.reload(),
  })
  const { rows } = await db.pool.query<{ name: string; balance: bigint; first: Date; last: Date }>(
    `select a.name, min(b.balance_minor) as balance, min(p.posted_at) as first, max(p.posted_at) as last
      from accounts a join balances b using (entity_id, account_id) join postings p using (entity_id, account_id)
      group by a.entity_id, a.name`,
  )
  const opening = DEMOS.flatMap(({ accounts }) => accounts)
  expect(rows).toHaveLength(opening.length)
  const now = clock.now()
  for (const { name, balance, first, last } of rows) {
    const { currency, opening: text } = opening.find((account) => account.name === name)!
    expect(balance).toBe(text === '0' ? 0n : parseAmount(text, currency))
    expect(now.getTime() - first.getTime()).toBeGreaterThan(60 * 86_400_000)
    expect(last.toISOString() < now.toISOString().slice(0, 10)).toBe(true)
  }
  expect((await auditLedger(db, () => {})).findings).toEqual([])
})

test.each([
  ['year end', '2027-01-01'],
  ['a leap day', '2028-02-29'],
  ['three months after a leap day', '2028-05-29'],
  ['the time before the first known holidays', '2025-12-20'],
  ['the time just after the last known holidays', '2029-03-01'],
  ['a time without known holidays', '2031-01-01'],
])('a sandbox that starts at %s has its balances', async (_, day) => {
  const now = new Date(`${day}T10:00:00.000Z`)
  const { seal, institution, sandbox: parts } = services
  await resetSandbox({
    db,
    clock: parts!.clock,
    reseed: (tx) => reseedSandbox(tx, credentials, { now, wall: now, seal, institution, history: services }),
    afterReset: () => services.calendars.reload(),
  })
  const { rows } = await db.pool.query<{ name: string; balance: bigint }>(
    `select a.name, b.balance_minor as balance from accounts a join balances b using (entity_id, account_id)`,
  )
  for (const { name, balance } of rows) {
    const { currency, opening } = DEMOS.flatMap(({ accounts }) => accounts).find((account) => account.name === name)!
    expect(balance).toBe(opening === '0' ? 0n : parseAmount(opening, currency))
  }
  expect((await auditLedger(db, () => {})).findings).toEqual([])
})
