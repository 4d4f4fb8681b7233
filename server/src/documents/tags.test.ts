import { execFileSync, spawnSync } from 'node:child_process'
import { XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { HARTWICK, institutionFile } from '../../test/support/institution.ts'
import { readConfig } from '../settings/config.ts'
import { type DocumentModel, issuerOf } from './index.ts'
import { makeDocument } from './make.ts'

const issuer = issuerOf(readConfig({ INSTITUTION_FILE: institutionFile(HARTWICK) }).institution)
const rows = (count: number) => Array.from({ length: count }, (_, i) => ['2026-11-20', `Line ${i + 1}`, '1.00'])

/** A document with a block of every kind; its table has more than one page. */
const model: DocumentModel = {
  title: 'Statement of account',
  subtitle: 'November 2026',
  issuer,
  reference: 'sta_7',
  issuedAt: new Date('2026-11-20T12:00:00Z'),
  blocks: [
    { kind: 'parties', parties: [{ role: 'Client', name: 'Muster GmbH', lines: ['Hauptstraße 1', 'LEI X'] }] },
    { kind: 'figures', figures: [{ name: 'Closing balance', value: '90.00' }] },
    {
      kind: 'facts',
      title: 'Deal',
      columns: 2,
      facts: [
        ['Rate', '1.1'],
        ['Date', 'today'],
        ['Tenor', 'spot'],
      ],
    },
    {
      kind: 'lines',
      title: 'Entries',
      columns: [
        { title: 'Date', width: 1 },
        { title: 'Details', width: 3 },
        { title: 'Amount', width: 1, align: 'right' },
      ],
      rows: rows(90),
      carry: { label: 1, value: 2 },
      total: ['', 'Total', '90.00'],
    },
    { kind: 'lines', columns: [{ title: 'None', width: 1 }], rows: [], empty: 'No entries.' },
    { kind: 'paragraph', text: 'A closing sentence.' },
    {
      kind: 'signatures',
      parties: [
        { name: 'For Hartwick', lines: ['Signature'] },
        { name: 'For Muster', lines: ['Signature'] },
      ],
    },
  ],
}
const pdf = await makeDocument(model)
const source = pdf.toString('latin1')
const hasPoppler = spawnSync('pdfinfo', ['-v']).error === undefined
const info = (...options: string[]) => execFileSync('pdfinfo', [...options, '-'], { input: pdf }).toString()

describe('a document for those who have it read to them', () => {
  test.skipIf(!hasPoppler)('is tagged, and states its language, its title and that it is accessible', () => {
    expect(info()).toMatch(/Title: +Statement of account sta_7\n[\s\S]*Tagged: +yes/)
    expect(source).toContain('/Lang (en-GB)')
    expect(source).toContain('/DisplayDocTitle true')
    const xmp = /<\?xpacket begin[\s\S]*<\?xpacket end="w"\?>/.exec(source)![0]
    expect(XMLValidator.validate(xmp.replaceAll(/<\?xpacket[^>]*>/g, '').trim())).toBe(true)
    expect(xmp).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(Buffer.from(xmp, 'latin1').toString()).toContain('Statement of account')
  })

  test.skipIf(!hasPoppler)(
    'has headings, tables with their heads, paragraphs and the logo, in the order in which they are read',
    () => {
      const tree = info('-struct-text')
        .split('\n')
        .map((line) => line.replace(/ \((block|inline)\)|:$/g, '').trimEnd())
      const tags = tree.filter((line) => /^ *[A-Z][A-Za-z0-9]*$/.test(line)).map((line) => line.trim())
      const count = (tag: string) => tags.filter((each) => each === tag).length
      expect(tags.slice(0, 2)).toEqual(['Document', 'Figure'])
      expect([count('H1'), count('H2'), count('Table'), count('THead')]).toEqual([1, 2, 3, 2])
      expect(count('TR')).toBe(3 + 1 + 91 + 1 + 1) // facts, head and rows with the total, head and row of the empty table
      expect(count('TD')).toBe(3 + 3 * 91 + 1)
      expect(count('TH')).toBe(3 + 3 + 1)
      const text = tree.map((line) => line.trim()).join(' ')
      const order = [
        '"Hartwick Bank"',
        '"Statement of account"',
        '"Muster GmbH"',
        '"Closing balance"',
        '"Deal"',
        '"Line 1"',
        '"Line 90"',
      ]
      const places = [
        ...order,
        '"A closing sentence."',
        '"For Hartwick"',
        'Hartwick & Søn Bankaktieselskab, Toldbodgade 7',
      ].map((part) => text.indexOf(part))
      expect(places.every((place, i) => place > (places[i - 1] ?? -1))).toBe(true)
      expect(text).not.toContain('forward') // balances carried between pages are not content
      expect(text).not.toContain('Page 1 of')
    },
  )

  test('has no text outside a tag or an artifact, and closes each mark on its page', () => {
    const pages = source.split('endstream').filter((stream) => stream.includes('/Total Do'))
    expect(pages.length).toBeGreaterThan(2)
    for (const page of pages) {
      let depth = 0
      for (const [operator] of page.matchAll(/\b(BT|BMC|BDC|EMC)\b/g)) {
        if (operator === 'BMC' || operator === 'BDC') depth++
        if (operator === 'EMC') depth--
        if (operator === 'BT') expect(depth).toBeGreaterThan(0)
        expect(depth).toBeGreaterThanOrEqual(0)
      }
      expect(depth).toBe(0)
    }
  })

  test('names the elements of every mark of a page', () => {
    const marks = [...source.matchAll(/\/MCID (\d+)>> BDC/g)].length
    const parents = [...source.matchAll(/obj\n\[((?:\d+ 0 R ?)*)\]\nendobj/g)].map(
      ([, list]) => list!.match(/R/g)?.length ?? 0,
    )
    expect(parents.reduce((sum, count) => sum + count, 0)).toBe(marks)
  })

  test('has the logo with a text in its place, and the colour of the institution', () => {
    const alt = Buffer.from('\uFEFFLogo of Hartwick Bank', 'utf16le').swap16().toString('hex')
    expect(source).toContain(`/Alt <${alt}>`)
    expect(source).toContain('0.478 0.122 0.361 rg')
  })
})
