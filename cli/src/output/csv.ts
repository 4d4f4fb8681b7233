import { flatten, textOf } from './rows.ts'

/** Returns rows as CSV by RFC 4180, with the names of the fields first. */
export function csv(items: readonly unknown[], columns?: readonly string[]): string {
  const rows = items.map(flatten)
  const names = columns ?? [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [names, ...rows.map((row) => names.map((name) => textOf(row[name] ?? null)))]
    .map((cells) => cells.map(cellOf).join(','))
    .join('\r\n')
}

/** Starts of a spreadsheet formula, also in full width, and of a line that might become one; as the service guards its statements. */
const FORMULA = /^[\s\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/
const NUMBER = /^[+-]?\d+(\.\d+)?$/

/** Quotes a cell if necessary. An apostrophe stops spreadsheets from running a text as a formula; amounts stay as they are. */
function cellOf(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
