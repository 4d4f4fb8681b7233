import { afterEach, expect, test } from 'vitest'
import { setColours } from './colour.ts'
import { csv } from './csv.ts'
import { lines, table } from './table.ts'

afterEach(() => setColours({}, {}, false))

const balances = [
  { currency: 'EUR', booked: '1250.00', note: null, asAt: '2026-11-20T12:34:56.789Z' },
  { currency: 'JPY', booked: '1000000', note: null, asAt: '2026-11-20T12:34:56.789Z' },
]

test('columns fit their widest cell, amounts are right-aligned, and empty columns are left out', () => {
  expect(table(balances, 80).split('\n')).toEqual([
    'currency     booked  asAt',
    'EUR        1,250.00  2026-11-20 12:34',
    'JPY       1,000,000  2026-11-20 12:34',
  ])
})

test('a narrow terminal keeps the id, the status and the amount', () => {
  const trades = [
    {
      tradeId: 'trd_1',
      text: 'x'.repeat(30),
      rate: '1.1',
      status: 'Settled',
      sellAmount: '1000.00',
      at: 'y'.repeat(20),
    },
  ]
  expect(table(trades, 40).split('\n')).toEqual([
    'tradeId  rate  status   sellAmount',
    'trd_1     1.1  Settled    1,000.00',
  ])
  expect(table(trades, 40, ['at', 'text'])).toContain('x'.repeat(30))
})

test('one object is shown with its nested fields, without empty ones', () => {
  const payee = { name: 'Northern Mills', address: { city: 'Leeds', line2: null }, permissions: ['Fx', 'Payments'] }
  expect(lines(payee).split('\n')).toEqual([
    'name          Northern Mills',
    'address.city  Leeds',
    'permissions   Fx, Payments',
  ])
})

test('a status is coloured on a terminal only, and NO_COLOR forbids it', () => {
  const one = { status: 'Failed' }
  expect(lines(one)).toBe('status  Failed')
  setColours({}, {}, true)
  expect(lines(one)).toContain('\u001B[31mFailed\u001B[0m')
  setColours({}, { NO_COLOR: '1' }, true)
  expect(lines(one)).toBe('status  Failed')
  setColours({ color: false }, {}, true)
  expect(lines(one)).toBe('status  Failed')
})

test('CSV quotes cells where needed, keeps amounts, and lets no spreadsheet run a text as a formula', () => {
  const rows = [
    { name: 'Mills, "Leeds"', amount: '-1000.00', address: { city: 'Leeds' } },
    { name: '=HYPERLINK("x")', amount: '1.00', address: { city: null } },
  ]
  expect(csv(rows).split('\r\n')).toEqual([
    'name,amount,address.city',
    '"Mills, ""Leeds""",-1000.00,Leeds',
    `"'=HYPERLINK(""x"")",1.00,`,
  ])
  expect(csv(rows, ['amount'])).toBe('amount\r\n-1000.00\r\n1.00')
})

test.each(['\n=1+1', '\u{FF1D}1+1', '  @SUM(A1)', '\u{FEFF}=1+1', '\t-1'])(
  'a spreadsheet does not run a CSV text as a formula that follows %j',
  (text) => expect(csv([{ text }])).toMatch(/^text\r\n"?'/),
)
