import { expect, test } from 'vitest'
import { fund, handClock, noon, openAccounts, transfer } from '../../../test/support/ledger.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { createWorker } from '../../kernel/jobs/work.ts'
import {
  auditLedger,
  balanceAt,
  getBalance,
  ledgerSweeps,
  openHolds,
  placeHold,
  postingsPage,
  postJournal,
  postJournals,
  recordCrossing,
  releaseHold,
  sequenceAt,
  setAccess,
  totalsBetween,
} from '../index.ts'
import { reverseJournal } from '../../../test/support/ledger.ts'
import { ledgerAccountId } from '../book/account-ids.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'

const db = await testDatabase()
const source = () => ({ type: 'payment', id: newUuid() })

async function entityWith(...balances: bigint[]) {
  const entityId = newUuid()
  const accounts = await openAccounts(
    db,
    entityId,
    balances.map((balanceMinor) => ({ currency: 'EUR', balanceMinor })),
  )
  return { entityId, accounts }
}

test('a journal moves money and leaves lines that continue the balance', async () => {
  const { entityId, accounts } = await entityWith(100_00n, 0n)
  const [a, b] = accounts as [string, string]
  const posted = await inTransaction(db, (tx) => postJournal(tx, transfer(entityId, a, b, 40_00n), noon))
  expect(posted.sequences).toEqual([2n, 1n])
  expect(await getBalance(db.reader, entityId, a)).toMatchObject({ balanceMinor: 60_00n, sequence: 2n })
  const page = await postingsPage(db.reader, { entityId, accountId: a }, { after: 0n, before: 3n, limit: 10 })
  expect(page.rows.map(({ amountMinor, balanceAfterMinor }) => [amountMinor, balanceAfterMinor])).toEqual([
    [-40_00n, 60_00n],
    [100_00n, 100_00n],
  ])
  expect(page.next).toBeNull()
})

test('an amount above the balance is rejected with the missing amount and the constraint, and nothing is stored', async () => {
  const { entityId, accounts } = await entityWith(100_00n, 0n)
  const [a, b] = accounts as [string, string]
  const refused = inTransaction(db, (tx) => postJournal(tx, transfer(entityId, a, b, 130_00n), noon))
  await expect(refused).rejects.toMatchObject({
    code: 'insufficient_funds',
    params: { available: '100.00', missing: '30.00', currency: 'EUR', constraint: 'balances_above_floor' },
  })
  expect(await getBalance(db.reader, entityId, a)).toMatchObject({ balanceMinor: 100_00n, sequence: 1n })
})

test('the floor applies to the whole command: a later leg can restore the amount that an earlier one took', async () => {
  const { entityId, accounts } = await entityWith(0n, 0n)
  const [a] = accounts as [string]
  const elsewhere = { account: { kind: 'suspense' as const }, currency: 'EUR' }
  const command = {
    ...transfer(entityId, a, a, 1n),
    legs: [
      { account: a, currency: 'EUR', amountMinor: -5n },
      { account: a, currency: 'EUR', amountMinor: 7n },
      { ...elsewhere, amountMinor: -2n },
    ],
  }
  await inTransaction(db, (tx) => postJournal(tx, command, noon))
  expect(await getBalance(db.reader, entityId, a)).toMatchObject({ balanceMinor: 2n, sequence: 2n })
})

test('a journal that does not balance in each currency is a defect, not a booking', async () => {
  const { entityId, accounts } = await entityWith(100n)
  const legs = [
    { account: accounts[0]!, currency: 'EUR', amountMinor: -10n },
    { account: { kind: 'fx_position' as const }, currency: 'USD', amountMinor: 10n },
  ]
  const posting = inTransaction(db, (tx) => postJournal(tx, { ...transfer(entityId, '', '', 1n), legs }, noon))
  await expect(posting).rejects.toThrow('balances in each currency')
})

test.each([
  ['another currency', { currency: 'USD' }, 'currency of its leg'],
  ['an account that does not exist', { accountId: newUuid() }, 'is open'],
])('a leg on %s is a defect', async (_, change, message) => {
  const { entityId, accounts } = await entityWith(100n, 0n)
  const currency = 'currency' in change ? change.currency : 'EUR'
  const credit = 'accountId' in change ? change.accountId : accounts[1]!
  const legs = [
    { account: accounts[0]!, currency, amountMinor: -10n },
    { account: credit, currency, amountMinor: 10n },
  ]
  const posting = inTransaction(db, (tx) => postJournal(tx, { ...transfer(entityId, '', '', 1n), legs }, noon))
  await expect(posting).rejects.toThrow(message)
})

test('an account of another entity is not found in the book', async () => {
  const { entityId, accounts } = await entityWith(100n)
  const other = await entityWith(0n)
  const posting = inTransaction(db, (tx) =>
    postJournal(tx, transfer(entityId, accounts[0]!, other.accounts[0]!, 10n), noon),
  )
  await expect(posting).rejects.toThrow('is open')
})

test('a blocked account accepts credits, but neither debits nor holds', async () => {
  const { entityId, accounts } = await entityWith(100n, 100n)
  const [a, b] = accounts as [string, string]
  await inTransaction(db, (tx) => setAccess(tx, entityId, a, 'Blocked'))
  const out = inTransaction(db, (tx) => postJournal(tx, transfer(entityId, a, b, 10n), noon))
  await expect(out).rejects.toMatchObject({ code: 'account_blocked' })
  const aside = inTransaction(db, (tx) =>
    placeHold(
      tx,
      { entityId, accountId: a, currency: 'EUR', amountMinor: 1n, purpose: 'payment', source: source() },
      noon,
    ),
  )
  await expect(aside).rejects.toMatchObject({ code: 'account_blocked' })
  await inTransaction(db, (tx) => postJournal(tx, transfer(entityId, b, a, 10n), noon))
  expect(await getBalance(db.reader, entityId, a)).toMatchObject({ balanceMinor: 110n })
})

test('a closed account gets no money from any writer, and one with money cannot be closed', async () => {
  const { entityId, accounts } = await entityWith(100n, 0n)
  const [a, b] = accounts as [string, string]
  const close = (id: string) => inTransaction(db, (tx) => setAccess(tx, entityId, id, 'Closed'))
  await expect(close(a)).rejects.toMatchObject({ constraint: 'balances_closed_are_empty' })
  await close(b)
  const credit = inTransaction(db, (tx) => postJournal(tx, transfer(entityId, a, b, 10n), noon))
  await expect(credit).rejects.toMatchObject({ code: 'account_closed' })
  const sql = db.pool.query('update balances set balance_minor = 1 where entity_id = $1 and account_id = $2', [
    entityId,
    b,
  ])
  await expect(sql).rejects.toMatchObject({ constraint: 'balances_closed_are_empty' })
  expect(await getBalance(db.reader, entityId, b)).toMatchObject({ balanceMinor: 0n, sequence: 0n })
})

test('held money is not available, and is again once released; a hold is released once', async () => {
  const { entityId, accounts } = await entityWith(100n, 0n)
  const [a, b] = accounts as [string, string]
  const order = {
    entityId,
    accountId: a,
    currency: 'EUR',
    amountMinor: 70n,
    purpose: 'payment' as const,
    source: source(),
  }
  const holdId = await inTransaction(db, (tx) => placeHold(tx, order, noon))
  expect(await openHolds(db.reader, entityId, a, { limit: 10 })).toMatchObject([{ holdId, amountMinor: 70n }])
  const short = inTransaction(db, (tx) => postJournal(tx, transfer(entityId, a, b, 31n), noon))
  await expect(short).rejects.toMatchObject({
    code: 'insufficient_funds',
    params: { available: '0.30', missing: '0.01' },
  })
  const hold = { entityId, holdId, accountId: a }
  await inTransaction(db, (tx) => releaseHold(tx, hold, noon))
  await inTransaction(db, (tx) => postJournal(tx, transfer(entityId, a, b, 31n), noon))
  await expect(inTransaction(db, (tx) => releaseHold(tx, hold, noon))).rejects.toThrow('hold to be released is open')
  expect(await openHolds(db.reader, entityId, a, { limit: 10 })).toEqual([])
})

test('one command can release a hold and spend the released money', async () => {
  const { entityId, accounts } = await entityWith(100n, 0n)
  const [a, b] = accounts as [string, string]
  const order = {
    entityId,
    accountId: a,
    currency: 'EUR',
    amountMinor: 100n,
    purpose: 'payment' as const,
    source: source(),
  }
  const holdId = await inTransaction(db, (tx) => placeHold(tx, order, noon))
  const command = { ...transfer(entityId, a, b, 100n), release: { holdId, accountId: a } }
  await inTransaction(db, (tx) => postJournal(tx, command, noon))
  expect(await getBalance(db.reader, entityId, a)).toMatchObject({ balanceMinor: 0n, heldMinor: 0n })
})

test('several commands of one transaction see one another', async () => {
  const { entityId, accounts } = await entityWith(100n, 0n, 0n)
  const [a, b, c] = accounts as [string, string, string]
  await inTransaction(db, (tx) =>
    postJournals(tx, [transfer(entityId, a, b, 100n), transfer(entityId, b, c, 100n)], noon),
  )
  expect(await getBalance(db.reader, entityId, c)).toMatchObject({ balanceMinor: 100n })
})

test('a past balance and sequence are exact to the instant, over days with and without postings', async () => {
  const { entityId, accounts } = await entityWith(100n, 0n)
  const [a, b] = accounts as [string, string]
  const at = [
    '2026-11-20T18:00:00.000Z',
    '2026-11-23T09:00:00.000Z',
    '2026-11-23T09:00:00.001Z',
    '2026-11-27T00:00:00.000Z',
  ]
  for (const time of at) await inTransaction(db, (tx) => postJournal(tx, transfer(entityId, a, b, 10n), new Date(time)))
  const balances = [
    ['2026-11-20T11:59:59.999Z', 0n, 0n],
    ['2026-11-20T12:00:00.000Z', 100n, 1n],
    ['2026-11-22T00:00:00.000Z', 90n, 2n],
    ['2026-11-23T09:00:00.000Z', 80n, 3n],
    ['2026-11-23T09:00:00.001Z', 70n, 4n],
    ['2026-11-26T23:59:59.999Z', 70n, 4n],
    ['2026-12-31T00:00:00.000Z', 60n, 5n],
  ] as const
  for (const [time, balanceMinor, sequence] of balances) {
    expect(await balanceAt(db.reader, entityId, a, new Date(time))).toMatchObject({ balanceMinor, sequence })
  }
  const { rows } = await db.pool.query(
    'select day, balance_minor, seq from daily_balances where account_id = $1 order by day',
    [a],
  )
  expect(rows).toEqual([
    { day: '2026-11-20', balance_minor: 90n, seq: 2n },
    { day: '2026-11-23', balance_minor: 70n, seq: 4n },
  ])
  expect(await totalsBetween(db.reader, { entityId, accountId: a }, 1n, 4n)).toEqual({
    creditsMinor: 0n,
    creditCount: 0,
    debitsMinor: 30n,
    debitCount: 3,
    feesMinor: 0n,
  })
})

test('a posting is never booked before an earlier one of its account', async () => {
  const { entityId, accounts } = await entityWith(100n, 0n)
  const [a, b] = accounts as [string, string]
  const posted = await inTransaction(db, (tx) =>
    postJournal(tx, transfer(entityId, a, b, 1n), new Date('2026-11-19T00:00:00Z')),
  )
  expect(posted.postedAt).toEqual(noon)
})

test('a reversal is the contra of its journal for the same value date, once', async () => {
  const { entityId, accounts } = await entityWith(100n, 0n)
  const [a, b] = accounts as [string, string]
  const { journalId } = await inTransaction(db, (tx) => postJournal(tx, transfer(entityId, a, b, 25n), noon))
  await inTransaction(db, (tx) => reverseJournal(tx, { entityId, journalId }, new Date('2026-11-25T08:00:00Z')))
  const { rows } = await postingsPage(db.reader, { entityId, accountId: b }, { after: 0n, before: 9n, limit: 10 })
  expect(rows).toMatchObject([
    { amountMinor: -25n, balanceAfterMinor: 0n, valueDate: '2026-11-20', reversed: false },
    { amountMinor: 25n, reversed: true },
  ])
  await inTransaction(db, (tx) => postJournal(tx, transfer(entityId, a, b, 25n), noon))
  const again = inTransaction(db, (tx) => reverseJournal(tx, { entityId, journalId }, noon))
  await expect(again).rejects.toMatchObject({ constraint: 'journal_reversals_pkey' })
})

test('a page reads a bounded number of postings and returns the position of the next', async () => {
  const { entityId, accounts } = await entityWith(10_000n, 0n)
  const [a, b] = accounts as [string, string]
  const commands = Array.from({ length: 2100 }, (_, i) => ({
    ...transfer(entityId, a, b, 1n),
    reference: i === 3 ? 'needle' : `hay ${i}`,
  }))
  await inTransaction(db, (tx) => postJournals(tx, commands, noon))
  const account = { entityId, accountId: a }
  const first = await postingsPage(db.reader, account, { after: 0n, before: 2102n, limit: 5 }, { reference: 'NEEDLE' })
  expect(first).toEqual({ rows: [], next: 102n })
  const second = await postingsPage(db.reader, account, { after: 0n, before: 102n, limit: 5 }, { reference: 'NEEDLE' })
  expect(second).toMatchObject({ rows: [{ sequence: 5n, reference: 'needle' }], next: null })
})

test('money that crosses into the house book is posted there by a job, once', async () => {
  const { entityId, accounts } = await entityWith(0n)
  const clock = handClock()
  await inTransaction(db, async (tx) => {
    const { journalId } = await fund(tx, entityId, accounts[0]!, 'EUR', 500n, noon, 'in_transit')
    await recordCrossing(
      tx,
      {
        entityId,
        journalId,
        currency: 'EUR',
        amountMinor: -500n,
        house: { kind: 'safeguarding' },
        type: 'Deposit',
        valueDate: '2026-11-20',
        source: source(),
      },
      noon,
    )
  })
  const failures: unknown[] = []
  const worker = createWorker({
    db,
    clock,
    handlers: {},
    sweeps: ledgerSweeps,
    onFailure: (error) => void failures.push(error),
  })
  expect(await worker.runDue(noon)).toBe(1)
  expect(failures).toEqual([])
  const inHouse = (kind: 'safeguarding' | 'in_transit', qualifier?: string) =>
    getBalance(
      db.reader,
      HOUSE_ENTITY_ID,
      ledgerAccountId(HOUSE_ENTITY_ID, { kind, ...(qualifier ? { qualifier } : {}) }, 'EUR'),
    )
  expect(await inHouse('safeguarding')).toMatchObject({ balanceMinor: -500n })
  expect(await inHouse('in_transit', entityId)).toMatchObject({ balanceMinor: 500n })
  await db.pool.query('update book_crossings set completed_at = null where entity_id = $1', [entityId]) // killed before it
  expect((await auditLedger(db, () => {})).findings).toEqual([])
  expect(await worker.runDue(noon)).toBe(1)
  expect(await inHouse('safeguarding')).toMatchObject({ balanceMinor: -500n })
})

test('a crossing that cannot be posted does not delay those of later days', async () => {
  const { entityId, accounts } = await entityWith(0n)
  const cross = (at: Date, kind: 'safeguarding' | 'own_funds') =>
    inTransaction(db, async (tx) => {
      const { journalId } = await fund(tx, entityId, accounts[0]!, 'EUR', 500n, at, 'in_transit')
      const of = { type: 'Deposit' as const, valueDate: '2026-11-20', source: source() }
      const crossing = { entityId, journalId, currency: 'EUR', amountMinor: -500n, house: { kind }, ...of }
      await recordCrossing(tx, crossing, at)
    })
  const next = new Date(noon.getTime() + 86_400_000)
  await cross(noon, 'own_funds')
  await cross(next, 'safeguarding')
  await db.pool.query(
    `create function fail_here() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
     create trigger broken before insert or update on balances for each row when (new.kind = 'own_funds') execute function fail_here()`,
  )
  const failures: unknown[] = []
  const worker = createWorker({
    db,
    clock: handClock(),
    handlers: {},
    sweeps: ledgerSweeps,
    onFailure: (error) => void failures.push(error),
  })
  expect(await worker.runDue(next)).toBe(1)
  expect(failures.length).toBeGreaterThan(0)
  await db.pool.query('drop trigger broken on balances')
  expect(await worker.runDue(next)).toBe(1)
})

test('sequences before the first posting and of unknown accounts are 0', async () => {
  const { entityId, accounts } = await entityWith(0n)
  expect(await sequenceAt(db.reader, entityId, accounts[0]!, noon)).toBe(0n)
  expect(await sequenceAt(db.reader, entityId, newUuid(), noon)).toBe(0n)
})

test.each([
  ['a balance that does not follow', 'values ($1, $2, 2, $3, 10, 95, $3)'],
  ['a gap', 'values ($1, $2, 3, $3, 10, 110, $3)'],
  ['a journal of one leg', 'values ($1, $2, 2, $3, 10, 110, $3)'],
])('a hand-written posting is refused: %s', async (_, values) => {
  const { entityId, accounts } = await entityWith(100n)
  const text = `insert into postings (entity_id, account_id, seq, journal_id, amount_minor, balance_after_minor, related_id,
    posted_at, value_date, currency, type, related_type)
    select v.*, now(), '2026-11-20'::date, 'EUR', 'Deposit', 'x' from (${values}) as v(a, b, c, d, e, f, g)`
  const typed = text.replace('$1', '$1::uuid').replace('$2', '$2::uuid').replaceAll('$3', '$3::uuid')
  await expect(db.pool.query(typed, [entityId, accounts[0], newUuid()])).rejects.toMatchObject({ code: '23000' })
})

test.each([
  'update postings set amount_minor = 1',
  'delete from postings',
  'truncate journals cascade',
  'update daily_balances set balance_minor = 0',
  'delete from balances',
  'update ledger_accounts set floor_minor = -1',
])('history cannot be changed: %s', async (text) => {
  await expect(db.pool.query(text)).rejects.toMatchObject({ code: '23001' })
})

test('the floor holds for every writer', async () => {
  const { accounts } = await entityWith(100n)
  const forced = db.pool.query('update balances set balance_minor = -1 where account_id = $1', [accounts[0]])
  await expect(forced).rejects.toMatchObject({ constraint: 'balances_above_floor' })
})

test('the books agree after all tests of this file', async () => {
  const report = await auditLedger(db, () => {})
  expect(report.findings).toEqual([])
})
