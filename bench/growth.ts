import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../server/src/kernel/values/clock.ts'
import { dayOf } from '../server/src/kernel/values/days.ts'
import { formatCursor } from '../server/src/kernel/http/paging.ts'
import { newUuid } from '../server/src/kernel/values/ids.ts'
import { createTransferBatcher } from '../server/src/internal-transfers/index.ts'
import { openPostingConnection } from '../server/src/ledger/index.ts'
import type { BenchContext } from './context.ts'
import { httpRequest, median, runLoad } from './load.ts'
import type { Figure } from './report.ts'

const BATCH = 128
const BATCHES = 150
const AFTER_CHECKPOINT_MS = 16_000

/** Costs by ledger size: a batch of 128 transfers, and pages of transactions. */
interface Costs {
  /** Milliseconds, median. */
  batch: number
  newestP99: number
  middleP99: number
}

/** Batches and pages with 0.1 and with `millions` million postings. */
export async function growthFigures(context: BenchContext, millions: number): Promise<Figure[]> {
  await grow(context, 100_000)
  const small = await costs(context)
  await grow(context, millions * 1_000_000)
  const large = await costs(context)
  const pages = (name: string, a: number, b: number): Figure => ({
    name: `p99 of a transactions page, ${name}, with ${millions}M postings against 0.1M`,
    value: b / a,
    unit: 'times',
    floor: 2,
    atMost: true,
    goal: 1.5,
    note: `${b.toFixed(2)} ms against ${a.toFixed(2)} ms`,
  })
  return [
    {
      name: `Batch of 128 transfers with ${millions}M postings, of the speed with 0.1M`,
      value: small.batch / large.batch,
      unit: 'ratio',
      floor: 0.7,
      goal: 0.8,
      note: `${large.batch.toFixed(2)} ms against ${small.batch.toFixed(2)} ms a batch`,
    },
    pages('newest', small.newestP99, large.newestP99),
    pages('middle', small.middleP99, large.middleP99),
  ]
}

async function costs(context: BenchContext): Promise<Costs> {
  await context.db.pool.query('checkpoint').catch(() => {}) // an operator's server may not allow it
  await sleep(AFTER_CHECKPOINT_MS)
  return {
    batch: await batchMs(context),
    newestP99: await pageP99(context, () => undefined),
    middleP99: await pageP99(context, (postings) => formatCursor('transactions', [String(Math.floor(postings / 2))])),
  }
}

/** Milliseconds of a batch of 128 transfers between accounts of all entities, without HTTP. */
async function batchMs({ db, entities }: BenchContext): Promise<number> {
  const connection = openPostingConnection(db)
  const transfers = createTransferBatcher(connection, systemClock)
  const times: number[] = []
  for (let i = 0; i < BATCHES; i++) {
    const began = performance.now()
    await Promise.all(Array.from({ length: BATCH }, () => transfers.post(randomTransfer(entities))))
    times.push(performance.now() - began)
  }
  await connection.close()
  return median(times.slice(10))
}

type Command = Parameters<ReturnType<typeof createTransferBatcher>['post']>[0]

/** Builds the posting of a transfer between two accounts of one entity, as the route would. */
function randomTransfer(entities: BenchContext['entities']): Command {
  const { entityId, clientId, accounts } = entities[Math.floor(Math.random() * entities.length)]!
  const from = Math.floor(Math.random() * accounts.length)
  const [debit, credit] = [accounts[from]!.id, accounts[(from + 1) % accounts.length]!.id]
  const id = newUuid()
  const leg = (account: string, amountMinor: bigint) => ({ account, currency: 'EUR', amountMinor })
  return {
    entityId,
    journalId: id,
    kind: 'internalTransfer',
    type: 'InternalTransfer',
    source: { type: 'internalTransfer', id },
    valueDate: dayOf(new Date()),
    legs: [leg(debit, -100n), leg(credit, 100n)],
    idempotency: { clientId, operation: 'bench', key: id, request: '[{},{},{"amount":"1.00"}]' },
    event: { type: 'internalTransfer.completed', actor: { type: 'client', id: clientId } },
    resource: {
      debitAccountId: debit,
      creditAccountId: credit,
      amountMinor: 100n,
      currency: 'EUR',
      reference: null,
      clientReference: null,
    },
  } as unknown as Command
}

async function pageP99(
  { server, entities, db, seconds }: BenchContext,
  cursorOf: (postings: number) => string | undefined,
): Promise<number> {
  const { rows } = await db.pool.query<{ seq: bigint }>('select max(seq) as seq from balances where kind = $1', [
    'client',
  ])
  const cursor = cursorOf(Number(rows[0]!.seq))
  const request = () => {
    const entity = entities[Math.floor(Math.random() * entities.length)]!
    const account = entity.accounts[Math.floor(Math.random() * entity.accounts.length)]!
    const after = cursor === undefined ? '' : `&after=${cursor}`
    return httpRequest('GET', `/v1/transactions?accountId=${account.wireId}${after}`, {
      authorization: `Bearer ${entity.token}`,
    })
  }
  await runLoad({ port: server.port, connections: 4, seconds, request }) // warm
  return (await runLoad({ port: server.port, connections: 4, seconds: seconds * 2, request })).p99
}

/**
 * Fills the ledger with history until it has so many postings: transfers back and forth, with all the rows that the
 * service writes for one. The trigger that checks each posting is off meanwhile; the rows would pass it.
 */
async function grow(context: BenchContext, postings: number): Promise<void> {
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
  await db.pool.query('vacuum analyze')
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
