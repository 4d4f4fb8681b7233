import type { Db } from '../kernel/db/db.ts'
import { type Day, dayOf } from '../kernel/values/days.ts'
import { HOUSE_ENTITY_ID } from '../kernel/values/house.ts'

/**
 * One currency of a reconciliation, in minor units. Each figure is positive where it is usual: money that clients have,
 * money at the bank.
 */
interface ReconciledCurrency {
  currency: string
  /** Client and margin accounts: owed to clients. */
  clients: bigint
  /** Payments handed to a rail and not yet confirmed. */
  clearing: bigint
  /** Money on hold or unidentified. */
  suspense: bigint
  /** The institution's own: fees, revenue, positions, own funds, less nostro accounts. */
  own: bigint
  /** Money of clients at the bank. */
  safeguarding: bigint
  /** Receivable between the books of clients and the house: crossings that are not yet posted. */
  inTransit: bigint
  /** Left side less right side; 0 if they agree. */
  difference: bigint
}

/** A place where stored figures disagree. */
interface ReconciliationFinding {
  check: 'AccountBalance' | 'Book' | 'InTransit'
  entityId: string
  currency: string
  /** Stored id of the ledger account, for a balance. */
  accountId: string | null
  kind: string | null
  expected: bigint
  stored: bigint
}

export interface Reconciliation {
  currencies: ReconciledCurrency[]
  findings: ReconciliationFinding[]
}

/** Most findings of a check; more add no information. */
const MOST = 100

/** Crossings whose journal the house does not have yet. Index book_crossings_open. */
const OPEN_CROSSINGS = `select entity_id, currency, sum(amount_minor) as minor from book_crossings c
  where completed_at is null
    and not exists (select 1 from journals j where j.entity_id = '${HOUSE_ENTITY_ID}' and j.journal_id = c.crossing_id)
  group by 1, 2`

const CURRENCIES = `
  select currency, sum(minor) filter (where kind in ('client', 'margin'))::bigint as clients,
      sum(minor) filter (where kind = 'out_clearing')::bigint as clearing,
      sum(minor) filter (where kind in ('suspense', 'suspense_in'))::bigint as suspense,
      sum(minor) filter (where kind in ('fees', 'fx_revenue', 'fx_position', 'nostro', 'own_funds'))::bigint as own,
      (- sum(minor) filter (where kind = 'safeguarding'))::bigint as safeguarding,
      (- sum(minor) filter (where kind = 'open crossing'))::bigint as "inTransit"
    from (
      select currency, kind, sum(balance_minor) as minor from balances group by 1, 2
      union all
      select currency, 'open crossing', minor from (${OPEN_CROSSINGS}) crossing) figures
    group by 1 order by 1`

/** Balances that do not follow from the postings since $1, or from the last posting of an account without one since. */
const BALANCES = `
  select 'AccountBalance', b.entity_id, b.currency, b.account_id, b.kind, (coalesce(d.balance_minor, 0) + p.minor)::bigint, b.balance_minor
    from balances b
    left join lateral (
      select balance_minor, seq from daily_balances d
        where d.entity_id = b.entity_id and d.account_id = b.account_id and d.day < $1 order by day desc limit 1
    ) d on true
    cross join lateral (
      select coalesce(sum(amount_minor), 0) as minor from postings p
        where p.entity_id = b.entity_id and p.account_id = b.account_id and p.seq > coalesce(d.seq, 0)
    ) p
    where b.last_day >= $1 and coalesce(d.balance_minor, 0) + p.minor <> b.balance_minor
  union all
  select 'AccountBalance', b.entity_id, b.currency, b.account_id, b.kind, coalesce(p.balance_after_minor, 0), b.balance_minor
    from balances b
    left join postings p on p.entity_id = b.entity_id and p.account_id = b.account_id and p.seq = b.seq
    where (b.last_day is null or b.last_day < $1) and b.balance_minor <> coalesce(p.balance_after_minor, 0)`

const BOOKS = `
  select 'Book', entity_id, currency, null::uuid, null, 0::bigint, sum(balance_minor)::bigint from balances
    group by entity_id, currency having sum(balance_minor) <> 0`

const IN_TRANSIT = `
  select 'InTransit', entity_id, currency, null::uuid, 'in_transit', coalesce(c.minor, 0)::bigint, coalesce(t.minor, 0)::bigint
    from (
      select entity_id, currency, sum(balance_minor) as minor from (
        select entity_id, currency, balance_minor from balances where kind = 'in_transit' and entity_id <> '${HOUSE_ENTITY_ID}'
        union all
        select a.qualifier::uuid, b.currency, b.balance_minor from ledger_accounts a
          join balances b on b.entity_id = a.entity_id and b.account_id = a.account_id
          where a.kind = 'in_transit' and a.entity_id = '${HOUSE_ENTITY_ID}') both_sides
        group by 1, 2) t
    full join (${OPEN_CROSSINGS}) c using (entity_id, currency)
    where coalesce(c.minor, 0) <> coalesce(t.minor, 0)`

/**
 * Compares what the house owes with what it has, in each currency and one snapshot: client accounts, clearing, suspense
 * and own accounts against safeguarding and crossings in transit. Every balance is compared with its postings since
 * a day, so the cost depends on the accounts and on the postings of that time, not on the whole history. `auditLedger`
 * recomputes all of it.
 *
 * @param since day (UTC) of the last reconciliation without a difference; undefined: compares all postings
 */
export async function reconcileLedger(db: Pick<Db, 'pool'>, since: Day | undefined): Promise<Reconciliation> {
  const client = await db.pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ [F in keyof ReconciledCurrency]: ReconciledCurrency[F] | null }>(CURRENCIES)
    const findings: ReconciliationFinding[] = []
    for (const [sql, values] of [
      [BALANCES, [since ?? dayOf(new Date(0))]],
      [BOOKS, []],
      [IN_TRANSIT, []],
    ] as const) {
      const found = await client.query<ReconciliationFinding>(
        `select "check", "entityId", currency, "accountId", kind, expected, stored
          from (${sql} limit ${MOST}) as found("check", "entityId", currency, "accountId", kind, expected, stored)`,
        [...values],
      )
      findings.push(...found.rows)
    }
    return { currencies: rows.map(withDifference), findings }
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}

function withDifference(row: { [F in keyof ReconciledCurrency]: ReconciledCurrency[F] | null }): ReconciledCurrency {
  const { clients, clearing, suspense, own, safeguarding, inTransit } = row
  const figures = {
    clients: clients ?? 0n,
    clearing: clearing ?? 0n,
    suspense: suspense ?? 0n,
    own: own ?? 0n,
    safeguarding: safeguarding ?? 0n,
    inTransit: inTransit ?? 0n,
  }
  const owed = figures.clients + figures.clearing + figures.suspense + figures.own
  return { currency: row.currency!, ...figures, difference: owed - figures.safeguarding - figures.inTransit }
}
