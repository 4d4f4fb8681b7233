import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { sampleStatement } from '../../../../test/samples/statement.ts'
import type { TransactionOut } from '../../schema.ts'
import { digested } from '../digest.ts'
import { statementCamt053 } from './camt053.ts'
import { statementCsv } from './csv.ts'
import { statementMt940 } from './mt940.ts'
import { swiftText } from './swift-text.ts'

const { head, lines } = sampleStatement()

/** What people write, and what breaks files: separators, quotes, markup, line ends, formulas, other scripts. */
const said = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...Array.from(':-/,"\'<>&;=+@\n\r\t|łŞ東ß€ ')),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 140,
})
const line: fc.Arbitrary<TransactionOut> = fc
  .record({ reference: said, creditorReference: said, description: said, name: said, endToEndId: said })
  .map(({ name, ...texts }) => ({ ...lines[2]!, ...texts, counterparty: { ...lines[2]!.counterparty!, name } }))
const someLines = fc.array(line, { minLength: 1, maxLength: 4 })

async function written(
  write: (of: typeof head, source: ReturnType<typeof digested>) => AsyncIterable<string>,
  some: TransactionOut[],
): Promise<string> {
  async function* chunks() {
    yield some
  }
  let text = ''
  for await (const chunk of write({ ...head, stored: null }, digested({ ...head, stored: null }, chunks())))
    text += chunk
  return text
}

test('MT940: whatever is said, every row fits, none ends a field early, and each entry has its two fields', async () => {
  await fc.assert(
    fc.asyncProperty(someLines, async (some) => {
      const text = await written(statementMt940, some)
      expect(text).toMatch(/^[A-Za-z0-9/\-?:().,'+ \r\n]*$/)
      const fields = text.slice(0, -3).split('\r\n:')
      expect(fields.filter((field) => field.startsWith('61:'))).toHaveLength(some.length)
      const information = fields.filter((field) => field.startsWith('86:'))
      expect(information).toHaveLength(some.length)
      for (const field of information) {
        const rows = field.slice(3).split('\r\n')
        expect(rows.length).toBeLessThanOrEqual(6)
        for (const row of rows) expect(row).toMatch(/^[^:-].{0,64}$/)
      }
      for (const field of fields.filter((each) => each.startsWith('61:')))
        expect(field).toMatch(/^61:\d{10}[CD]\d{1,12},\d{0,2}[NF][A-Z]{3}[^/]{1,16}\/\/.{1,16}$/)
    }),
  )
})

test('CSV: whatever is said, a reader gets it back, in as many rows as there are entries', async () => {
  await fc.assert(
    fc.asyncProperty(someLines, async (some) => {
      const rows = parse(await written(statementCsv, some), {
        columns: true,
        bom: true,
        record_delimiter: '\r\n',
      }) as Record<string, string>[]
      expect(rows).toHaveLength(some.length + 2)
      for (const [i, { reference }] of some.entries())
        expect(rows[i + 1]!['reference']!.replace(/^'/, '')).toBe(reference!.replace(/^'/, ''))
    }),
  )
})

test('camt.053: whatever is said, it is well-formed, within its lengths, and read back as it was', async () => {
  const parser = new XMLParser({ parseTagValue: false, trimValues: false, isArray: (name) => name === 'Ntry' })
  await fc.assert(
    fc.asyncProperty(someLines, async (some) => {
      const text = await written(statementCamt053, some)
      expect(XMLValidator.validate(text)).toBe(true)
      // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what came
      const entries = (parser.parse(text) as any).Document.BkToCstmrStmt.Stmt.Ntry
      for (const [i, { counterparty, creditorReference }] of some.entries()) {
        const bill = (creditorReference ?? '').replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
        const shown = Array.from(bill).slice(0, 35).join('').trim()
        expect(entries[i].NtryDtls.TxDtls.RmtInf?.Strd?.CdtrRefInf?.Ref ?? '').toBe(shown)
        const name = (counterparty!.name ?? '').replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ').trim()
        expect(entries[i].NtryDtls.TxDtls.RltdPties?.Cdtr?.Pty?.Nm ?? '').toBe(name)
      }
    }),
  )
})

test.each([
  ['Łódź & Söhne', 'Lodz + Sohne'],
  ['Straße Ærø Þór', 'Strasse AEro THor'],
  ['İstanbul Şişli ığdır', 'Istanbul Sisli igdir'],
  ['東京_50 €', '..-50 EUR'],
])('%s in SWIFT’s characters is %s', (text, expected) => {
  expect(swiftText(text)).toBe(expected)
})
