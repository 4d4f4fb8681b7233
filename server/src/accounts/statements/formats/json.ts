import type { DigestedLines } from '../digest.ts'
import { presentHead, type StatementHead } from '../statement.ts'

/**
 * Writes the statement as JSON text with its transactions as they are read; the digest of the sent lines comes last.
 */
export async function* statementJson(head: StatementHead, { lines, digest }: DigestedLines): AsyncGenerator<string> {
  yield `${JSON.stringify(presentHead(head)).slice(0, -1)},"transactions":[`
  let separator = ''
  for await (const chunk of lines) {
    yield separator + chunk.map((line) => JSON.stringify(line)).join(',')
    separator = ','
  }
  yield `],"digest":"${digest()}"}`
}
