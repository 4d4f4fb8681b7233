import { expect, test } from 'vitest'
import { latin, swiftX } from './swift-text.ts'
import { creditorReferenceError, endToEndIdError, nameWarnings, referenceErrors, textError } from './text.ts'

test.each([
  ['Müller', 'Mueller'],
  ['Straße', 'Strasse'],
  ['Łukasz Wiśniewski', 'Lukasz Wisniewski'],
  ['Søren Kjær', 'Soren Kjaer'],
  ['José García', 'Jose Garcia'],
  ['Mu\u0308ller', 'Mueller'],
  ['Sean O’Brien', "Sean O'Brien"],
  ['Plain & Simple', 'Plain & Simple'],
])('%s is sent as %s', (text, sent) => {
  expect(latin(text)).toBe(sent)
})

test('the narrow character set writes & as + and marks unsupported characters', () => {
  expect(swiftX('Brown & Söhne #1')).toBe('Brown + Soehne .1')
  expect(swiftX('Ω&|"#')).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]*$/)
})

test.each([
  ['Ω Holdings', ['Ω']],
  ['株式会社', ['株', '式', '会', '社']],
  ['line\nbreak', ['U+000A']],
  ['Smile 😀', ['😀']],
])('%j is refused, naming the characters', (text, characters) => {
  expect(textError(text, '/name')).toMatchObject({ code: 'characters_not_allowed', params: { characters } })
})

test.each([
  ['INVOICE 2026/11', 'Swift', []],
  ['/INVOICE', 'Swift', ['reference_slashes']],
  ['INV//1', 'Swift', ['reference_slashes']],
  ['INV/', 'Sepa', []],
  ['A'.repeat(35), 'Sepa', []],
  ['A'.repeat(36), 'Sepa', ['reference_too_long']],
  ['A'.repeat(18), 'Fps', []],
  ['A'.repeat(19), 'Fps', ['reference_too_long']],
  ['#FAIL:AC01', 'Fps', []],
  [`${'//'.repeat(18)}Ω`, 'Swift', ['reference_too_long', 'reference_slashes', 'characters_not_allowed']],
])('the reference %s on %s: %j', (reference, rail, codes) => {
  expect(referenceErrors(reference, rail).map((found) => found.code)).toEqual(codes)
})

test.each([
  ['INV-7 (May)', 'Swift', undefined],
  ['Rechnung Müller', 'Swift', 'end_to_end_id_invalid'],
  ['A&B', 'Swift', 'end_to_end_id_invalid'],
  ['PO#7', 'Local', 'end_to_end_id_invalid'],
  ['2026/7', 'Sepa', undefined],
  ['/7', 'Sepa', 'end_to_end_id_invalid'],
  ['7/', 'Sepa', 'end_to_end_id_invalid'],
  ['2026//7', 'Swift', 'end_to_end_id_invalid'],
  [' 7', 'Swift', 'end_to_end_id_invalid'],
  ['7 ', undefined, 'end_to_end_id_invalid'],
  ['A'.repeat(31), 'Fps', undefined],
  ['A'.repeat(32), 'Fps', 'end_to_end_id_invalid'],
  ['A'.repeat(35), 'Chaps', undefined],
  ['A'.repeat(36), undefined, 'end_to_end_id_invalid'],
])('the end-to-end id %j reaches the payee unchanged on %s, or is refused', (id, rail, code) => {
  expect(endToEndIdError(id, rail, '/endToEndId')?.code).toBe(code)
})

test('a blank name is rejected', () => {
  expect(textError('   ', '/name')).toMatchObject({ pointer: '/name', code: 'text_blank' })
})

test('a name that a rail changes or shortens is shown as it will arrive', () => {
  expect(nameWarnings('Acme Ltd', 'Swift')).toEqual([])
  expect(nameWarnings('Müller GmbH', 'Sepa')).toMatchObject([{ code: 'text_will_be_converted', sent: 'Mueller GmbH' }])
  expect(nameWarnings('A'.repeat(80), 'Sepa')).toMatchObject([{ code: 'text_will_be_shortened', sent: 'A'.repeat(70) }])
})

const QR_IBAN = 'CH4431999123000889012'
const IBAN = 'CH9300762011623852957'
test.each([
  [undefined, IBAN, undefined],
  ['RF18 5390 0754 7034', IBAN, undefined],
  ['RF18539007547035', IBAN, 'creditor_reference_invalid'],
  ['INV-2026-7', IBAN, undefined],
  ['210000000003139471430009017', QR_IBAN, undefined],
  ['21 00000 00003 13947 14300 09017', QR_IBAN, undefined],
  ['210000000003139471430009018', QR_IBAN, 'qr_reference_required'],
  ['RF18539007547034', QR_IBAN, 'qr_reference_required'],
  [undefined, QR_IBAN, 'qr_reference_required'],
])('the reference of a bill %s to %s: %s', (reference, iban, code) => {
  expect(creditorReferenceError(reference, iban)?.code).toBe(code)
})
