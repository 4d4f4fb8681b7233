import type pg from 'pg'
import type { Hold } from '../model/holds.ts'
import type { Cost } from '../model/revenue.ts'
import type { Job } from '../model/ways-forward.ts'
import { base32OfUuid, wireId } from '../model/wire-id.ts'
import { type Finding, finding } from '../findings.ts'

const PREFIX: Record<string, string> = {
  payment: 'pay',
  trade: 'trd',
  internalTransfer: 'ift',
  internal_transfer: 'ift',
}

/** Tables with booking and change times, in business time. */
const RECORDED = [
  ['journals', 'posted_at'],
  ['events', 'at'],
  ['payments', 'updated_at'],
  ['fx_trades', 'updated_at'],
  ['inbound_payments', 'received_at'],
  ['margin_calls', 'updated_at'],
] as const

/** Reads the database for the comparison: ledger, holds and jobs. Never writes. */
export function storedBooks(client: pg.Client) {
  const rows = async <T extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<T[]> =>
    (await client.query<T>(sql, values)).rows

  return {
    async holds(): Promise<Hold[]> {
      const found = await rows<{ account: string; type: string; related: string; minor: string }>(
        `select account_id as account, related_type as type, related_id as related, amount_minor::text as minor
         from holds where released_at is null`,
      )
      return found.map(({ account, type, related, minor }) => ({
        accountId: wireId('acc', account),
        relatedId: wireId(PREFIX[type] ?? type, related),
        minor: BigInt(minor),
      }))
    },

    async jobs(): Promise<Job[]> {
      const found = await rows<{ kind: string; resource: string; due: Date; attempts: number; error: string | null }>(
        'select kind, resource_id as resource, due_at as due, attempts, last_error as error from due_work',
      )
      return found.map(({ kind, resource, due, attempts, error }) => ({
        kind,
        resource: base32OfUuid(resource),
        dueAt: due,
        attempts,
        lastError: error,
      }))
    },

    async costs(): Promise<Cost[]> {
      const found = await rows<{ id: string; cost: string; revenue: string }>(
        'select trade_id as id, cost_rate::text as cost, revenue_minor::text as revenue from fx_trades',
      )
      return found.map(({ id, cost, revenue }) => ({
        tradeId: wireId('trd', id),
        costRate: cost,
        revenue: BigInt(revenue),
      }))
    },

    /** Balances of one kind of internal account that are not zero, by entity and currency. */
    async internal(kind: 'margin' | 'fx_revenue'): Promise<Map<string, bigint>> {
      const found = await rows<{ entity: string; currency: string; minor: string }>(
        `select entity_id as entity, currency, sum(balance_minor)::text as minor from balances
         where kind = $1 group by 1, 2 having sum(balance_minor) <> 0`,
        [kind],
      )
      return new Map(
        found.map(({ entity, currency, minor }) => [`${wireId('ent', entity)} ${currency}`, BigInt(minor)]),
      )
    },

    /** Returns the rows of the queries that must always be empty. */
    async laws(now: Date): Promise<Finding[]> {
      const unbalanced = await rows<{ subject: string; minor: string }>(
        `select entity_id || ' ' || currency as subject, sum(balance_minor)::text as minor from balances
         group by entity_id, currency having sum(balance_minor) <> 0`,
      )
      const drifted = await rows<{ subject: string; stored: string; posted: string }>(
        `select b.account_id::text as subject, b.balance_minor::text as stored, coalesce(p.sum, 0)::text as posted from balances b
         left join (select entity_id, account_id, sum(amount_minor) from postings group by 1, 2) p using (entity_id, account_id)
         where b.balance_minor <> coalesce(p.sum, 0)`,
      )
      const early = await rows<{ subject: string; at: Date }>(
        `select journal_id::text as subject, posted_at as at from journals where posted_at > $1::timestamptz + interval '1 second'`,
        [now],
      )
      const open = await rows<{ subject: string; kind: string }>(
        `select crossing_id::text as subject, kind from book_crossings where completed_at is null and created_at < $1::timestamptz - interval '1 minute'`,
        [now],
      )
      return [
        ...unbalanced.map(({ subject, minor }) => finding('a book sums to zero in each currency', subject, 0, minor)),
        ...drifted.map(({ subject, stored, posted }) =>
          finding('a balance is the sum of its postings', subject, posted, stored),
        ),
        ...early.map(({ subject, at }) =>
          finding('no journal is ahead of the clock', subject, now.toISOString(), at.toISOString()),
        ),
        ...open.map(({ subject, kind }) => finding('what crosses between books arrives', subject, 'arrived', kind)),
      ]
    },

    /** Returns records later than the clock once a start has finished, and jobs that wait too long. */
    async ahead(): Promise<Finding[]> {
      const found = await rows<{ subject: string; at: Date; clock: Date }>(
        `with clock as (select coalesce(frozen_at, now() + offset_ms * interval '1 millisecond') as at from sandbox_clock),
          latest as (${RECORDED.map(([table, column]) => `select '${table}' as subject, max(${column}) as at from ${table}`).join(' union all ')})
         select subject, latest.at, clock.at as clock from latest, clock where latest.at > clock.at`,
      )
      const jobs = await rows<{ subject: string; due: Date; retry: Date | null }>(
        `select kind || ' ' || resource_id as subject, due_at as due, retry_at as retry from due_work, sandbox_clock
         where due_at > coalesce(frozen_at, now()) + interval '800 days' or retry_at > now() + interval '15 minutes'`,
      )
      return [
        ...found.map(({ subject, at, clock }) =>
          finding('nothing is ahead of the clock after a start', subject, clock.toISOString(), at.toISOString()),
        ),
        ...jobs.map(({ subject, due, retry }) =>
          finding('no job waits longer than it may', subject, 'soon', `${due.toISOString()}, ${retry?.toISOString()}`),
        ),
      ]
    },

    async deadlocks(): Promise<number> {
      const [row] = await rows<{ deadlocks: string }>(
        'select deadlocks from pg_stat_database where datname = current_database()',
      )
      return Number(row?.deadlocks ?? 0)
    },

    async counts(): Promise<Record<string, number>> {
      const [row] = await rows<Record<string, string>>(
        `select (select count(*) from fx_trades) as trades, (select count(*) from payments) as payments,
          (select count(*) from journals) as journals, (select count(*) from postings) as postings,
          (select count(*) from events) as events, (select count(*) from margin_calls) as "marginCalls"`,
      )
      return Object.fromEntries(Object.entries(row ?? {}).map(([name, count]) => [name, Number(count)]))
    },
  }
}
