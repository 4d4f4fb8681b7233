import type { Db } from '../../src/kernel/db/db.ts'

/**
 * Posts many journals of 1.00 between two accounts at once in SQL, because only reading is measured. The ledger's own
 * triggers check them as usual.
 *
 * @param at business time of the first; one a second follows
 */
export async function postMany(
  db: Db,
  entityId: string,
  from: string,
  to: string,
  lines: number,
  at: Date,
): Promise<void> {
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `create temp table made_journals on commit drop as
        select i, gen_random_uuid() as journal_id, $2::timestamptz + i * interval '1 second' as at from generate_series(1, $1::int) i`,
      [lines, at],
    )
    await client.query(
      `insert into journals (entity_id, journal_id, kind, value_date, posted_at, source_type, source_id)
        select $1, journal_id, 'internalTransfer', at::date, at, 'internalTransfer', journal_id from made_journals`,
      [entityId],
    )
    await client.query(
      `insert into postings (entity_id, account_id, seq, journal_id, amount_minor, balance_after_minor, related_id, posted_at,
          value_date, currency, type, related_type, reference, end_to_end_id, counterparty_name, counterparty_account)
        select $1, b.account_id, b.seq + m.i, m.journal_id, s.sign * 100, b.balance_minor + s.sign * 100 * m.i, m.journal_id, m.at,
          m.at::date, b.currency, 'InternalTransfer', 'internalTransfer', 'Reference of line ' || m.i, 'E2E-' || m.i,
          'Zakłady ' || m.i || ' sp. z o.o.', 'PL61109010140000071219812874'
        from (values ($2::uuid, -1), ($3::uuid, 1)) s (account_id, sign)
          join balances b on b.entity_id = $1 and b.account_id = s.account_id cross join made_journals m
        order by b.account_id, m.i`,
      [entityId, from, to],
    )
    await client.query(
      `update balances b set seq = seq + $4, balance_minor = balance_minor + s.sign * 100 * $4::bigint, last_posted_at = m.at,
          last_day = m.at::date
        from (values ($2::uuid, -1), ($3::uuid, 1)) s (account_id, sign), (select max(at) as at from made_journals) m
        where b.entity_id = $1 and b.account_id = s.account_id`,
      [entityId, from, to, lines],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}
