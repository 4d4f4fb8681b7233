import { easterSunday } from './easter.ts'
import { addDays, type Day, weekdayOf } from '../../../kernel/values/days.ts'
import type { Holiday } from '../calendars.ts'
import { isWeekend } from '../conventions.ts'
import { type CalendarRules, type Moved, RULES } from './holiday-rules.ts'

/** The calendars that can be generated. */
export const generatedCalendars = (): string[] => Object.keys(RULES)

/**
 * The bank holidays of a calendar in a year, weekdays only, in order.
 *
 * @param asOf the day on which the rules are applied
 * @throws Error for a calendar that follows no rule, or for a year that its rules do not know
 */
export function generateHolidays(calendar: string, year: number, asOf: Day): Holiday[] {
  const rules = rulesOf(calendar, year)
  const easter = easterSunday(year)
  const dated = rules.days.flatMap(({ name, rule, moved = rules.moved }) => {
    const day = rule(year, easter)
    return day === undefined ? [] : [{ name, day, moved }]
  })
  const taken = new Map<Day, string>()
  for (const { name, day } of dated) if (!isWeekend(calendar, day)) taken.set(day, name)
  for (const { name, day, moved } of dated) {
    const instead = isWeekend(calendar, day) ? substituteDay(calendar, day, moved, taken) : undefined
    if (instead && !taken.has(instead)) taken.set(instead, `${name} (${rules.movedName ?? 'observed'})`)
  }
  if (rules.between !== undefined) addBetween(calendar, rules.between, new Set(dated.map(({ day }) => day)), taken)
  return [...taken]
    .map(([day, name]) => ({ calendar, day, name, source: rules.source, asOf }))
    .sort((a, b) => (a.day < b.day ? -1 : 1))
}

function rulesOf(calendar: string, year: number): CalendarRules {
  const rules = RULES[calendar]
  if (!rules) {
    throw new Error(
      `${calendar} follows no rule known here; import its days. These do: ${generatedCalendars().join(', ')}.`,
    )
  }
  const [first, last] = rules.years ?? [year, year]
  if (year >= first && year <= last) return rules
  throw new Error(`The rules of ${calendar} hold from ${first} to ${last}; import the days of ${year}.`)
}

function substituteDay(calendar: string, day: Day, moved: Moved, taken: ReadonlyMap<Day, string>): Day | undefined {
  const isSunday = weekdayOf(day) === 7
  if (moved === 'lost' || (moved.endsWith('IfSunday') && !isSunday)) return undefined
  let instead = addDays(day, isSunday ? 1 : 2)
  if (moved.startsWith('monday')) return instead
  while (isWeekend(calendar, instead) || taken.has(instead)) instead = addDays(instead, 1)
  return instead
}

/** A weekday between two holidays is one too, also where one of the two is on a weekend. */
function addBetween(calendar: string, name: string, holidays: ReadonlySet<Day>, taken: Map<Day, string>): void {
  for (const before of holidays) {
    const day = addDays(before, 1)
    if (holidays.has(addDays(day, 1)) && !taken.has(day) && !isWeekend(calendar, day)) taken.set(day, name)
  }
}
