import { HOUSE_ENTITY_ID } from '../../src/kernel/values/house.ts'

/** One row, or several of a table, that a statement locks. */
export interface Locked {
  table: string
  /** Place in the lock order. */
  place: number
  /** Undefined when the statement does not say which rows. */
  id?: string
  /** A table whose lock, held before, keeps others away from this row. */
  coveredBy?: string
}

/** The classes of the lock order (docs/decisions/0036-lock-order.md). */
export const LOCK_ORDER = [
  'sandbox clock',
  'claim',
  'third party',
  'open banking',
  'settings',
  'user',
  'batch',
  'facility',
  'quote',
  'trade',
  'beneficiary',
  'payment',
  'account',
  'balance',
  'house balance',
  'daily usage of trades',
  'daily usage of payments',
  'job',
  'event counter',
] as const
type LockClass = (typeof LOCK_ORDER)[number]

/** Place, key column, and the table whose lock covers the row. */
type TableRule = readonly [place: LockClass, key?: string, coveredBy?: string]

const TABLES: Record<string, TableRule> = {
  // Append-only: only the tests of the audit change them, alone in a transaction.
  journals: ['event counter'],
  postings: ['event counter'],
  daily_balances: ['event counter'],
  sandbox_clock: ['sandbox clock'],
  idempotency_keys: ['claim'],
  open_banking_idempotency_keys: ['claim'],
  installation_mode: ['claim'],
  reference_rates: ['claim'],
  service_keys: ['claim'],
  reconciliations: ['claim'],
  audit_blocks: ['claim'],
  audit_heads: ['claim'],
  audit_noted_heads: ['claim'],
  audit_verifications: ['claim'],
  unsealed_acts: ['claim'],
  audited_acts: ['event counter'],
  events: ['event counter'],
  fx_calendar_coverage: ['claim'],
  fx_holidays: ['claim'],
  open_banking_clients: ['third party', 'client_id'],
  open_banking_client_logos: ['third party', 'client_id'],
  open_banking_signing_keys: ['open banking'],
  open_banking_suspensions: ['open banking'],
  open_banking_directory_readings: ['open banking'],
  open_banking_directory_statuses: ['open banking'],
  open_banking_artifacts: ['open banking'],
  open_banking_used_jtis: ['open banking'],
  open_banking_psu_sessions: ['open banking'],
  open_banking_consents: ['open banking', 'consent_id'],
  open_banking_consent_uses: ['open banking', 'consent_id'],
  api_clients: ['settings', 'client_id'],
  api_client_entities: ['settings'],
  client_secrets: ['settings', 'client_id', 'api_clients'],
  rate_limit_buckets: ['claim'],
  client_failures: ['settings'],
  access_tokens: ['settings'],
  entities: ['settings', 'entity_id'],
  entity_settings: ['settings', 'entity_id'],
  client_pricing: ['settings'],
  approval_policies: ['settings'],
  beneficiary_policies: ['settings'],
  users: ['user', 'user_id'],
  user_passkeys: ['user'],
  user_retired_secrets: ['user'],
  user_failures: ['user'],
  notification_recipients: ['settings'],
  notification_emails: ['claim'],
  webhook_endpoints: ['settings', 'webhook_endpoint_id'],
  webhook_deliveries: ['settings', undefined, 'webhook_endpoints'],
  screening_lists: ['settings'],
  screening_names: ['settings'],
  screening_progress: ['claim'],
  sim_market_overrides: ['settings'],
  sim_payees: ['settings'],
  credit_facilities: ['facility'],
  credit_terms: ['facility', undefined, 'credit_facilities'],
  credit_exposures: ['facility', undefined, 'credit_facilities'],
  credit_exposure_steps: ['facility', undefined, 'credit_facilities'],
  credit_positions: ['facility', undefined, 'credit_facilities'],
  credit_cash_margins: ['facility', undefined, 'credit_facilities'],
  credit_margins: ['facility', undefined, 'credit_facilities'],
  margin_calls: ['facility', undefined, 'credit_facilities'],
  fx_loss_covers: ['trade', undefined, 'fx_trades'],
  fx_quotes: ['quote', 'quote_id'],
  fx_orders: ['claim', 'order_id'],
  held_rates: ['quote'],
  rate_alerts: ['quote', 'rate_alert_id'],
  rate_levels: ['quote', undefined, 'rate_alerts'],
  fx_amendments: ['quote', 'amendment_id'],
  fx_trades: ['trade', 'trade_id'],
  fx_forwards: ['trade', 'trade_id', 'fx_trades'],
  fx_trade_approvals: ['trade', 'trade_id', 'fx_trades'],
  fx_drawdown_wires: ['trade', 'trade_id', 'fx_trades'],
  payment_batches: ['batch', 'batch_id'],
  payment_batch_items: ['batch', undefined, 'payment_batches'],
  payee_verification_requests: ['batch', undefined, 'payment_batches'],
  beneficiaries: ['beneficiary', 'beneficiary_id'],
  payments: ['payment', 'payment_id'],
  payment_recalls: ['payment', undefined, 'payments'],
  rail_instructions: ['payment', 'payment_id', 'payments'],
  rail_messages: ['claim'],
  contradictory_reports: ['claim'],
  bank_books: ['claim'],
  bank_statements: ['claim'],
  bank_statement_lines: ['claim'],
  bank_movements: ['claim'],
  bank_break_explanations: ['claim'],
  payment_returns: ['payment', undefined, 'payments'],
  internal_transfer_orders: ['payment', 'internal_transfer_id'],
  inbound_payments: ['payment', 'inbound_payment_id'],
  inbound_assignments: ['payment', 'inbound_payment_id'],
  screening_cases: ['payment', 'case_id'],
  book_crossings: ['payment', 'crossing_id'],
  daily_usage: ['daily usage of payments'], // those of trades: `usageOfTrades`
  accounts: ['account', 'account_id'],
  virtual_accounts: ['account', 'virtual_account_id'],
  statements: ['account', 'statement_id'],
  documents: ['account'],
  ledger_accounts: ['balance'],
  balances: ['balance', 'account_id'],
  holds: ['balance', undefined, 'balances'],
  due_work: ['job'],
  books: ['event counter', 'entity_id'],
}

/** Locks of a statement, as far as its text shows them. Parameters count from 1. */
interface Parsed {
  locked: { table: string; rule: TableRule; parameters: number[] }[]
  inserts: string[]
}
const parsed = new Map<string, Parsed>()

const UPDATES = /(?<!\bdo )\bupdate ([a-z_]+)(?: [a-z]+)? set\b/g
const DELETES = /\bdelete from ([a-z_]+)/g
const INSERTS = /\binsert into ([a-z_]+)/g
const OPENS_BALANCE = 'open_ledger_account('
const UPSERTS =
  /\binsert into ([a-z_]+)(?:(?!insert into).)*?\bon conflict(?:(?!insert into|do nothing).)*?\bdo update/g
const ROW_LOCK = /\bfor (?:no key update|update|share|key share)\b/
const INNERMOST = /\([^()]*\)/

/** The tables whose rows a query locks, from the innermost query outwards. */
function rowLocksIn(sql: string): string[] {
  const inner = INNERMOST.exec(sql)?.[0]
  const rest = inner === undefined ? '' : sql.replace(inner, ' ')
  const query = inner ?? sql
  const table = ROW_LOCK.test(query) ? query.match(/\bfrom ([a-z_]+)/)?.[1] : undefined
  return [...(table ? [table] : []), ...(rest === '' ? [] : rowLocksIn(rest))]
}

/** Functions of the database that lock rows of a table, whose id is a parameter. */
const FUNCTIONS: readonly [pattern: RegExp, table: string, parameter?: number][] = [
  [/\bclaim_idempotency_keys?\(/, 'idempotency_keys'],
  [/\benter_epoch\(|\bpg_advisory_xact_lock\(7305\)/, 'sandbox_clock'],
  [/\bpg_(?:try_)?advisory_xact_lock(?!\(hashtextextended\('payment_day_sums|\(7305\))/, 'idempotency_keys'],
  [/\bpayment_day_sums\b/, 'daily_usage'],
  [/\block_trade\(/, 'fx_trades', 2],
  [/\bledger_post\(/, 'balances', 5],
  [/\b(?:finish|cancel)_jobs\(/, 'due_work'],
]

const tablesIn = (sql: string, pattern: RegExp): string[] => [...sql.matchAll(pattern)].map(([, table]) => table!)

function parse(text: string): Parsed {
  const sql = text.toLowerCase().replace(/--.*/g, '').replace(/\s+/g, ' ')
  const changed = [UPDATES, DELETES, UPSERTS].flatMap((pattern) => tablesIn(sql, pattern))
  const tables = new Set([...changed, ...rowLocksIn(sql)])
  const locked = [...tables]
    .filter((table) => !table.startsWith('test_'))
    .map((table) => ({ table, rule: ruleOf(table, sql), parameters: parametersOf(ruleOf(table, sql)[1], sql) }))
  for (const [pattern, table, parameter] of FUNCTIONS) {
    if (pattern.test(sql)) locked.push({ table, rule: TABLES[table]!, parameters: parameter ? [parameter] : [] })
  }
  return {
    locked,
    inserts: [...tablesIn(sql, INSERTS), ...(sql.includes(OPENS_BALANCE) ? ['balances'] : [])],
  }
}

function ruleOf(table: string, sql: string): TableRule {
  const rule = TABLES[table]
  if (!rule) throw new Error(`${table} has no place in the lock order; add it to TABLES: ${sql.slice(0, 100)}`)
  return rule
}

const parametersOf = (key: string | undefined, sql: string): number[] =>
  key === undefined
    ? []
    : [
        ...[...sql.matchAll(new RegExp(`\\b${key} = (?:any ?\\( ?)?\\$(\\d+)`, 'g'))].map(([, n]) => Number(n)),
        ...givenParameters(key, sql),
      ]

/** The parameter with the keys of a statement over many rows: `from unnest($1::uuid[], …) as given (entity_id, …)`. */
function givenParameters(key: string, sql: string): number[] {
  if (!sql.includes(`.${key} = given.${key}`)) return []
  const [, arrays = '', names = ''] = /unnest\(([^)]*)\) as given \(([^)]*)\)/.exec(sql) ?? []
  const array = arrays.split(', ')[names.split(', ').indexOf(key)]
  const number = /\$(\d+)/.exec(array ?? '')?.[1]
  return number === undefined ? [] : [Number(number)]
}

/** Returns the locks of a statement in order, and the rows it inserts. */
export function locksOf(text: string, values: readonly unknown[]): { locks: Locked[]; inserted: string[] } {
  const known = parsed.get(text) ?? parse(text)
  const { locked, inserts } = known
  parsed.set(text, known)
  const locks = locked.flatMap(({ table, rule: [name, , coveredBy], parameters }): Locked[] => {
    const lock = { table, place: LOCK_ORDER.indexOf(name), ...(coveredBy ? { coveredBy } : {}) }
    if (parameters.length > 0 && parameters.every((n) => values[n - 1] === null)) return [] // no key: no row
    const ids = parameters.flatMap((n) => uuidsIn(values[n - 1])).sort()
    if (table === 'balances' && uuidsIn(values[2]).join() === HOUSE_ENTITY_ID)
      lock.place = LOCK_ORDER.indexOf('house balance')
    if (table === 'daily_usage' && values[2] === 'trade') return [usageOfTrades]
    return ids.length === 0 ? [lock] : ids.map((id) => ({ ...lock, id }))
  })
  const ids = inserts.length === 0 ? [] : values.flatMap(uuidsIn)
  return {
    locks: locks.sort((a, b) => a.place - b.place),
    inserted: inserts.flatMap((table) => ids.map((id) => rowKey(table, id))),
  }
}

/** The row of `daily_usage` that counts trades; a statement over it gives the kind as its third parameter. */
const usageOfTrades: Locked = {
  table: 'daily_usage of trades',
  place: LOCK_ORDER.indexOf('daily usage of trades'),
}

/** The facilities that `lock_trade` locks before a deal on credit. */
export const FACILITIES: Locked = { table: 'credit_facilities', place: LOCK_ORDER.indexOf('facility') }

export const rowKey = (table: string, id: string | undefined): string => `${table} ${id ?? '*'}`

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
function uuidsIn(value: unknown): string[] {
  if (Buffer.isBuffer(value)) return isUuidArray(value) ? idsOfArray(value) : []
  if (Array.isArray(value)) return value.flatMap(uuidsIn)
  return typeof value === 'string' ? (value.match(UUID) ?? []) : []
}

const ARRAY_HEADER = 20
/** Place of the type of the elements in the header of an array, and the type `uuid`. */
const [ELEMENT_TYPE_AT, UUID_TYPE] = [8, 2950]
const UUID_BYTES = 16

/** Other bytes, such as sealed secrets, hold no ids. */
const isUuidArray = (bytes: Buffer): boolean =>
  bytes.length >= ARRAY_HEADER && bytes.readInt32BE(ELEMENT_TYPE_AT) === UUID_TYPE

/** The ids in PostgreSQL's binary form of an array of one dimension: a header, then a length before each element. */
function idsOfArray(array: Buffer): string[] {
  const ids: string[] = []
  for (let at = ARRAY_HEADER; at < array.length; ) {
    const length = array.readInt32BE(at)
    at += 4
    if (length === UUID_BYTES) ids.push(dashed(array.toString('hex', at, at + length)))
    at += Math.max(length, 0)
  }
  return ids
}

const dashed = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
