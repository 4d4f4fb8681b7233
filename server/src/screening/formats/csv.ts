import { parse } from 'csv-parse/sync'
import { refuse } from '../rules.ts'

/**
 * The rows of a CSV file as lists are published: lines of different lengths, quotes where needed, and OFAC's end-of-file
 * character in a line of its own.
 *
 * @throws screening_list_unreadable where a quote is not closed
 */
export function readCsv(text: string, delimiter: ',' | ';'): string[][] {
  try {
    const rows = parse(text.replaceAll('\u001A', ''), {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    })
    return rows.filter((row) => row.some((cell) => cell !== ''))
  } catch (error) {
    throw refuse.screening_list_unreadable({ format: 'CSV', reason: (error as Error).message })
  }
}

/** A table whose header is the first row with the wanted column; rows above it say when the list was published. */
export function tableOf(rows: readonly string[][], column: string) {
  const at = rows.findIndex((row) => row.includes(column))
  const header = rows[at] ?? []
  const place = (name: string) => header.indexOf(name)
  return {
    above: rows.slice(0, Math.max(0, at)).flat(),
    rows: rows.slice(at + 1),
    /** Returns the first filled column of those the file has; empty without one. */
    cell: (row: readonly string[], ...names: string[]): string =>
      names.map((name) => row[place(name)]?.trim() ?? '').find((text) => text !== '') ?? '',
  }
}
