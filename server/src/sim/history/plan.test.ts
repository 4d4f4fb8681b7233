import { describe, expect, test } from 'vitest'
import { shippedCalendars } from '../../../test/support/calendars.ts'
import { isOpen } from '../../fx/calendar/index.ts'
import { addDays, type Day, daysBetween } from '../../kernel/values/days.ts'
import { parseAmount } from '../../kernel/values/money.ts'
import { railsFor } from '../../payments/schemes/index.ts'
import { paymentDateError } from '../../payments/validation/index.ts'
import { DEMOS } from '../seed/demo.ts'
import { alzette } from './alzette.ts'
import { nordhafen } from './nordhafen.ts'
import { effectOn, planHistory } from './plan.ts'
import { paidAt } from './times.ts'

const calendars = shippedCalendars()
const SCRIPTS = { rm: nordhafen, abs: alzette }
/** Days on which a sandbox may start: every 17th day from April 2026 to the end of 2027. */
const STARTS = Array.from({ length: 38 }, (_, i) => addDays('2026-04-02', 17 * i))

const accountsOf = (demo: (typeof DEMOS)[number]) =>
  demo.accounts.map(({ name, currency, opening }) => ({
    name,
    currency,
    targetMinor: opening === '0' ? 0n : parseAmount(opening, currency),
  }))

const planned = (demo: (typeof DEMOS)[number], start: Day) =>
  planHistory(SCRIPTS[demo.key], accountsOf(demo), {
    from: addDays(start, -91),
    to: addDays(start, -1),
    calendars,
  })

describe.each(DEMOS)('a sandbox of $entity.name that starts on any day', (demo) => {
  const currencyOf = new Map(demo.accounts.map(({ name, currency }) => [name, currency]))

  test('has no account that was ever overdrawn, and none whose opening money is out of proportion', () => {
    for (const start of STARTS) {
      const movements = planned(demo, start)
      for (const { name, targetMinor } of accountsOf(demo)) {
        const balances = [targetMinor]
        for (const movement of movements.toReversed()) balances.push(balances.at(-1)! - effectOn(name, movement))
        const least = balances.reduce((a, b) => (a < b ? a : b))
        const most = balances.reduce((a, b) => (a > b ? a : b))
        expect(least).toBeGreaterThanOrEqual(targetMinor / 4n)
        expect(most).toBeLessThanOrEqual(targetMinor * 2n)
      }
    }
  })

  test('has payments that its rails accepted at their time', () => {
    const rejected = STARTS.flatMap((start) =>
      planned(demo, start).flatMap((movement) => {
        if (movement.kind !== 'payment') return []
        const currency = currencyOf.get(movement.account)!
        const payee = typeof movement.to === 'string' ? SCRIPTS[demo.key].payees[movement.to]! : movement.to
        const order = { currency, paymentDate: movement.day, at: paidAt(movement.day, currency) }
        const errors = railsFor(currency, payee.bankCountryCode).map((rail) =>
          paymentDateError({ ...order, rail }, (of, day) => isOpen(calendars, of, day)),
        )
        return errors.some(Boolean) ? [{ ...movement, errors }] : []
      }),
    )
    expect(rejected).toEqual([])
  })

  test('has movements on every funded account in each of the three months, and two distributions at least', () => {
    for (const start of STARTS) {
      const movements = planned(demo, start)
      for (const { name, targetMinor } of accountsOf(demo)) {
        const days = movements.filter((movement) => movement.account === name).map(({ day }) => day)
        const months = new Set(days.map((day) => Math.floor((daysBetween(day, start) - 1) / 31)))
        if (targetMinor > 0n) expect([...months].sort()).toEqual([0, 1, 2])
        else expect(new Set(days).size).toBeGreaterThanOrEqual(2)
      }
    }
  })

  test('is the same each time', () => {
    expect(planned(demo, '2026-11-25')).toEqual(planned(demo, '2026-11-25'))
    expect(planned(demo, '2026-11-25')).not.toEqual(planned(demo, '2026-11-26'))
  })
})
