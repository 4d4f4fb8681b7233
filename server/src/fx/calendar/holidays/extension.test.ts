import { describe, expect, test } from 'vitest'
import { endingCalendars, extendedByRules } from './extension.ts'
import { shippedCalendars } from '../../../../test/support/calendars.ts'
import { parsePair } from '../pairs.ts'
import { forwardReach } from '../dates/reach.ts'
import { tenorDate } from '../dates/tenor-date.ts'

const shipped = shippedCalendars()
const on = (today: string) => extendedByRules(shipped, () => today)

describe('calendars that follow rules', () => {
  test('extend themselves to the end of the third year ahead, as the years pass', () => {
    let today = '2026-11-20'
    const calendars = extendedByRules(shipped, () => today)
    expect(calendars.coverage('EUR')).toMatchObject({ toDay: '2029-12-31', announcedTo: '2029-12-31' })
    expect(calendars.closure('EUR', '2029-03-30')).toMatchObject({ code: 'BankHoliday', name: 'Good Friday' })
    expect(calendars.closure('USD', '2028-11-23')?.name).toBe('Thanksgiving Day')
    expect(calendars.closure('GBP', '2028-05-06')?.code).toBe('Weekend')
    expect(() => calendars.closure('EUR', '2030-01-02')).toThrow(
      expect.objectContaining({ code: 'value_date_beyond_coverage' }),
    )
    today = '2030-01-01'
    expect(calendars.coverage('EUR')!.toDay).toBe('2033-12-31')
    expect(calendars.closure('EUR', '2033-04-15')?.name).toBe('Good Friday')
  })

  test('an extension ends where the rules do, and stored days come first', () => {
    expect(on('2098-06-01').coverage('JPY')!.toDay).toBe('2099-12-31')
    expect(on('2026-11-20').closure('EUR', '2026-12-25')).toEqual(shipped.closure('EUR', '2026-12-25'))
    expect(on('2026-11-20').coverage('AED')).toEqual(shipped.coverage('AED'))
  })

  test('EUR/USD can be dealt for two years', () => {
    expect(tenorDate(on('2026-11-20'), parsePair('EURUSD'), '2026-11-20', '2Y')).toBe('2028-11-24')
  })
})

describe('calendars whose days are announced', () => {
  test.each(['AED', 'CNY', 'HKD', 'IDR', 'INR', 'SAR', 'THB', 'TWD'])(
    '%s has expected days to the end of 2028',
    (currency) => {
      expect(shipped.coverage(currency)).toMatchObject({ toDay: '2028-12-31', announcedTo: '2026-12-31' })
      const days = Array.from({ length: 731 }, (_, i) => new Date(Date.UTC(2027, 0, 1 + i)).toISOString().slice(0, 10))
      const closed = days
        .flatMap((day) => shipped.closure(currency, day) ?? [])
        .filter(({ code }) => code === 'BankHoliday')
      expect(closed.length).toBeGreaterThan(10)
      expect(closed.every(({ expected }) => expected)).toBe(true)
    },
  )

  test('every calendar that follows no rule is known to the end of 2028', () => {
    const calendars = on('2026-11-20')
    expect(calendars.known().filter((currency) => calendars.coverage(currency)!.toDay < '2028-12-31')).toEqual([])
  })

  test('the operator is warned from 180 days before the end', () => {
    expect(endingCalendars(on('2028-07-03'), '2028-07-03')).toEqual([])
    const ending = endingCalendars(on('2028-07-04'), '2028-07-04')
    expect(ending.map(({ calendar }) => calendar)).toContain('AED')
    expect(ending.map(({ calendar }) => calendar)).not.toContain('EUR')
    expect(ending[0]).toMatchObject({ coveredTo: '2028-12-31' })
  })
})

describe('the longest tenor offered is one that can be dealt', () => {
  const at = (day: string) => new Date(`${day}T10:00:00Z`)

  test('where every calendar reaches far enough it is what the settings allow', () => {
    const reach = forwardReach(on('2026-11-20'), { pairs: null, allowed: 'P24M' }, at('2026-11-20'))
    expect(reach).toEqual({ maxForwardTenor: 'P24M', shorterForwardTenors: [] })
  })

  test('a month that ends with the known holidays is reached, also when its last days are closed', () => {
    // Spot is 30 December 2026. Two years later that is a Saturday, the last business day before it a Friday.
    const calendars = on('2026-12-28')
    expect(tenorDate(calendars, parsePair('USDHKD'), '2026-12-28', '2Y')).toBe('2028-12-29')
    const reach = forwardReach(calendars, { pairs: null, allowed: 'P24M' }, at('2026-12-28'))
    expect(reach).toEqual({ maxForwardTenor: 'P24M', shorterForwardTenors: [] })
  })

  test('a currency whose holidays end sooner is named with its last value date', () => {
    const reach = forwardReach(on('2027-11-19'), { pairs: null, allowed: 'P24M' }, at('2027-11-19'))
    expect(reach.maxForwardTenor).toBe('P24M')
    expect(reach.shorterForwardTenors).toContainEqual({
      currency: 'AED',
      maxForwardTenor: 'P13M',
      lastValueDate: '2028-12-29',
    })
    expect(reach.shorterForwardTenors.map(({ currency }) => currency)).not.toContain('JPY')
  })

  test('an entity that deals in such currencies alone is promised no more', () => {
    const reach = forwardReach(on('2027-11-19'), { pairs: ['USD/AED'], allowed: 'P24M' }, at('2027-11-19'))
    expect(reach.maxForwardTenor).toBe('P24M') // USD itself reaches further
    const last = forwardReach(on('2028-12-30'), { pairs: ['USD/AED'], allowed: 'P24M' }, at('2028-12-29'))
    expect(last.shorterForwardTenors).toContainEqual(
      expect.objectContaining({ currency: 'AED', maxForwardTenor: 'P0M' }),
    )
  })
})
