import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import type { Block, DocumentModel } from './index.ts'
import { makeDocument } from './make.ts'

const model = (name: string, blocks: readonly Block[]): DocumentModel => ({
  title: 'Confirmation of a spot foreign exchange deal',
  issuer: { name, licence: 'Licensed.', safeguarding: '', contact: 'help@test-house.example', objectionDays: 7 },
  reference: 'trd_01KAG00000E008000000000011',
  issuedAt: new Date('2026-11-20T12:00:00Z'),
  blocks,
})

const COLUMNS = [
  { title: 'Date', width: 10 },
  { title: 'Details', width: 30 },
  { title: 'Amount', width: 10, align: 'right' as const },
]
const rowsOf = (n: number) => Array.from({ length: n }, (_, i) => ['2026-11-20', `Line ${i + 1}`, '1,234.00'])

interface Word {
  text: string
  page: number
  xMin: number
  yMin: number
  xMax: number
  yMax: number
}

/** Reads the words of a PDF with their boxes. */
function wordsOf(pdf: Buffer): Word[] {
  const html = execFileSync('pdftotext', ['-bbox', '-', '-'], { input: pdf }).toString()
  return html.split('<page ').flatMap((page, i) =>
    Array.from(
      page.matchAll(/<word xMin="(\S+)" yMin="(\S+)" xMax="(\S+)" yMax="(\S+)">(.*?)<\/word>/g),
      ([, xMin, yMin, xMax, yMax, text]) => ({
        text: text!,
        page: i,
        xMin: Number(xMin),
        yMin: Number(yMin),
        xMax: Number(xMax),
        yMax: Number(yMax),
      }),
    ),
  )
}

/** Finds words that begin inside another word of the same line. */
const overlapping = (words: Word[]): string[] =>
  words.flatMap((word) =>
    words
      .filter(
        (other) =>
          other !== word &&
          other.page === word.page &&
          word.xMin > other.xMin + 0.5 &&
          word.xMin < other.xMax - 0.5 &&
          Math.min(word.yMax, other.yMax) - Math.max(word.yMin, other.yMin) > 3,
      )
      .map((other) => `${word.text} over ${other.text}`),
  )

const lines = (pdf: Buffer): string[] =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf }).toString().split('\n')
const pagesOf = (pdf: Buffer): string[] =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf }).toString().split('\f').slice(0, -1)

describe.skipIf(spawnSync('pdftotext', ['-v']).error !== undefined)(
  'a document with long texts (needs pdftotext)',
  () => {
    test.each([
      [
        'a name of 70 characters',
        'Internationale Handelsbank für Überseetransporte und Maschinenbau Aktien'.slice(0, 70),
      ],
      ['a name of 140 characters', 'Internationale Handelsbank '.repeat(6).slice(0, 140)],
      ['a name of 70 wide letters', 'W'.repeat(70)],
    ])('prints no reference over the letterhead: %s', async (_, name) => {
      const pdf = await makeDocument(model(name, [{ kind: 'lines', columns: COLUMNS, rows: rowsOf(60) }]))
      const words = wordsOf(pdf)
      expect(overlapping(words)).toEqual([])
      expect(Math.min(...words.map(({ yMin }) => yMin))).toBeGreaterThan(10)
      expect(words.filter(({ text }) => text.startsWith('trd_')).length).toBeGreaterThanOrEqual(4)
    })

    test('never breaks an amount that its column is to show on one line', async () => {
      const amount = '−9,999,999,999,999.99'
      const columns = [...COLUMNS.slice(0, 2), { ...COLUMNS[2]!, oneLine: [amount] }]
      const rows = [['2026-11-20', 'A deposit', amount]]
      const pdf = await makeDocument(model('Bank', [{ kind: 'lines', columns, rows, total: ['', 'Total', amount] }]))
      expect(lines(pdf).filter((line) => line.includes(amount))).toHaveLength(2)
      const right = wordsOf(pdf).filter(({ text }) => text === amount)
      for (const { xMax } of right) expect(xMax).toBeLessThan(548)
      expect(overlapping(wordsOf(pdf))).toEqual([])
    })

    test.each([
      ['Chinese', '上海国际贸易有限公司'.repeat(6)],
      ['Japanese', '東京せいみつきかい、カブシキガイシャ。'.repeat(5)],
      ['Thai', 'บริษัทน้ำมันไทย'.repeat(8)],
    ])('begins a long name in %s on the line of the words before it', async (_, name) => {
      const pdf = await makeDocument(
        model('Bank', [{ kind: 'lines', columns: COLUMNS, rows: [['2026-11-20', `Payment: ${name}`, '1.00']] }]),
      )
      const shown = lines(pdf)
      const first = shown.findIndex((line) => line.includes('Payment:'))
      expect(shown[first]).toContain(`Payment: ${name.slice(0, 5)}`)
      for (const line of shown) expect(line.trim()).not.toMatch(/^[、。）」]/)
    })

    test('shows the total and the small print of a table on the page of its last row, however many rows there are', async () => {
      const note = 'Fees charged in this period: 20.00 EUR.'
      const carry = { label: 1, value: 2 }
      for (let n = 24; n < 38; n++) {
        const block = {
          kind: 'lines' as const,
          columns: COLUMNS,
          rows: rowsOf(n),
          carry,
          total: ['', 'Total', '9.00'],
          note,
        }
        const last = pagesOf(await makeDocument(model('Bank', [block]))).at(-1)!
        for (const text of [`Line ${n}`, 'Total', note]) expect(last, `${n} rows`).toContain(text)
      }
    })

    test('shows a heading on the page of its first row, however tall that row is', async () => {
      const [long, list] = ['A long condition of the facility. '.repeat(20), Array(30).fill('EUR/USD').join(', ')]
      for (let n = 20; n < 34; n++) {
        const clauses: Block[] = Array.from({ length: n }, (_, i) => ({ kind: 'paragraph', text: `Clause ${i + 1}` }))
        const narrow = [{ title: 'Currency pairs', width: 8 }, ...COLUMNS]
        const after: Block[] = [
          { kind: 'facts', title: 'Some heading', facts: [['Security', long]], columns: 2 },
          { kind: 'lines', title: 'Some heading', columns: narrow, rows: [[list, '2026-11-20', 'Security', '1.00']] },
        ]
        for (const block of after) {
          const pages = pagesOf(await makeDocument(model('Bank', [...clauses, block])))
          const start = pages.find((page) => page.includes('Some heading'))
          expect(start, `${n} clauses, ${block.kind}`).toContain('Security')
        }
      }
    })

    test('never leaves the small print of a confirmation alone on a page', async () => {
      const [small, facts] = [true, [['Client pays from', 'EUR account'] as const]]
      for (let n = 20; n < 34; n++) {
        const blocks: Block[] = [
          ...Array.from({ length: n }, (_, i) => ({ kind: 'paragraph' as const, text: `Clause ${i + 1}` })),
          { kind: 'facts', title: 'Settlement', facts },
          { kind: 'paragraph', small, text: 'SWIFT MT300' },
          { kind: 'paragraph', small, text: 'Compare it with your own records.' },
        ]
        const last = pagesOf(await makeDocument(model('Bank', blocks))).at(-1)!
        for (const text of ['Settlement', 'EUR account', 'SWIFT MT300', 'your own records'])
          expect(last, `${n} clauses`).toContain(text)
      }
    })

    test('never leaves the signatures of a contract alone on a page', async () => {
      const parties = [{ name: 'For the bank', lines: ['Signature', 'Name', 'Position', 'Place and date'] }]
      for (let n = 20; n < 34; n++) {
        const blocks: Block[] = [
          ...Array.from({ length: n }, (_, i) => ({ kind: 'paragraph' as const, text: `Clause ${i + 1}` })),
          { kind: 'facts', title: 'Issue and signature', facts: [['Issued', '2 November 2026']] },
          { kind: 'signatures', parties },
        ]
        const last = pagesOf(await makeDocument(model('Bank', blocks))).at(-1)!
        for (const text of ['Issue and signature', '2 November 2026', 'Place and date'])
          expect(last, `${n} clauses`).toContain(text)
      }
    })
  },
)
