import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { givenClient, givenEntity, operatorAct } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { openProcess } from '../../../test/support/process.ts'
import { setAccountStatus } from '../../accounts/index.ts'
import { createAccount } from '../../../test/support/accounts.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import { systemClock } from '../../kernel/values/clock.ts'
import { formatId, parseId } from '../../kernel/values/ids.ts'
import { serverDirectory } from '../../kernel/values/package-directory.ts'
import { auditLedger } from '../../ledger/index.ts'
import { assignFunds, listUnidentified, receiveFunds, releaseFunds, returnFunds } from './index.ts'
import { errorCode } from '../../../test/support/codes.ts'

/** A client reads the money it received, and opens numbers of its own for its payers. */
const db = await testDatabase()
const entityId = await givenEntity(db, 'RM')
const { clientId } = await givenClient(db, entityId)
const other = await givenEntity(db, 'RM')
const { clientId: otherClient } = await givenClient(db, other)
const ALL = ['sandbox:simulate', 'reporting:read', 'payments:write']
const authenticate = (token: string) => ({
  clientId: token === 'other' ? otherClient : clientId,
  entityId: token === 'other' ? other : entityId,
  serviceKind: 'RM' as const,
  scopes: new Set(token === 'none' ? [] : ALL) as never,
  roles: new Set(['maker', 'approver'] as const),
})
const { app } = await openProcess(db, { clock: systemClock, authenticate })

const send = async (method: 'GET' | 'POST', url: string, payload?: object, token = 'own') => {
  const answer = await app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.json() }
}
const get = (url: string, token?: string) => send('GET', url, undefined, token)
const said = ({ status, body }: { status: number; body: { code?: string } }) =>
  `${status} ${errorCode(body) ?? ''}`.trim()

let accountId: string
let wire: string
const open = (owner: string, permissions?: ['Payments']) =>
  inTransaction(db, (tx) =>
    createAccount(
      tx,
      { entityId: owner, currency: 'EUR', name: 'Euro', ...(permissions && { permissions }) },
      operatorAct,
    ),
  )
beforeEach(async () => {
  ;({ accountId } = await open(entityId))
  wire = formatId('acc', accountId)
})

const deposit = async (change: Record<string, unknown> = {}) => {
  const to = 'virtualAccountId' in change ? {} : { accountId: wire }
  const { status, body } = await send('POST', '/v1/sandbox/inbound-payments', {
    ...to,
    amount: '10.00',
    currency: 'EUR',
    ...change,
  })
  expect([status, errorCode(body)]).toEqual([201, undefined])
  return body
}
const openVirtual = async (change: Record<string, unknown> = {}) =>
  send('POST', '/v1/virtual-accounts', { accountId: wire, name: 'Customer 7', ...change })
const keyOf = ({ inboundPaymentId }: { inboundPaymentId: string }) => ({
  entityId,
  inboundPaymentId: parseId('inp', inboundPaymentId)!,
})
const booksAreClean = async () => expect((await auditLedger(db, () => {})).findings).toEqual([])

describe('inbound payments', () => {
  test('are listed newest first, found by payer, reference, status and day, and paged', async () => {
    const first = await deposit({ debtorName: 'Muster GmbH', reference: 'Invoice 71' })
    const second = await deposit({ debtorName: 'Example Ltd', debtorIban: 'DE89370400440532013000' })
    const held = await deposit({ reference: 'x #HOLD' })
    const list = async (query: string) => {
      const { status, body } = await get(`/v1/inbound-payments?accountId=${wire}${query}`)
      expect(status).toBe(200)
      return body.data.map((each: { inboundPaymentId: string }) => each.inboundPaymentId)
    }
    const ids = [held, second, first].map((each) => each.inboundPaymentId)
    expect(await list('')).toEqual(ids)
    expect(await list('&debtorName=muster')).toEqual([ids[2]])
    expect(await list('&reference=voice%2071')).toEqual([ids[2]])
    expect(await list('&debtorIban=DE89%203704%200044%200532%200130%2000')).toEqual([ids[1]])
    expect(await list('&status=Held')).toEqual([ids[0]])
    expect(await list('&status=Unidentified')).toEqual([])
    expect(await list('&currency=USD')).toEqual([])
    expect(await list(`&valueDateFrom=${first.valueDate}&valueDateTo=${held.valueDate}`)).toEqual(ids)
    expect(await list(`&receivedFrom=${second.receivedAt}`)).toEqual(ids.slice(0, 2))
    const page = await get(`/v1/inbound-payments?accountId=${wire}&limit=2`)
    expect(page.body.data).toHaveLength(2)
    expect(await list(`&limit=2&after=${page.body.nextCursor}`)).toEqual([ids[2]])
  })

  test('and their transactions name each other', async () => {
    const paid = await deposit({ reference: 'Invoice 71' })
    const held = await deposit({ reference: 'x #HOLD' })
    expect(held).toMatchObject({ transactionId: null, statusReason: { code: 'UnderReview' } })
    await inTransaction(db, (tx) => releaseFunds(tx, keyOf(held), operatorAct))
    const released = (await get(`/v1/inbound-payments/${held.inboundPaymentId}`)).body
    expect(released).toMatchObject({ status: 'Credited', statusReason: null })
    const { body } = await get(`/v1/transactions?accountId=${wire}`)
    const links = body.data.map((each: { transactionId: string; related: { id: string } }) => [
      each.transactionId,
      each.related.id,
    ])
    expect(links).toEqual([
      [released.transactionId, held.inboundPaymentId],
      [paid.transactionId, paid.inboundPaymentId],
    ])
  })

  test('credited before the migration name their transaction after it', async () => {
    const paid = await deposit()
    const held = await deposit({ reference: '#HOLD' })
    await inTransaction(db, (tx) => releaseFunds(tx, keyOf(held), operatorAct))
    const waiting = await deposit({ reference: '#HOLD' })
    const read = async () => {
      const columns = 'inbound_payment_id, credited_sequence, release_journal_id'
      return (
        await db.pool.query(`select ${columns} from inbound_payments where account_id = $1 order by 1`, [accountId])
      ).rows
    }
    const before = await read()
    expect(before.map((row) => row.credited_sequence === null)).toEqual([false, false, true])
    await db.pool.query(
      'update inbound_payments set credited_sequence = null, release_journal_id = null where account_id = $1',
      [accountId],
    )
    expect((await get(`/v1/inbound-payments/${paid.inboundPaymentId}`)).body.transactionId).toBeNull()
    const file = path.join(serverDirectory, 'db', 'migrations', '0063_payments_inbound_credits.sql')
    await db.pool.query(readFileSync(file, 'utf8'))
    expect(await read()).toEqual(before)
    expect((await get(`/v1/inbound-payments/${waiting.inboundPaymentId}`)).body.transactionId).toBeNull()
  })

  test('show the reason of a return, but not a match of screening', async () => {
    const [reviewed, asked] = [await deposit({ reference: '#HOLD' }), await deposit({ reference: '#HOLD' })]
    await inTransaction(db, (tx) => returnFunds(tx, keyOf(reviewed), operatorAct))
    await inTransaction(db, (tx) => returnFunds(tx, keyOf(asked), operatorAct, 'RequestedByPayer'))
    const reasonOf = async ({ inboundPaymentId }: { inboundPaymentId: string }) => {
      const { body } = await get(`/v1/inbound-payments/${inboundPaymentId}`)
      return [body.status, body.statusReason.code, body.transactionId]
    }
    expect(await reasonOf(reviewed)).toEqual(['Returned', 'NotAccepted', null])
    expect(await reasonOf(asked)).toEqual(['Returned', 'RequestedByPayer', null])
    const { rows } = await db.pool.query(
      `select i.return_journal_id = j.journal_id as linked from inbound_payments i join journals j
        on j.entity_id = i.entity_id and j.source_id = i.inbound_payment_id and j.kind = 'fundsReturned'
        where i.account_id = $1`,
      [accountId],
    )
    expect(rows).toEqual([{ linked: true }, { linked: true }])
  })

  test('belong to the institution while unidentified, until they are assigned', async () => {
    const lost = await inTransaction(db, (tx) => receiveFunds(tx, { currency: 'EUR', amountMinor: 500n }, operatorAct))
    expect([lost.entityId, lost.statusReason]).toEqual([HOUSE_ENTITY_ID, 'AccountNotFound'])
    const id = formatId('inp', lost.inboundPaymentId)
    expect(said(await get(`/v1/inbound-payments/${id}`))).toBe('404 inbound_payment_not_found')
    expect((await listUnidentified(db.reader, 500)).map((row) => row.inboundPaymentId)).toContain(lost.inboundPaymentId)
    await assignFunds(db, lost.inboundPaymentId, { entityId, accountId, currency: 'EUR' }, operatorAct)
    const { body } = await get(`/v1/inbound-payments?accountId=${wire}`)
    expect(body.data).toEqual([expect.objectContaining({ status: 'Credited', amount: '5.00', accountId: wire })])
    expect(body.data[0].transactionId).toMatch(/^txn_/)
  })

  test('are hidden from other clients and where the account may not report', async () => {
    const paid = await deposit()
    expect(said(await get(`/v1/inbound-payments/${paid.inboundPaymentId}`, 'other'))).toBe(
      '404 inbound_payment_not_found',
    )
    expect(said(await get(`/v1/inbound-payments?accountId=${wire}`, 'other'))).toBe('404 account_not_found')
    expect((await get('/v1/inbound-payments', 'other')).body.data).toEqual([])
    expect(said(await get('/v1/inbound-payments', 'none'))).toBe('403 scope_missing')
    expect(said(await get('/v1/inbound-payments?valueDateFrom=2026-02-02&valueDateTo=2026-02-01'))).toBe(
      '400 date_range_invalid',
    )
    const silent = await open(entityId, ['Payments'])
    wire = formatId('acc', silent.accountId)
    const unseen = await deposit()
    expect(said(await get(`/v1/inbound-payments/${unseen.inboundPaymentId}`))).toBe('403 account_permission_missing')
    expect(said(await get(`/v1/inbound-payments?accountId=${wire}`))).toBe('403 account_permission_missing')
    const all = (await get('/v1/inbound-payments?limit=500')).body.data
    const ids = all.map((each: { inboundPaymentId: string }) => each.inboundPaymentId)
    expect([ids.includes(paid.inboundPaymentId), ids.includes(unseen.inboundPaymentId)]).toEqual([true, false])
  })

  test('appear whole in the feed of events', async () => {
    const paid = await deposit({ debtorName: 'Feed Payer' })
    const { body } = await get('/v1/events?types=inboundPayment.received&limit=500')
    const data = body.data.map((event: { data?: object }) => event.data)
    expect(data).toContainEqual(paid)
  })
})

describe('a virtual account', () => {
  test('has a number of its own; money sent to it is on its account, and names it', async () => {
    const { status, body: virtual } = await openVirtual({ clientReference: `c-${wire}` })
    expect(status).toBe(201)
    expect(virtual).toMatchObject({ accountId: wire, status: 'Active', currency: 'EUR', closedAt: null })
    const { body: real } = await get(`/v1/accounts/${wire}`)
    expect(virtual.identifiers.iban).not.toBe(real.identifiers.iban)
    expect(virtual.fundingInstructions[0].iban).toBe(virtual.identifiers.iban)
    const paid = await deposit({ virtualAccountId: virtual.virtualAccountId })
    await deposit()
    expect(paid).toMatchObject({ accountId: wire, status: 'Credited', virtualAccountId: virtual.virtualAccountId })
    const found = await get(`/v1/inbound-payments?virtualAccountId=${virtual.virtualAccountId}`)
    expect(found.body.data).toEqual([paid])
    const { body: lines } = await get(`/v1/transactions?accountId=${wire}`)
    expect(lines.data.map((each: { virtualAccountId: string | null }) => each.virtualAccountId)).toEqual([
      null,
      virtual.virtualAccountId,
    ])
    expect((await get(`/v1/balances?accountId=${wire}`)).body.data[0].booked).toBe('20.00')
    await booksAreClean()
  })

  test('is named by the transaction when a payment to it is released from review', async () => {
    const { body: virtual } = await openVirtual()
    const held = await deposit({ virtualAccountId: virtual.virtualAccountId, reference: '#HOLD' })
    await inTransaction(db, (tx) => releaseFunds(tx, keyOf(held), operatorAct))
    const { body } = await get(`/v1/transactions?accountId=${wire}`)
    expect(body.data[0]).toMatchObject({ virtualAccountId: virtual.virtualAccountId })
  })

  test('is listed, read and closed; then its money is unidentified, as that of a closed account', async () => {
    const { body: virtual } = await openVirtual()
    const url = `/v1/virtual-accounts/${virtual.virtualAccountId}`
    expect((await get(url)).body).toEqual(virtual)
    expect((await get(`/v1/virtual-accounts?iban=${virtual.identifiers.iban}`)).body.data).toEqual([virtual])
    const closed = await send('POST', `${url}/close`)
    expect(closed.body).toMatchObject({ status: 'Closed', closedAt: expect.any(String) })
    expect(said(await send('POST', `${url}/close`))).toBe('409 virtual_account_closed')
    expect((await get(`/v1/virtual-accounts?accountId=${wire}&status=Active`)).body.data).toEqual([])
    expect((await get(`/v1/virtual-accounts?accountId=${wire}&status=Closed`)).body.data).toEqual([closed.body])
    expect(await deposit({ virtualAccountId: virtual.virtualAccountId })).toMatchObject({
      status: 'Unidentified',
      accountId: null,
      virtualAccountId: null,
      statusReason: { code: 'VirtualAccountClosed' },
    })
    expect((await get(`/v1/balances?accountId=${wire}`)).body.data[0].booked).toBe('0.00')
    await booksAreClean()
  })

  test('closed while money arrives: either comes first, and the money is on the account or unidentified', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { body: virtual } = await openVirtual()
        const [paid] = await Promise.all([
          deposit({ virtualAccountId: virtual.virtualAccountId }),
          send('POST', `/v1/virtual-accounts/${virtual.virtualAccountId}/close`),
        ])
        return paid.status
      }),
    )
    const credited = outcomes.filter((status) => status === 'Credited').length
    expect(outcomes.filter((status) => status !== 'Credited' && status !== 'Unidentified')).toEqual([])
    expect((await get(`/v1/balances?accountId=${wire}`)).body.data[0].booked).toBe(`${credited * 10}.00`)
  })

  test('is closed with its account', async () => {
    const { body: virtual } = await openVirtual()
    await inTransaction(db, (tx) => setAccountStatus(tx, accountId, 'Closed', operatorAct))
    await expect
      .poll(async () => (await get(`/v1/virtual-accounts/${virtual.virtualAccountId}`)).body.status)
      .toBe('Closed')
    expect(await deposit({ virtualAccountId: virtual.virtualAccountId })).toMatchObject({
      status: 'Unidentified',
      statusReason: { code: 'AccountClosed' },
    })
    const listed = async (status: string) =>
      (await get(`/v1/virtual-accounts?accountId=${wire}&status=${status}`)).body.data.map(
        (each: { status: string }) => each.status,
      )
    expect([await listed('Active'), await listed('Closed')]).toEqual([[], ['Closed']])
    expect(said(await send('POST', `/v1/virtual-accounts/${virtual.virtualAccountId}/close`))).toBe(
      '409 virtual_account_closed',
    )
    expect(said(await openVirtual())).toBe('422 account_closed')
  })

  test('keeps its client reference for ever', async () => {
    const reference = { clientReference: `r-${wire}` }
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => openVirtual(reference)))
    expect(outcomes.map(said).sort()).toEqual([
      '201',
      ...Array.from({ length: 3 }, () => '409 duplicate_client_reference'),
    ])
    const [made] = outcomes.filter(({ status }) => status === 201)
    const taken = outcomes.find(({ status }) => status === 409)!
    expect(taken.body.params.existingId).toBe(made!.body.virtualAccountId)
    const found = await get(`/v1/virtual-accounts?clientReference=${reference.clientReference}`)
    expect(found.body.data).toEqual([made!.body])
  })

  let foreign: string
  beforeAll(async () => {
    const { accountId: theirs } = await open(other)
    const order = { accountId: formatId('acc', theirs), name: 'Theirs' }
    foreign = (await send('POST', '/v1/virtual-accounts', order, 'other')).body.virtualAccountId
  })

  test('of another client is not found', async () => {
    const url = `/v1/virtual-accounts/${foreign}`
    expect(said(await get(url))).toBe('404 virtual_account_not_found')
    expect(said(await send('POST', `${url}/close`))).toBe('404 virtual_account_not_found')
    expect((await get('/v1/virtual-accounts?limit=500')).body.data).not.toContainEqual(
      expect.objectContaining({ virtualAccountId: foreign }),
    )
    const order = { virtualAccountId: foreign, amount: '1', currency: 'EUR' }
    expect(said(await send('POST', '/v1/sandbox/inbound-payments', order))).toBe('404 virtual_account_not_found')
  })

  test.each<[string, Record<string, unknown>]>([
    ['404 account_not_found', { accountId: 'acc_nonsense' }],
    ['400 unknown_field', { iban: 'x' }],
    ['400 text_too_short', { name: '' }],
    ['400 text_blank', { name: '  ' }],
    ['400 text_too_long', { clientReference: 'x'.repeat(65) }],
  ])('%s opens nothing: %o', async (expected, change) => {
    expect(said(await openVirtual(change))).toBe(expected)
    expect((await get(`/v1/virtual-accounts?accountId=${wire}`)).body.data).toEqual([])
  })

  test('a deposit names an account or a virtual account, not both and not neither', async () => {
    const { body: virtual } = await openVirtual()
    const order = { amount: '1', currency: 'EUR' }
    const both = { ...order, accountId: wire, virtualAccountId: virtual.virtualAccountId }
    for (const body of [order, both])
      expect(said(await send('POST', '/v1/sandbox/inbound-payments', body))).toBe('400 inbound_destination_invalid')
  })
})
