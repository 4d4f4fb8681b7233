import type { Cell } from '../../kernel/db/table.ts'
import { usageOfPayments } from '../../entities/index.ts'
import { eventsOfSet } from '../../events/index.ts'
import { responsesOfSet } from '../../kernel/idempotency-keys.ts'
import { jobsOfSet, laneOf } from '../../kernel/jobs/work.ts'
import type { Act } from '../../kernel/values/act.ts'
import type { BatchColumn, Beside, CallerTable } from '../../ledger/index.ts'
import { bookingEvent, stepEvent } from '../lifecycle/transitions.ts'
import { instructionsOfSet, REPORT_WORK, reportsJson, reportsOfSet, type Submission } from '../rails/index.ts'
import { CELLS, type PaymentRow } from '../record/queries.ts'
import { factsVersions } from './facts.ts'

/** A payment with everything that is stored with it. */
export interface Acceptance {
  row: PaymentRow
  /** Image of the payment for its event; undefined where the transaction takes it. */
  image?: string
  act: Act
  /** Version of the facts that the payment was checked with. */
  factsVersion: string
  /** Job that the payment begins with; undefined for one that its adapter has already. */
  work: { workId: string; kind: string; dueAt: Date } | undefined
  /** Records of a payment that nothing stops: it is submitted, and its account debited. */
  straight: { submission: Submission; account: { imageBeforeBalance: string; version: number } } | undefined
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
  return value instanceof Date ? value.toISOString() : String(value as string | number | boolean)
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
  text('address', ({ act }) => act.address),
  text('called', ({ act }) => act.operation),
  text('wall_at', ({ act }) => act.wall.toISOString()),
  text('event_type', ({ row, act }) => stepEvent(row, act).type),
  text('event_image', ({ image }) => image),
  text('event_detail', ({ row, act }) => JSON.stringify(stepEvent(row, act).detail)),
  { name: 'work_id', type: 'uuid', value: ({ work }) => work?.workId },
  text('work_kind', ({ work }) => work?.kind),
  text('work_due_at', ({ work }) => work?.dueAt.toISOString()),
  { name: 'lane', type: 'int', value: ({ row }) => laneOf(row.accountId) },
  text('instruction', ({ straight }) => straight && JSON.stringify(straight.submission.instruction)),
  text('adapter', ({ straight }) => straight?.submission.adapter?.id),
  text('reports', ({ straight }) => straight && reportsJson(straight.submission)),
  text('account_image', ({ straight }) => straight?.account.imageBeforeBalance),
  { name: 'account_version', type: 'int', value: ({ straight }) => straight?.account.version },
  text(
    'account_detail',
    ({ row, straight }) => straight && JSON.stringify(bookingEvent(row, 'account.debited').detail),
  ),
  text('key_operation', ({ answered }) => answered?.operation),
  text('key', ({ answered }) => answered?.key),
  text('key_request', ({ answered }) => answered?.request),
  text('key_body', ({ answered }) => answered?.body),
]

const KNOWN_KEY = `c.key is not null and exists (select 1 from idempotency_keys k where k.entity_id = c.entity_id and k.client_id = c.p_created_by
    and k.operation = c.key_operation and k.key = c.key)`
const KNOWN_REFERENCE = `c.p_client_reference is not null and exists (select 1 from payments p
    where p.entity_id = c.entity_id and p.client_reference = c.p_client_reference and p.client_reference is not null)`
const OTHER_FACTS = 'c.facts_now <> c.facts'
const FACTS_NOW: Beside = {
  name: 'facts_now',
  call: (column) => factsVersions(column('entity_id'), column('p_account_id'), column('p_beneficiary_id')),
}
const OVER_LIMIT = `c.p_base_minor > (select s.daily_payment_minor - coalesce((select u.used_minor from daily_usage u
    where u.entity_id = c.entity_id and u.day = c.p_limit_day and u.kind = 'payment'), 0)
    from entity_settings s where s.entity_id = c.entity_id)`

const REFUSED = `(${KNOWN_KEY}) or (${KNOWN_REFERENCE}) or ${OTHER_FACTS} or ${OVER_LIMIT}`
const refusedIf = (condition: string): string => `select case when ${condition} then c.p_payment_id end`
const CHECK = { expression: refusedIf(REFUSED), needed: () => true, beside: FACTS_NOW }

const POSTED = 'from r where outcome = 0'

const USAGE = usageOfPayments(`select entity_id, p_limit_day as day, p_base_minor as minor ${POSTED}`)

const SUBMITTED = 'from r where outcome = 0 and instruction is not null'

const INSTRUCTIONS = instructionsOfSet(
  `select entity_id, p_payment_id, p_uetr::uuid, p_rail, instruction::jsonb, adapter, p_created_at::timestamptz,
      case when adapter is not null then p_created_at::timestamptz end ${SUBMITTED}`,
)

const REPORTS = reportsOfSet(
  `select entity_id, p_payment_id as payment_id, p_uetr::uuid as uetr, adapter, lane, reports::jsonb as reports ${SUBMITTED}
      and reports is not null`,
)

/** Balances of the debited accounts behind the whole set. */
const BALANCES = `balances_shown as materialized (
      select b.entity_id, b.account_id as p_account_id, b.balance from (select array_agg(entity_id) as entity_ids, array_agg(p_account_id) as account_ids
          from (select distinct entity_id, p_account_id ${SUBMITTED}) d) g,
        lateral ledger_balance_images(entity_ids, account_ids) b)`

/** Columns of both events of a payment. */
const COMMON = `p_created_at::timestamptz as at, wall_at::timestamptz as wall_at, actor_type, actor_id, request_id, address,
      called as operation`

const EVENTS = eventsOfSet(
  `select entity_id, p_payment_id as place, 1 as step, event_type as type, 'payment' as resource_type, p_payment_id as resource_id,
      1 as resource_version, ${COMMON}, event_detail::jsonb as detail, event_image as image ${POSTED}
    union all
    select entity_id, p_payment_id, 2, 'account.debited', 'account', p_account_id, account_version, ${COMMON},
      account_detail::jsonb, account_image || b.balance || '}' from r join balances_shown b using (entity_id, p_account_id)
      where outcome = 0 and instruction is not null`,
  'usage',
)

const HISTORY = `history_written as (
      insert into payment_history (entity_id, payment_id, version, status, at, actor_type, actor_id)
      select entity_id, p_payment_id, 1, p_status, p_created_at::timestamptz, actor_type, actor_id ${POSTED})`

const JOBS =
  jobsOfSet(`select entity_id, work_id, work_kind, p_payment_id, work_due_at::timestamptz, lane, false ${POSTED} and work_id is not null
      union all select entity_id, work_id, '${REPORT_WORK}', message_id, received_at, lane, true from reported`)

const RESPONSES = responsesOfSet(
  `select entity_id, p_created_by, key_operation, key, key_request, 201, key_body, request_id, wall_at::timestamptz
      ${POSTED} and key is not null`,
)

/** Every payment of the set counts towards the limit of its day. */
const COUNTED = `(select count(*) from usage) = (select count(*) from (select distinct entity_id, p_limit_day ${POSTED}) d)`

/**
 * Locks the saved payees of payments that wait for their date or for screening until commit: a change of one of them finds them or is found
 * by them. One that is submitted is not affected by a later change.
 */
const PAYEES = {
  name: 'payees_locked',
  query: `select b.beneficiary_id from beneficiaries b
      where (b.entity_id, b.beneficiary_id) in (select entity_id, p_beneficiary_id from c where instruction is null)
      order by b.beneficiary_id for share`,
}

/**
 * The facts of the payments are still those they were checked with. It looks once the set has all of its locks, those on the event
 * counters last: a change of an entity, its accounts or payees that comes later has a later event.
 */
const FACTS_UNCHANGED = `(select payment_facts_unchanged(array_agg(entity_id), array_agg(p_account_id), array_agg(p_beneficiary_id), array_agg(facts))
      ${POSTED} and (select count(*) from counted) >= 0)`

/**
 * Everything that a batch of accepted payments stores beside their postings and holds: payments, history, events, jobs, used limits and
 * answers under their keys. A payment is refused if its facts have changed, or its key, reference or limit is used.
 */
export const ACCEPTANCES: CallerTable<Acceptance> = {
  name: 'payments',
  columns: [...OWN.map(columnOf), ...OTHERS],
  insert: `insert into payments (entity_id, ${OWN.map(({ column }) => column).join(', ')})
      select entity_id, ${OWN.map(({ column, sqlType }) => `p_${column}::${sqlType}`).join(', ')} from r where outcome = 0`,
  also: [HISTORY, INSTRUCTIONS, ...REPORTS, JOBS, RESPONSES, USAGE, BALANCES, ...EVENTS],
  isUnpredictable: true, // reports post to the clearing accounts meanwhile
  holds: `(${COUNTED}) and (${FACTS_UNCHANGED})`,
  refuse: { ...CHECK, locks: [PAYEES] },
}

/** The same inside a transaction that has locked the payees, and writes jobs and events at its commit. */
export const ACCEPTED_WITHIN: CallerTable<Acceptance> = {
  ...ACCEPTANCES,
  name: 'payments-within',
  also: [HISTORY, USAGE],
  holds: COUNTED,
  refuse: CHECK,
}

/** Rows that another module stores with each payment of a set, in the same statement. */
export interface PaymentRecord<R> {
  /** Names the prepared statements. */
  name: string
  columns: readonly BatchColumn<R>[]
  /** Query over all rows `c` of a set that locks rows in the order of their keys, as `locked`, before anything else is locked. */
  locks: string
  /** Condition on a row `c`, and the rows `locked`, under which its payment is refused. */
  refused: string
  /** Parts of the statement, `name as (…)`; the payments that are made are the rows of `r` with outcome 0. */
  also: readonly string[]
  /** Condition over those parts; the whole set fails if it is false. */
  holds: string
}

export type Recorded<R> = Acceptance & { record: R }

/** Returns the statement of `ACCEPTANCES` with the record of another module. */
export const acceptancesWith = <R>(record: PaymentRecord<R>): CallerTable<Recorded<R>> => ({
  ...ACCEPTANCES,
  name: record.name,
  columns: [
    ...ACCEPTANCES.columns,
    ...record.columns.map((column) => ({ ...column, value: ({ record: own }: Recorded<R>) => column.value(own) })),
  ],
  also: [...ACCEPTANCES.also!, ...record.also],
  holds: `(${ACCEPTANCES.holds!}) and (${record.holds})`,
  refuse: {
    ...CHECK,
    expression: refusedIf(`${REFUSED} or ${record.refused}`),
    locks: [{ name: 'locked', query: record.locks }, PAYEES],
  },
})
