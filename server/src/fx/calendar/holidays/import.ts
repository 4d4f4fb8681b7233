import { type Day, isDay } from '../../../kernel/values/days.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import type { Coverage, Holiday } from '../calendars.ts'
import { findConvention } from '../conventions.ts'
import { CALENDARS_CHANGED } from './live.ts'
import { insertCalendars } from './holidays.ts'

/** A file of holidays: every closed weekday of the calendars it names, between two days. */
interface HolidayFile {
  holidays: Holiday[]
  fromDay: Day
  toDay: Day
  source: string
}

export const HOLIDAY_FILE_HEADER = 'calendar,day,name,source,as_of'

/** Effect of an import on one calendar. */
export interface CalendarChange {
  calendar: string
  /** Days that were open before. */
  added: Holiday[]
  /** Days that are open now. */
  removed: Holiday[]
  coveredFrom: Day
  coveredTo: Day
}

/**
 * The holidays of a file: a header line, then calendar, day, name, source and the day the source said so, without quotes
 * and without commas in a value: the form of the files that ship with the server.
 *
 * @throws Error naming the first line that does not fit
 */
export function parseHolidays(text: string): Holiday[] {
  const [header, ...lines] = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
  if (header !== HOLIDAY_FILE_HEADER) {
    throw new Error(`The first line of a holiday file is: ${HOLIDAY_FILE_HEADER}`)
  }
  const seen = new Set<string>()
  return lines.map((line, i) => {
    const values = line.split(',').map((value) => value.trim())
    const [calendar, day, name, source, asOf] = values as [string, string, string, string, string]
    const error =
      values.length !== 5
        ? 'has not five values'
        : !findConvention(calendar)
          ? `names ${calendar}, which is not a known currency`
          : !isDay(day) || !isDay(asOf)
            ? 'has a day that is not YYYY-MM-DD'
            : !name || !source
              ? 'lacks the name or the source'
              : seen.has(calendar + day)
                ? 'names a day of a calendar that an earlier line named'
                : undefined
    if (error) throw new Error(`Line ${i + 2} ${error}: ${line}`)
    seen.add(calendar + day)
    return { calendar, day, name, source, asOf }
  })
}

/**
 * Replaces the holidays of the calendars in a file, for the days the file covers; other days stay. The file's coverage
 * must adjoin the calendar's: days in a gap would be assumed open.
 *
 * @returns what changed, by calendar; running servers use it from the commit on
 * @throws Error for a file without holidays, a day outside the days covered, or a gap between old and new coverage
 */
export async function importHolidays(tx: Tx, file: HolidayFile): Promise<CalendarChange[]> {
  const { holidays, fromDay, toDay, source } = file
  if (!isDay(fromDay) || !isDay(toDay) || fromDay > toDay)
    throw new Error(`${fromDay} to ${toDay} are not two days in order.`)
  if (holidays.length === 0) throw new Error('The file names no holiday; a calendar without any is not one.')
  const outside = holidays.find(({ day }) => day < fromDay || day > toDay)
  if (outside) throw new Error(`${outside.calendar} ${outside.day} lies outside ${fromDay} to ${toDay}.`)
  await tx.query('select pg_advisory_xact_lock(hashtext($1))', ['fx_calendar'])
  const changes: CalendarChange[] = []
  for (const calendar of [...new Set(holidays.map((holiday) => holiday.calendar))].sort()) {
    const days = holidays.filter((holiday) => holiday.calendar === calendar)
    changes.push(await replaceCalendar(tx, { calendar, fromDay, toDay, announcedTo: toDay, source }, days))
  }
  await tx.query('select pg_notify($1, $2)', [CALENDARS_CHANGED, ''])
  return changes
}

async function replaceCalendar(tx: Tx, wanted: Coverage, days: Holiday[]): Promise<CalendarChange> {
  const { calendar, fromDay, toDay } = wanted
  const coverage = await growCoverage(tx, wanted)
  const { rows: before } = await tx.query<Holiday>(
    `delete from fx_holidays where calendar = $1 and day between $2 and $3
     returning calendar, day, name, source, as_of as "asOf", expected`,
    [calendar, fromDay, toDay],
  )
  await insertCalendars(tx, days, [])
  const missingIn = (list: Holiday[]) => (one: Holiday) => !list.some(({ day }) => day === one.day)
  const byDay = (a: Holiday, b: Holiday) => (a.day < b.day ? -1 : 1)
  return {
    calendar,
    added: days.filter(missingIn(before)).sort(byDay),
    removed: before.filter(missingIn(days)).sort(byDay),
    ...coverage,
  }
}

async function growCoverage(tx: Tx, { calendar, fromDay, toDay, source }: Coverage) {
  const { rows } = await tx.query<{ coveredFrom: Day; coveredTo: Day }>(
    `insert into fx_calendar_coverage as c (calendar, from_day, to_day, announced_to, source) values ($1, $2, $3, $3, $4)
     on conflict (calendar) do update set from_day = least(c.from_day, $2), to_day = greatest(c.to_day, $3), source = $4,
       announced_to = case when c.announced_to is null or $2 <= c.announced_to + 1 then greatest(c.announced_to, $3)
         else c.announced_to end
       where $2 <= c.to_day + 1 and $3 >= c.from_day - 1
     returning from_day as "coveredFrom", to_day as "coveredTo"`,
    [calendar, fromDay, toDay, source],
  )
  if (!rows[0])
    throw new Error(`${calendar} is known for other days, and those between would stay unknown; cover them too.`)
  return rows[0]
}
