import { execFileSync, spawnSync } from 'node:child_process'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { haveIsoSchemas, schemaErrors } from '../../../../test/support/iso20022.ts'
import { sampleStatement } from '../../../../test/samples/statement.ts'
import type { TransactionOut } from '../../schema.ts'
import { digested } from '../digest.ts'
import { statementCamt053 } from './camt053.ts'
import { statementCsv } from './csv.ts'
import { makeDocument } from '../../../documents/make.ts'
import { statementMt940 } from './mt940.ts'
import { statementDocument } from './pdf.ts'
import { swiftText } from './swift-text.ts'

const { head, lines } = sampleStatement()

/** Generates texts that break files: separators, quotes, markup, line ends, formulas, other scripts. */
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

test('camt.053: the countries of holder and institution are elements of their own, not address lines', async () => {
  const text = await written(statementCamt053, [])
  const addresses = [...text.matchAll(/<PstlAdr>(.*?)<\/PstlAdr>/g)].map(([, address]) => address)
  expect(addresses).toEqual([
    '<Ctry>DE</Ctry><AdrLine>Speicherstraße 12</AdrLine><AdrLine>20457 Hamburg</AdrLine>',
    '<Ctry>GB</Ctry><AdrLine>1 Exchange Place</AdrLine><AdrLine>EC2X 9ZZ London</AdrLine>',
  ])
  const unknown = { ...head.parties, holder: { ...head.parties.holder, address: ['Plot 7, XQ', 'Village, ABC'] } }
  const other = await written((of, source) => statementCamt053({ ...of, parties: unknown }, source), [])
  expect(other).toContain('<PstlAdr><AdrLine>Plot 7, XQ</AdrLine><AdrLine>Village, ABC</AdrLine></PstlAdr>')
})

test.each([
  ['AC04', '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>'],
  ['CutOffPassed', '<RtrInf><Rsn><Prtry>CutOffPassed</Prtry></Rsn></RtrInf>'],
  [null, '<RtrInf><Rsn><Cd>NARR</Cd></Rsn><AddtlInf>Payment to Acme returned</AddtlInf></RtrInf>'],
])('camt.053: a return has its reason, %s, and the file is valid', async (returnReason, element) => {
  const returned = {
    ...lines[2]!,
    type: 'PaymentReturn' as const,
    description: 'Payment to Acme returned',
    returnReason,
  }
  const text = await written(statementCamt053, [returned, { ...returned, type: 'PaymentFee' as const }])
  expect(text.match(/<RtrInf>.*?<\/RtrInf>/g)).toEqual([element])
  if (haveIsoSchemas) expect(await schemaErrors('camt.053.001.08', text)).toEqual([])
})

test('MT940: with any texts every row fits, none cuts an id or ends a field early, and each entry has its two fields', async () => {
  await fc.assert(
    fc.asyncProperty(someLines, async (some) => {
      const text = await written(statementMt940, some)
      expect(text).toMatch(/^[A-Za-z0-9/\-?:().,'+ \r\n]*$/)
      const fields = text.slice(0, -3).split('\r\n:')
      expect(fields.filter((field) => field.startsWith('61:'))).toHaveLength(some.length)
      const information = fields.filter((field) => field.startsWith('86:'))
      expect(information.pop()).toMatch(/^86:\/SVCR\/[A-Z0-9]{8,11}\//) // of the whole statement
      expect(information).toHaveLength(some.length)
      for (const [i, field] of information.entries()) {
        const rows = field.slice(3).split('\r\n')
        const { uetr, counterparty, related, transactionId } = some[i]!
        const whole = [`/UETR/${uetr}`, `/ACCT/${counterparty!.iban}`, `/ID/${transactionId.slice(4)}`]
        whole.push(`/REL/${related!.type} ${related!.id.replace('_', '-')}`)
        for (const each of whole) expect(rows.some((row) => row.includes(each))).toBe(true)
        expect(rows.length).toBeLessThanOrEqual(6)
        for (const row of rows) expect(row).toMatch(/^[^:-].{0,64}$/)
      }
      for (const field of fields.filter((each) => each.startsWith('61:')))
        expect(field).toMatch(/^61:\d{10}[CD]\d{1,12},\d{0,2}[NF][A-Z]{3}[^/]{1,16}\/\/.{1,16}$/)
    }),
  )
})

test('MT940: an amount of a million million rupiah fits its field, and is the same amount', async () => {
  const rich = { ...head, currency: 'IDR', openingMinor: 0n, closingMinor: 100_000_000_000_050n }
  const some = [{ ...lines[2]!, amount: '1000000000000.00' }]
  const text = await written((_, source) => statementMt940({ ...rich, stored: null }, source), some)
  expect(text).toMatch(/\r\n:60F:C\d{6}IDR0,00\r\n/)
  expect(text).toMatch(/\r\n:61:\d{10}[CD]1000000000000,[NF]/)
  expect(text).toMatch(/\r\n:62F:C\d{6}IDR1000000000000,5\r\n/)
})

test('CSV: a reader gets any text back, in one row for each entry', async () => {
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

test('camt.053: with any texts the file is well-formed, within its lengths, and reads back unchanged', async () => {
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
  ['東京_50 €', 'DongJing-50 EUR'],
  ['\uFFFF한국', '.HanGug'],
  ['شركة النور', 'shrkh lnwr'],
  ['Ελληνική Εταιρεία Ύδρευσης ΑΘΗΝΑ', 'Elliniki Etaireia Ydreusis ATHINA'],
  ['Χρήστος Ψαρράς, Ουρανός', 'Christos Psarras, Ouranos'],
  ['ООО «Щукин и Жуков» Юрьев', "OOO 'Shchukin i Zhukov' Iurev"],
  ['Київ Ґанок Ђорђе Њ', 'Kiiv Ganok Dorde Nj'],
])('%s in SWIFT’s characters is %s', (text, expected) => {
  expect(swiftText(text)).toBe(expected)
})

const related = { type: 'Trade', id: 'trd_019AA00000E008000000000R8', clientReference: null }
const moved: TransactionOut = { ...lines[0]!, type: 'MarginPosted', counterparty: null, related }

test('every statement file names the deal that a line of margin belongs to', async () => {
  expect(await written(statementCsv, [moved])).toContain(`,Trade,${related.id}\r\n`)
  expect(await written(statementCamt053, [moved])).toContain(
    `<Prtry><Tp>Trade</Tp><Ref>${related.id}</Ref></Prtry></Refs>`,
  )
  expect(await written(statementMt940, [moved])).toContain('/REL/Trade trd-019AA00000E008000000000R8')
  async function* chunks() {
    yield [moved]
  }
  const table = statementDocument(head, chunks()).blocks.find((block) => block.kind === 'lines')!
  const rows = []
  for await (const row of table.rows) rows.push(row)
  expect(JSON.stringify(rows)).toContain(related.id)
})

test('MT940 does not report margin as a collection', async () => {
  const text = await written(statementMt940, [moved, { ...moved, type: 'MarginReleased', creditOrDebit: 'Credit' }])
  expect(text.match(/(?<=\d,\d\d)N[A-Z]{3}/g)).toEqual(['NMAR', 'NMAR'])
})

const hasPdftotext = spawnSync('pdftotext', ['-v']).error === undefined
test.skipIf(!hasPdftotext)('a page of a statement holds 25 lines, and carries the balance to the next', async () => {
  async function* chunks() {
    yield Array.from({ length: 90 }, (_, i) => ({
      ...lines[2]!,
      reference: 'A reference of some length, with its invoice 2026/11',
      runningBalance: `${i + 1000}.00`,
    }))
  }
  const bytes = await makeDocument(statementDocument({ ...head, stored: null }, chunks()))
  // Two lines of small print each. The first page has the head of the statement as well, the last one what is left.
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes }).toString()
  const pages = text.split('\f').slice(0, -1)
  const linesOn = pages.map((page) => page.match(/2026-11-23 +2026-11-23/g)?.length ?? 0)
  for (const count of linesOn.slice(1, -1)) expect(count).toBeGreaterThanOrEqual(25)
  const balances = pages.map((page) =>
    Array.from(page.matchAll(/(Carried|Brought) forward +(\S+)/g), ([, way, value]) => [way, value]),
  )
  for (let i = 1; i < pages.length; i++) {
    const total = linesOn.slice(0, i).reduce((sum, count) => sum + count, 0)
    const carried = `${(total + 999).toLocaleString('en-US')}.00`
    expect(balances[i - 1]!.at(-1)).toEqual(['Carried', carried])
    expect(balances[i]![0]).toEqual(['Brought', carried])
  }
})

test.skipIf(!hasPdftotext)('twenty-five lines fit the first page of a statement', async () => {
  async function* chunks() {
    yield Array.from({ length: 90 }, () => ({ ...lines[2]!, reference: 'INV 2026/11' }))
  }
  const bytes = await makeDocument(statementDocument({ ...head, stored: null }, chunks()))
  const [first] = execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes }).toString().split('\f')
  expect(first!.match(/2026-11-23 +2026-11-23/g)!.length).toBeGreaterThanOrEqual(25)
})

test.skipIf(!hasPdftotext)('a statement shows amounts of 15 digits on one line each, also below zero', async () => {
  const [amount, balance] = ['9999999999999.99', '-9999999999999.99']
  async function* chunks() {
    yield lines.slice(0, 8).map((each) => ({ ...each, amount, runningBalance: balance }))
  }
  const most = 999_999_999_999_999n
  const large = { ...head, stored: null, openingMinor: 0n, creditsMinor: most, debitsMinor: most, closingMinor: -most }
  const bytes = await makeDocument(statementDocument(large, chunks()))
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes }).toString()
  expect(text.match(/^2026.* 9,999,999,999,999\.99 +−9,999,999,999,999\.99$/gm)).toHaveLength(8)
  expect(text).toMatch(
    /Totals and closing balance +9,999,999,999,999\.99 +9,999,999,999,999\.99 +−9,999,999,999,999\.99/,
  )
})

test.skipIf(!hasPdftotext)('a statement shows a closing balance below zero on one line', async () => {
  async function* chunks() {
    yield lines.slice(0, 1).map((each) => ({ ...each, amount: '-1.00', runningBalance: '-1.00' }))
  }
  // The highest balance has as many characters as the lowest, and the sign is wider than a digit.
  const [credits, debits] = [99_999_999_999_999_999n, 9_999_999_999_999_999n]
  const large = { ...head, stored: null, openingMinor: 0n, creditsMinor: credits, debitsMinor: debits }
  const bytes = await makeDocument(statementDocument({ ...large, closingMinor: -debits }, chunks()))
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes }).toString()
  expect(text).toMatch(/Totals and closing balance .* −99,999,999,999,999\.99$/m)
})
