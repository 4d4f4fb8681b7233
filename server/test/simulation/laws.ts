import { expect } from 'vitest'
import type { Db } from '../../src/kernel/db/db.ts'
import { formatId } from '../../src/kernel/values/ids.ts'
import { AUDITS } from '../../src/composition/modules.ts'
import { auditLedger } from '../../src/ledger/index.ts'
import { entryStatuses, lifecycle, mayGo, type PaymentStatus } from '../../src/payments/record/lifecycle.ts'
import { expectedBooks, type Final, minorOf, revenues, storedBooks } from './books.ts'
import { ask, bodyOf, type Kind, MADE, type Sent } from './caller.ts'
import type { Sandbox } from './processes.ts'
import type { Stage } from './stage.ts'

/**
 * Checks everything that holds after any interleaving, once all that was begun has ended.
 *
 * @returns payments, trades and transfers as they are in the end, by id
 */
export async function checkLaws(
  sandbox: Sandbox,
  stage: Stage,
  sent: readonly Sent[],
): Promise<ReadonlyMap<string, Final>> {
  const { db, complaints } = sandbox
  expect(complaints, 'what the processes complained of').toEqual([])
  await checkNothing(db)
  expect((await auditLedger(db, () => {}, AUDITS)).findings, 'the audit').toEqual([])
  await checkOneEffectEach(db, sent)
  const finals = await readEverywhere(sandbox, sent)
  const astray = [...finals].filter(([id, final]) => final.history && !isLawful(id, final))
  expect(astray, 'payments and trades whose life is not lawful').toEqual([])
  expect(await storedBooks(db), 'the books, against what the answers say').toEqual(
    expectedBooks(stage, sent, finals, await revenues(db)),
  )
  expect(await held(db), 'holds, against the payments that are held').toEqual(expectedHolds(finals))
  await checkReplays(sandbox, sent)
  return finals
}

/** Queries for forbidden states; each must return no row. */
const NEVER: Record<string, string> = {
  // The close-out of an overdue trade is due after the simulation.
  'work that is due and not done': `select kind, resource_id, attempts, last_error from due_work
    where kind <> 'trade.closeOut'`,
  'postings of a client below zero': `select p.* from postings p join ledger_accounts using (entity_id, account_id)
    where kind = 'client' and balance_after_minor < 0`,
  'available balances below zero': `select * from balances where kind = 'client' and balance_minor < held_minor`,
  'postings of a journal and currency that do not sum to zero': `select journal_id, currency from postings
    group by 1, 2 having sum(amount_minor) <> 0`,
  'journals of one kind for one thing, twice': `select source_id, kind, currencies from (
      select entity_id, source_id, kind, array_agg(distinct p.currency) as currencies
      from journals j join postings p using (entity_id, journal_id) group by entity_id, journal_id, source_id, kind) of
    group by entity_id, source_id, kind, currencies having count(*) > 1`,
  'open positions': `select * from balances where kind = 'fx_position' and balance_minor <> 0`,
  'crossings that are not complete': 'select * from book_crossings where completed_at is null',
  'quotes booked twice': 'select quote_id from fx_trades group by 1 having count(*) > 1',
  'entities whose events are not numbered from 1 without a gap': `select entity_id from events
    group by 1 having min(sequence) <> 1 or max(sequence) <> count(*)`,
  'states without exactly one event and one audit row': `with states (entity_id, id, type) as (
      select entity_id, internal_transfer_id, 'internalTransfer.completed' from internal_transfers
      union all select entity_id, trade_id, 'trade.executed' from fx_trades
      union all select entity_id, trade_id, 'trade.settled' from fx_trades where status = 'Settled'
      union all select entity_id, inbound_payment_id, 'inboundPayment.received' from inbound_payments
      union all select entity_id, payment_id, 'payment.' || lower(left(status, 1)) || substr(status, 2) from payment_history
    ), told as (select entity_id, resource_id as id, type, count(*) from events group by 1, 2, 3
    ), kept as (select entity_id, resource_id as id, action as type, count(*) from audit_log group by 1, 2, 3)
    select id, type, told.count as events, kept.count as "auditRows" from states
      left join told using (entity_id, id, type) left join kept using (entity_id, id, type)
    where (told.count, kept.count) is distinct from (1, 1)`,
  'payments that count towards a daily limit and came to nothing, or the reverse': `select * from payments
    where (limit_day is null) <> (status in ('Rejected', 'Cancelled', 'Failed'))`,
  'daily limits that do not count what was paid': `select * from (
      select entity_id, limit_day as day, sum(base_minor) as sum from payments where limit_day is not null group by 1, 2) p
    full join (select * from daily_usage where kind = 'payment') u using (entity_id, day)
    where coalesce(sum, 0) <> coalesce(used_minor, 0)`,
  'daily limits that do not count what was dealt': `select * from (
      select entity_id, sum(limit_minor) from fx_trades join fx_quotes using (entity_id, quote_id) group by 1) t
    full join (select entity_id, sum(used_minor) as used from daily_usage where kind = 'trade' group by 1) u
      using (entity_id) where coalesce(sum, 0) <> coalesce(used, 0)`,
}

async function checkNothing(db: Db): Promise<void> {
  for (const [what, sql] of Object.entries(NEVER)) {
    const { rows } = await db.pool.query(`${sql} limit 5`)
    expect({ [what]: rows }).toEqual({ [what]: [] })
  }
}

const TABLES = {
  transfer: { table: 'internal_transfers', column: 'internal_transfer_id', prefix: 'ift' },
  payment: { table: 'payments', column: 'payment_id', prefix: 'pay' },
  trade: { table: 'fx_trades', column: 'trade_id', prefix: 'trd' },
  inbound: { table: 'inbound_payments', column: 'inbound_payment_id', prefix: 'inp' },
} as const

/** Checks that the stored objects equal those returned with 201, each once: dry runs and replays left nothing. */
async function checkOneEffectEach(db: Db, sent: readonly Sent[]): Promise<void> {
  for (const [kind, { table, column, prefix }] of Object.entries(TABLES)) {
    const answered = madeBy(sent, kind as Kind).map(({ answer }) => bodyOf(answer)[MADE[kind as keyof typeof MADE].id])
    const { rows } = await db.pool.query<{ id: string }>(
      `select ${column} as id from ${table}
       ${kind === 'inbound' ? `where reference is distinct from 'Opening balance'` : ''}`,
    )
    const stored = rows.map(({ id }) => formatId(prefix, id))
    expect(stored.sort(), `${kind}: stored, against what was answered`).toEqual(answered.sort())
  }
}

const madeBy = (sent: readonly Sent[], kind: Kind) =>
  sent.filter((order) => order.kind === kind && order.answer.status === 201)

/** Everything that was made, as every process shows it in the end: they agree. By id. */
async function readEverywhere({ processes }: Sandbox, sent: readonly Sent[]): Promise<Map<string, Final>> {
  const finals = new Map<string, Final>()
  for (const { kind, who, answer } of sent) {
    if (answer.status !== 201 || kind === 'quote' || kind === 'step') continue
    const { id, path } = MADE[kind]
    if (path === undefined) continue
    const made = String(bodyOf(answer)[id])
    const shown = await Promise.all(processes.map((process) => process.get<Final>(who, `${path}/${made}`)))
    for (const other of shown) expect(other).toEqual(shown[0])
    finals.set(made, shown[0]!)
  }
  return finals
}

/** States in which payments and trades may be in the end: money that screening holds stays held. */
const ENDS = ['Settled', 'Completed', 'Returned', 'Rejected', 'Cancelled', 'Failed', 'Held']

/** Returns true if a payment or trade has ended with ordered times, a payment by steps of its life cycle. */
function isLawful(id: string, { status, ...final }: Final): boolean {
  const history = final.history as { status: string; at: string }[]
  const states = history.map((entry) => entry.status)
  if (!ENDS.includes(status) || states.at(-1) !== status) return false
  if (history.some(({ at }, i) => at < (history[i - 1]?.at ?? at))) return false
  if (id.startsWith('trd_')) return status === 'Settled'
  const way = states as PaymentStatus[]
  const isEntered = (entryStatuses as readonly string[]).includes(states[0]!)
  return isEntered && way.slice(1).every((state, i) => mayGo(way[i]!, state))
}

async function held(db: Db): Promise<Record<string, bigint>> {
  const { rows } = await db.pool.query<{ id: string; minor: bigint }>(
    'select account_id as id, held_minor as minor from balances where held_minor <> 0',
  )
  return Object.fromEntries(rows.map(({ id, minor }) => [formatId('acc', id), minor]))
}

function expectedHolds(finals: ReadonlyMap<string, Final>): Record<string, bigint> {
  const holds: Record<string, bigint> = {}
  for (const { status, accountId, amount, fee } of finals.values()) {
    if (status in lifecycle && lifecycle[status as PaymentStatus].money === 'Held') {
      const account = String(accountId)
      holds[account] = (holds[account] ?? 0n) + minorOf(amount) + minorOf((fee as { amount: string }).amount)
    }
  }
  return holds
}

/** Checks that every key repeats its first response in every process, byte for byte. */
async function checkReplays({ processes }: Sandbox, sent: readonly Sent[]): Promise<void> {
  for (const { answer, kind: _, ...command } of sent) {
    if (command.key === undefined) continue
    for (const process of processes) {
      const again = await ask(process, command)
      expect(again, `the replay of ${command.path} ${command.key}`).toEqual({ ...answer, replayed: true })
    }
  }
}
