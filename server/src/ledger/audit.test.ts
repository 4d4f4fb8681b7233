import { expect, test } from 'vitest'
import { fund, noon, openAccounts, transfer } from '../../test/support/ledger.ts'
import { testDatabase } from '../../test/support/database.ts'
import { inTransaction, type Tx } from '../kernel/db/db.ts'
import { newUuid } from '../kernel/values/ids.ts'
import { auditLedger, placeHold, postJournal, recordCrossing } from './index.ts'

const db = await testDatabase()
const entityId = newUuid()
const [a, b] = (await openAccounts(db, entityId, [
  { currency: 'EUR', balanceMinor: 0n },
  { currency: 'EUR', balanceMinor: 0n },
])) as [string, string]
const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(db, work)
{
  const { journalId } = await inTx((tx) => fund(tx, entityId, a, 'EUR', 1000n, noon, 'in_transit'))
  const crossing = {
    entityId,
    journalId,
    currency: 'EUR',
    amountMinor: -1000n,
    house: { kind: 'safeguarding' as const },
    type: 'Deposit' as const,
    valueDate: '2026-11-20',
    source: { type: 'inboundPayment', id: newUuid() },
  }
  await inTx((tx) => recordCrossing(tx, crossing, noon))
  await inTx((tx) => postJournal(tx, transfer(entityId, a, b, 100n), noon))
  await inTx((tx) => postJournal(tx, transfer(entityId, a, b, 100n), new Date('2026-11-24T09:00:00Z')))
  const source = { type: 'payment', id: newUuid() }
  const hold = { entityId, accountId: a, currency: 'EUR', amountMinor: 5n, purpose: 'payment' as const, source }
  await inTx((tx) => placeHold(tx, hold, noon))
}

test('clean books have no findings, and each check is reported', async () => {
  const lines: string[] = []
  const report = await auditLedger(db, (line) => void lines.push(line))
  expect(report).toMatchObject({ accounts: 3n, postings: 6n, journals: 3n, openHolds: 1n, findings: [] })
  expect(lines.every((line) => line.startsWith('ok: '))).toBe(true)
})

/** Corruptions by a code defect or a manual database change: triggers are off, as a superuser may switch them. */
test.each([
  [
    'a changed balance',
    `update balances set balance_minor = balance_minor + 1 where account_id = $1`,
    'sum of the postings',
  ],
  ['a changed hold', `update balances set held_minor = 0 where account_id = $1`, 'sum of the open holds'],
  [
    'a hold for another purpose',
    `update balances set held_margin_minor = held_minor where account_id = $1`,
    'parts for trades and margin',
  ],
  ['a missing posting', `delete from postings where account_id = $1 and seq = 2`, 'without a gap'],
  ['a changed amount', `update postings set amount_minor = -99 where account_id = $1 and seq = 2`, 'sums to zero'],
  [
    'a changed running balance',
    `update postings set balance_after_minor = 1 where account_id = $1 and seq = 1`,
    'continues',
  ],
  ['a missing day', `delete from daily_balances where account_id = $1`, 'a day closes'],
  [
    'a missing journal',
    `delete from journals where journal_id in (select journal_id from postings where account_id = $1)`,
    'a posting a journal',
  ],
  [
    'another currency',
    `update postings set currency = 'USD' where account_id = $1 and seq = 1`,
    'currency of its account',
  ],
  ['a lost crossing', `delete from book_crossings where $1::uuid is not null`, 'not yet posted'],
  ['a changed floor', `update balances set floor_minor = null where account_id = $1`, 'with its floor'],
  [
    'a lost event',
    `update books set event_sequence = 7 where entity_id = (select entity_id from balances where account_id = $1)`,
    'events',
  ],
  [
    'a lost first event',
    `delete from events where sequence = 1 and entity_id = (select entity_id from balances where account_id = $1)`,
    'numbered from 1 without a gap',
  ],
  [
    'lost money in transit',
    `delete from balances where kind = 'in_transit' and $1::uuid is not null`,
    'not yet posted',
  ],
])('%s is named', async (_, change, check) => {
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(change, [a])
    const inside = { pool: { connect: async () => ({ query: skipBegin(client), release() {} }) } }
    const { findings } = await auditLedger(inside as never, () => {})
    expect(findings.map((finding) => finding.check).join()).toContain(check)
    expect(findings.every((finding) => finding.entityId === entityId)).toBe(true)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

/** Lets the audit read inside the transaction that caused the error. */
const skipBegin = (client: { query(text: string): Promise<unknown> }) => async (text: string) =>
  /^(begin|rollback)/.test(text) ? {} : client.query(text)
