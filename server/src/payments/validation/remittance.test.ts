import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RAILS } from '../schemes/index.ts'
import { carriedRemittance, isStructured, type Remittance } from './remittance.ts'

const order = (change: Partial<Remittance> = {}): Remittance => ({ reference: 'Invoice 7', currency: 'EUR', ...change })
const structured = { invoiceNumber: 'INV-7', invoiceDate: '2026-11-01', invoiceAmount: '100.50' }
const RF = 'RF18539007547034'

describe('SEPA takes one line or one creditor reference', () => {
  test.each<[string, Partial<Remittance>, string]>([
    ['the reference alone', {}, 'Invoice 7'],
    ['a text that says the same', { remittance: { unstructured: 'Invoice 7' } }, 'Invoice 7'],
    ['reference and text', { remittance: { unstructured: 'looms' } }, 'Invoice 7 looms'],
    ['an invoice', { remittance: { structured } }, 'Invoice 7 INV-7 2026-11-01 EUR 100.50'],
    [
      'an invoice that the text names',
      { reference: 'Loom INV-7', remittance: { structured } },
      'Loom INV-7 2026-11-01 EUR 100.50',
    ],
    [
      'an invoice in its other place',
      { invoice: { number: 'INV-8', date: '2026-11-02' } },
      'Invoice 7 INV-8 2026-11-02',
    ],
    [
      'two invoices',
      { remittance: { structured: { invoiceNumber: 'A-1' } }, invoice: { number: 'A-2' } },
      'Invoice 7 A-1 A-2',
    ],
  ])('%s', (_, change, line) => {
    expect(carriedRemittance('Sepa', order(change))).toEqual({ texts: [line], invoices: [], lost: [] })
  })

  test('a creditor reference is sent alone without spaces, and other remittance information is reported as dropped', () => {
    const all = order({
      remittance: { unstructured: 'looms', structured: { ...structured, creditorReference: 'RF18 5390 0754 7034' } },
      invoice: { number: 'INV-8' },
    })
    expect(carriedRemittance('SepaInstant', all)).toEqual({
      texts: [],
      creditorReference: RF,
      invoices: [],
      lost: [
        { pointer: '/reference' },
        { pointer: '/remittance/unstructured' },
        { pointer: '/remittance/structured/invoiceNumber' },
        { pointer: '/remittance/structured/invoiceDate' },
        { pointer: '/invoice/number' },
        { pointer: '/remittance/structured/invoiceAmount' },
      ],
    })
  })

  test('a reference equal to that of the bill, or to the end-to-end id, is not reported as dropped beside it', () => {
    const bill = { remittance: { structured: { creditorReference: RF } } }
    expect(carriedRemittance('Sepa', order({ ...bill, reference: RF })).lost).toEqual([])
    expect(carriedRemittance('Sepa', order({ ...bill, endToEndId: 'Invoice 7' })).lost).toEqual([])
  })

  test('a text that is too long is shortened and reported; the number of an invoice is never cut', () => {
    const found = carriedRemittance('Sepa', order({ remittance: { unstructured: 'x'.repeat(140), structured } }))
    expect(found.texts).toEqual([`Invoice 7 ${'x'.repeat(130)}`])
    expect(found.lost).toEqual([
      { pointer: '/remittance/unstructured', sent: 'x'.repeat(130) },
      { pointer: '/remittance/structured/invoiceNumber' },
      { pointer: '/remittance/structured/invoiceDate' },
      { pointer: '/remittance/structured/invoiceAmount' },
    ])
  })

  test('a text of 140 characters in a file is sent whole, without repeating its end-to-end id', () => {
    const file = { reference: 'E2E-1', endToEndId: 'E2E-1', remittance: { unstructured: 'x'.repeat(140) } }
    expect(carriedRemittance('Sepa', order(file))).toMatchObject({ texts: ['x'.repeat(140)], lost: [] })
  })
})

test('other rails take a structure whose lines are the texts, and two invoices that differ are two', () => {
  const all = order({
    remittance: { unstructured: 'x'.repeat(140), structured: { ...structured, creditorReference: RF } },
    invoice: { number: 'INV-8' },
  })
  expect(carriedRemittance('Swift', all)).toEqual({
    texts: ['Invoice 7', 'x'.repeat(140)],
    creditorReference: RF,
    invoices: [
      { number: 'INV-7', date: '2026-11-01' },
      { number: 'INV-8', date: undefined },
    ],
    invoiceAmount: '100.50',
    lost: [],
  })
  const same = order({
    remittance: { structured: { invoiceNumber: 'A' } },
    invoice: { number: 'A', date: '2026-11-01' },
  })
  expect(carriedRemittance('Chaps', same).invoices).toEqual([{ number: 'A', date: '2026-11-01' }])
})

test('on other rails too, texts alone are one line, shortened and reported if too long', () => {
  const texts = order({ remittance: { unstructured: 'x'.repeat(140) } })
  expect(carriedRemittance('Swift', texts)).toEqual({
    texts: [`Invoice 7 ${'x'.repeat(130)}`],
    invoices: [],
    lost: [{ pointer: '/remittance/unstructured', sent: 'x'.repeat(130) }],
  })
  expect(carriedRemittance('Fedwire', order({ remittance: { unstructured: 'looms' } })).texts).toEqual([
    'Invoice 7 looms',
  ])
})

test('a text that grows in Latin letters continues in the next structured line; the rest after three is reported', () => {
  const long = (length: number) =>
    carriedRemittance('Swift', order({ remittance: { unstructured: 'ae'.repeat(length / 2), structured } }))
  expect(long(200)).toMatchObject({ texts: ['Invoice 7', 'ae'.repeat(70), 'ae'.repeat(30)], lost: [] })
  expect(long(300)).toMatchObject({
    texts: ['Invoice 7', 'ae'.repeat(70), 'ae'.repeat(70)],
    lost: [{ pointer: '/remittance/unstructured', sent: 'ae'.repeat(140) }],
  })
})

test('with any texts no rail gets a line of more than 140 characters, and each part is sent or reported as dropped', () => {
  const said = (maxLength: number) =>
    fc.stringMatching(/^[A-Za-z0-9]+( [A-Za-z0-9]+)*$/).map((text) => text.slice(0, maxLength).trim())
  const maybe = (maxLength: number) => fc.option(said(maxLength), { nil: undefined })
  fc.assert(
    fc.property(
      fc.record({
        rail: fc.constantFrom(...RAILS),
        reference: said(35),
        unstructured: maybe(140),
        bill: maybe(35),
        number: maybe(35),
        other: maybe(35),
      }),
      ({ rail, reference, unstructured, bill, number, other }) => {
        const structuredPart = { ...(bill && { creditorReference: bill }), ...(number && { invoiceNumber: number }) }
        const found = carriedRemittance(rail, {
          reference,
          currency: 'EUR',
          remittance: { ...(unstructured && { unstructured }), structured: structuredPart },
          ...(other && { invoice: { number: other } }),
        })
        expect(found.texts.every((text) => text.length <= 140)).toBe(true)
        expect(found.texts.length).toBeLessThanOrEqual(isStructured(found) ? 3 : 1)
        const sent = [...found.texts, found.creditorReference, ...found.invoices.map((each) => each.number)].join(' ')
        const lost = new Set(found.lost.map(({ pointer }) => pointer))
        const parts = {
          '/reference': reference,
          '/remittance/unstructured': unstructured,
          '/remittance/structured/creditorReference': bill,
          '/remittance/structured/invoiceNumber': number,
          '/invoice/number': other,
        }
        for (const [pointer, text] of Object.entries(parts)) {
          const plain = (value: string) => value.replaceAll(' ', '').toUpperCase()
          if (text) expect(lost.has(pointer) || plain(sent).includes(plain(text))).toBe(true)
        }
      },
    ),
  )
})
