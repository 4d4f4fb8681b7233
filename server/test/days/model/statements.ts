import { type Finding, finding } from '../findings.ts'
import type { Statement, Transaction } from '../read/resources.ts'
import { decimalsOf, minorOf, sum } from './money.ts'
import { type Lines, readCamt053, readCsv, readMt940 } from './statement-files.ts'

/** One statement in every format. */
export interface StatementFiles {
  json: Statement
  csv: string
  mt940: string
  camt053: string
}

const signed = ({ amount, creditOrDebit }: Transaction): bigint =>
  creditOrDebit === 'Credit' ? minorOf(amount) : -minorOf(amount)

const linesOf = ({ openingBalance, closingBalance, transactions }: Statement): Lines => ({
  opening: minorOf(openingBalance),
  closing: minorOf(closingBalance),
  lines: transactions.map((transaction) => ({ minor: signed(transaction), valueDate: transaction.valueDate ?? '' })),
})

const textOf = ({ opening, closing, lines }: Lines): string =>
  `${opening} to ${closing}: ${lines.map(({ minor, valueDate }) => `${minor}@${valueDate}`).join(' ')}`

/** A statement's formats say the same, its sums are right, and its lines are the account's transactions of its days. */
export function compareStatement(
  { json, csv, mt940, camt053 }: StatementFiles,
  transactions: readonly Transaction[],
): Finding[] {
  const name = `${json.accountId} ${json.statementFromDate} to ${json.statementToDate}${json.period ? ` ${json.period}` : ''}`
  const lines = linesOf(json)
  const expected = textOf(lines)
  const findings: Finding[] = []
  const decimals = decimalsOf(json.openingBalance)
  const read: [string, Lines][] = [
    ['csv', readCsv(csv)],
    ['mt940', readMt940(mt940, decimals)],
    ['camt053', readCamt053(camt053)],
  ]
  for (const [format, others] of read)
    if (textOf(others) !== expected)
      findings.push(finding(`${format} agrees with JSON`, name, expected, textOf(others)))
  const moved = sum(lines.lines.map(({ minor }) => minor))
  if (lines.opening + moved !== lines.closing)
    findings.push(
      finding('opening balance and lines make the closing balance', name, lines.opening + moved, lines.closing),
    )
  const credits = sum(lines.lines.map(({ minor }) => minor).filter((minor) => minor > 0n))
  if (minorOf(json.totals.credits) !== credits)
    findings.push(finding('totals are the sums', name, credits, json.totals.credits))
  const known = new Map(transactions.map((transaction) => [transaction.transactionId, transaction]))
  for (const line of json.transactions) {
    const transaction = known.get(line.transactionId)
    const same = transaction && signed(transaction) === signed(line) && transaction.valueDate === line.valueDate
    if (!same)
      findings.push(
        finding(
          'lines are transactions',
          `${name} ${line.transactionId}`,
          JSON.stringify(transaction),
          JSON.stringify(line),
        ),
      )
  }
  return findings
}

/** Numbered statements of an account follow each other: numbers begin with 1 each year and have no gap, balances continue. */
export function compareChain(statements: readonly Statement[]): Finding[] {
  const findings: Finding[] = []
  const yearOf = ({ statementToDate }: Statement) => statementToDate.slice(0, 4)
  const inOrder = [...statements].sort((a, b) => (a.statementToDate < b.statementToDate ? -1 : 1))
  for (const [i, statement] of inOrder.entries()) {
    const before = inOrder[i - 1]
    const { accountId, period, statementToDate, sequenceNumber, openingBalance } = statement
    const name = `${accountId} ${period} to ${statementToDate}`
    const number = before && yearOf(before) === yearOf(statement) ? (before.sequenceNumber ?? 0) + 1 : 1
    if (sequenceNumber !== number)
      findings.push(finding('statements are numbered without gaps', name, number, sequenceNumber))
    if (before && openingBalance !== before.closingBalance)
      findings.push(finding('a statement begins as the one before ended', name, before.closingBalance, openingBalance))
  }
  return findings
}
