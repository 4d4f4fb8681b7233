import type pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { givenEntity, operatorAct } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { openProcess } from '../../../test/support/process.ts'
import { systemClock } from '../../kernel/values/clock.ts'
import { type Db, inTransaction } from '../../kernel/db/db.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { auditLedger, ensureLedgerAccount, getBalance } from '../../ledger/index.ts'
import type { InternalAccount } from '../../ledger/book/types.ts'
import { ledgerAccountId } from '../../ledger/book/account-ids.ts'
import { assignFunds, type IncomingFunds, receiveFunds, releaseFunds } from './index.ts'

const db = await testDatabase()
const failures: unknown[] = []
const { worker } = await openProcess(db, { clock: systemClock }, { onFailure: (error) => void failures.push(error) })
const act = operatorAct

let entityId: string
let account: { entityId: string; accountId: string; currency: string }
beforeEach(async () => {
  entityId = await givenEntity(db, 'RM')
  const accountId = await inTransaction(db, (tx) =>
    ensureLedgerAccount(tx, { entityId, accountId: newUuid(), kind: 'client', currency: 'EUR' }),
  )
  account = { entityId, accountId, currency: 'EUR' }
})

const receive = (change: Partial<IncomingFunds> = {}) =>
  inTransaction(db, (tx) => receiveFunds(tx, { account, currency: 'EUR', amountMinor: 10_000_000n, ...change }, act))
const runDue = () => worker.runDue(new Date(Date.now() + 86_400_000 * 365))
const client = async () => (await getBalance(db.reader, entityId, account.accountId))!.balanceMinor
const internal = async (owner: string, name: InternalAccount) =>
  (await getBalance(db.reader, owner, ledgerAccountId(owner, name, 'EUR')))?.balanceMinor ?? 0n
const house = async () => ({
  safeguarding: await internal(HOUSE_ENTITY_ID, { kind: 'safeguarding' }),
  suspenseIn: await internal(HOUSE_ENTITY_ID, { kind: 'suspense_in' }),
  inTransit: await internal(HOUSE_ENTITY_ID, { kind: 'in_transit', qualifier: entityId }),
})
const eventsOf = async (owner: string, resourceId: string) => {
  const { rows } = await db.pool.query(
    'select type from events where entity_id = $1 and resource_id = $2 order by sequence',
    [owner, resourceId],
  )
  return rows.map((row) => row.type)
}
/** Checks in every currency that safeguarded money plus money in transit covers the liabilities to clients. */
const booksAreClean = async () => {
  expect(failures).toEqual([])
  expect((await auditLedger(db, () => {})).findings).toEqual([])
}

describe('funds received', () => {
  test('credit the account, and the safeguarding account of the house follows', async () => {
    const before = await house()
    const row = await receive({ debtor: { name: 'Payer', iban: 'DE89370400440532013000' }, reference: 'Invoice 7' })
    expect(row).toMatchObject({ status: 'Credited', entityId, creditedAt: act.at })
    expect(await client()).toBe(10_000_000n)
    expect(await internal(entityId, { kind: 'in_transit' })).toBe(-10_000_000n)
    await runDue()
    expect(await house()).toEqual({
      ...before,
      safeguarding: before.safeguarding - 10_000_000n,
      inTransit: 10_000_000n,
    })
    expect(await eventsOf(entityId, row.inboundPaymentId)).toEqual(['inboundPayment.received'])
    expect(await eventsOf(entityId, account.accountId)).toEqual(['account.credited'])
    await booksAreClean()
  })

  test('with a bank reference count once', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => receive({ bankReference: entityId })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(receive({ bankReference: entityId })).rejects.toMatchObject({ code: 'inbound_payment_known' })
    expect(await client()).toBe(10_000_000n)
  })

  test('are held apart from the account until they are released, once', async () => {
    const held = await receive({ held: true })
    expect([held.status, await client()]).toEqual(['Held', 0n])
    expect(await internal(entityId, { kind: 'suspense' })).toBe(10_000_000n)
    const release = () => inTransaction(db, (tx) => releaseFunds(tx, held, act))
    const outcomes = await Promise.allSettled([release(), release(), release()])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(release()).rejects.toMatchObject({ code: 'inbound_payment_state' })
    expect([await client(), await internal(entityId, { kind: 'suspense' })]).toEqual([10_000_000n, 0n])
    expect(await eventsOf(entityId, held.inboundPaymentId)).toEqual([
      'inboundPayment.received',
      'inboundPayment.held',
      'inboundPayment.released',
    ])
    await runDue()
    await booksAreClean()
  })

  test('without an owner wait in the book of the house until they are assigned, once', async () => {
    const before = await house()
    const { account: _nobody, ...funds } = { account, currency: 'EUR', amountMinor: 500n }
    const lost = await inTransaction(db, (tx) => receiveFunds(tx, funds, act))
    expect(lost).toMatchObject({ status: 'Unidentified', entityId: HOUSE_ENTITY_ID, accountId: null })
    expect((await house()).suspenseIn - before.suspenseIn).toBe(500n)
    const assign = () => assignFunds(db, lost.inboundPaymentId, account, act)
    const row = await assign()
    await expect(assign()).rejects.toMatchObject({ code: 'inbound_payment_state' })
    await runDue()
    expect(row).toMatchObject({ status: 'Credited', entityId, assignedFrom: lost.inboundPaymentId })
    expect(await client()).toBe(500n)
    expect(await house()).toEqual({
      safeguarding: before.safeguarding - 500n,
      suspenseIn: before.suspenseIn,
      inTransit: 500n,
    })
    await booksAreClean()
  })

  test.each([
    ['the promise', 1],
    ['the credit', 2],
  ] as const)('assigned funds reach the client once, although the process ended after %s', async (_step, steps) => {
    const lost = await inTransaction(db, (tx) => receiveFunds(tx, { currency: 'EUR', amountMinor: 700n }, act))
    const suspended = (await house()).suspenseIn
    await expect(assignFunds(endingAfter(steps), lost.inboundPaymentId, account, act)).rejects.toThrow('ended')
    await worker.runDue(new Date(Date.now() + 86_400_000))
    expect(failures).toEqual([])
    expect(await client()).toBe(700n)
    expect((await house()).suspenseIn).toBe(suspended - 700n)
    expect(await worker.runDue(new Date(Date.now() + 86_400_000)), 'nothing is left to do').toBe(0)
    await booksAreClean()
  })
})

/** The database as a process sees it that ends after so many transactions. */
function endingAfter(transactions: number): Db {
  let left = transactions
  const step = <T>(work: () => Promise<T>): Promise<T> => (left-- > 0 ? work() : Promise.reject(new Error('ended')))
  const pool = {
    connect: () => step(() => db.pool.connect()),
    query: (query: pg.QueryConfig) =>
      query.name === 'close-inbound-assignment' ? step(() => db.reader.query(query)) : db.reader.query(query),
  }
  return { ...db, pool: pool as never }
}
