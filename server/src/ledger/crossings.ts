import type { Day } from '../kernel/values/days.ts'
import type { Tx } from '../kernel/db/db.ts'
import { HOUSE_ENTITY_ID } from '../kernel/values/house.ts'
import { newUuid } from '../kernel/values/ids.ts'
import { scheduleWork, type WorkHandler } from '../kernel/jobs/work.ts'
import { postJournal } from './posting/post.ts'
import type { AccountKind, TransactionType } from './book/types.ts'

/** Kind of the due work that posts the house's side; the handler is `houseLegHandler`. */
export const HOUSE_LEG = 'houseLeg'

/** Money on its way between a client's book and the house's. */
interface Crossing {
  /** The client's entity. */
  entityId: string
  /** The client's journal, which posted `amountMinor` on in_transit of the client's book. */
  journalId: string
  currency: string
  /** As posted on the client's in_transit: negative when money came in, positive when it leaves. Minor units. */
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
 * Stores, in the transaction of the client's journal, that the house's second journal is to follow, and schedules it.
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
  await scheduleWork(tx, { entityId: crossing.entityId, kind: HOUSE_LEG, resourceId: crossingId, dueAt: at })
  return crossingId
}

interface CrossingRow {
  currency: string
  amountMinor: bigint
  houseKind: 'safeguarding'
  houseQualifier: string
  kind: string
  type: TransactionType
  valueDate: Day
  sourceType: string
  sourceId: string
  reference: string | null
}

/** Posts the house's side of a crossing, once, however often it is asked to. */
export const houseLegHandler: WorkHandler = async (tx, work, at) => {
  const journalId = newUuid()
  const crossing = await completeCrossing(tx, work.entityId, work.resourceId, journalId, at)
  if (!crossing) return
  const { currency, amountMinor } = crossing
  await postJournal(
    tx,
    {
      entityId: HOUSE_ENTITY_ID,
      journalId,
      kind: crossing.kind,
      type: crossing.type,
      source: { type: crossing.sourceType, id: crossing.sourceId },
      valueDate: crossing.valueDate,
      ...(crossing.reference === null ? {} : { reference: crossing.reference }),
      legs: [
        { account: { kind: crossing.houseKind, qualifier: crossing.houseQualifier }, currency, amountMinor },
        { account: { kind: 'in_transit', qualifier: work.entityId }, currency, amountMinor: -amountMinor },
      ],
    },
    at,
  )
}

/** Marks an open crossing as done by the journal; undefined when it is done already. */
async function completeCrossing(tx: Tx, entityId: string, crossingId: string, journalId: string, at: Date) {
  const { rows } = await tx.query<CrossingRow>({
    name: 'complete-crossing',
    text: `update book_crossings set house_journal_id = $3, completed_at = $4
      where entity_id = $1 and crossing_id = $2 and completed_at is null
      returning currency, amount_minor as "amountMinor", house_kind as "houseKind", house_qualifier as "houseQualifier",
        kind, type, value_date as "valueDate", source_type as "sourceType", source_id as "sourceId", reference`,
    values: [entityId, crossingId, journalId, at],
  })
  return rows[0]
}
