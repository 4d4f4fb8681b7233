import { digested } from '../../src/accounts/statements/digest.ts'
import { statementCamt053 } from '../../src/accounts/statements/formats/camt053.ts'
import { statementCsv } from '../../src/accounts/statements/formats/csv.ts'
import { statementJson } from '../../src/accounts/statements/formats/json.ts'
import { statementMt940 } from '../../src/accounts/statements/formats/mt940.ts'
import { statementDocument } from '../../src/accounts/statements/formats/pdf.ts'
import { makeDocument } from '../../src/documents/make.ts'
import { sampleFacilityLetter } from './facility.ts'
import { samplePaymentConfirmation } from './payment.ts'
import { sampleStatement } from './statement.ts'
import { sampleDrawdownConfirmation, sampleTradeConfirmation } from './trade.ts'

/** Every sample under docs/samples, by its file name. */
export async function makeSamples(): Promise<Record<string, Buffer>> {
  const month = sampleStatement()
  const empty = sampleStatement(true)
  return {
    'statement.json': await whole(statementJson(month.head, source(month))),
    'statement.csv': await whole(statementCsv(month.head, source(month))),
    'statement.mt940.sta': await whole(statementMt940(month.head, source(month))),
    'statement.camt053.xml': await whole(statementCamt053(month.head, source(month))),
    'statement.pdf': await makeDocument(statementDocument(month.head, source(month).lines)),
    'statement-without-entries.pdf': await makeDocument(statementDocument(empty.head, source(empty).lines)),
    'payment-confirmation.pdf': await makeDocument(samplePaymentConfirmation()),
    'trade-confirmation.pdf': await makeDocument(sampleTradeConfirmation()),
    'drawdown-confirmation.pdf': await makeDocument(sampleDrawdownConfirmation()),
    'facility-letter.pdf': await makeDocument(sampleFacilityLetter()),
  }
}

type Sample = ReturnType<typeof sampleStatement>
const source = ({ head, lines }: Sample) => digested(head, chunks(lines))

async function* chunks(lines: Sample['lines']) {
  yield lines
}

async function whole(texts: AsyncIterable<string>): Promise<Buffer> {
  const all: string[] = []
  for await (const text of texts) all.push(text)
  return Buffer.from(all.join(''))
}
