import { describe, expect, test } from 'vitest'
import { openAccountsApp } from '../../test/support/accounts-app.ts'
import { operatorAct } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { setAccountStatus } from '../accounts/index.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { newUuid } from '../kernel/values/ids.ts'
import { auditLedger, getBalance } from '../ledger/index.ts'
import { errorCode } from '../../test/support/codes.ts'

const db = await testDatabase()
const { send, givenHolder, givenAccount, clock, accounts } = await openAccountsApp(db)
const URL = '/v1/internal-account-transfers'
const holder = await givenHolder('ABS')
const debit = await givenAccount(holder.entityId, 'EUR', 1_000_000_00n)
const credit = await givenAccount(holder.entityId, 'EUR', 0n, { friendlyName: 'Savings' })
const dollars = await givenAccount(holder.entityId, 'USD', 100_00n)
const stranger = await givenHolder('ABS')
const foreign = await givenAccount(stranger.entityId, 'EUR', 100_00n)

const order = (more: object = {}) => ({
  entityId: holder.wireId,
  debitAccountId: debit.id,
  creditAccountId: credit.id,
  amount: '1.00',
  ...more,
})
const create = (body: object | string, key?: string, options: { process?: number; query?: string } = {}) =>
  send(holder.token, 'POST', URL + (options.query ?? ''), {
    body,
    process: options.process ?? 0,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  })
const bookedOn = async (account: { entityId: string; accountId: string }) =>
  (await getBalance(db.pool, account.entityId, account.accountId))!.balanceMinor

describe('create', () => {
  test('moves the money immediately and returns the completed transfer', async () => {
    const before = await bookedOn(debit)
    const { status, body, headers } = await create(
      order({ amount: '12.5', currency: 'EUR', reference: 'June', clientReference: 'first' }),
    )
    expect(status).toBe(201)
    expect(headers['idempotent-replayed']).toBeUndefined()
    expect(body).toEqual({
      internalAccountTransferId: expect.stringMatching(/^ift_[0-9A-Z]{26}$/),
      entityId: holder.wireId,
      debitAccountId: debit.id,
      creditAccountId: credit.id,
      amount: '12.50',
      currency: 'EUR',
      status: 'Completed',
      reference: 'June',
      clientReference: 'first',
      transactionIds: [expect.stringMatching(/^txn_/), expect.stringMatching(/^txn_/)],
      createdAt: clock.now().toISOString(),
      completedAt: clock.now().toISOString(),
    })
    expect(await bookedOn(debit)).toBe(before - 12_50n)
    const lines = await send(holder.token, 'GET', `/v1/transactions?accountId=${credit.id}&limit=1`)
    expect(lines.body.data).toMatchObject([
      {
        transactionId: body.transactionIds[1],
        type: 'InternalTransfer',
        reference: 'June',
        counterparty: { name: 'EUR account', iban: debit.iban },
        related: { type: 'InternalTransfer', id: body.internalAccountTransferId, clientReference: 'first' },
      },
    ])
    const one = await send(holder.token, 'GET', `${URL}/${body.internalAccountTransferId}`)
    expect(one.body).toEqual(body)
  })

  test('leaves one event and one audit row', async () => {
    const { body, headers } = await create(order())
    const { rows } = await db.pool.query(
      `select e.type, e.resource_type, a.actor_type, a.actor_id, a.request_id from events e
        join audit_log a on a.entity_id = e.entity_id and a.resource_id = e.resource_id
        join internal_transfers t on t.internal_transfer_id = e.resource_id
        where t.debit_sequence = (select max(debit_sequence) from internal_transfers where entity_id = $1) and t.entity_id = $1`,
      [holder.entityId],
    )
    expect(body.status).toBe('Completed')
    expect(rows).toEqual([
      {
        type: 'internalTransfer.completed',
        resource_type: 'internalTransfer',
        actor_type: 'client',
        actor_id: holder.principal.clientId,
        request_id: headers['x-request-id'],
      },
    ])
  })

  test.each([
    [404, 'account_not_found', { creditAccountId: foreign.id }],
    [404, 'account_not_found', { debitAccountId: 'acc_nothing' }],
    [404, 'entity_not_found', { entityId: stranger.wireId }],
    [422, 'same_account', { creditAccountId: debit.id }],
    [422, 'currency_mismatch', { creditAccountId: dollars.id }],
    [422, 'currency_mismatch', { currency: 'USD' }],
    [422, 'insufficient_funds', { amount: '2000000.00' }],
    [400, 'too_many_decimals', { amount: '1.001' }],
    [400, 'amount_not_positive', { amount: '0.00' }],
    [400, 'amount_must_be_string', { amount: 1 }],
    [400, 'amount_invalid', { amount: '-1' }],
    [400, 'amount_invalid', { amount: '1e3' }],
    [400, 'amount_invalid', { amount: '9'.repeat(30) }],
    [400, 'unknown_field', { colour: 'red' }],
    [400, 'field_required', { amount: undefined }],
    [400, 'text_too_long', { reference: 'x'.repeat(141) }],
    [400, 'text_blank', { reference: ' ' }],
    [400, 'text_blank', { clientReference: ' \u00a0' }],
  ])('%i %s moves nothing: %o', async (status, code, change) => {
    const before = await bookedOn(debit)
    const answer = await create(order(change))
    expect([answer.status, errorCode(answer.body)]).toEqual([status, code])
    expect(await bookedOn(debit)).toBe(before)
  })

  test('all errors of an order are reported together, and no money moves', async () => {
    const before = await bookedOn(debit)
    const told = async (change: object) =>
      ((await create(order(change))).body.errors as { pointer: string }[]).map(({ pointer }) => pointer).sort()
    expect(await told({ currency: 'EUR', amount: '1.001', colour: 'red' })).toEqual(['/amount', '/colour'])
    expect(await told({ amount: '0', colour: 'red' })).toEqual(['/amount', '/colour'])
    expect(await told({ currency: 'XXQ', amount: '1.001' })).toEqual(['/currency'])
    expect(await bookedOn(debit)).toBe(before)
    const query = 'from=2026-02-02&to=2026-02-01&after=x&status=Lost'
    const { body } = await send(holder.token, 'GET', `${URL}?${query}`)
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual(['?after', '?status', '?to'])
  })

  test('the error for insufficient funds states the missing amount', async () => {
    const poor = await givenAccount(holder.entityId, 'EUR', 10_00n)
    const { body } = await create(order({ debitAccountId: poor.id, amount: '12.00' }))
    expect(body).toMatchObject({
      code: 'insufficient_funds',
      params: {
        accountId: poor.id,
        available: '10.00',
        missing: '2.00',
        currency: 'EUR',
        constraint: 'balances_above_floor',
      },
    })
  })

  test('a blocked account neither pays nor receives, even while caches are behind', async () => {
    const account = await givenAccount(holder.entityId, 'EUR', 10_00n)
    await create(order({ debitAccountId: account.id }))
    await inTransaction(db, (tx) => setAccountStatus(tx, account.accountId, 'Blocked', operatorAct))
    const refused = await create(order({ debitAccountId: account.id }))
    expect(refused).toMatchObject({ status: 422, body: { code: 'account_blocked' } })
    await expect.poll(async () => (await accounts.find(holder.entityId, account.id))?.status).toBe('Blocked')
    expect(await create(order({ creditAccountId: account.id }))).toMatchObject({ body: { code: 'account_blocked' } })
  })

  test('to an account that was closed an instant ago is rejected by the ledger while caches are behind, on every retry', async () => {
    const account = await givenAccount(holder.entityId, 'EUR')
    const known = await accounts.find(holder.entityId, account.id)
    await inTransaction(db, (tx) => setAccountStatus(tx, account.accountId, 'Closed', operatorAct))
    Object.assign(known!, { status: 'Active' }) // as a cache that has not heard of it
    const key = newUuid()
    const refused = await create(order({ creditAccountId: account.id }), key)
    expect(refused).toMatchObject({ status: 422, body: { code: 'account_closed', params: { accountId: account.id } } })
    expect((await create(order({ creditAccountId: account.id }), key)).body).toEqual(refused.body)
    expect(await bookedOn(account)).toBe(0n)
  })

  test('needs an ABS entity, the scope and the permission Payments on the account debited', async () => {
    const rm = await givenHolder('RM')
    expect(await send(rm.token, 'POST', URL, { body: 'not json' })).toMatchObject({
      status: 403,
      body: { code: 'not_available_for_entity_kind', params: { required: 'ABS', actual: 'RM' } },
    })
    const reader = await givenHolder('ABS', ['reporting:read'])
    expect(await send(reader.token, 'POST', URL, { body: {} })).toMatchObject({ body: { code: 'scope_missing' } })
    const closed = await givenAccount(holder.entityId, 'EUR', 10_00n, { permissions: ['Reporting'] })
    expect(await create(order({ debitAccountId: closed.id }))).toMatchObject({
      status: 403,
      body: { code: 'account_permission_missing', params: { permission: 'Payments' } },
    })
  })

  test('a client reference is used once, also by concurrent transfers', async () => {
    const first = await create(order({ clientReference: 'unique' }))
    const again = await create(order({ clientReference: 'unique' }), 'reference-key')
    const taken = { clientReference: 'unique', existingId: first.body.internalAccountTransferId }
    expect(again).toMatchObject({ status: 409, body: { code: 'duplicate_client_reference', params: taken } })
    const replayed = await create(order({ clientReference: 'unique' }), 'reference-key')
    expect(replayed.text).toBe(again.text)
    const before = await bookedOn(credit)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => create(order({ clientReference: 'race' }), undefined, { process: i % 2 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(11).fill(409)])
    expect(await bookedOn(credit)).toBe(before + 1_00n)
  })

  test('a dry run checks everything and stores nothing', async () => {
    const before = await bookedOn(debit)
    const tried = await create(order({ clientReference: 'dry' }), 'dry-key', { query: '?dryRun=true' })
    expect(tried).toMatchObject({ status: 200, body: { dryRun: true, status: 'Completed', amount: '1.00' } })
    const short = await create(order({ amount: '2000000.00' }), undefined, { query: '?dryRun=true' })
    expect(short).toMatchObject({ status: 422, body: { code: 'insufficient_funds' } })
    expect(await bookedOn(debit)).toBe(before)
    expect((await create(order({ clientReference: 'dry' }), 'dry-key')).status).toBe(201)
  })
})

describe('idempotency', () => {
  test('twenty concurrent requests with one key in two processes have one effect and equal responses', async () => {
    const before = await bookedOn(credit)
    const key = newUuid()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => create(order({ amount: '3.00' }), key, { process: i % 2 })),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(19)
    expect(await bookedOn(credit)).toBe(before + 3_00n)
    const later = await create(order({ amount: '3.00' }), key)
    expect(later.text).toBe(answers[0]!.text)
    expect(later.headers['content-type']).toBe(answers[0]!.headers['content-type'])
  })

  test.each([
    ['for want of funds', { amount: '2000000.00' }],
    ['before the ledger is asked', { creditAccountId: foreign.id }],
  ])('an error is repeated byte for byte, also one %s', async (_, change) => {
    const key = newUuid()
    const first = await create(order(change), key)
    const again = await create(order(change), key, { process: 1 })
    expect(again).toMatchObject({ status: first.status, text: first.text })
    expect(again.headers['content-type']).toBe(first.headers['content-type'])
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  test('another body under the key is rejected with the difference', async () => {
    const key = newUuid()
    await create(order({ amount: '1.00' }), key)
    const reused = { status: 422, body: { code: 'idempotency_key_reused', params: { differences: ['amount'] } } }
    expect(await create(order({ amount: '2.00' }), key)).toMatchObject(reused)
    const foreignKey = { status: 422, body: { code: 'idempotency_key_reused' } }
    expect(await create(order({ amount: '2.00', creditAccountId: foreign.id }), key)).toMatchObject(foreignKey)
  })

  test('repeats the stored response even if the account has been blocked since', async () => {
    const account = await givenAccount(holder.entityId, 'EUR', 10_00n)
    const [done, refused] = [newUuid(), newUuid()]
    const first = await create(order({ debitAccountId: account.id }), done)
    await inTransaction(db, (tx) => setAccountStatus(tx, account.accountId, 'Blocked', operatorAct))
    const status = async () => (await accounts.find(holder.entityId, account.id))?.status
    await expect.poll(status).toBe('Blocked')
    expect((await create(order({ debitAccountId: account.id }), done)).text).toBe(first.text)
    const blocked = await create(order({ debitAccountId: account.id }), refused)
    expect(errorCode(blocked.body)).toBe('account_blocked')
    await inTransaction(db, (tx) => setAccountStatus(tx, account.accountId, 'Active', operatorAct))
    await expect.poll(status).toBe('Active')
    expect((await create(order({ debitAccountId: account.id }), refused)).text).toBe(blocked.text)
  })
})

test('exactly ten of forty concurrent transfers of a tenth of the balance pass', async () => {
  const tenth = await givenAccount(holder.entityId, 'EUR', 100_00n)
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      create(order({ debitAccountId: tenth.id, amount: '10.00' }), newUuid(), { process: i % 2 }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
  expect(answers.filter(({ body }) => errorCode(body) === 'insufficient_funds')).toHaveLength(30)
  expect(await bookedOn(tenth)).toBe(0n)
})

describe('reads', () => {
  test('the list is of one entity, newest first, in pages, with filters', async () => {
    const other = await givenHolder('ABS')
    const [a, b, c] = [
      await givenAccount(other.entityId, 'EUR', 100_00n),
      await givenAccount(other.entityId, 'EUR'),
      await givenAccount(other.entityId, 'EUR'),
    ]
    const move = async (to: typeof b, amount: string) => {
      const body = { entityId: other.wireId, debitAccountId: a.id, creditAccountId: to.id, amount }
      await send(other.token, 'POST', URL, { body })
    }
    const list = async (query: string) =>
      (await send(other.token, 'GET', `${URL}?entityId=${other.wireId}${query}`)).body
    const amounts = (page: { data: { amount: string }[] }) => page.data.map(({ amount }) => amount)
    await move(b, '1.00')
    await move(c, '2.00')
    clock.set(new Date('2026-12-01T12:00:00Z'))
    await move(b, '3.00')
    expect(amounts(await list(''))).toEqual(['3.00', '2.00', '1.00'])
    const first = await list('&limit=2')
    expect(amounts(first)).toEqual(['3.00', '2.00'])
    const second = await list(`&limit=2&after=${first.nextCursor}`)
    expect([amounts(second), second.nextCursor]).toEqual([['1.00'], null])
    expect(amounts(await list(`&accountId=${b.id}`))).toEqual(['3.00', '1.00'])
    expect(amounts(await list(`&accountId=${b.id}&limit=1`))).toEqual(['3.00'])
    expect(amounts(await list('&from=2026-12-01'))).toEqual(['3.00'])
    expect(amounts(await list('&to=2026-11-30&status=completed'))).toEqual(['2.00', '1.00'])
    expect(amounts(await list('&status=PendingApproval'))).toEqual([])
    expect((await send(other.token, 'GET', URL)).body).toEqual(await list(''))
    const foreignList = await send(other.token, 'GET', `${URL}?entityId=${holder.wireId}`)
    expect(foreignList).toMatchObject({ status: 404, body: { code: 'entity_not_found' } })
  })

  test("another entity's transfer is not found", async () => {
    const { body } = await create(order())
    expect(await send(stranger.token, 'GET', `${URL}/${body.internalAccountTransferId}`)).toMatchObject({
      status: 404,
      body: { code: 'internal_account_transfer_not_found' },
    })
  })
})

test('the books agree after all tests of this file', async () => {
  expect((await auditLedger(db, () => {})).findings).toEqual([])
})
