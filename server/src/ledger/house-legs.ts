import { type Db, inTransaction, type Tx } from '../kernel/db/db.ts'
import { mayPassLater } from '../kernel/db/connection-loss.ts'
import { dayOf } from '../kernel/values/days.ts'
import { HOUSE_ENTITY_ID } from '../kernel/values/house.ts'
import { type Sweep, sweepSets } from '../kernel/jobs/work.ts'
import { postJournals } from './posting/post.ts'
import type { CrossingRow } from './crossings.ts'
import type { JournalCommand } from './book/types.ts'

/** Crossings of one set: what one transaction of the house posts. */
const SET = 256
/** Entities whose crossings are marked complete at a time, each in a transaction of its own. */
const ENTITIES_AT_ONCE = 4

type OpenCrossing = Omit<CrossingRow, 'journalId' | 'completedAt'>

/**
 * Posts the house's journals of open crossings, a set at a time, in three steps that touch one entity each: read the oldest
 * open crossings without a lock; post those journals that the house does not have yet, in one transaction of the house;
 * mark the crossings complete, in one transaction per client. After a crash between any two, the next pass repeats them: a
 * house journal has the id of its crossing, and is posted once.
 */
const postHouseLegs: Sweep = ({ db, until, at, failed }) =>
  sweepSets(
    (except) => readOldest(db, until, except),
    async (set) => {
      const begun = at(set.at(-1)!.createdAt)
      const posted = await postSet(db, set, begun, failed)
      await completeAll(db, posted, begun)
      const done = new Set(posted)
      return { done: done.size, left: set.filter((each) => !done.has(each)).map(({ crossingId }) => crossingId) }
    },
  )

/** The sweeps of the ledger, by the kind under which their failures are reported. */
export const ledgerSweeps: Readonly<Record<string, Sweep>> = { 'crossing.postHouseLeg': postHouseLegs }

/** Reads the oldest open crossings of all entities but for some, all of one day (UTC): a set is posted at one instant. */
async function readOldest(db: Pick<Db, 'pool'>, until: Date, except: readonly string[]): Promise<OpenCrossing[]> {
  const { rows } = await db.pool.query<OpenCrossing>({
    name: 'oldest-crossings', // index book_crossings_oldest
    text: `select entity_id as "entityId", crossing_id as "crossingId", currency, amount_minor as "amountMinor",
        house_kind as "houseKind", house_qualifier as "houseQualifier", kind, type, value_date as "valueDate",
        source_type as "sourceType", source_id as "sourceId", reference, created_at as "createdAt"
      from book_crossings where completed_at is null and created_at <= $1 and crossing_id <> all ($2)
      order by created_at, crossing_id limit ${SET}`,
    values: [until, except],
  })
  return rows.filter(({ createdAt }) => dayOf(createdAt) === dayOf(rows[0]!.createdAt))
}

/**
 * Posts a set; if one of it cannot be posted, halves it until that one is alone, and reports it.
 *
 * @returns the crossings whose journal the house has now
 */
async function postSet(
  db: Pick<Db, 'pool'>,
  set: readonly OpenCrossing[],
  at: Date,
  failed: Parameters<Sweep>[0]['failed'],
): Promise<readonly OpenCrossing[]> {
  try {
    await inTransaction(db, (tx) => postMissing(tx, set, at))
    return set
  } catch (error) {
    if (mayPassLater(error)) throw error
    if (set.length === 1) {
      failed(error, { entityId: set[0]!.entityId, resourceId: set[0]!.crossingId })
      return []
    }
    const middle = set.length >> 1
    const first = await postSet(db, set.slice(0, middle), at, failed)
    return [...first, ...(await postSet(db, set.slice(middle), at, failed))]
  }
}

/** Posts the journals that the house does not have yet. The lock keeps other processes from posting the same ones. */
async function postMissing(tx: Tx, set: readonly OpenCrossing[], at: Date): Promise<void> {
  await tx.query({ name: 'lock-house-legs', text: 'select pg_advisory_xact_lock(7302)' })
  const { rows } = await tx.query<{ journalId: string }>({
    name: 'posted-house-legs',
    text: `select journal_id as "journalId" from journals where entity_id = $1 and journal_id = any($2::uuid[])`,
    values: [HOUSE_ENTITY_ID, set.map(({ crossingId }) => crossingId)],
  })
  const known = new Set(rows.map(({ journalId }) => journalId))
  const missing = set.filter(({ crossingId }) => !known.has(crossingId))
  if (missing.length > 0) await postJournals(tx, missing.map(houseJournal), at)
}

/** Returns the house's journal of a crossing, under the id of the crossing. */
export const houseJournal = (crossing: OpenCrossing): JournalCommand => ({
  entityId: HOUSE_ENTITY_ID,
  journalId: crossing.crossingId,
  kind: crossing.kind,
  type: crossing.type,
  source: { type: crossing.sourceType, id: crossing.sourceId },
  valueDate: crossing.valueDate,
  ...(crossing.reference === null ? {} : { reference: crossing.reference }),
  legs: [
    {
      account: { kind: crossing.houseKind, qualifier: crossing.houseQualifier },
      currency: crossing.currency,
      amountMinor: crossing.amountMinor,
    },
    {
      account: { kind: 'in_transit', qualifier: crossing.entityId },
      currency: crossing.currency,
      amountMinor: -crossing.amountMinor,
    },
  ],
})

async function completeAll(db: Pick<Db, 'pool'>, posted: readonly OpenCrossing[], at: Date): Promise<void> {
  const byEntity = new Map<string, OpenCrossing[]>()
  for (const crossing of posted) byEntity.set(crossing.entityId, [...(byEntity.get(crossing.entityId) ?? []), crossing])
  const left = byEntity.values()
  const lane = async () => {
    for (const crossings of left) await complete(db, crossings, at)
  }
  await Promise.all(Array.from({ length: ENTITIES_AT_ONCE }, lane))
}

/** Marks crossings of one entity complete, those that are open. */
async function complete(db: Pick<Db, 'pool'>, crossings: readonly OpenCrossing[], at: Date): Promise<void> {
  await db.pool.query({
    name: 'complete-crossings',
    text: `update book_crossings set completed_at = $3
      where entity_id = $1 and crossing_id = any($2::uuid[]) and completed_at is null`,
    values: [crossings[0]!.entityId, crossings.map(({ crossingId }) => crossingId).sort(), at],
  })
}
