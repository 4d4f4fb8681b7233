import { expect, test } from 'vitest'
import { compareLists } from './group.ts'

const row = (id: string, status: string) => ({ id, status, asAt: `${Math.random()}` })

test('a list over entities that lacks a row, has a foreign one, has one twice, or one in another state is found', () => {
  const [one, two] = [row('pay_1', 'Sent'), row('pay_2', 'Held')]
  const differs = (...actual: ReturnType<typeof row>[]) => compareLists('/v1/payments', [one, two], actual).length === 1
  expect(differs(row('pay_2', 'Held'), row('pay_1', 'Sent'))).toBe(false)
  expect([
    differs(one),
    differs(one, two, row('pay_3', 'Sent')),
    differs(one, two, two),
    differs(one, row('pay_2', 'Sent')),
  ]).toEqual([true, true, true, true])
})
