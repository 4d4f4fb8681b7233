import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openPayments, type PaymentService } from '../../../test/support/payment-service.ts'
import type { Day } from '../../kernel/values/days.ts'

const db = await testDatabase()

/** Declares a day a holiday, as an import does. */
function declareHoliday({ deps: { calendars } }: PaymentService, holiday: Day): void {
  const closure = calendars.closure.bind(calendars)
  calendars.closure = (currency, day) =>
    day === holiday ? { currency, code: 'BankHoliday' as const, name: 'declared' } : closure(currency, day)
}

test.each([1, 3])(
  'a holiday declared on the day of arrival moves the arrival of a scheduled payment: %i payments',
  async (count) => {
    const service = await openPayments(db, 'RM')
    await service.fund('EUR', 1_000_00n)
    const made = []
    for (let i = 0; i < count; i++) made.push((await service.create({ paymentDate: '2026-11-24' })).body)
    expect(made[0]).toMatchObject({ status: 'Scheduled', expectedArrival: '2026-11-25' })
    declareHoliday(service, '2026-11-25')
    await service.advance('2026-11-24T09:00:00Z')
    for (const { paymentId } of made) {
      expect(await service.read(paymentId)).toMatchObject({
        status: 'Completed',
        paymentDate: '2026-11-24',
        expectedArrival: '2026-11-26',
      })
    }
  },
)

test.each([
  ['before the cut-off', -1, '2026-11-20'],
  ['at the cut-off, which is too late for a new order', 0, '2026-11-23'],
])('a payment released from review %s has the date of a day on which it can leave', async (_name, wait, date) => {
  const service = await openPayments(db, 'RM')
  await service.fund('EUR', 1_000_00n)
  const { paymentId, cutOffAt } = (await service.create({ reference: 'a #HOLD' })).body
  await service.advance(60_000)
  expect((await service.read(paymentId)).status).toBe('Held')
  await service.advance(new Date(new Date(cutOffAt).getTime() + wait))
  const late = await service.post('/v1/payments/validate', service.order())
  expect(late.body.errors.map(({ code }: { code: string }) => code)).toEqual(
    wait < 0 ? [] : ['payment_date_unavailable'],
  )
  const released = await service.post(`/v1/sandbox/payments/${paymentId}/transition`, { status: 'Submitted' })
  expect(released.body).toMatchObject({ paymentDate: date })
})
