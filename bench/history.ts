import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../server/src/kernel/db/db.ts'
import type { BenchContext } from './context.ts'

/**
 * Fills the ledger with history until it has so many postings: transfers back and forth, with all the rows that the
 * service writes for one. The trigger that checks each posting is off meanwhile; the rows would pass it.
 */
export async function grow(context: BenchContext, postings: number): Promise<void> {
  const { db, progress } = context
  const { rows } = await db.pool.query<{ n: bigint }>(
    `select coalesce(sum(seq), 0)::bigint as n from balances where kind = 'client'`,
  )
  const pairs = context.entities.flatMap(({ entityId, clientId, accounts }) =>
    accounts.flatMap(({ id }, i) => (i % 2 === 0 ? [[entityId, clientId, id, accounts[i + 1]!.id]] : [])),
  )
  const rounds = Math.ceil((postings - Number(rows[0]!.n)) / 2 / pairs.length)
  await db.pool.query('alter table postings disable trigger postings_continue')
  const chunk = Math.max(1, Math.floor(200_000 / pairs.length))
  for (let done = 0; done < rounds; done += chunk) {
    progress(`history, ${Math.round((done / rounds) * 100)} % of ${(postings / 1e6).toFixed(1)}M postings`)
    await insertHistory(db, pairs as string[][], Math.min(chunk, rounds - done))
  }
  await db.pool.query('alter table postings enable trigger postings_continue')
  progress('sealing the history in the audit trail')
  await untilSealed(db)
  await db.pool.query('vacuum analyze')
}

/** Waits until the server has sealed all events: it does so with a core of its own while others are measured. */
async function untilSealed(db: BenchContext['db']): Promise<void> {
  for (;;) {
    const { rowCount } = await db.pool.query(
      `select from books b left join audit_heads h on h.entity_id = b.entity_id and h.chain = 'entity'
        where b.event_sequence > coalesce(h.events, 0) limit 1`,
    )
    if (rowCount === 0) return
    await sleep(500)
  }
}

async function insertHistory(db: BenchContext['db'], pairs: string[][], rounds: number): Promise<void> {
  const column = (i: number) => pairs.map((pair) => pair[i])
  await db.pool.query(
    `with pair as (
      select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) p(entity_id, client_id, debit, credit)
    ), item as materialized (
      select p.*, g.n, gen_random_uuid() as id, d.seq as d_seq, d.balance_minor as d_balance, c.seq as c_seq, c.balance_minor as c_balance,
        greatest(d.last_posted_at, c.last_posted_at) as at, b.event_sequence
      from pair p
      join balances d on d.entity_id = p.entity_id and d.account_id = p.debit
      join balances c on c.entity_id = p.entity_id and c.account_id = p.credit
      join books b on b.entity_id = p.entity_id
      cross join generate_series(1, $5::int) g(n)
    ), j as (
      insert into journals (entity_id, journal_id, kind, value_date, posted_at, source_type, source_id)
      select entity_id, id, 'internalTransfer', at::date, at, 'internalTransfer', id from item
    ), t as (
      insert into internal_transfers (entity_id, internal_transfer_id, debit_account_id, credit_account_id, amount_minor, debit_sequence, credit_sequence, created_at, currency)
      select entity_id, id, debit, credit, 1, d_seq + n, c_seq + n, at, 'EUR' from item
    ), k as (
      insert into idempotency_keys (entity_id, client_id, operation, key, request, status, resource_id, outcome, created_at)
      select entity_id, client_id, 'bench', id::text, '[{},{},{"amount":"1.00"}]', 201, id, 0, at from item
    ), e as (
      insert into events (entity_id, sequence, type, resource_type, resource_id, at, wall_at, actor_type, actor_id)
      select entity_id, event_sequence + row_number() over (partition by entity_id order by n, debit), 'internalTransfer.completed', 'internalTransfer', id, at, at, 'client', client_id from item
    ), p as (
      insert into postings (entity_id, account_id, seq, journal_id, amount_minor, balance_after_minor, related_id, posted_at, value_date, currency, type, related_type)
      select entity_id, debit, d_seq + n, id, -1, d_balance - n, id, at, at::date, 'EUR', 'InternalTransfer', 'internalTransfer' from item
      union all
      select entity_id, credit, c_seq + n, id, 1, c_balance + n, id, at, at::date, 'EUR', 'InternalTransfer', 'internalTransfer' from item
    ), books_now as (
      update books b set event_sequence = b.event_sequence + x.count from (select entity_id, count(*) from item group by 1) x where x.entity_id = b.entity_id
    )
    update balances b set balance_minor = b.balance_minor + x.sign * $5, seq = b.seq + $5
    from (select entity_id, debit as account_id, -1 as sign from pair union all select entity_id, credit, 1 from pair) x
    where b.entity_id = x.entity_id and b.account_id = x.account_id`,
    [column(0), column(1), column(2), column(3), rounds],
  )
}

/** Tables of a completed payment, in the order of their references. */
const PAYMENT_TABLES = ['payments', 'payment_history', 'rail_instructions'] as const
const CHUNK = 50_000

/**
 * Copies completed payments until there are so many, with their steps and instructions, evenly over the entities. The triggers
 * that check a step are off meanwhile; the copies have passed them.
 *
 * @throws Error if no payment is completed yet
 */
export async function growPayments({ db, progress }: BenchContext, payments: number): Promise<void> {
  const { rows } = await db.pool.query<{ made: number; models: number }>(
    `select count(*)::int as made, count(distinct entity_id)::int as models from payments where status = 'Completed'`,
  )
  const { made, models } = rows[0]!
  if (models === 0) throw new Error('no payment is completed: none can be copied')
  const missing = Math.max(0, payments - made)
  await setTriggers(db, 'disable')
  for (let done = 0; done < missing; done += CHUNK) {
    progress(`history, ${Math.round((done / missing) * 100)} % of ${(payments / 1e6).toFixed(1)}M payments`)
    await copyPayments(db, Math.ceil(Math.min(CHUNK, missing - done) / models))
  }
  await setTriggers(db, 'enable')
  await db.pool.query('vacuum analyze')
}

async function setTriggers(db: BenchContext['db'], how: 'enable' | 'disable'): Promise<void> {
  for (const name of PAYMENT_TABLES) await db.pool.query(`alter table ${name} ${how} trigger user`)
}

/** Copies one completed payment of each entity so many times, on one connection: the list of copies is a temporary table. */
function copyPayments(db: BenchContext['db'], times: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    await tx.query(
      `create temporary table copied_payments on commit drop as
        select p.entity_id, p.payment_id as model, gen_random_uuid() as id
        from (select distinct on (entity_id) entity_id, payment_id from payments where status = 'Completed') p, generate_series(1, $1::int)`,
      [times],
    )
    for (const name of PAYMENT_TABLES) {
      const { rows } = await tx.query<{ columns: string; copied: string }>(
        `select string_agg(quote_ident(column_name), ', ') as columns, string_agg('r.' || quote_ident(column_name), ', ') as copied
          from information_schema.columns
          where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER'`,
        [name],
      )
      const { columns, copied } = rows[0]!
      await tx.query(
        `insert into ${name} (${columns})
          select ${copied} from copied_payments c
            join ${name} m on m.entity_id = c.entity_id and m.payment_id = c.model
            cross join jsonb_populate_record(m, jsonb_build_object('payment_id', c.id, 'uetr', c.id, 'client_reference', null)) r`,
      )
    }
  })
}
