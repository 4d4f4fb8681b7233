import type pg from 'pg'
import { DatabaseClient } from '../../src/kernel/db/client.ts'
import { FACILITIES, LOCK_ORDER, type Locked, locksOf, rowKey } from './lock-statements.ts'

/**
 * Checks, in every test, that each transaction takes its locks in the order of docs/decisions/0036-lock-order.md: after-file.ts
 * fails each file in which one did not. It reads
 * the statements of every connection: classes ascending, ids ascending inside a class, all balances in one statement. Rows
 * that are locked already, or that the transaction inserted itself, may be locked again at any time.
 */
interface Held {
  /** Each statement that locked rows, with the rows, in the order of the transaction. */
  path: string[]
  locks: Map<string, HeldLock>
  /** Rows inserted by the transaction, which no other can lock. */
  own: Set<string>
  /** True if it created its own entity, like the seed of the sandbox. */
  isAlone?: boolean
}
type HeldLock = Locked & { statement: string }

interface Connection {
  /** Locks of the open transaction. */
  held?: Held | undefined
  /** Locks held at the start of each open savepoint. */
  savepoints: Map<string, HeldLock>[]
}

interface Statement {
  text: string
  name: string
  values: readonly unknown[]
  /** Stack of the statement, if requested after it was sent. */
  stack?: string
}

const connections = new WeakMap<object, Connection>()

const WATCHED = Symbol.for('cambist.lock-order')
/** State of this worker thread, shared by every copy of this module. */
const shared = globalThis as unknown as { [WATCHED]?: Map<string, string> }
const violations = (shared[WATCHED] ??= new Map())

/** Fails with all violations since the last call, and with the order that they break. */
export function expectLockOrder(): void {
  const found = takeViolations()
  if (found.length === 0) return
  const order = `The lock order is: ${LOCK_ORDER.join(', ')}; ids ascend inside a class (docs/decisions/0036-lock-order.md).`
  throw new Error([`${found.length} transaction(s) locked rows out of order.`, ...found, order].join('\n\n'))
}

/** Returns the violations since the last call. */
export function takeViolations(): string[] {
  const found = [...violations.values()]
  violations.clear()
  return found
}

type Query = (this: pg.Client, query: unknown, values?: unknown, ...rest: unknown[]) => unknown

/** Watches every connection of this worker thread. */
export function watchLocks(): void {
  const prototype = DatabaseClient.prototype as unknown as { query: Query; [WATCHED]?: boolean }
  if (prototype[WATCHED]) return
  prototype[WATCHED] = true
  const original = prototype.query
  prototype.query = function query(given, values, ...rest) {
    const statement = statementOf(given, values)
    const before = [...(connections.get(this)?.held?.locks.values() ?? [])]
    observe(this, statement)
    const result = original.call(this, given, values, ...rest)
    if (statement.name === 'lock-trade' || statement.name === 'lock-payments')
      learn(this, { ...statement, stack: new Error().stack ?? '' }, before, result as Promise<pg.QueryResult>)
    return result
  }
}

function statementOf(given: unknown, values: unknown): Statement {
  const query = (typeof given === 'string' ? { text: given } : given) as Partial<pg.QueryConfig>
  const text = typeof query.text === 'string' ? query.text : ''
  const own = query.values ?? values
  return { text, name: query.name ?? text.trim().slice(0, 60), values: Array.isArray(own) ? own : [] }
}

function observe(client: object, statement: Statement): void {
  const connection = connections.get(client) ?? { savepoints: [] }
  connections.set(client, connection)
  const { held, savepoints } = connection
  const verb = statement.text.trimStart().slice(0, 30).toLowerCase()
  if (verb.startsWith('begin'))
    Object.assign(connection, { held: { path: [], locks: new Map(), own: new Set() }, savepoints: [] })
  else if (/^(commit|rollback(?! to))/.test(verb)) connection.held = undefined
  else if (!held) return
  else if (verb.startsWith('savepoint')) savepoints.push(new Map(held.locks))
  else if (verb.startsWith('release savepoint')) savepoints.pop()
  else if (verb.startsWith('rollback to')) held.locks = savepoints.pop() ?? new Map()
  else check(held, statement)
}

function check(held: Held, statement: Statement): void {
  if (held.isAlone) return
  const { locks, inserted } = locksOf(statement.text, statement.values)
  for (const key of inserted) held.own.add(key)
  held.isAlone = inserted.some((key) => key.startsWith('entities '))
  const before = [...held.locks.values()]
  for (const lock of locks) {
    const key = rowKey(lock.table, lock.id)
    const isHeld = held.locks.has(key) || held.locks.has(rowKey(lock.table, undefined))
    if (isHeld || held.own.has(key)) continue
    if (lock.coveredBy && before.some(({ table }) => table === lock.coveredBy)) continue
    take(held, lock, before, statement)
  }
}

function take(held: Held, lock: Locked, before: readonly HeldLock[], statement: Statement): void {
  held.path.push(`${LOCK_ORDER[lock.place]}: ${lock.table} ${lock.id ?? ''}, "${statement.name}"`)
  const later = before.find((other) => isLater(other, lock))
  if (later) report(held, later, lock, statement)
  held.locks.set(rowKey(lock.table, lock.id), { ...lock, statement: statement.name })
}

const ON_CREDIT = new Set(['Forward', 'Drawdown'])

/**
 * Learns the rows locked with a trade and with a payment, which their statements do not name: facilities, forward,
 * payee.
 */
function learn(
  client: object,
  statement: Statement,
  before: readonly HeldLock[],
  result: Promise<pg.QueryResult>,
): void {
  const held = connections.get(client)?.held
  if (!held) return
  const note = ({ rows }: pg.QueryResult) => {
    for (const { kind, tradeId, parentTradeId, beneficiaryId } of rows) {
      const isOwn = held.own.has(rowKey('fx_trades', tradeId)) || held.locks.has(rowKey(FACILITIES.table, undefined))
      if (ON_CREDIT.has(kind) && !isOwn && !held.isAlone) take(held, FACILITIES, before, statement)
      if (parentTradeId) held.own.add(rowKey('fx_trades', parentTradeId))
      if (beneficiaryId) held.own.add(rowKey('beneficiaries', beneficiaryId))
    }
  }
  result.then(note, () => {})
}

const BALANCE = LOCK_ORDER.indexOf('balance')

/** Returns true if a held lock should have been acquired after another one. */
function isLater(held: Locked, lock: Locked): boolean {
  if (held.place !== lock.place) return held.place > lock.place
  if (lock.place === BALANCE) return true
  return held.id !== undefined && lock.id !== undefined && held.id > lock.id
}

function report(held: Held, later: HeldLock, lock: Locked, statement: Statement): void {
  const of = ({ place, table, id = '' }: Locked, name: string) => `${LOCK_ORDER[place]} (${table} ${id}, "${name}")`
  const path = (statement.stack ?? new Error().stack ?? '').split('\n').filter((line) => line.includes('/server/src/'))
  const places = path
    .slice(0, 7)
    .map((line) => line.replace(/^.*?at (?:async )?/, '').replace(/\(?\S*\/server\/src\//, ''))
  violations.set(
    `${later.statement} ${statement.name} ${places.join()}`,
    [
      `${of(lock, statement.name)} after ${of(later, later.statement)}: ${places.join(' < ')}`,
      'The transaction locked, in this order:',
      ...held.path.map((step) => `- ${step}`),
    ].join('\n'),
  )
}
