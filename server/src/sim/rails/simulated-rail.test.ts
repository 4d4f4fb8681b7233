import { expect, test } from 'vitest'
import type { RailInstruction } from '../../payments/rails/index.ts'
import { SCHEMES } from '../../payments/schemes/index.ts'
import { reportsOn } from './simulated-reports.ts'

const at = new Date('2026-11-20T10:00:00.000Z')
const instruction = (change: Partial<RailInstruction> = {}): RailInstruction => ({
  uetr: '3e3ef8f6-3c1c-4e2f-9a39-0d1b7d1e5b11',
  endToEndId: 'E1',
  rail: 'Fps',
  currency: 'GBP',
  amount: '1.00',
  paymentDate: '2026-11-20',
  reference: 'Invoice',
  chargeBearer: 'SHA',
  creditor: {},
  details: {},
  debtor: {
    name: 'A',
    accountId: 'acc_1',
  },
  ...change,
})
const told = (change: Partial<RailInstruction>) =>
  reportsOn(instruction(change), at).map(({ status, reason, at: when }) => [
    status,
    reason,
    when.getTime() - at.getTime(),
  ])

test.each([
  [
    'Invoice',
    [
      ['Sent', undefined, 300],
      ['Completed', undefined, 1000],
    ],
  ],
  ['x #FAIL:AC01', [['Failed', 'AC01', 300]]],
  ['x #FAIL', [['Failed', 'MS03', 300]]],
  [
    '#RETURN',
    [
      ['Sent', undefined, 300],
      ['Completed', undefined, 1000],
      ['Returned', 'AC04', 3000],
    ],
  ],
  [
    '#SLOW',
    [
      ['Sent', undefined, 300],
      ['Completed', undefined, 1000 + 3_600_000],
    ],
  ],
])('%s', (reference, expected) => {
  expect(told({ reference })).toEqual(expected)
})

test('submitting the same payment twice reports the same, under the same references', () => {
  expect(reportsOn(instruction(), at)).toEqual(reportsOn(instruction(), at))
})

test('every rail is served, the instant ones within a second, all within five', () => {
  for (const { sandbox } of Object.values(SCHEMES)) {
    const { sentMs, completedMs } = sandbox
    expect(sentMs).toBeLessThan(completedMs)
    expect(completedMs).toBeLessThanOrEqual(5000)
  }
  expect(SCHEMES.SepaInstant.sandbox.completedMs).toBeLessThanOrEqual(1000)
})
