import { parse } from 'csv-parse/sync'
import { refuse } from '../rules.ts'
import { MAX_ITEMS } from '../schema.ts'

/** Columns whose cell holds several values, with a bar between them. */
const LISTS = new Set(['notifyEmails', 'regulatoryReporting.details'])
const ROUTING = 'creditorAccount.routingCodes.'
const BOOLEANS = new Set(['creditorAccount.save', 'creditorAccount.firstParty', 'creditorAccount.isDefaultForCurrency'])

/**
 * Payment orders from a CSV with a header line. A column is a field of the order, a dot leads into a part of it
 * ("creditorAccount.address.city"); a routing code has a column of its type ("creditorAccount.routingCodes.SortCode"). An
 * empty cell is a field left out. Comma or semicolon separate, quotes as in RFC 4180.
 *
 * @throws csv_invalid
 */
export function parseCsv(text: string): Record<string, unknown>[] {
  let lines: Record<string, string>[]
  try {
    lines = parse(text, {
      bom: true,
      columns: (header: string[]) => checkHeader(header),
      delimiter: delimiterOf(text),
      skip_empty_lines: true,
      trim: true,
      to: MAX_ITEMS + 1,
      max_record_size: 20_000,
    })
  } catch (error) {
    throw refuse.csv_invalid({ reason: (error as Error).message.split('\n')[0] })
  }
  if (lines.length === 0) throw refuse.csv_invalid({ reason: 'the file has no line after the header' })
  return lines.map(orderOf)
}

/** Spreadsheets write semicolons where a comma is the decimal sign. */
const delimiterOf = (text: string): string => {
  const header = text.slice(0, text.indexOf('\n') === -1 ? undefined : text.indexOf('\n'))
  return header.includes(';') && !header.includes(',') ? ';' : ','
}

/** Longest name of a column, above any field of a payment order. */
const MOST_NAME = 256

/** Most columns: more than a payment order has fields. */
const MOST_COLUMNS = 200

function checkHeader(header: string[]): string[] {
  if (header.length > MOST_COLUMNS) throw new Error(`it has more than ${MOST_COLUMNS} columns`)
  const names = header.map((name) => name.trim())
  if (names.some((name) => name.length > MOST_NAME))
    throw new Error(`it has a column name of more than ${MOST_NAME} characters`)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) throw new Error(`the column ${twice} is there twice`)
  const whole = names.find((name) => names.some((other) => other.startsWith(`${name}.`)))
  if (whole !== undefined) throw new Error(`the column ${whole} has columns for its parts beside it`)
  const bad = names.find(
    (name) =>
      !/^[A-Za-z0-9]+(\.[A-Za-z0-9_-]+)*$/.test(name) || /(^|\.)(__proto__|constructor|prototype)(\.|$)/.test(name),
  )
  if (bad !== undefined) throw new Error(`${JSON.stringify(bad)} is not a column name`)
  return names
}

function orderOf(line: Record<string, string>): Record<string, unknown> {
  const order: Record<string, unknown> = {}
  for (const [column, cell] of Object.entries(line)) {
    if (cell === '') continue
    if (column.startsWith(ROUTING)) addRoutingCode(order, column.slice(ROUTING.length), cell)
    else setAt(order, column.split('.'), valueOf(column, cell))
  }
  return order
}

function valueOf(column: string, cell: string): unknown {
  if (LISTS.has(column)) return cell.split('|').map((part) => part.trim())
  return BOOLEANS.has(column) && /^(true|false)$/i.test(cell) ? cell.toLowerCase() === 'true' : cell
}

function addRoutingCode(order: Record<string, unknown>, type: string, value: string): void {
  const payee = partOf(order, 'creditorAccount')
  payee['routingCodes'] = [...((payee['routingCodes'] as object[] | undefined) ?? []), { type, value }]
}

function setAt(into: Record<string, unknown>, [name, ...rest]: string[], value: unknown): void {
  if (rest.length === 0) into[name!] = value
  else setAt(partOf(into, name!), rest, value)
}

/** The part of an order under a name, made when it is not there. */
function partOf(order: Record<string, unknown>, name: string): Record<string, unknown> {
  if (!Object.hasOwn(order, name)) order[name] = {} // every object has a toString
  return order[name] as Record<string, unknown>
}
