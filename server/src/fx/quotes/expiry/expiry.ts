import { emit, type EventViews, readEach } from '../../../events/index.ts'
import { type Db, inTransaction, type Tx } from '../../../kernel/db/db.ts'
import { type Sweep, sweepSets } from '../../../kernel/jobs/work.ts'
import { defineEvent, type EventCatalogue } from '../../../kernel/module.ts'
import { presentStored } from '../present.ts'
import { announceExpiry, findQuote, type QuoteRow, readExpired } from '../queries.ts'
import { StoredQuote } from '../schema.ts'

export const quoteEvents = {
  'quote.expired': defineEvent(
    'A spot or forward quote expired without being booked. Recorded where the setting `quoteExpiryEvents` is true.',
    'quote',
  ),
} satisfies EventCatalogue

declare module '../../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof quoteEvents, true> {}
}

/** Quotes that one pass announces. */
const SET = 500

/**
 * Announces quotes that expired without being booked, a set at a time, each entity's in a transaction of its own. A quote under a
 * booking's lock is left for a later pass, as are the quotes of an entity whose transaction fails.
 */
export const announceExpired: Sweep = ({ db, until, at, failed }) =>
  sweepSets(
    (except) => readExpired(db.pool, until, { except, limit: SET }),
    async (expired) => {
      const left: string[] = []
      let announced = 0
      for (const entityId of new Set(expired.map((row) => row.entityId))) {
        const own = expired.filter((row) => row.entityId === entityId)
        const quotes = { entityId, quoteIds: own.map(({ quoteId }) => quoteId) }
        const done = await announceAll(db, quotes, at(own[0]!.announceAt)).catch((error: unknown) => {
          failed(error, { entityId, resourceId: own[0]!.quoteId })
          return 0
        })
        if (done === 0) left.push(entityId)
        announced += done
      }
      return { done: announced, left }
    },
  )

const announceAll = (
  db: Pick<Db, 'pool'>,
  quotes: { entityId: string; quoteIds: readonly string[] },
  at: Date,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    const rows = await announceExpiry(tx, quotes, at)
    for (const row of rows) await tell(tx, row, at)
    return rows.length
  })

const tell = (tx: Tx, row: QuoteRow, at: Date): Promise<void> =>
  emit(
    tx,
    { actor: { type: 'system' }, at, wall: new Date() },
    {
      entityId: row.entityId,
      type: 'quote.expired',
      resourceType: 'quote',
      resourceId: row.quoteId,
      resourceVersion: 2, // a quote changes once: it is booked or expires
      previousStatus: 'Active',
      source: row,
      isFinal: true,
    },
  )

/** Quotes in events: as they were answered, without the limits and credit of that moment. */
export const quoteViews = {
  quote: {
    scope: 'fx:quote',
    schema: StoredQuote,
    read: readEach(findQuote),
    present: (row: QuoteRow, _viewer, at) => presentStored(row, at),
  },
} satisfies EventViews
