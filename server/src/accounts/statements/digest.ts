import { createHash } from 'node:crypto'
import { invariant } from '../../kernel/values/refusals.ts'
import type { TransactionOut } from '../schema.ts'
import { presentHead, type StatementHead } from './statement.ts'

/** Rule of the digest for the schema: clients can recompute it from the JSON. */
export const DIGEST_RULE =
  'SHA-256 in hex over lines of text, each a JSON array and a line feed. First [statementId, accountId, statementFromDate, ' +
  'statementToDate, sequenceNumber, currency, openingBalance, closingBalance, credits, creditCount, debits, debitCount]; ' +
  'then for each transaction [transactionId, bookedAt, valueDate, creditOrDebit, amount, runningBalance, type, reference, ' +
  'endToEndId, counterparty name, counterparty iban or accountNumber]. Missing values are null.'

/** Creates an incremental digest; fields added to a line's presentation later do not change it. */
export function createDigest(head: StatementHead) {
  const hash = createHash('sha256')
  const add = (fields: unknown[]) => void hash.update(`${JSON.stringify(fields)}\n`)
  const { statementId, accountId, statementFromDate, statementToDate, sequenceNumber, currency, ...rest } =
    presentHead(head)
  const { credits, creditCount, debits, debitCount } = rest.totals
  const { openingBalance, closingBalance } = rest
  add([
    statementId,
    accountId,
    statementFromDate,
    statementToDate,
    sequenceNumber,
    currency,
    openingBalance,
    closingBalance,
    credits,
    creditCount,
    debits,
    debitCount,
  ])
  return {
    line({ counterparty: party, ...line }: TransactionOut) {
      const { transactionId, bookedAt, valueDate, creditOrDebit, amount, runningBalance } = line
      const account = party?.iban ?? party?.accountNumber ?? null
      const said = [line.type, line.reference, line.endToEndId, party?.name ?? null, account]
      add([transactionId, bookedAt, valueDate, creditOrDebit, amount, runningBalance, ...said])
    },
    hex: () => hash.digest('hex'),
  }
}

/** Lines on their way to a client, and their digest when the last has gone by. */
export interface DigestedLines {
  lines: AsyncIterable<TransactionOut[]>
  /**
   * Returns the digest of all lines so far. A stored statement with another digest is a defect, and the response is
   * aborted.
   */
  digest: () => string
}

/** Takes the digest of a statement's lines while they pass. */
export function digested(head: StatementHead, lines: AsyncIterable<TransactionOut[]>): DigestedLines {
  const digest = createDigest(head)
  let hex: string | undefined
  async function* pass() {
    for await (const chunk of lines) {
      for (const line of chunk) digest.line(line)
      yield chunk
    }
    hex = digest.hex()
    invariant(!head.stored || head.stored.digest === hex, 'an issued statement has the lines it was issued with')
  }
  return { lines: pass(), digest: () => hex! }
}
