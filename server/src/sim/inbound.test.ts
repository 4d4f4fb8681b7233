import { beforeEach, describe, expect, test } from 'vitest'
import { givenClient, givenEntity, operatorAct } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { openProcess } from '../../test/support/process.ts'
import { type Account, setAccountStatus } from '../accounts/index.ts'
import { createAccount } from '../../test/support/accounts.ts'
import { systemClock } from '../kernel/values/clock.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { formatId } from '../kernel/values/ids.ts'
import { getBalance } from '../ledger/index.ts'
import { errorCode } from '../../test/support/codes.ts'

const db = await testDatabase()
const authenticate = (token: string) => ({
  clientId,
  entityId,
  serviceKind: 'RM' as const,
  scopes: new Set(token === 'none' ? [] : ['sandbox:simulate']),
  roles: new Set(['maker', 'approver'] as const),
})
const { app } = await openProcess(db, { clock: systemClock, authenticate })

const open = (owner: string, currency: string) =>
  inTransaction(db, (tx) => createAccount(tx, { entityId: owner, currency, name: `${currency} account` }, operatorAct))

const entityId = await givenEntity(db, 'RM')
const { clientId } = await givenClient(db, entityId)
const stranger = await open(await givenEntity(db, 'RM'), 'EUR')
let account: Account
beforeEach(async () => {
  account = await open(entityId, 'EUR')
})

const send = (change: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/v1/sandbox/inbound-payments',
    headers: { authorization: 'Bearer all', ...headers },
    payload: { accountId: formatId('acc', account.accountId), amount: '1250.5', currency: 'EUR', ...change },
  })
const balance = async () => (await getBalance(db.reader, entityId, account.accountId))!.balanceMinor

describe('money comes in', () => {
  test('and is credited; its consequences are complete when the response arrives', async () => {
    const answer = await send({ debtorName: 'Payer', debtorIban: 'DE89370400440532013000', reference: 'Invoice 7' })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      inboundPaymentId: expect.stringMatching(/^inp_/),
      entityId: formatId('ent', entityId),
      accountId: formatId('acc', account.accountId),
      amount: '1250.50',
      currency: 'EUR',
      status: 'Credited',
      debtorName: 'Payer',
    })
    expect(await balance()).toBe(125_050n)
    expect((await db.pool.query('select 1 from due_work')).rows).toEqual([])
  })

  test('once for one Idempotency-Key, however often it is sent', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => send({}, { 'idempotency-key': 'k1' })))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(await balance()).toBe(125_050n)
  })

  test('and is held with #HOLD in the reference', async () => {
    expect((await send({ reference: 'x #HOLD y' })).json()).toMatchObject({ status: 'Held', creditedAt: null })
    expect(await balance()).toBe(0n)
  })

  test('to a closed account and is unidentified', async () => {
    await inTransaction(db, (tx) => setAccountStatus(tx, account.accountId, 'Closed', operatorAct))
    expect((await send()).json()).toMatchObject({ status: 'Unidentified', accountId: null, entityId: null })
    expect(await balance()).toBe(0n)
  })

  test('to a closed account once for one Idempotency-Key, in the book of the institution', async () => {
    await inTransaction(db, (tx) => setAccountStatus(tx, account.accountId, 'Closed', operatorAct))
    const key = { 'idempotency-key': `lost ${account.accountId}` }
    const answers = await Promise.all(Array.from({ length: 4 }, () => send({}, key)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    const { rows } = await db.pool.query('select 1 from inbound_payments where bank_reference = $1', [
      `sandbox ${clientId} ${key['idempotency-key']}`,
    ])
    expect(rows).toHaveLength(1)
  })

  test('to a blocked account: nothing leaves it, but money arrives', async () => {
    await inTransaction(db, (tx) => setAccountStatus(tx, account.accountId, 'Blocked', operatorAct))
    expect((await send()).json()).toMatchObject({ status: 'Credited' })
  })
})

test.each<[string, Record<string, unknown>]>([
  ['404 account_not_found', { accountId: formatId('acc', stranger.accountId) }],
  ['404 account_not_found', { accountId: 'acc_nonsense' }],
  ['422 currency_mismatch', { currency: 'USD' }],
  ['400 too_many_decimals', { amount: '1.001' }],
  ['400 amount_not_positive', { amount: '0' }],
  ['400 amount_must_be_string', { amount: 12 }],
  ['400 amount_invalid', { amount: '-1' }],
  ['400 unknown_field', { beneficiary: 'x' }],
  ['400 pattern_mismatch', { debtorIban: 'nonsense' }],
])('%s moves nothing: %o', async (expected, change) => {
  const answer = await send(change)
  expect(`${answer.statusCode} ${errorCode(answer.json())}`).toBe(expected)
  expect(await balance()).toBe(0n)
})

test('403 without the scope', async () => {
  expect((await send({}, { authorization: 'Bearer none' })).json()).toMatchObject({ code: 'scope_missing' })
})
