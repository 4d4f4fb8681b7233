import type { Clock } from '../../src/kernel/values/clock.ts'
import { type Db, inTransaction, type Tx } from '../../src/kernel/db/db.ts'
import { newUuid } from '../../src/kernel/values/ids.ts'
import {
  type BatchCommand,
  ensureLedgerAccount,
  type Leg,
  openBook,
  postJournal,
  type Posted,
  type PostingRow,
} from '../../src/ledger/index.ts'

export const noon = new Date('2026-11-20T12:00:00.000Z')

/** Creates a clock that stays still until it is set. */
export function handClock(at: Date = noon): Clock & { set(to: Date): void } {
  let now = at
  return { now: () => now, wall: () => now, set: (to) => void (now = to) }
}

/** Opens an entity's book with client accounts, each with an opening balance in minor units. */
export async function openAccounts(
  db: Pick<Db, 'pool'>,
  entityId: string,
  opening: { currency: string; balanceMinor: bigint }[],
  at: Date = noon,
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    await openBook(tx, entityId)
    const accountIds: string[] = []
    for (const { currency, balanceMinor } of opening) {
      const accountId = await ensureLedgerAccount(tx, { entityId, accountId: newUuid(), kind: 'client', currency })
      if (balanceMinor > 0n) await fund(tx, entityId, accountId, currency, balanceMinor, at)
      accountIds.push(accountId)
    }
    return accountIds
  })
}

/** Money appears in a book; with `from` in_transit it came from the house, and a crossing is to be recorded. */
export const fund = (
  tx: Tx,
  entityId: string,
  accountId: string,
  currency: string,
  amountMinor: bigint,
  at: Date,
  from: 'suspense' | 'in_transit' = 'suspense',
) =>
  postJournal(
    tx,
    {
      entityId,
      kind: 'fundsReceived',
      type: 'Deposit',
      source: { type: 'inboundPayment', id: newUuid() },
      valueDate: at.toISOString().slice(0, 10),
      legs: [
        { account: { kind: from }, currency, amountMinor: -amountMinor },
        { account: accountId, currency, amountMinor },
      ],
    },
    at,
  )

/** A transfer between two accounts as the batcher takes it. */
export const transfer = (
  entityId: string,
  debit: string,
  credit: string,
  amountMinor: bigint,
  more: Partial<BatchCommand<undefined>> = {},
): BatchCommand<undefined> => {
  const journalId = newUuid()
  const source = more.source ?? { type: 'internalTransfer', id: journalId }
  return {
    entityId,
    journalId,
    kind: 'internalTransfer',
    type: 'InternalTransfer',
    source,
    valueDate: '2026-11-20',
    legs: [
      { account: debit, currency: 'EUR', amountMinor: -amountMinor },
      { account: credit, currency: 'EUR', amountMinor },
    ],
    // A journal of another source has the event of its own module, which posts it elsewhere.
    event:
      source.type === 'internalTransfer'
        ? { type: 'internalTransfer.completed', actor: { type: 'system' } }
        : undefined,
    resource: undefined,
    ...more,
  }
}

/** The statement of a batcher that stores nothing of its own. */
export const nothing = { columns: [], insert: 'select 1' }

/** Every balance of an entity's client accounts, by account. */
export async function balancesOf(db: Pick<Db, 'pool'>, entityId: string): Promise<Map<string, bigint>> {
  const { rows } = await db.pool.query<{ account_id: string; balance_minor: bigint }>(
    `select account_id, balance_minor from balances where entity_id = $1 and kind = 'client'`,
    [entityId],
  )
  return new Map(rows.map((row) => [row.account_id, row.balance_minor]))
}

/** Posts the contra of a journal: every leg with the opposite sign, for the same value date. */
export async function reverseJournal(
  tx: Tx,
  original: { entityId: string; journalId: string },
  at: Date,
): Promise<Posted> {
  const { entityId, journalId } = original
  const { rows: postings } = await tx.query<PostingRow>(
    `select account_id as "accountId", currency, amount_minor as "amountMinor", value_date as "valueDate", type, reference,
        counterparty_name as "counterpartyName", counterparty_account as "counterpartyAccount",
        related_type as "relatedType", related_id as "relatedId"
      from postings where entity_id = $1 and journal_id = $2 order by account_id, seq`,
    [entityId, journalId],
  )
  const [{ valueDate, type, relatedType, relatedId, reference }] = postings as [PostingRow]
  const command = {
    entityId,
    kind: 'reversal',
    source: { type: relatedType, id: relatedId },
    valueDate,
    type,
    legs: postings.map(contra),
    reversalOf: journalId,
    ...(reference === null ? {} : { reference }),
  }
  return postJournal(tx, command, at)
}

const contra = (posting: PostingRow): Leg => ({
  account: posting.accountId,
  currency: posting.currency,
  amountMinor: -posting.amountMinor,
  type: posting.type,
  counterparty: {
    ...(posting.counterpartyName === null ? {} : { name: posting.counterpartyName }),
    ...(posting.counterpartyAccount === null ? {} : { accountNumber: posting.counterpartyAccount }),
  },
})
