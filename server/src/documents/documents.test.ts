import { execFileSync, spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseType, type DocumentModel, makeDocument } from './index.ts'

const model = (change: Partial<DocumentModel> = {}): DocumentModel => ({
  title: 'Confirmation',
  issuer: { name: 'Test House', licence: 'Licensed by nobody.', safeguarding: '', contact: 'help@test-house.example' },
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

/** Where texts begin, page by page, from the content streams, which are not compressed. Points from the top left. */
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
    ['Arabic, which runs from the right', 'شركة', 'U+0634'],
    ['Hebrew', 'חברה', 'U+05D7'],
    ['Thai, which is shaped', 'บริษัท', 'U+0E1A'],
    ['a character that no font has', 'a \u{1F9FF}', 'U+1F9FF'],
    ['a mark that cannot be composed', 'q\u0307\u0323', 'U+0323'],
  ])('refuses %s, and says which character it is', async (_, title, codePoint) => {
    await expect(makeDocument(model({ title }))).rejects.toMatchObject({
      code: 'text_not_printable',
      status: 422,
      params: { codePoint },
    })
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

  test.skipIf(!hasPdftotext)(
    'can be searched and copied from: texts keep their characters (needs pdftotext)',
    async () => {
      expect(read(await makeDocument(model({ title: 'Łódź Şişli 東京' })))).toContain('Łódź Şişli 東京')
    },
  )
})

describe('which format an Accept header wants', () => {
  const offered = ['application/pdf', 'application/json'] as const
  test.each([
    [undefined, 'application/pdf'],
    ['*/*', 'application/pdf'],
    ['application/json', 'application/json'],
    ['application/*;q=0.5, application/json', 'application/json'],
    ['text/html, application/json;q=0.9, */*;q=0.1', 'application/json'],
    ['application/pdf;q=0.2, application/json;q=0.1', 'application/pdf'],
    ['application/pdf;q=0, */*', 'application/json'],
  ])('%s: %s', (accept, expected) => {
    expect(chooseType(accept, offered)).toBe(expected)
  })

  test.each(['text/csv', 'application/pdf;q=0, application/json;q=0'])('%s: refused', (accept) => {
    expect(() => chooseType(accept, offered)).toThrow('Available here')
  })
})
