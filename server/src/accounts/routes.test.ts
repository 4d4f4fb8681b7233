import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCode } from '../../test/support/codes.ts'
import { testInstitution } from '../../test/support/accounts.ts'
import { openAccountsApp } from '../../test/support/accounts-app.ts'
import { operatorAct } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { transfer } from '../../test/support/ledger.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { formatId, newUuid, parseId } from '../kernel/values/ids.ts'
import { placeHold, postJournal, releaseHold } from '../ledger/index.ts'
import { reverseJournal } from '../../test/support/ledger.ts'
import { setProfile } from '../entities/index.ts'
import { accountView } from './events/views.ts'
import { setAccountStatus } from './index.ts'

const db = await testDatabase()
const { send, givenHolder, givenAccount, clock, accounts: directory, entities } = await openAccountsApp(db)
const holder = await givenHolder('ABS')
const eur = await givenAccount(holder.entityId, 'EUR', 1000_00n)
const second = await givenAccount(holder.entityId, 'EUR', 0n, { friendlyName: 'Payroll' })
const usd = await givenAccount(holder.entityId, 'USD')
const silent = await givenAccount(holder.entityId, 'GBP', 0n, { permissions: ['Fx', 'Payments'] })
const stranger = await givenHolder('ABS')
const foreign = await givenAccount(stranger.entityId, 'EUR', 5_00n)
const get = (url: string, token = holder.token) => send(token, 'GET', url)
const post = (amountMinor: bigint, more = {}, at = clock.now()) =>
  inTransaction(db, (tx) =>
    postJournal(tx, transfer(holder.entityId, eur.accountId, second.accountId, amountMinor, more), at),
  )

const view = accountView({ institution: testInstitution })

describe('accounts', () => {
  test('an account shows its holder, its funding instructions and its permissions', async () => {
    const { status, body } = await get(`/v1/accounts/${eur.id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      accountId: eur.id,
      entityId: holder.wireId,
      currency: 'EUR',
      status: 'Active',
      isDefault: true,
      identifiers: { bic: 'CMBTDEFF' },
      holder: { name: 'An ABS entity' },
      capabilities: { internalTransfers: true, payments: true, fx: true },
    })
    expect(body.identifiers.iban).toMatch(/^DE\d{20}$/)
    expect(body.fundingInstructions.map(({ rail }: { rail: string }) => rail)).toEqual(['Sepa', 'Swift'])
  })

  test.each([
    ['', [silent.id, usd.id, second.id, eur.id]],
    ['?currency=EUR', [second.id, eur.id]],
    [`?iban=${eur.iban.replace(/(.{4})/g, '$1%20').toLowerCase()}`, [eur.id]],
    ['?permission=reporting', [usd.id, second.id, eur.id]],
    ['?q=payr', [second.id]],
    ['?status=Closed', []],
    [`?entityID=${holder.wireId}&currency=USD`, [usd.id]],
  ])('the list, newest first, filtered by %s', async (query, ids) => {
    const { body } = await get(`/v1/accounts${query}`)
    expect(body).toEqual({ data: ids.map((accountId) => expect.objectContaining({ accountId })), nextCursor: null })
  })

  test('an account does not offer internal transfers when its entity has them disabled', async () => {
    const { entityId, token } = await givenHolder('ABS')
    const { id } = await givenAccount(entityId, 'EUR', 500n)
    const { features } = (await entities.get(entityId))!.settings
    const disabled = { features: { ...features, internalTransfers: false } }
    await inTransaction(db, (tx) => setProfile(tx, entityId, disabled, operatorAct))
    const cached = async () => (await entities.get(entityId))!.settings.features.internalTransfers
    await expect.poll(cached).toBe(false)
    const capabilities = { internalTransfers: false, payments: true, fx: true }
    expect((await get(`/v1/accounts/${id}`, token)).body).toMatchObject({ capabilities })
    expect((await get('/v1/accounts', token)).body.data).toMatchObject([{ capabilities }])
    const [image] = (await view.read(db.reader, entityId, [parseId('acc', id)!])).values()
    const shown = (each: Parameters<typeof view.present>[0]) => view.present(each, holder.principal, clock.now())
    expect(shown(image!)).toMatchObject({ capabilities })
    const { settings: _, ...earlier } = image! // stored by an earlier release
    expect(shown(earlier)).toMatchObject({ capabilities: { ...capabilities, internalTransfers: true } })
  })

  test('the list comes in pages', async () => {
    const first = await get('/v1/accounts?limit=3')
    const rest = await get(`/v1/accounts?limit=3&after=${first.body.nextCursor}`)
    expect([...first.body.data, ...rest.body.data].map(({ accountId }) => accountId)).toEqual([
      silent.id,
      usd.id,
      second.id,
      eur.id,
    ])
    expect(rest.body.nextCursor).toBeNull()
  })

  test("another entity's account, or its list, is not found", async () => {
    expect(await get(`/v1/accounts/${foreign.id}`)).toMatchObject({ status: 404, body: { code: 'account_not_found' } })
    expect(await get('/v1/accounts/acc_nonsense')).toMatchObject({ status: 404 })
    expect(await get(`/v1/accounts?entityId=${stranger.wireId}`)).toMatchObject({ body: { code: 'entity_not_found' } })
  })

  test('a closed account must be empty, and is not the default any more', async () => {
    const account = await givenAccount(holder.entityId, 'CHF', 1n)
    const close = () => inTransaction(db, (tx) => setAccountStatus(tx, account.accountId, 'Closed', operatorAct))
    await expect(close()).rejects.toMatchObject({ code: 'account_not_empty' })
    const empty = await givenAccount(holder.entityId, 'SEK')
    await inTransaction(db, (tx) => setAccountStatus(tx, empty.accountId, 'Closed', operatorAct))
    await expect.poll(async () => (await directory.find(holder.entityId, empty.id))?.status).toBe('Closed')
    expect(await get(`/v1/accounts/${empty.id}`)).toMatchObject({
      body: { status: 'Closed', isDefault: false, closedAt: expect.any(String), capabilities: { fx: false } },
    })
  })
})

describe('balances', () => {
  test('now, with the held amounts by purpose', async () => {
    const account = await givenAccount(holder.entityId, 'JPY', 1000n)
    const hold = (amountMinor: bigint, purpose: 'payment' | 'trade') => ({
      entityId: holder.entityId,
      accountId: account.accountId,
      currency: 'JPY',
      amountMinor,
      purpose,
      source: { type: 'payment', id: newUuid() },
    })
    await inTransaction(db, async (tx) => {
      await placeHold(tx, hold(100n, 'payment'), clock.now())
      await placeHold(tx, hold(30n, 'trade'), clock.now())
    })
    const { body } = await get(`/v1/balances?accountId=${account.id}`)
    expect(body.data).toEqual([
      {
        accountId: account.id,
        entityId: holder.wireId,
        currency: 'JPY',
        iban: account.iban,
        amount: '1000',
        creditOrDebit: 'Credit',
        booked: '1000',
        available: '870',
        pendingIn: '0',
        pendingOut: '100',
        held: { payments: '100', trades: '30', margin: '0' },
        creditLine: '0',
        asAt: clock.now().toISOString(),
        ledgerSequence: 1,
      },
    ])
  })

  test('as at an instant of the past, holds included', async () => {
    const account = await givenAccount(holder.entityId, 'CAD', 500n)
    const order = {
      entityId: holder.entityId,
      accountId: account.accountId,
      currency: 'CAD',
      amountMinor: 200n,
      purpose: 'payment' as const,
      source: { type: 'payment', id: newUuid() },
    }
    const [placed, released] = [new Date('2026-11-21T10:00:00Z'), new Date('2026-11-22T10:00:00Z')]
    const holdId = await inTransaction(db, (tx) => placeHold(tx, order, placed))
    const { entityId, accountId } = order
    await inTransaction(db, (tx) => releaseHold(tx, { entityId, accountId, holdId }, released))
    clock.set(new Date('2026-11-23T10:00:00Z'))
    const at = async (asAt: string) => (await get(`/v1/balances?accountId=${account.id}&asAt=${asAt}`)).body.data[0]
    expect(await at('2026-11-20T11:59:59.999Z')).toMatchObject({ booked: '0.00', ledgerSequence: 0 })
    expect(await at('2026-11-21T12:00:00Z')).toMatchObject({ booked: '5.00', available: '3.00', ledgerSequence: 1 })
    expect(await at('2026-11-22T12:00:00Z')).toMatchObject({ booked: '5.00', available: '5.00' })
    const later = await get(`/v1/balances?asAt=2027-01-01T00:00:00Z`)
    expect([later.status, errorCode(later.body)]).toEqual([400, 'date_range_invalid'])
  })

  test('of all accounts with the reporting permission; an account without it is rejected', async () => {
    const { body } = await get('/v1/balances?currency=EUR')
    expect(body.data.map(({ accountId }: { accountId: string }) => accountId)).toEqual([second.id, eur.id])
    expect((await get('/v1/balances?currency=GBP')).body.data).toEqual([])
    expect(await get(`/v1/balances?accountId=${silent.id}`)).toMatchObject({
      status: 403,
      body: { code: 'account_permission_missing', params: { permission: 'Reporting' } },
    })
  })
})

describe('transactions', () => {
  const list = (query: string) => get(`/v1/transactions?accountId=${eur.id}${query}`)
  const amounts = (answer: Awaited<ReturnType<typeof list>>) =>
    answer.body.data.map(({ amount }: { amount: string }) => amount)

  test('each shows its purpose and the balance after it', async () => {
    const counterparty = { name: 'Payroll', iban: second.iban, bic: 'CMBTDEFF', country: 'DE' }
    const exchange = { rate: '1.16546', pair: 'EUR/USD', buyAmount: '1.00', sellAmount: '1.17' }
    const legs = [
      { account: eur.accountId, currency: 'EUR', amountMinor: -10_00n, counterparty },
      { account: second.accountId, currency: 'EUR', amountMinor: 10_00n },
    ]
    const source = { type: 'payment', id: newUuid() }
    const detail = { exchange, uetr: 'u', clientReference: 'mine', creditorReference: 'RF18539007547034' }
    await post(10_00n, { legs, source, reference: 'Invoice 7', endToEndId: 'E2E', detail, type: 'Payment' })
    const { body } = await list('&limit=1')
    expect(body.data).toEqual([
      {
        transactionId: expect.stringMatching(/^txn_[0-9A-Z]{26}[0-9A-Z]{1,10}$/),
        accountId: eur.id,
        entityId: holder.wireId,
        bookedAt: expect.any(String),
        valueDate: '2026-11-20',
        amount: '10.00',
        currency: 'EUR',
        creditOrDebit: 'Debit',
        status: 'Booked',
        type: 'Payment',
        runningBalance: '990.00',
        description: null,
        reference: 'Invoice 7',
        creditorReference: 'RF18539007547034',
        endToEndId: 'E2E',
        uetr: 'u',
        returnReason: null,
        counterparty: { ...counterparty, accountNumber: null, address: null },
        exchange,
        related: { type: 'Payment', id: formatId('pay', source.id), clientReference: 'mine' },
        virtualAccountId: null,
        bankTransactionCode: { domain: 'PMNT', family: 'ICDT', subFamily: 'OTHR', proprietary: 'Payment' },
      },
    ])
    expect(await list(`&relatedId=${formatId('pay', source.id)}`)).toMatchObject({
      body: { data: [{ amount: '10.00' }] },
    })
    expect(amounts(await list('&relatedId=pay_nonsense'))).toEqual([])
  })

  test('filters combine, days are in the time zone of the holder, and pages reach the end', async () => {
    // 23:30 UTC is the next day in Berlin.
    for (const [time, amount] of [
      ['2026-11-24T23:30:00Z', 1_00n],
      ['2026-11-25T12:00:00Z', 2_00n],
      ['2026-11-26T12:00:00Z', 3_00n],
    ] as const) {
      await post(amount, { reference: `no. ${amount}` }, new Date(time))
    }
    expect(amounts(await list('&from=2026-11-25&to=2026-11-25'))).toEqual(['2.00', '1.00'])
    expect(amounts(await list('&from=2026-11-25&minAmount=2'))).toEqual(['3.00', '2.00'])
    expect(amounts(await list('&maxAmount=2.00&creditOrDebit=debit'))).toEqual(['2.00', '1.00'])
    expect(amounts(await list('&creditOrDebit=Credit'))).toEqual(['1000.00'])
    expect(amounts(await list('&type=InternalTransfer&reference=NO.%203'))).toEqual(['3.00'])
    expect(amounts(await get(`/v1/transactions?iban=${eur.iban}&type=Deposit`))).toEqual(['1000.00'])
    const pages: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(`&limit=2${cursor && `&after=${cursor}`}`)
      pages.push(...amounts(page))
      cursor = page.body.nextCursor
    }
    expect(pages).toEqual(['3.00', '2.00', '1.00', '10.00', '1000.00'])
  })

  test('held money is pending, and a reversed posting is marked as reversed', async () => {
    const order = {
      entityId: holder.entityId,
      accountId: eur.accountId,
      currency: 'EUR',
      amountMinor: 7_00n,
      purpose: 'payment' as const,
      source: { type: 'payment', id: newUuid() },
      reference: 'waiting',
    }
    await inTransaction(db, (tx) => placeHold(tx, order, clock.now()))
    expect((await list('&status=pending')).body.data).toMatchObject([
      {
        amount: '7.00',
        status: 'Pending',
        type: 'Payment',
        creditOrDebit: 'Debit',
        bookedAt: null,
        reference: 'waiting',
      },
    ])
    expect(amounts(await list('&status=Pending&creditOrDebit=Credit'))).toEqual([])
    const { journalId } = await post(4_00n)
    await inTransaction(db, (tx) => reverseJournal(tx, { entityId: holder.entityId, journalId }, clock.now()))
    expect((await list('&status=Reversed')).body.data).toMatchObject([{ amount: '4.00', status: 'Reversed' }])
    expect(amounts(await list('&status=Booked&limit=2'))).toEqual(['4.00', '3.00'])
  })

  test.each([
    ['', 400, 'account_required'],
    [`accountId=${foreign.id}`, 404, 'account_not_found'],
    [`accountId=${eur.id}&iban=${usd.iban}`, 422, 'iban_mismatch'],
    ['iban=GB82WEST12345698765432', 404, 'iban_not_found'],
    [`accountId=${silent.id}`, 403, 'account_permission_missing'],
    [`accountId=${eur.id}&after=zzz`, 400, 'cursor_invalid'],
    [`accountId=${eur.id}&from=2026-02-30`, 400, 'date_invalid'],
    [`accountId=${eur.id}&from=2026-02-02&to=2026-02-01`, 400, 'date_range_invalid'],
    [`accountId=${eur.id}&minAmount=1.001`, 400, 'too_many_decimals'],
    [`accountId=${eur.id}&colour=red`, 400, 'unknown_parameter'],
    [`accountId=${eur.id}&limit=501`, 400, 'out_of_range'],
  ])('refused: %s', async (query, status, code) => {
    const answer = await get(`/v1/transactions?${query}`)
    expect([answer.status, errorCode(answer.body)]).toEqual([status, code])
  })
})

const pointersOf = async (url: string) => {
  const { errors } = (await get(url)).body as { errors: { pointer: string }[] }
  return errors.map(({ pointer }) => pointer).sort()
}

test.each([
  ['accounts?after=x&currency=XXQ', ['?after', '?currency']],
  ['balances?after=x&asAt=2027-01-01T00:00:00Z&limit=0', ['?after', '?asAt', '?limit']],
  ['transactions?from=2026-02-02&to=2026-02-01&after=x&type=Gift', ['?accountId', '?after', '?to', '?type']],
  ['transactions?minAmount=0&maxAmount=0.00&iban=1', ['?iban', '?maxAmount', '?minAmount']],
  ['transactions?accountId=acc_1&minAmount=2&maxAmount=1.99', ['?maxAmount']],
  ['transactions?accountId=acc_1&minAmount=10&maxAmount=9&after=x', ['?after', '?maxAmount']],
  ['transactions?accountId=acc_1&minAmount=2&maxAmount=0', ['?maxAmount']],
  ['transactions?accountId=acc_1&after=x&status=Lost', ['?status']], // of which list the cursor is, is not known
  ['statements?from=2026-01-02&to=2026-01-01', ['?accountId', '?to']],
  ['statements?accountId=acc_1&from=2099-01-01&x=1', ['?to', '?x']], // it would go to today
  ['statements?accountId=acc_1&from=2099-01-01&to=soon', ['?to']],
  ['statements/stored?from=2026-01-02&to=2026-01-01&after=x&limit=0', ['?accountId', '?after', '?limit', '?to']],
  ['statements/stored?accountId=acc_1&after=x&period=Year', ['?period']],
])('all errors of a query are reported, without dependent ones: %s', async (query, pointers) => {
  expect(await pointersOf(`/v1/${query}`)).toEqual(pointers)
})

test('both amounts of a query are checked against the currency of the account', async () => {
  const url = `/v1/transactions?accountId=${eur.id}&minAmount=1.001&maxAmount=2.001`
  expect(await pointersOf(url)).toEqual(['?maxAmount', '?minAmount'])
})

describe('statements', () => {
  const before = clock.now()
  beforeAll(() => clock.set(new Date('2026-11-25T13:00:00Z'))) // later than every posting
  afterAll(() => clock.set(before))

  test('closing is opening plus credits less debits, oldest line first', async () => {
    const url = `/v1/statements?accountId=${eur.id}&from=2026-11-25&to=2026-11-25`
    const { body } = await get(url)
    expect(body).toMatchObject({
      statementId: null,
      interim: true,
      sequenceNumber: null,
      openingBalance: '990.00',
      closingBalance: '987.00',
      totals: { credits: '0.00', creditCount: 0, debits: '3.00', debitCount: 2 },
      transactions: [{ amount: '1.00' }, { amount: '2.00', runningBalance: '987.00' }],
    })
    expect(body.createdAt).toBe(clock.now().toISOString())
    const empty = await get(`/v1/statements?accountId=${eur.id}&from=2026-01-01&to=2026-01-31`)
    expect(empty.body).toMatchObject({ openingBalance: '0.00', closingBalance: '0.00', transactions: [] })
  })

  test.each([
    ['from=2025-01-01&to=2026-01-02', 422, 'range_too_long'],
    ['from=2026-11-01&to=2026-11-26', 400, 'date_range_invalid'],
    ['from=2026-01-02&to=2026-01-01', 400, 'date_range_invalid'],
    ['from=2026-02-30', 400, 'date_invalid'],
    ['from=2026-01-01&to=2026-01-02&format=xlsx', 406, 'not_acceptable'],
  ])('refused: %s', async (query, status, code) => {
    const answer = await get(`/v1/statements?accountId=${eur.id}&${query}`)
    expect([answer.status, errorCode(answer.body)]).toEqual([status, code])
  })

  test('366 days are allowed', async () => {
    const { status } = await get(`/v1/statements?accountId=${eur.id}&from=2025-01-01&to=2026-01-01`)
    expect(status).toBe(200)
  })
})

test('every read requires the scope reporting:read', async () => {
  const { token } = await givenHolder('RM', ['fx:quote'])
  for (const path of ['accounts', `accounts/${eur.id}`, 'balances', 'transactions', 'statements']) {
    expect(await get(`/v1/${path}`, token)).toMatchObject({ status: 403, body: { code: 'scope_missing' } })
  }
})
