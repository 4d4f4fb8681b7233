import { groupDigits } from '@cambist/sdk'
import { paint, statusColour } from './colour.ts'
import { flatten, type Row, textOf } from './rows.ts'

const AMOUNT =
  /(amount|balance|booked|available|limit|utilised|outstanding|notional|fee|credits|debits|mtm|held|pending(In|Out))$/i
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const NUMBER = /^-?\d+(\.\d+)?$/
/** Texts are cut after this many characters. */
const WIDEST = 40
const GAP = 2

/** Names by their weight, from the most wanted columns of a narrow terminal. */
const WANTED = [
  /status$/i,
  /amount$|^currency$|^rate$/i,
  AMOUNT,
  /currency/i,
  /date$/i,
  /^(name|type|reference|description|code|event)$/i,
]

/**
 * Returns rows as a table that fits the width: the first column and the most important ones.
 *
 * @param columns names of the columns; absent: chosen by the width
 */
export function table(items: readonly unknown[], width: number, columns?: readonly string[]): string {
  const rows = items.map(flatten)
  const names = columns ?? fitting(rows, width)
  const cells = rows.map((row) => names.map((name) => cellOf(name, row[name])))
  const isNumber = names.map(
    (name, i) =>
      !/id$|number$|code$/i.test(name) &&
      rows.every((row) => !row[name] || NUMBER.test(textOf(row[name]!))) &&
      cells.some((row) => row[i] !== ''),
  )
  const widths = names.map((name, i) => Math.max(name.length, ...cells.map((row) => row[i]!.length)))
  const line = (texts: readonly string[], colourOf: (text: string, i: number) => string) =>
    texts
      .map((text, i) => colourOf(isNumber[i] ? text.padStart(widths[i]!) : text.padEnd(widths[i]!), i))
      .join(' '.repeat(GAP))
      .trimEnd()
  const coloured = (text: string, i: number) =>
    /status$/i.test(names[i]!) ? paint(statusColour(text.trim()), text) : text
  return [line(names, (text) => paint('bold', text)), ...cells.map((row) => line(row, coloured))].join('\n')
}

/** Returns an object as "name  value" lines, without empty values. */
export function lines(item: unknown): string {
  const entries = Object.entries(flatten(item)).filter(([, value]) => value !== null && value !== '')
  const width = Math.max(0, ...entries.map(([name]) => name.length))
  return entries
    .map(([name, value]) => {
      const text = cellOf(name, value, Number.POSITIVE_INFINITY)
      return `${paint('bold', name.padEnd(width))}  ${/status$/i.test(name) ? paint(statusColour(text), text) : text}`
    })
    .join('\n')
}

/** Chooses the columns that fit, and returns them in their own order. */
function fitting(rows: readonly Row[], width: number): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
    rows.some((row) => row[name] !== null && row[name] !== undefined && row[name] !== ''),
  )
  const byWeight = names.toSorted((a, b) => weightOf(a, names) - weightOf(b, names))
  const chosen = new Set<string>()
  let used = 0
  for (const name of byWeight) {
    const wide = Math.max(name.length, ...rows.map((row) => cellOf(name, row[name]).length)) + GAP
    if (chosen.size > 0 && used + wide > width + GAP) continue
    chosen.add(name)
    used += wide
  }
  return names.filter((name) => chosen.has(name))
}

/** Sorts the resource's own id first, other ids and nested fields last. */
function weightOf(name: string, names: readonly string[]): number {
  if (name === names[0]) return 0
  const wanted = WANTED.findIndex((pattern) => pattern.test(name))
  const nested = name.includes('.') ? 20 : 0
  return nested + (wanted >= 0 ? wanted + 1 : /id$/i.test(name) ? 10 : 8)
}

function cellOf(name: string, value: Row[string] | undefined, widest = WIDEST): string {
  const text = textOf(value ?? null)
  if (AMOUNT.test(name) && NUMBER.test(text)) return groupDigits(text)
  if (INSTANT.test(text) && widest === WIDEST) return text.slice(0, 16).replace('T', ' ')
  return text.length > widest ? `${text.slice(0, widest - 1)}…` : text
}
