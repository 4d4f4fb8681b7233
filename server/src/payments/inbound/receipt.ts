import { invariant } from '../../kernel/values/refusals.ts'
import type { JournalCommand, Leg } from '../../ledger/index.ts'
import type { InboundRow } from './queries.ts'

/** Returns the journal of money received for a client, and the house's side. */
export function receiptOf(row: InboundRow, from: 'safeguarding' | 'suspense_in' = 'safeguarding') {
  const { entityId, currency, amountMinor, journalId } = row
  const inTransit = { account: { kind: 'in_transit' as const }, currency, amountMinor: -amountMinor }
  const receiving = row.status === 'Held' ? suspense(row, amountMinor) : clientLeg(row)
  return {
    journal: command(row, 'fundsReceived', journalId, [inTransit, receiving]),
    crossing: {
      entityId,
      journalId,
      currency,
      amountMinor: -amountMinor,
      house: { kind: from },
      kind: 'fundsReceived',
      type: 'Deposit' as const,
      valueDate: row.valueDate,
      source: sourceOf(row),
      ...(row.reference === null ? {} : { reference: row.reference }),
    },
  }
}

export const sourceOf = (row: InboundRow) => ({ type: 'inboundPayment', id: row.inboundPaymentId })

export const command = (row: InboundRow, kind: string, journalId: string, legs: Leg[]): JournalCommand => ({
  entityId: row.entityId,
  journalId,
  kind,
  source: sourceOf(row),
  valueDate: row.valueDate,
  legs,
  type: 'Deposit',
  description: row.debtorName === null ? 'Funds received' : `Funds received from ${row.debtorName}`,
  ...(row.reference === null ? {} : { reference: row.reference }),
  ...(row.virtualAccountId === null ? {} : { detail: { virtualAccountId: row.virtualAccountId } }),
})

export const suspense = (row: InboundRow, amountMinor: bigint): Leg => ({
  account: { kind: 'suspense' },
  currency: row.currency,
  amountMinor,
})

export function clientLeg(row: InboundRow): Leg {
  invariant(row.accountId, 'identified money has an account')
  const counterparty = {
    ...(row.debtorName === null ? {} : { name: row.debtorName }),
    ...(row.debtorIban === null ? {} : { iban: row.debtorIban }),
  }
  return { account: row.accountId, currency: row.currency, amountMinor: row.amountMinor, counterparty }
}
