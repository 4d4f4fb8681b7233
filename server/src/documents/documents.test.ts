import { execFileSync, spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DocumentModel } from './index.ts'
import { makeDocument } from './make.ts'

const model = (change: Partial<DocumentModel> = {}): DocumentModel => ({
  title: 'Confirmation',
  issuer: {
    name: 'Test House',
    licence: 'Licensed by nobody.',
    safeguarding: '',
    contact: 'help@test-house.example',
    objectionDays: 7,
  },
  reference: 'doc_7',
  issuedAt: new Date('2026-11-20T12:00:00Z'),
  blocks: [],
  ...change,
})

const COLUMNS = [
  { title: 'Date', width: 10 },
  { title: 'Details', width: 50 },
  { title: 'Amount', width: 20, align: 'right' as const },
]
const table = (rows: string[][]): DocumentModel['blocks'] => [{ kind: 'lines', columns: COLUMNS, rows }]
const rowsOf = (n: number) => Array.from({ length: n }, (_, i) => ['2026-11-20', `Line ${i + 1}`, '1,234.00'])

/** Returns the text positions by page from the uncompressed content streams. Points from the top left. */
function textsOf(pdf: Buffer): { x: number; y: number }[][] {
  const streams = pdf.toString('latin1').split('endstream')
  const pages = streams.filter((stream) => stream.includes('/Total Do'))
  return pages.map((page) =>
    Array.from(page.matchAll(/1 0 0 -1 (\S+) (\S+) Tm/g), ([, x, y]) => ({ x: Number(x), y: Number(y) })),
  )
}

describe('a document', () => {
  test('is the same bytes for the same model, and names no instant but its own', async () => {
    const make = () => makeDocument(model({ blocks: table(rowsOf(80)) }))
    const [a, b] = await Promise.all([make(), make()])
    expect(a.equals(b)).toBe(true)
    expect(a.toString('latin1').match(/D:\d{14}Z/g)).toEqual(['D:20261120120000Z'])
    const later = await makeDocument(model({ issuedAt: new Date('2026-11-21T12:00:00Z') }))
    expect(later.equals(await makeDocument(model()))).toBe(false)
  })

  test.each([
    ['latin', 'Łódź Şişli Ελλάδα Москва Þórður', false],
    ['Japanese', '東京 とうきょう トウキョウ', true],
  ])('shows %s, and embeds only the fonts it uses', async (_, title, isJapanese) => {
    const bytes = await makeDocument(model({ title }))
    expect(bytes.includes('DejaVuSansCondensed')).toBe(true)
    expect(bytes.includes('NotoSansJP')).toBe(isJapanese)
  })

  test.each([
    ['Arabic', 'شركة النور', 'NotoSansArabic'],
    ['Hebrew', 'חברת אור', 'NotoSansHebrew'],
    ['Korean', '한국전자', 'NotoSansKR'],
    ['Thai', 'บริษัท', 'NotoSansThai'],
    ['Devanagari', 'हिन्दी', 'NotoSansDevanagari'],
    ['simplified Chinese', '中国银行', 'NotoSansSC'],
  ])('a payee named in %s does not make the PDF fail', async (_, name, font) => {
    const bytes = await makeDocument(model({ blocks: table([['2026-11-20', `Payment: ${name}`, '1.00']]) }))
    expect(bytes.includes(font)).toBe(true)
  })

  const pieces = [
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 }).map((units) => String.fromCharCode(...units)),
    fc.string({
      unit: fc.constantFrom(...Array.from('شكةللهּשמקั่ำक्षि्र한中銀銀🏭👩‍🔧\u0300\u200D\u202E\u2068()12,. aA')),
      maxLength: 60,
    }),
  ]
  test('no text of any characters makes a PDF fail or leave the page', async () => {
    const text = fc.oneof(...pieces)
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        fc.array(fc.tuple(text, text, text), { maxLength: 4 }),
        async (title, name, rows) => {
          const parties = { kind: 'parties' as const, parties: [{ role: 'Payee', name, lines: [title] }] }
          const facts = { kind: 'facts' as const, facts: [[name, title] as const] }
          const figures = { kind: 'figures' as const, figures: [{ name, value: title }] }
          const blocks = [parties, facts, figures, ...table(rows)]
          const bytes = await makeDocument(model({ title, subtitle: name, reference: title, blocks, footer: [name] }))
          expect(bytes.subarray(-6).toString()).toBe('%%EOF\n')
          for (const { x } of textsOf(bytes).flat()) expect(Number.isFinite(x)).toBe(true)
        },
      ),
      { numRuns: 15 },
    )
  })

  test('takes letters that are written with separate marks, and control characters as spaces', async () => {
    const composed = await makeDocument(model({ title: 'Łódź' }))
    const apart = await makeDocument(model({ title: 'Łódź'.normalize('NFD') }))
    expect(textsOf(apart)).toEqual(textsOf(composed))
    await expect(makeDocument(model({ blocks: table([['2026-11-20', 'a\tb\u0007', '1']]) }))).resolves.toBeDefined()
  })

  test('keeps every text on the page and above the foot, whatever the rows hold', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'W', ' ', '9', 'ł', '東', '-'), maxLength: 400 })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { maxLength: 30 }), async (rows) => {
        const pages = textsOf(await makeDocument(model({ blocks: table(rows) })))
        for (const texts of pages) {
          const foot = texts.slice(0, 12).find(({ y }) => y > 750)!
          for (const { x, y } of texts) {
            expect(x).toBeGreaterThanOrEqual(47)
            expect(x).toBeLessThanOrEqual(548)
            expect(y).toBeLessThan(842)
          }
          // The foot is written when the page is begun; what is written after the head of the page stays above it.
          expect(Math.max(...texts.filter(({ y }) => y < foot.y - 1).map(({ y }) => y))).toBeLessThan(foot.y - 10)
        }
      }),
      { numRuns: 20 },
    )
  })

  const hasPdftotext = spawnSync('pdftotext', ['-v']).error === undefined
  const read = (pdf: Buffer) => execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf }).toString()

  test.skipIf(!hasPdftotext)(
    'numbers its pages and repeats the head of a table on each (needs pdftotext)',
    async () => {
      const text = read(await makeDocument(model({ blocks: table(rowsOf(120)) })))
      const pages = text.split('\f').filter((page) => page.trim() !== '')
      expect(pages.length).toBeGreaterThan(2)
      for (const [i, page] of pages.entries()) {
        expect(page).toContain(`Page ${i + 1} of ${pages.length}`)
        expect(page).toMatch(/Date\s+Details\s+Amount/)
      }
      expect(text.match(/Line \d+/g)).toEqual(rowsOf(120).map(([, line]) => line))
    },
  )

  const line = (text: string) => makeDocument(model({ blocks: table([['2026-11-20', text, '']]) }))
  const shown = async (text: string) =>
    read(await line(text))
      .replace(/[\u202A-\u202E]/g, '')
      .match(/2026-11-20 +(.*\S)/)![1]

  test.skipIf(!hasPdftotext).each([
    ['Arabic, whose letters share glyphs', 'محمد بن عبد الله'],
    ['Hebrew', 'חברת אור'],
    ['Thai', 'บริษัท น้ำมันที่ดี'],
    ['Devanagari, whose vowel signs move', 'हिन्दी क्षत्रिय'],
    ['Korean', '한국전자 주식회사'],
    ['Chinese', '中国工商银行'],
  ])('can be searched for a name in %s (needs pdftotext)', async (_, name) => {
    expect(await shown(name)).toBe(name)
  })

  test.skipIf(!hasPdftotext).each([
    ['a script without a font', 'አዲስ', "'adis"],
    ['an emoji', '🏭 Fabrik', ':factory: Fabrik'],
    ['an unassigned character', 'a\u0378b', 'a\uFFFDb'],
    ['half a character', 'a\uD800b', 'a\uFFFDb'],
    ['an override of the direction', 'a\u202Egpj.exe', 'agpj.exe'],
  ])('shows %s readably (needs pdftotext)', async (_, name, expected) => {
    expect(await shown(name)).toBe(expected)
  })

  test('writes an Arabic name joined and from the right, and the amount beside it from the left', async () => {
    const page = async (text: string) => {
      const stream = (await line(text))
        .toString('latin1')
        .split('endstream')
        .find((each) => each.includes('/Total Do'))!
      const written = Array.from(stream.matchAll(/1 0 0 -1 (\S+) \S+ Tm <(\w+)>/g), ([, x, hex]) => ({
        x: Number(x),
        hex: hex!,
      }))
      return written.slice(written.findLastIndex(({ hex }) => hex.length === 4 * '2026-11-20'.length) + 1)
    }
    // The first letter is the last one to the right, and a letter alone has another glyph than one that is joined.
    const three = await page('ללא')
    expect(three.map(({ hex }) => hex).join('')).toBe('000100020002')
    const [alone] = await page('ه')
    const [joined] = await page('ههه')
    expect(joined!.hex).not.toBe(alone!.hex.repeat(3))
    const mixed = await page('دار 12.50 EUR')
    const numbers = mixed.find(({ hex }) => hex.length === 4 * '12.50'.length)!
    const currency = mixed.find(({ hex }) => hex.length === 4 * 'EUR'.length)!
    expect(currency.x).toBeLessThan(numbers.x)
    expect(Math.max(...mixed.map(({ x }) => x))).toBeGreaterThan(numbers.x)
  })

  test.skipIf(!hasPdftotext)(
    'can be searched and copied from: texts keep their characters (needs pdftotext)',
    async () => {
      expect(read(await makeDocument(model({ title: 'Łódź Şişli 東京' })))).toContain('Łódź Şişli 東京')
    },
  )
})
