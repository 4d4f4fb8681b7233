import { ANSWER_COLUMNS } from '../posting/answers.ts'
import { columnOf, type ElementType, rowsOfArrays, type Value } from '../../kernel/db/arrays.ts'
import { type EncodedCommand, LEG_BOUNDS } from '../posting/columns.ts'
import {
  PREDICTED_PARAMETERS,
  PREDICTED_SEQUENCES,
  predictedCall,
  type Parameter,
  POST_PARAMETERS,
  postCall,
} from '../posting/encode.ts'

/** Column of a caller's table, and its value for a command. */
export interface BatchColumn<T> {
  name: string
  type: ElementType
  value: (resource: T) => Value
}

/**
 * The caller's own table, written in the statement that posts: one round trip and one commit for all of it.
 * Columns travel beside the commands; in SQL they are `r.<name>`, next to `r.outcome` (0 for a command that was posted),
 * `r.journal_id`, `r.entity_id`, `r.posted_at` and `r.sequences` (one per leg).
 */
export interface CallerTable<T> {
  /** Names the prepared statements. */
  name: string
  columns: BatchColumn<T>[]
  /** `insert into … select … from r where r.outcome = 0`. */
  insert: string
  /** Further parts of the statement, `name as (…)`, which read `r` and one another. */
  also?: readonly string[]
  /** Condition over `r` and the further parts; the whole batch fails if it is false. */
  holds?: string
  /**
   * Check before posting: an expression of type uuid[] that returns, per command, the blocking resource or null; in it
   * `c` is a row per command with the columns and `entity_id`. A blocked command is answered 'refused'.
   */
  refuse?: Check<T>
  /** True if other connections post to the same accounts all the time: then no outcome is predicted. */
  isUnpredictable?: boolean
}

interface Check<T> {
  expression: string
  needed: (resource: T) => boolean
  /** Locks taken before the check, one after the other; the expression finds the rows under their names. */
  locks?: readonly Lock[]
  /** One more column of `c`, which is not sent. */
  beside?: Beside
}

interface Lock {
  name: string
  /** Query over all rows `c` that locks rows in the order of their keys. */
  query: string
}

/** Column that one call returns for all commands: a row for each, in their order. */
export interface Beside {
  name: string
  /** @param column returns the array of a column's values */
  call: (column: (name: string) => string) => string
}

interface Statement {
  name: string
  text: string
}

export interface PostingStatements {
  /** Answers a row per command. */
  post: Statement
  /** Every command is posted, and their `count` answered, or the statement fails. */
  predicted: Statement
}

/** @param checked with the caller's check of what stands in a command's way */
export function statementsOf<T>(table: CallerTable<T>, checked: boolean): PostingStatements {
  const suffix = checked ? '-checked' : ''
  const refusedIn = (before: number) =>
    checked && table.refuse
      ? `(select array_agg((${table.refuse.expression})) from ${checkedRows(table, before)})`
      : undefined
  return {
    post: { name: `post-${table.name}${suffix}`, text: postText(table, refusedIn) },
    predicted: { name: `post-predicted-${table.name}${suffix}`, text: predictedText(table, refusedIn) },
  }
}

interface Column {
  name: string
  type: ElementType
}

/** The caller's columns, after those that every table gets. */
const columnsOf = ({ columns }: CallerTable<never>): Column[] => [
  { name: 'journal_id', type: 'uuid' },
  { name: 'entity_id', type: 'uuid' },
  ...columns,
]

const namesOf = (columns: readonly Column[]): string => columns.map(({ name }) => name).join(', ')

/** Commands as rows `c`, with the column that a call returns for all of them. */
function checkedRows(table: CallerTable<never>, before: number): string {
  const { beside, locks } = table.refuse!
  const columns = columnsOf(table)
  if (!beside) return `${rowsOfArrays(columns, before)} as c`
  const arrayOf = (name: string) => {
    const at = columns.findIndex((column) => column.name === name)
    const values = `$${before + at + 1}::${columns[at]!.type}[]`
    return (locks ?? []).reduceRight(behind, values)
  }
  return `${rowsOfArrays(columns, before, { names: [beside.name], call: beside.call(arrayOf) })} as c`
}

/** Returns an expression that is evaluated once the rows of a lock are locked. */
const behind = (expression: string, { name }: Lock): string =>
  `case when (select count(*) from ${name}) >= 0 then ${expression} end`

/** @param before the last parameter before those of the table */
type Refused = (before: number) => string | undefined

function postText<T>(table: CallerTable<T>, refusedIn: Refused): string {
  const answers = { names: ANSWER_COLUMNS.split(', '), call: postCall(refusedIn(POST_PARAMETERS)) }
  return `with ${locksOf(table, POST_PARAMETERS)}r as materialized ${rowsOfArrays(columnsOf(table), POST_PARAMETERS, answers)},
    ${writesOf(table)}
    select ${ANSWER_COLUMNS} from r${conditionOf(table)}`
}

function predictedText<T>(table: CallerTable<T>, refusedIn: Refused): string {
  const columns = columnsOf(table)
  return `with ${locksOf(table, PREDICTED_PARAMETERS)}posted as materialized (
      select ${predictedCall(refusedIn(PREDICTED_PARAMETERS))}, $1::timestamptz as posted_at
    ), r as materialized (
      select 0 as outcome, posted_at, ($${PREDICTED_SEQUENCES}::bigint[])[first_leg:last_leg] as sequences, ${namesOf(columns)}
      from posted cross join ${rowsOfArrays([...columns, ...LEG_BOUNDS], PREDICTED_PARAMETERS)} as given
    ), ${writesOf(table)}
    select count(*)::int as count from r${conditionOf(table)}`
}

/** Parts of a statement before those that post. They run when the check first reads them. */
const locksOf = (table: CallerTable<never>, before: number): string => {
  const locks = table.refuse?.locks ?? []
  if (locks.length === 0) return ''
  const parts = locks.map(({ name, query }) => `${name} as materialized (${query})`)
  return `c as not materialized ${rowsOfArrays(columnsOf(table), before)}, ${parts.join(', ')},
    `
}

const writesOf = ({ insert, also = [] }: CallerTable<never>): string =>
  [`written as (${insert})`, ...also].join(',\n    ')

const conditionOf = ({ holds }: CallerTable<never>): string =>
  holds === undefined ? '' : ` where ledger_batch_holds(${holds})`

/** Returns the values of the caller's table for each command. */
export const tableValues = <T>(
  { columns }: CallerTable<T>,
  commands: readonly (EncodedCommand & { resource: T })[],
): Parameter[] => [
  columnOf('uuid', commands, ({ journalId }) => journalId),
  columnOf('uuid', commands, ({ entityId }) => entityId),
  ...columns.map(({ type, value }) => columnOf(type, commands, ({ resource }) => value(resource))),
]
