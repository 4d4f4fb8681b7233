import type { Day } from '../../kernel/values/days.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import type { PastJournal, Posted } from '../../ledger/index.ts'
import { insertInbounds } from './queries.ts'
import { receiptOf } from './receipt.ts'
import type { IncomingFunds } from './service.ts'

/** Money received earlier on an account that was open. */
export interface PastFunds extends Pick<IncomingFunds, 'amountMinor' | 'debtor' | 'reference'> {
  account: { entityId: string; accountId: string; currency: string }
  valueDate: Day
  /** Business time of receipt and credit. */
  at: Date
}

/**
 * Plans money received earlier as credited inbound payments of one entity, without events.
 *
 * @returns journals that the caller posts, and a function that stores the receipts with the result of the posting
 */
export function planPastFunds(given: readonly PastFunds[]): {
  journals: PastJournal[]
  record: (tx: Tx, posted: readonly Posted[]) => Promise<void>
} {
  const plans = given.map(({ account, amountMinor, debtor, reference, valueDate, at }) => ({
    entityId: account.entityId,
    inboundPaymentId: newUuid(),
    accountId: account.accountId,
    currency: account.currency,
    amountMinor,
    status: 'Credited' as const,
    debtorName: debtor?.name ?? null,
    debtorIban: debtor?.iban ?? null,
    reference: reference ?? null,
    journalId: newUuid(),
    valueDate,
    receivedAt: at,
    creditedAt: at,
    returnedAt: null,
    assignedFrom: null,
    bankReference: null,
    virtualAccountId: null,
    statusReason: null,
    creditedSequence: null,
    releaseJournalId: null,
    returnJournalId: null,
    version: 1,
    namedAccount: null,
    namedIds: null,
    entryReference: null,
    entryAccount: null,
    hasDetails: null,
  }))
  return {
    journals: plans.map((plan, i) => ({ at: given[i]!.at, ...receiptOf(plan) })),
    async record(tx, posted) {
      const rows = plans.map((plan, i) => ({ ...plan, creditedSequence: posted[i]!.sequences[1]! }))
      if (rows.length > 0) await insertInbounds(tx, rows)
    },
  }
}
