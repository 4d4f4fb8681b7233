import type { TransactionOut } from '../../schema.ts'
import type { DigestedLines } from '../digest.ts'
import { createDayTeller } from '../periods.ts'
import { presentHead, type StatementHead } from '../statement.ts'

const COLUMNS = [
  'bookingDate',
  'valueDate',
  'type',
  'description',
  'counterpartyName',
  'counterpartyAccount',
  'reference',
  'endToEndId',
  'uetr',
  'transactionId',
  'currency',
  'debit',
  'credit',
  'runningBalance',
  'bankTransactionCode',
  'creditorReference',
  'relatedType',
  'relatedId',
] as const

type Row = Partial<Record<(typeof COLUMNS)[number], string | null>>

/**
 * The statement as CSV (RFC 4180, UTF-8 with a byte-order mark, which spreadsheets need to show Łódź): a head, a row with
 * the opening balance, one row an entry, a row with the closing balance. Amounts have no sign: debit and credit are columns.
 */
export async function* statementCsv(head: StatementHead, { lines }: DigestedLines): AsyncGenerator<string> {
  const { openingBalance, closingBalance, currency } = presentHead(head)
  const dayOf = createDayTeller(head.timeZone)
  yield `\uFEFF${COLUMNS.join(',')}\r\n`
  yield rowOf({ bookingDate: head.fromDate, type: 'OpeningBalance', currency, runningBalance: openingBalance })
  for await (const chunk of lines) yield chunk.map((line) => rowOf(fieldsOf(line, dayOf))).join('')
  yield rowOf({ bookingDate: head.toDate, type: 'ClosingBalance', currency, runningBalance: closingBalance })
}

function fieldsOf(line: TransactionOut, dayOf: (at: string) => string): Row {
  const { counterparty, bankTransactionCode: code } = line
  return {
    bookingDate: dayOf(line.bookedAt!),
    valueDate: line.valueDate,
    type: line.type,
    description: asText(line.description),
    counterpartyName: asText(counterparty?.name),
    counterpartyAccount: asText(counterparty?.iban ?? counterparty?.accountNumber),
    reference: asText(line.reference),
    endToEndId: asText(line.endToEndId),
    uetr: line.uetr,
    transactionId: line.transactionId,
    currency: line.currency,
    debit: line.creditOrDebit === 'Debit' ? line.amount : '',
    credit: line.creditOrDebit === 'Credit' ? line.amount : '',
    runningBalance: line.runningBalance,
    bankTransactionCode: [code.domain, code.family, code.subFamily].join('/'),
    creditorReference: asText(line.creditorReference),
    relatedType: line.related?.type ?? null,
    relatedId: line.related?.id ?? null,
  }
}

/** Starts of a spreadsheet formula, also in full width, and of a line that might become one. */
const FORMULA = /^[\s\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/

/** Escapes third-party text: potential spreadsheet formulas get a leading apostrophe and display as text. */
const asText = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : FORMULA.test(text) ? `'${text}` : text

const rowOf = (row: Row): string => `${COLUMNS.map((name) => quoted(row[name] ?? '')).join(',')}\r\n`
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
