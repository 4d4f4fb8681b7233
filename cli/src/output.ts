import type { Command } from 'commander'

/** Amounts and rates are aligned at their right end. */
export type Column<T> = [title: string, value: (row: T) => Value, align?: 'right']
export type Value = string | number | null | undefined

/** Prints rows as a table, or unchanged as JSON with --json. */
export function printList<T>(command: Command, rows: T[], columns: Column<T>[], whenEmpty: string): void {
  if (command.optsWithGlobals().json) return print(rows)
  console.log(rows.length === 0 ? whenEmpty : table(rows, columns))
}

/** Prints one object as "name  value" lines, or unchanged as JSON with --json. */
export function printOne(command: Command, thing: unknown, fields: [name: string, value: Value][]): void {
  if (command.optsWithGlobals().json) return print(thing)
  const shown = fields.filter(([, value]) => value !== undefined && value !== null && value !== '')
  const width = Math.max(...shown.map(([name]) => name.length))
  for (const [name, value] of shown) console.log(`${name.padEnd(width)}  ${cell(value)}`)
}

const print = (value: unknown) => console.log(JSON.stringify(value, null, 2))

/** Columns as wide as their widest cell, two spaces apart. */
export function table<T>(rows: T[], columns: Column<T>[]): string {
  const cells = rows.map((row) => columns.map(([, value]) => cell(value(row))))
  const widths = columns.map(([title], i) => Math.max(title.length, ...cells.map((row) => row[i]!.length)))
  const line = (texts: string[]) =>
    texts
      .map((text, i) => (columns[i]![2] ? text.padStart(widths[i]!) : text.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd()
  return [columns.map(([title]) => title), ...cells].map(line).join('\n')
}

const cell = (value: Value): string => (value ?? '').toString()

/** "1250000.00" as "1,250,000.00"; the digits stay as they came. */
export function grouped(amount: string | null | undefined): string {
  const [whole = '', decimals] = (amount ?? '').split('.')
  const spaced = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? spaced : `${spaced}.${decimals}`
}

/** An instant to the minute: "2026-11-20 12:00". */
export const minute = (instant: string | undefined | null): string => (instant ?? '').slice(0, 16).replace('T', ' ')
