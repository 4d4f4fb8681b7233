import { newUuid } from '../../kernel/values/ids.ts'
import { arrayOf, columnOf, type ElementType } from '../../kernel/db/arrays.ts'
import { COMMAND_COLUMNS, type CommandColumn, LEG_BOUNDS, LEG_COLUMNS, type Place } from './columns.ts'
import type { Prediction } from './image.ts'
import type { Layout } from './layout.ts'
import { checkCommand } from '../book/rules.ts'
import type { CommandRecord, JournalCommand } from '../book/types.ts'

export type Parameter = string | Buffer | null

/** A database function that posts: the types of its parameters, in order. */
interface Call {
  name: string
  types: readonly string[]
}

const arrays = (columns: readonly { type: ElementType }[]) => columns.map(({ type }) => `${type}[]`)
// at, wall, entities; of the accounts: entity, id and, where they are internal, kind, qualifier and currency
const POST: Call = {
  name: 'ledger_post',
  types: [
    'timestamptz',
    'timestamptz',
    'uuid[]',
    'int[]',
    'uuid[]',
    'text[]',
    'text[]',
    'text[]',
    ...arrays(COMMAND_COLUMNS),
    ...arrays(LEG_BOUNDS),
    ...arrays(LEG_COLUMNS),
  ],
}

const PREDICTED_COLUMNS = COMMAND_COLUMNS.filter(({ postOnly }) => !postOnly)
// at, wall, entities and their events; of the accounts: entity, id, sequence, balance, lowest balance, postings and change;
// of a command its event's number; of a leg its sequence and the balance after it
const FORESEEN: Call = {
  name: 'ledger_post_foreseen',
  types: [
    'timestamptz',
    'timestamptz',
    'uuid[]',
    'int[]',
    'int[]',
    'uuid[]',
    'bigint[]',
    'bigint[]',
    'bigint[]',
    'int[]',
    'bigint[]',
    ...arrays(PREDICTED_COLUMNS),
    'int[]',
    ...arrays(LEG_COLUMNS),
    'bigint[]',
    'bigint[]',
  ],
}

const written = ({ name, types }: Call, last: string): string =>
  `${name}(${types.map((type, i) => `$${i + 1}::${type}`).join(', ')}, ${last})`

/** Number of parameters of a statement for each call: $1 to this. */
export const POST_PARAMETERS = POST.types.length
export const PREDICTED_PARAMETERS = FORESEEN.types.length
/** Position of the legs' sequences among the parameters of a predicted batch. */
export const PREDICTED_SEQUENCES = PREDICTED_PARAMETERS - 1

/**
 * The call as SQL.
 *
 * @param refused an expression of type uuid[]: per command the resource that stands in its way, or null
 */
export const postCall = (refused = 'null'): string => written(POST, refused)

/** Builds the call for a predicted batch, which fails if any command is blocked. */
export const predictedCall = (refused = 'null'): string => written(FORESEEN, refused)

/** Gives a command its journal id and checks that it balances. */
export function prepare<C extends JournalCommand & CommandRecord>(command: C): C & { journalId: string } {
  checkCommand(command)
  return command.journalId === undefined ? { ...command, journalId: newUuid() } : (command as C & { journalId: string })
}

/**
 * The values of a call of `ledger_post`.
 *
 * @param at business time; @param wall wall time
 * @throws Unencodable
 */
export const postValues = (layout: Layout, at: Date, wall: Date): Parameter[] => [
  at.toISOString(),
  wall.toISOString(),
  ...accountColumns(layout),
  columnOf('text', layout.accounts, ({ internal }) => internal?.kind),
  columnOf('text', layout.accounts, ({ internal }) => internal?.qualifier),
  columnOf('text', layout.accounts, ({ internal, currency }) => internal && currency),
  ...commandColumns(layout, COMMAND_COLUMNS),
  ...commandColumns(layout, LEG_BOUNDS),
  ...legColumns(layout),
]

/** The values of a call of `ledger_post_foreseen`. @param wall wall time @throws Unencodable */
export function predictedValues(
  layout: Layout,
  { at, changes, sequences, after }: Prediction,
  wall: Date,
): Parameter[] {
  const [entities, entityOfAccount, accountIds] = accountColumns(layout)
  const { events, eventNumbers } = numberEvents(layout)
  return [
    at.toISOString(),
    wall.toISOString(),
    entities,
    arrayOf('int', events),
    entityOfAccount,
    accountIds,
    columnOf('bigint', changes, ({ sequence }) => sequence),
    columnOf('bigint', changes, ({ balanceMinor }) => balanceMinor),
    columnOf('bigint', changes, ({ lowestMinor }) => lowestMinor),
    columnOf('int', changes, ({ postings }) => postings),
    columnOf('bigint', changes, ({ changeMinor }) => changeMinor),
    ...commandColumns(layout, PREDICTED_COLUMNS),
    arrayOf('int', eventNumbers),
    ...legColumns(layout),
    arrayOf('bigint', sequences),
    arrayOf('bigint', after),
  ]
}

/** Returns each command's leg range for the caller's table of a predicted batch. */
export const legBounds = (layout: Layout): Parameter[] => commandColumns(layout, LEG_BOUNDS)

const accountColumns = ({ entities, accounts }: Layout): [Parameter, Parameter, Parameter] => [
  arrayOf('uuid', [...entities.keys()]),
  columnOf('int', accounts, ({ entityId }) => entities.get(entityId)),
  columnOf('uuid', accounts, ({ accountId }) => accountId),
]

function commandColumns(layout: Layout, columns: readonly CommandColumn[]): Parameter[] {
  const places = placesOf(layout)
  return columns.map(({ type, value }) => columnOf(type, layout.commands, (command, i) => value(command, places[i]!)))
}

function placesOf({ commands, entities, accountIndex }: Layout): Place[] {
  let legs = 0
  return commands.map((command) => {
    const place = { entity: entities.get(command.entityId)!, account: accountIndex, firstLeg: legs + 1 }
    legs += command.legs.length
    return place
  })
}

function legColumns({ lines, accountIndex }: Layout): Parameter[] {
  const places = lines.map(({ command, number, accountId }) => ({ command, number, account: accountIndex(accountId) }))
  return LEG_COLUMNS.map(({ type, value }) => columnOf(type, lines, ({ leg }, i) => value(leg, places[i]!)))
}

/** Numbers the events of a batch within each entity, from 1; 0 for a command that has none. */
function numberEvents({ commands, entities }: Layout): { events: number[]; eventNumbers: number[] } {
  const events = Array.from({ length: entities.size }, () => 0)
  const eventNumbers = commands.map(({ entityId, event }) => (event ? ++events[entities.get(entityId)! - 1]! : 0))
  return { events, eventNumbers }
}
