import { newUuid } from '../kernel/ids.ts'
import { legAccountId } from './books.ts'
import { checkCommand } from './rules.ts'
import type { CommandRecord, InternalAccount, JournalCommand, Leg } from './types.ts'

/** A command as it goes to `ledger_post`: with its journal's id and, from a request, what is to be kept beside it. */
export type EncodedCommand = JournalCommand & CommandRecord & { journalId: string }

type Value = string | number | bigint | null | undefined

interface CommandColumn {
  name: string
  type: string
  value: (command: EncodedCommand, place: Place) => Value
}
interface LegColumn {
  name: string
  type: string
  value: (leg: Leg, place: LegPlace) => Value
}

/** Where a command's entity, accounts and legs are in the arrays of the batch; indexes count from 1. */
interface Place {
  entity: number
  account: (accountId: string) => number
  firstLeg: number
}
interface LegPlace {
  command: number
  account: number
}

// In the order of ledger_post's parameters.
const COMMAND_COLUMNS: CommandColumn[] = [
  { name: 'id', type: 'uuid', value: (c) => c.journalId },
  { name: 'entity', type: 'int', value: (_, at) => at.entity },
  { name: 'kind', type: 'text', value: (c) => c.kind },
  { name: 'value_date', type: 'date', value: (c) => c.valueDate },
  { name: 'source_type', type: 'text', value: (c) => c.source.type },
  { name: 'source_id', type: 'uuid', value: (c) => c.source.id },
  { name: 'reversal_of', type: 'uuid', value: (c) => c.reversalOf },
  { name: 'type', type: 'text', value: (c) => c.type },
  { name: 'description', type: 'text', value: (c) => c.description },
  { name: 'reference', type: 'text', value: (c) => c.reference },
  { name: 'end_to_end_id', type: 'text', value: (c) => c.endToEndId },
  { name: 'detail', type: 'text', value: (c) => c.detail && JSON.stringify(c.detail) },
  { name: 'hold', type: 'uuid', value: (c) => c.hold?.holdId },
  { name: 'hold_account', type: 'int', value: (c, at) => c.hold && at.account(c.hold.accountId) },
  { name: 'hold_amount', type: 'bigint', value: (c) => c.hold?.amountMinor },
  { name: 'hold_currency', type: 'text', value: (c) => c.hold?.currency },
  { name: 'hold_purpose', type: 'text', value: (c) => c.hold?.purpose },
  { name: 'release', type: 'uuid', value: (c) => c.release?.holdId },
  { name: 'release_account', type: 'int', value: (c, at) => c.release && at.account(c.release.accountId) },
  { name: 'client', type: 'uuid', value: (c) => c.idempotency?.clientId },
  { name: 'operation', type: 'text', value: (c) => c.idempotency?.operation },
  { name: 'key', type: 'text', value: (c) => c.idempotency?.key },
  { name: 'request', type: 'text', value: (c) => c.idempotency?.request },
  { name: 'request_id', type: 'text', value: (c) => c.requestId },
  { name: 'event', type: 'text', value: (c) => c.event?.type },
  { name: 'previous_status', type: 'text', value: (c) => c.event?.previousStatus },
  { name: 'actor_type', type: 'text', value: (c) => c.event?.actor.type },
  { name: 'actor_id', type: 'uuid', value: (c) => c.event?.actor.id },
  { name: 'first_leg', type: 'int', value: (_, at) => at.firstLeg },
  { name: 'last_leg', type: 'int', value: (c, at) => at.firstLeg + c.legs.length - 1 },
]
const LEG_COLUMNS: LegColumn[] = [
  { name: 'command', type: 'int', value: (_, at) => at.command },
  { name: 'account', type: 'int', value: (_, at) => at.account },
  { name: 'currency', type: 'text', value: (leg) => leg.currency },
  { name: 'amount', type: 'bigint', value: (leg) => leg.amountMinor },
  { name: 'type', type: 'text', value: (leg) => leg.type },
  { name: 'description', type: 'text', value: (leg) => leg.description },
  { name: 'counterparty_name', type: 'text', value: (leg) => leg.counterparty?.name },
  {
    name: 'counterparty_account',
    type: 'text',
    value: (leg) => leg.counterparty?.iban ?? leg.counterparty?.accountNumber,
  },
]

// at, wall, entities; of the accounts: entity, id and, where they are internal, kind, qualifier and currency
const FIXED = ['timestamptz', 'timestamptz', 'uuid[]', 'int[]', 'uuid[]', 'text[]', 'text[]', 'text[]']
const PARAMETER_TYPES = [
  ...FIXED,
  ...COMMAND_COLUMNS.map((column) => `${column.type}[]`),
  ...LEG_COLUMNS.map((column) => `${column.type}[]`),
  'text[]', // legs' detail
]

/** How many parameters of a statement the call takes: $1 to this. */
export const POST_PARAMETERS = PARAMETER_TYPES.length

/**
 * The call as SQL.
 *
 * @param refused an expression of type uuid[]: per command the resource that stands in its way, or null
 */
export const postCall = (refused = 'null'): string =>
  `ledger_post(${PARAMETER_TYPES.map((type, i) => `$${i + 1}::${type}`).join(', ')}, ${refused})`

/** Gives a command its journal id and checks that it balances. */
export function prepare<C extends JournalCommand & CommandRecord>(command: C): C & { journalId: string } {
  checkCommand(command)
  return command.journalId === undefined ? { ...command, journalId: newUuid() } : (command as C & { journalId: string })
}

/**
 * The values of a call. Accounts are sorted by id: the order in which their rows are locked.
 *
 * @param at business time; @param wall wall time
 */
export function postValues(commands: readonly EncodedCommand[], at: Date, wall: Date): (string | Buffer | null)[] {
  const entities = new Map([...new Set(commands.map((command) => command.entityId))].sort().map((id, i) => [id, i + 1]))
  const lines = commands.flatMap((command, i) => command.legs.map((leg) => lineOf(command, leg, i + 1)))
  const touched = touchedAccounts(commands, lines)
  const accounts = new Map(touched.map(({ accountId }, i) => [accountId, i + 1]))
  const account = (accountId: string) => accounts.get(accountId)!

  let legs = 0
  const places = commands.map((command) => {
    const place = { entity: entities.get(command.entityId)!, account, firstLeg: legs + 1 }
    legs += command.legs.length
    return place
  })
  return [
    at.toISOString(),
    wall.toISOString(),
    arrayLiteral([...entities.keys()]),
    arrayLiteral(touched.map(({ entityId }) => entities.get(entityId))),
    arrayLiteral(touched.map(({ accountId }) => accountId)),
    arrayOf(
      'text',
      touched.map(({ internal }) => internal?.kind),
    ),
    arrayOf(
      'text',
      touched.map(({ internal }) => internal?.qualifier),
    ),
    arrayOf(
      'text',
      touched.map(({ internal, currency }) => internal && currency),
    ),
    ...COMMAND_COLUMNS.map(({ type, value }) =>
      arrayOf(
        type,
        commands.map((command, i) => value(command, places[i]!)),
      ),
    ),
    ...LEG_COLUMNS.map(({ type, value }) =>
      arrayOf(
        type,
        lines.map((line) => value(line.leg, { command: line.command, account: account(line.accountId) })),
      ),
    ),
    arrayOf(
      'text',
      lines.map((line) => legDetail(commands[line.command - 1]!, line.leg)),
    ),
  ]
}

interface Line {
  /** Of the batch, from 1. */
  command: number
  leg: Leg
  accountId: string
}
interface Touched {
  entityId: string
  accountId: string
  internal?: InternalAccount
  currency?: string
}

const lineOf = (command: EncodedCommand, leg: Leg, place: number): Line => ({
  command: place,
  leg,
  accountId: legAccountId(command.entityId, leg),
})

/** The accounts of a batch, each once, ascending by id. */
function touchedAccounts(commands: readonly EncodedCommand[], lines: Line[]): Touched[] {
  const found = new Map<string, Touched>()
  for (const { command, leg, accountId } of lines) {
    if (found.has(accountId)) continue
    const { entityId } = commands[command - 1]!
    const internal = typeof leg.account === 'string' ? {} : { internal: leg.account, currency: leg.currency }
    found.set(accountId, { entityId, accountId, ...internal })
  }
  for (const { entityId, hold, release } of commands) {
    for (const accountId of [hold?.accountId, release?.accountId])
      if (accountId && !found.has(accountId)) found.set(accountId, { entityId, accountId })
  }
  return [...found.values()].sort((a, b) => (a.accountId < b.accountId ? -1 : 1))
}

/** Detail of a leg whose counterparty has more than a name and a number: the journal's, and that. */
function legDetail({ detail }: JournalCommand, { counterparty }: Leg): string | undefined {
  const { bic, address, country } = counterparty ?? {}
  return bic || address || country ? JSON.stringify({ ...detail, bic, address, country }) : undefined
}

/**
 * An array as a parameter. Texts go in binary, as they are long and reading them as a literal costs the server more than
 * all the rest; the others as a literal. Nothing but nulls is sent as null, which keeps wide batches cheap.
 */
export function arrayOf(type: string, values: Value[]): string | Buffer | null {
  if (!values.some((value) => value !== null && value !== undefined)) return null
  return type === 'text' ? textArray(values as (string | null | undefined)[]) : arrayLiteral(values)
}

/** A PostgreSQL array literal of values that need no quotes: numbers, ids, days. */
function arrayLiteral(values: Value[]): string {
  let out = '{'
  for (let i = 0; i < values.length; i++) {
    if (i > 0) out += ','
    out += values[i] ?? 'NULL'
  }
  return `${out}}`
}

const TEXT_OID = 25
const HEADER = 20

/** text[] in PostgreSQL's binary format: dimensions, whether there are nulls, type, length, first index; then the elements. */
function textArray(values: (string | null | undefined)[]): Buffer {
  let room = HEADER
  for (const value of values) room += 4 + (value ? value.length * 3 : 0)
  const out = Buffer.allocUnsafe(room)
  let end = 0
  for (const word of [1, 1, TEXT_OID, values.length, 1]) end = out.writeInt32BE(word, end)
  for (const value of values) {
    const length = typeof value === 'string' ? out.write(value, end + 4) : -1
    out.writeInt32BE(length, end)
    end += 4 + Math.max(length, 0)
  }
  return out.subarray(0, end)
}
