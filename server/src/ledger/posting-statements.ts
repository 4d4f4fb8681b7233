import { ANSWER_COLUMNS } from './answers.ts'
import { arrayOf, type ElementType, type Value } from './arrays.ts'
import type { EncodedCommand } from './columns.ts'
import {
  FORESEEN_PARAMETERS,
  FORESEEN_SEQUENCES,
  foreseenCall,
  type Parameter,
  POST_PARAMETERS,
  postCall,
} from './encode.ts'

/**
 * The caller's own table, written in the statement that posts: one round trip and one commit for all of it.
 * Columns travel beside the commands; in SQL they are `r.<name>`, next to `r.outcome` (0 for a command that was posted),
 * `r.journal_id`, `r.entity_id`, `r.posted_at` and `r.sequences` (one per leg).
 */
export interface CallerTable<T> {
  /** Names the prepared statements. */
  name: string
  columns: { name: string; type: ElementType; value: (resource: T) => Value }[]
  /** `insert into … select … from r where r.outcome = 0`. */
  insert: string
  /**
   * Before posting: an expression of type uuid[] that gives, per command, the resource that stands in its way, or null;
   * in it `c` is a row per command with the columns and `entity_id`. The command is then answered 'refused'.
   */
  refuse?: { expression: string; needed: (resource: T) => boolean }
}

export interface Statement {
  name: string
  text: string
}

export interface PostingStatements {
  /** Answers a row per command. */
  post: Statement
  /** Every command is posted, and their `count` answered, or the statement fails. */
  foreseen: Statement
}

/** @param checked with the caller's check of what stands in a command's way */
export function statementsOf<T>(table: CallerTable<T>, checked: boolean): PostingStatements {
  const suffix = checked ? '-checked' : ''
  const refusedIn = (given: string) =>
    checked && table.refuse ? `(select array_agg((${table.refuse.expression})) from ${given})` : undefined
  return {
    post: { name: `post-${table.name}${suffix}`, text: postText(table, refusedIn) },
    foreseen: { name: `post-foreseen-${table.name}${suffix}`, text: foreseenText(table, refusedIn) },
  }
}

const OWN = [
  { name: 'journal_id', type: 'uuid' },
  { name: 'entity_id', type: 'uuid' },
]

const namesOf = ({ columns }: CallerTable<never>): string => [...OWN, ...columns].map(({ name }) => name).join(', ')

/** The caller's columns as rows. @param first the parameter before them */
const unnested = ({ columns }: CallerTable<never>, first: number): string =>
  `unnest(${[...OWN, ...columns].map(({ type }, i) => `$${first + i + 1}::${type}[]`).join(', ')})`

type Refused = (given: string) => string | undefined

function postText<T>(table: CallerTable<T>, refusedIn: Refused): string {
  const given = unnested(table, POST_PARAMETERS)
  const names = namesOf(table)
  return `with r as materialized (
      select * from rows from (${postCall(refusedIn(`${given} as c(${names})`))}, ${given}) as r(${ANSWER_COLUMNS}, ${names})
    ), written as (${table.insert})
    select ${ANSWER_COLUMNS} from r`
}

function foreseenText<T>(table: CallerTable<T>, refusedIn: Refused): string {
  const given = unnested(table, FORESEEN_PARAMETERS)
  const [first, last] = ['first_leg', 'last_leg'].map((name, i) => ({
    name,
    parameter: `$${FORESEEN_PARAMETERS + OWN.length + table.columns.length + i + 1}::int[]`,
  }))
  const rows = `${given.slice(0, -1)}, ${first!.parameter}, ${last!.parameter})`
  const names = namesOf(table)
  return `with posted as materialized (
      select ${foreseenCall(refusedIn(`${given} as c(${names})`))}, $1::timestamptz as posted_at
    ), r as materialized (
      select 0 as outcome, posted_at, ($${FORESEEN_SEQUENCES}::bigint[])[first_leg:last_leg] as sequences, ${names}
      from posted cross join ${rows} as given(${names}, first_leg, last_leg)
    ), written as (${table.insert})
    select count(*)::int as count from r`
}

/** What the caller's table gets of each command. */
export const tableValues = <T>(
  { columns }: CallerTable<T>,
  commands: readonly (EncodedCommand & { resource: T })[],
): Parameter[] => [
  arrayOf(
    'uuid',
    commands.map(({ journalId }) => journalId),
  ),
  arrayOf(
    'uuid',
    commands.map(({ entityId }) => entityId),
  ),
  ...columns.map(({ type, value }) =>
    arrayOf(
      type,
      commands.map(({ resource }) => value(resource)),
    ),
  ),
]
