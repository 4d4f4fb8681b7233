import type { Cell } from '../../kernel/db/table.ts'
import { laneOf } from '../../kernel/jobs/work.ts'
import type { Act } from '../../kernel/values/act.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import type { BatchColumn, CallerTable } from '../../ledger/index.ts'
import { SCREEN_WORK, stepEvent } from '../lifecycle/transitions.ts'
import { CELLS, type PaymentRow } from '../record/queries.ts'

/** A payment with everything that is stored with it. */
export interface Acceptance {
  row: PaymentRow
  act: Act
  /** Version of the facts that the payment was checked with. */
  factsVersion: string
  /** Key of the request and its answer; undefined without a key. */
  answered: { operation: string; key: string; request: string; body: string } | undefined
}

const ELEMENTS: Readonly<Record<string, BatchColumn<Acceptance>['type']>> = {
  uuid: 'uuid',
  bigint: 'bigint',
  integer: 'int',
  smallint: 'int',
  date: 'date',
}

/** The payment's own id is the command's; its lists are empty, and their default is too. */
const OWN = CELLS.filter(({ column, sqlType }) => !sqlType.endsWith('[]') && column !== 'entity_id')

const columnOf = ({ column, sqlType, valueOf }: Cell): BatchColumn<Acceptance> => {
  const type = ELEMENTS[sqlType]
  if (type) return { name: `p_${column}`, type, value: ({ row }) => valueOf(row) as never }
  return { name: `p_${column}`, type: 'text', value: ({ row }) => textOf(valueOf(row)) }
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return value instanceof Date ? value.toISOString() : String(value)
}

const text = (name: string, value: (of: Acceptance) => string | null | undefined): BatchColumn<Acceptance> => ({
  name,
  type: 'text',
  value,
})

const OTHERS: BatchColumn<Acceptance>[] = [
  text('facts', ({ factsVersion }) => factsVersion),
  text('actor_type', ({ act }) => act.actor.type),
  { name: 'actor_id', type: 'uuid', value: ({ act }) => act.actor.id },
  text('request_id', ({ act }) => act.requestId),
  text('wall_at', ({ act }) => act.wall.toISOString()),
  text('event_type', ({ row, act }) => stepEvent(row, act).type),
  text('event_detail', ({ row, act }) => JSON.stringify(stepEvent(row, act).detail)),
  { name: 'work_id', type: 'uuid', value: () => newUuid() },
  { name: 'lane', type: 'int', value: ({ row }) => laneOf(row.entityId) },
  text('key_operation', ({ answered }) => answered?.operation),
  text('key', ({ answered }) => answered?.key),
  text('key_request', ({ answered }) => answered?.request),
  text('key_body', ({ answered }) => answered?.body),
]

const KNOWN_KEY = `exists (select 1 from idempotency_keys k where k.entity_id = c.entity_id and k.client_id = c.p_created_by
    and k.operation = c.key_operation and k.key = c.key)`
const KNOWN_REFERENCE = `exists (select 1 from payments p where p.entity_id = c.entity_id and p.client_reference = c.p_client_reference)`
const OTHER_FACTS = `payment_facts(c.entity_id, c.p_account_id, c.p_beneficiary_id) <> c.facts`
const OVER_LIMIT = `c.p_base_minor > (select s.daily_payment_minor - coalesce((select u.used_minor from daily_usage u
    where u.entity_id = c.entity_id and u.day = c.p_limit_day and u.kind = 'payment'), 0)
    from entity_settings s where s.entity_id = c.entity_id)`

/** Counts a batch towards the daily limits; a row less than there are days counted means that a limit is exceeded. */
const USAGE = `usage as (insert into daily_usage (entity_id, day, kind, used_minor)
      select entity_id, limit_day, 'payment', minor from (select entity_id, p_limit_day as limit_day,
            sum(p_base_minor)::bigint as minor
          from r where outcome = 0 group by entity_id, p_limit_day order by entity_id, p_limit_day) counted
        where minor <= (select daily_payment_minor from entity_settings s where s.entity_id = counted.entity_id)
      on conflict (entity_id, day, kind) do update set used_minor = daily_usage.used_minor + excluded.used_minor
        where daily_usage.used_minor + excluded.used_minor <=
          (select daily_payment_minor from entity_settings s where s.entity_id = excluded.entity_id)
      returning 1)`

/** Event counters are locked after the usage, ascending: the lock order of decision 36. */
const EVENTS = `books_locked as materialized (select b.entity_id from books b
      where b.entity_id in (select entity_id from r where outcome = 0) and (select count(*) from usage) >= 0
      order by b.entity_id for no key update),
    counted as (update books b set event_sequence = b.event_sequence + n.events,
        recorded_at = greatest(b.recorded_at, n.at)
      from books_locked l cross join lateral (select count(*) as events, max(p_created_at::timestamptz) as at
          from r where outcome = 0 and r.entity_id = l.entity_id) n
      where b.entity_id = l.entity_id returning b.entity_id, b.event_sequence - n.events as before, b.recorded_at),
    events_written as (insert into events (entity_id, sequence, type, resource_type, resource_id, resource_version, at,
        wall_at, actor_type, actor_id, request_id, detail, recorded_at)
      select r.entity_id, counted.before + row_number() over (partition by r.entity_id order by r.p_payment_id), r.event_type,
        'payment', r.p_payment_id, 1, r.p_created_at::timestamptz, r.wall_at::timestamptz, r.actor_type, r.actor_id,
        r.request_id, r.event_detail::jsonb, counted.recorded_at
      from r join counted on counted.entity_id = r.entity_id where r.outcome = 0)`

const HISTORY = `history_written as (insert into payment_history (entity_id, payment_id, version, status, at, actor_type, actor_id)
      select entity_id, p_payment_id, 1, p_status, p_created_at::timestamptz, actor_type, actor_id from r where outcome = 0)`

const WORK = `work_written as (insert into due_work (entity_id, work_id, kind, resource_id, due_at, lane)
      select entity_id, work_id, '${SCREEN_WORK}', p_payment_id, p_created_at::timestamptz, lane from r where outcome = 0)`

const KEYS = `keys_written as (insert into idempotency_keys (entity_id, client_id, operation, key, request, status, body,
        request_id, created_at)
      select entity_id, p_created_by, key_operation, key, key_request, 201, key_body, request_id, wall_at::timestamptz
      from r where outcome = 0 and key is not null)`

/**
 * Everything that a batch of accepted payments stores beside their holds: payments, history, events, jobs, used limits and
 * answers under their keys. A payment is refused if its facts have changed, or its key, reference or limit is used.
 */
export const ACCEPTANCES: CallerTable<Acceptance> = {
  name: 'payments',
  columns: [...OWN.map(columnOf), ...OTHERS],
  insert: `insert into payments (entity_id, ${OWN.map(({ column }) => column).join(', ')})
      select entity_id, ${OWN.map(({ column, sqlType }) => `p_${column}::${sqlType}`).join(', ')} from r where outcome = 0`,
  also: [HISTORY, WORK, KEYS, USAGE, EVENTS],
  holds: `(select count(*) from usage) = (select count(*) from (select distinct entity_id, p_limit_day from r where outcome = 0) d)`,
  refuse: {
    expression: `select case when ${KNOWN_KEY} or ${KNOWN_REFERENCE} or ${OTHER_FACTS} or ${OVER_LIMIT} then c.p_payment_id end`,
    needed: () => true,
  },
}
