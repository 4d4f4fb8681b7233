import type { Day } from '../kernel/values/days.ts'
import type { Tx } from '../kernel/db/db.ts'
import { newUuid } from '../kernel/values/ids.ts'
import type { AccountKind, TransactionType } from './book/types.ts'

/** Money on its way between a client's book and the house's. */
interface Crossing {
  /** The client's entity. */
  entityId: string
  /** The client's journal, which posted `amountMinor` on in_transit of the client's book. */
  journalId: string
  currency: string
  /** Amount as posted on the client's in_transit: negative for incoming, positive for outgoing money. Minor units. */
  amountMinor: bigint
  /** The house's account on the other end: it gets the same amount. Received funds: safeguarding; cover deals: nostro. */
  house: { kind: Extract<AccountKind, 'safeguarding' | 'nostro' | 'suspense_in' | 'own_funds'>; qualifier?: string }
  /** Name of the house's journal; absent: "houseLeg". */
  kind?: string
  type: TransactionType
  valueDate: Day
  source: { type: string; id: string }
  reference?: string
}

/**
 * Stores, in the transaction of the client's journal, that the house's second journal is to follow. The worker's sweep
 * over open crossings posts it (house-legs.ts).
 *
 * @param at business time; the second journal is due at once
 */
export async function recordCrossing(tx: Tx, crossing: Crossing, at: Date): Promise<string> {
  const crossingId = newUuid()
  await tx.query({
    name: 'record-crossing',
    text: `insert into book_crossings (entity_id, crossing_id, journal_id, currency, amount_minor, house_kind, house_qualifier,
        kind, type, value_date, source_type, source_id, reference, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    values: [
      crossing.entityId,
      crossingId,
      crossing.journalId,
      crossing.currency,
      crossing.amountMinor,
      crossing.house.kind,
      crossing.house.qualifier ?? '',
      crossing.kind ?? 'houseLeg',
      crossing.type,
      crossing.valueDate,
      crossing.source.type,
      crossing.source.id,
      crossing.reference ?? null,
      at,
    ],
  })
  return crossingId
}
