import { date, instant, minor, nullable, oneOf, type Row, table, text, uuid } from '../kernel/db/table.ts'
import type { Day } from '../kernel/values/days.ts'
import type { Tx } from '../kernel/db/db.ts'
import { newUuid } from '../kernel/values/ids.ts'
import type { AccountKind, TransactionType } from './book/types.ts'

/** Money on its way between a client's book and the house's. */
export interface Crossing {
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

const crossings = table('book_crossings', {
  entityId: uuid,
  crossingId: uuid,
  journalId: uuid,
  currency: text,
  amountMinor: minor,
  houseKind: oneOf<Crossing['house']['kind']>(),
  houseQualifier: text,
  kind: text,
  type: oneOf<TransactionType>(),
  valueDate: date,
  sourceType: text,
  sourceId: uuid,
  reference: nullable(text),
  createdAt: instant,
  completedAt: nullable(instant),
})

/** A crossing as stored. */
export type CrossingRow = Row<typeof crossings>

const newCrossings = crossings.insertMany({ name: 'record-crossings' })

/**
 * Stores, in the transaction of the client's journal, that the house's second journal is to follow. The worker's sweep
 * over open crossings posts it (house-legs.ts).
 *
 * @param at business time; the second journal is due at once
 */
export const recordCrossing = (tx: Tx, crossing: Crossing, at: Date): Promise<void> =>
  recordCrossings(tx, [crossing], at)

/** Stores several crossings, each as `recordCrossing` does. */
export const recordCrossings = (tx: Tx, given: readonly Crossing[], at: Date): Promise<void> =>
  storeCrossings(
    tx,
    given.map((crossing) => crossingRow(crossing, at)),
  )

/** Returns a crossing as stored, which is not complete. */
export const crossingRow = (crossing: Crossing, at: Date): CrossingRow => ({
  entityId: crossing.entityId,
  crossingId: newUuid(),
  journalId: crossing.journalId,
  currency: crossing.currency,
  amountMinor: crossing.amountMinor,
  houseKind: crossing.house.kind,
  houseQualifier: crossing.house.qualifier ?? '',
  kind: crossing.kind ?? 'houseLeg',
  type: crossing.type,
  valueDate: crossing.valueDate,
  sourceType: crossing.source.type,
  sourceId: crossing.source.id,
  reference: crossing.reference ?? null,
  createdAt: at,
  completedAt: null,
})

export async function storeCrossings(tx: Tx, rows: readonly CrossingRow[]): Promise<void> {
  await tx.query(newCrossings(rows))
}
