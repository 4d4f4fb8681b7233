import type { Account } from '../accounts/index.ts'
import type { Day } from '../kernel/values/days.ts'
import type { Tx } from '../kernel/db/db.ts'
import { newUuid } from '../kernel/values/ids.ts'
import type { PastJournal, Posted } from '../ledger/index.ts'
import { insertTransfers } from './order-queries.ts'
import { transferCommand } from './service.ts'

/** An internal transfer made earlier. */
export interface PastTransfer {
  debit: Account
  credit: Account
  amountMinor: bigint
  reference: string
  valueDate: Day
  /** Business time. */
  at: Date
}

/**
 * Plans transfers made earlier between accounts of one entity, without events.
 *
 * @returns journals that the caller posts, and a function that stores the transfers with the result of the posting
 */
export function planPastTransfers(given: readonly PastTransfer[]): {
  journals: PastJournal[]
  record: (tx: Tx, posted: readonly Posted[]) => Promise<void>
} {
  const plans = given.map(({ debit, credit, amountMinor, reference }) => ({
    entityId: debit.entityId,
    internalTransferId: newUuid(),
    debitAccountId: debit.accountId,
    creditAccountId: credit.accountId,
    amountMinor,
    currency: debit.currency,
    reference,
    clientReference: null,
  }))
  return {
    journals: given.map((transfer, i) => ({
      at: transfer.at,
      journal: transferCommand(plans[i]!, transfer, transfer.valueDate),
    })),
    async record(tx, posted) {
      const rows = plans.map((plan, i) => {
        const { sequences, postedAt } = posted[i]!
        return { ...plan, debitSequence: sequences[0]!, creditSequence: sequences[1]!, createdAt: postedAt }
      })
      if (rows.length > 0) await insertTransfers(tx, rows)
    },
  }
}
