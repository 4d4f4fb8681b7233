import { type Issuer, setDocument, withLook } from '../../../documents/index.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { digested } from '../digest.ts'
import { refuse } from '../../rules.ts'
import { keptFile } from '../files.ts'
import { linesOf, type StatementHead } from '../statement.ts'
import { statementCamt053 } from './camt053.ts'
import { statementCsv } from './csv.ts'
import { statementJson } from './json.ts'
import { statementMt940, tooLongForMt940 } from './mt940.ts'
import { statementDocument } from './pdf.ts'

export const FORMATS = ['json', 'pdf', 'csv', 'mt940', 'camt053'] as const
export type StatementFormat = (typeof FORMATS)[number]

/** Media types of the formats for the Accept header, and file extensions. */
export const MEDIA: Record<StatementFormat, { type: string; header: string; ending: string }> = {
  json: { type: 'application/json', header: 'application/json; charset=utf-8', ending: 'json' },
  pdf: { type: 'application/pdf', header: 'application/pdf', ending: 'pdf' },
  csv: { type: 'text/csv', header: 'text/csv; charset=utf-8; header=present', ending: 'csv' },
  mt940: { type: 'text/plain', header: 'text/plain; charset=us-ascii', ending: 'sta' },
  camt053: { type: 'application/xml', header: 'application/xml; charset=utf-8', ending: 'xml' },
}

type Chunks = AsyncIterable<string | Buffer>

const TEXTS = { json: statementJson, csv: statementCsv, mt940: statementMt940, camt053: statementCamt053 }

/**
 * Writes a statement in a format as lazily created chunks: memory use does not grow with its length. The PDF of a
 * stored statement is created once and stored.
 *
 * @param deps.issuer gives the look of a PDF; the names are those that the statement was issued with
 * @throws amount_too_long_for_format
 */
export async function writeStatement(
  { db, issuer }: { db: Db; issuer: Pick<Issuer, 'logo' | 'colour'> },
  head: StatementHead,
  format: StatementFormat,
): Promise<Chunks> {
  const source = () => digested(head, linesOf(db.reader, head))
  if (format === 'mt940') {
    const amount = await tooLongForMt940(head, () => linesOf(db.reader, head))
    const available = FORMATS.filter((each) => each !== format)
    if (amount) throw refuse.amount_too_long_for_format({ amount, currency: head.currency, format, available })
  }
  if (format !== 'pdf') return TEXTS[format](head, source())
  const shown = { ...head, parties: { ...head.parties, issuer: withLook(head.parties.issuer, issuer) } }
  const model = () => statementDocument(shown, source().lines)
  const { entityId, stored } = head
  if (stored) return keptFile(db, { entityId, statementId: stored.statementId }, () => setDocument(model()))
  return setDocument(model())
}
