import { search } from '@jmespath-community/jmespath'
import type { Command } from 'commander'
import { UsageError } from '../usage-error.ts'
import { csv } from './csv.ts'
import { endProgress } from './progress.ts'
import { flatten } from './rows.ts'
import { lines, table } from './table.ts'

/** Options of the output that every command has. */
export interface OutputOptions {
  json?: boolean
  csv?: boolean
  /** JMESPath expression. */
  query?: string
  /** Names of columns, separated by commas. */
  columns?: string
}

const WIDTH = 120

/** Prints a result: as a table or lines, or as --json, --csv, --query and --columns order. */
export function print(command: Command, result: unknown, whenEmpty = 'None.'): void {
  endProgress()
  const text = render(result, command.optsWithGlobals<OutputOptions>(), whenEmpty)
  if (text !== '') process.stdout.write(`${text}\n`)
}

/** @throws UsageError for an expression that cannot be read */
function render(result: unknown, options: OutputOptions, whenEmpty: string): string {
  const wanted = options.query === undefined ? result : select(result, options.query)
  const columns = options.columns?.split(',').map((name) => name.trim())
  warnOfUnknown(columns, wanted)
  if (options.csv) return csv(Array.isArray(wanted) ? wanted : [wanted], columns)
  if (options.query !== undefined && typeof wanted === 'string') return wanted
  if (options.json || options.query !== undefined) return JSON.stringify(wanted ?? null, null, 2)
  if (!Array.isArray(wanted)) return wanted === undefined ? '' : lines(wanted)
  return wanted.length === 0 ? whenEmpty : table(wanted, process.stdout.columns ?? WIDTH, columns)
}

/** Names columns that no row has: a misspelt one would be empty without a word, and a field may be absent from all rows. */
function warnOfUnknown(columns: readonly string[] = [], rows: unknown): void {
  const known = new Set([rows].flat().flatMap((row) => Object.keys(flatten(row))))
  const unknown = columns.filter((name) => !known.has(name))
  if (unknown.length > 0 && known.size > 0)
    process.stderr.write(`--columns: no row has ${unknown.join(', ')}. The columns are ${[...known].join(', ')}.\n`)
}

function select(result: unknown, expression: string): unknown {
  try {
    return search(result as Parameters<typeof search>[0], expression)
  } catch (error) {
    throw new UsageError(`--query: ${(error as Error).message}`, { cause: error })
  }
}
