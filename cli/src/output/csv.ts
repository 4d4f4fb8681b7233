import { flatten, textOf } from './rows.ts'

/** Returns rows as CSV by RFC 4180, with the names of the fields first. */
export function csv(items: readonly unknown[], columns?: readonly string[]): string {
  const rows = items.map(flatten)
  const names = columns ?? [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [names, ...rows.map((row) => names.map((name) => textOf(row[name] ?? null)))]
    .map((cells) => cells.map(cellOf).join(','))
    .join('\r\n')
}

/** Quotes a cell if necessary. An apostrophe stops spreadsheets from running a text as a formula; amounts stay as they are. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
