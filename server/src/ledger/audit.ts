import type { Db } from '../kernel/db/db.ts'
import type { AuditCheck } from '../kernel/module.ts'
import { HOUSE_ENTITY_ID } from '../kernel/values/house.ts'

/** A stored figure that does not follow from the postings and holds. */
interface AuditFinding {
  /** Name of the failed check. */
  check: string
  entityId: string
  /** Account, journal, day or currency, depending on the check. */
  subject: string
  /** Recomputed. */
  expected: string
  /** Stored value. */
  stored: string
}

interface AuditReport {
  accounts: bigint
  postings: bigint
  journals: bigint
  openHolds: bigint
  findings: AuditFinding[]
}

/** Most findings reported per check; more add no information. */
const MOST = 100

/** The rules of the ledger's own tables. */
const CHECKS: readonly AuditCheck[] = [
  {
    name: 'every account with a balance is an account of the ledger, in its currency and with its floor',
    sql: `select coalesce(b.entity_id, a.entity_id), coalesce(b.account_id, a.account_id)::text,
        concat_ws(' ', a.currency, a.kind, a.floor_minor), concat_ws(' ', b.currency, b.kind, b.floor_minor)
      from balances b full join ledger_accounts a on a.entity_id = b.entity_id and a.account_id = b.account_id
      where (a.currency, a.kind, a.floor_minor) is distinct from (b.currency, b.kind, b.floor_minor)`,
  },
  {
    name: 'the balance is the sum of the postings',
    sql: `select coalesce(b.entity_id, p.entity_id), coalesce(b.account_id, p.account_id)::text, coalesce(p.sum, 0)::text, b.balance_minor::text
      from balances b full join (select entity_id, account_id, sum(amount_minor) from postings group by 1, 2) p
        on p.entity_id = b.entity_id and p.account_id = b.account_id
      where coalesce(p.sum, 0) is distinct from b.balance_minor`,
  },
  {
    name: 'the sequence counts the postings without a gap, and the last of them is remembered',
    sql: `select b.entity_id, b.account_id::text, concat_ws(' ', coalesce(p.count, 0), p.last, p.last_at), concat_ws(' ', b.seq, b.seq, b.last_posted_at)
      from balances b left join (
        select entity_id, account_id, count(*), max(seq) as last, max(posted_at) as last_at from postings group by 1, 2
      ) p on p.entity_id = b.entity_id and p.account_id = b.account_id
      where (coalesce(p.count, 0), coalesce(p.last, 0), p.last_at, (p.last_at at time zone 'UTC')::date)
        is distinct from (b.seq, b.seq, b.last_posted_at, b.last_day)`,
  },
  {
    name: 'each posting continues the one before it, in balance and in time',
    sql: `select entity_id, account_id || ' ' || seq, (before + amount_minor)::text, balance_after_minor::text from (
        select *, coalesce(lag(balance_after_minor) over w, 0) as before, lag(posted_at) over w as earlier from postings
        window w as (partition by entity_id, account_id order by seq)) p
      where before + amount_minor <> balance_after_minor or posted_at < earlier`,
  },
  {
    name: 'held is the sum of the open holds, and so are its parts for trades and margin',
    sql: `select coalesce(b.entity_id, h.entity_id), coalesce(b.account_id, h.account_id)::text,
        concat_ws(' ', coalesce(h.sum, 0), coalesce(h.trade, 0), coalesce(h.margin, 0)),
        concat_ws(' ', b.held_minor, b.held_trade_minor, b.held_margin_minor)
      from balances b full join (
        select entity_id, account_id, sum(amount_minor), sum(amount_minor) filter (where purpose = 'trade') as trade,
          sum(amount_minor) filter (where purpose = 'margin') as margin
        from holds where released_at is null group by 1, 2
      ) h on h.entity_id = b.entity_id and h.account_id = b.account_id
      where (coalesce(h.sum, 0), coalesce(h.trade, 0), coalesce(h.margin, 0))
        is distinct from (b.held_minor, b.held_trade_minor, b.held_margin_minor)`,
  },
  {
    name: 'a day closes with its last posting',
    sql: `select coalesce(d.entity_id, p.entity_id), coalesce(d.account_id, p.account_id) || ' ' || coalesce(d.day, p.day),
        concat_ws(' ', p.balance_after_minor, p.seq), concat_ws(' ', d.balance_minor, d.seq)
      from daily_balances d full join (
        select distinct on (l.entity_id, l.account_id, (l.posted_at at time zone 'UTC')::date)
          l.entity_id, l.account_id, (l.posted_at at time zone 'UTC')::date as day, l.balance_after_minor, l.seq
        from postings l join balances b on b.entity_id = l.entity_id and b.account_id = l.account_id
        where (l.posted_at at time zone 'UTC')::date < b.last_day
        order by l.entity_id, l.account_id, (l.posted_at at time zone 'UTC')::date, l.seq desc
      ) p on p.entity_id = d.entity_id and p.account_id = d.account_id and p.day = d.day
      where (p.balance_after_minor, p.seq) is distinct from (d.balance_minor, d.seq)`,
  },
  {
    name: 'a journal sums to zero in each currency',
    sql: `select entity_id, journal_id || ' ' || currency, '0', sum(amount_minor)::text from postings
      group by entity_id, journal_id, currency having sum(amount_minor) <> 0`,
  },
  {
    name: 'a journal has postings, and a posting a journal',
    sql: `select coalesce(j.entity_id, p.entity_id), coalesce(j.journal_id, p.journal_id)::text, 'journal with postings',
        case when j.journal_id is null then 'no journal' else 'no postings' end
      from journals j full join (select distinct entity_id, journal_id from postings) p
        on p.entity_id = j.entity_id and p.journal_id = j.journal_id
      where j.journal_id is null or p.journal_id is null`,
  },
  {
    name: 'a posting is in the currency of its account',
    sql: `select p.entity_id, p.account_id || ' ' || p.seq, a.currency, p.currency
      from postings p join ledger_accounts a on a.entity_id = p.entity_id and a.account_id = p.account_id
      where a.currency <> p.currency`,
  },
  {
    name: "an entity's book balances in each currency",
    sql: `select entity_id, currency, '0', sum(balance_minor)::text from balances group by 1, 2 having sum(balance_minor) <> 0`,
  },
  {
    name: 'money in transit between a client and the house equals the crossings not yet posted',
    sql: `select entity_id, currency, coalesce(c.sum, 0)::text, coalesce(t.sum, 0)::text from (
        select entity_id, currency, sum(balance_minor) from (
          select entity_id, currency, balance_minor from balances where kind = 'in_transit' and entity_id <> '${HOUSE_ENTITY_ID}'
          union all
          select a.qualifier::uuid, b.currency, b.balance_minor from ledger_accounts a
            join balances b on b.entity_id = a.entity_id and b.account_id = a.account_id
            where a.kind = 'in_transit' and a.entity_id = '${HOUSE_ENTITY_ID}') both_sides
        group by 1, 2) t
      full join (select entity_id, currency, sum(amount_minor) from book_crossings b where completed_at is null
          and not exists (select 1 from journals j where j.entity_id = '${HOUSE_ENTITY_ID}' and j.journal_id = b.crossing_id) group by 1, 2) c
        using (entity_id, currency)
      where coalesce(t.sum, 0) <> coalesce(c.sum, 0)`,
  },
  {
    name: 'a crossing that is complete has its journal in the book of the house',
    sql: `select c.entity_id, c.crossing_id::text, 'a journal', 'none' from book_crossings c
      where c.completed_at is not null and not exists (
        select 1 from journals j where j.entity_id = '${HOUSE_ENTITY_ID}' and j.journal_id = c.crossing_id)`,
  },
  {
    name: 'the events of an entity are numbered from 1 without a gap',
    sql: `select b.entity_id, 'events', b.event_sequence::text, concat_ws(' ', 'last', e.last, 'of', e.count)
      from books b left join (
        select entity_id, max(sequence) as last, max(sequence) - count(*) as missing, count(*) from events group by 1
      ) e on e.entity_id = b.entity_id
      where e.last is distinct from nullif(b.event_sequence, 0) or e.missing <> 0`,
  },
]

/**
 * Recomputes every balance, sequence, hold, daily balance and sum from the postings and holds in one snapshot, while
 * the service runs, and reports all differences from the stored values.
 *
 * @param onProgress called with each check when it is done
 * @param more rules of other modules, checked after those of the ledger
 */
export async function auditLedger(
  db: Pick<Db, 'pool'>,
  onProgress: (line: string) => void,
  more: readonly AuditCheck[] = [],
): Promise<AuditReport> {
  const client = await db.pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const findings: AuditFinding[] = []
    for (const { name, sql } of [...CHECKS, ...more]) {
      const { rows } = await client.query<Omit<AuditFinding, 'check'>>(
        `select "entityId", subject, expected, stored from (${sql} limit ${MOST}) as found("entityId", subject, expected, stored)`,
      )
      findings.push(...rows.map((row) => ({ check: name, ...row })))
      onProgress(`${rows.length === 0 ? 'ok' : `${rows.length} differ`}: ${name}`)
    }
    const { rows } = await client.query<Omit<AuditReport, 'findings'>>(
      `select (select count(*) from balances) as accounts, (select count(*) from postings) as postings,
        (select count(*) from journals) as journals, (select count(*) from holds where released_at is null) as "openHolds"`,
    )
    return { ...rows[0]!, findings }
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}
