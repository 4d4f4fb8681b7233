import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Clock } from '../../../kernel/values/clock.ts'
import { dayOf } from '../../../kernel/values/days.ts'
import { type Db, inTransaction, type Queryable, type Tx } from '../../../kernel/db/db.ts'
import type { Listener } from '../../../kernel/db/notifications.ts'
import { serverDirectory } from '../../../kernel/values/package-directory.ts'
import { type Calendars, type Coverage, createCalendars, type Holiday } from '../calendars.ts'
import { extendedByRules } from './extension.ts'

const directory = path.join(serverDirectory, 'data', 'holidays')

/**
 * Loads the calendars of the database. Missing ones are first filled from the files shipped with the server; an
 * operator's imports stay unchanged.
 */
export async function loadCalendars(db: Db): Promise<Calendars> {
  await inTransaction(db, async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtext($1))', ['fx_calendar'])
    const { rows } = await tx.query<{ calendar: string }>('select calendar from fx_calendar_coverage')
    const known = new Set(rows.map(({ calendar }) => calendar))
    const isNew = ({ calendar }: { calendar: string }) => !known.has(calendar)
    const coverage = shippedCoverage().filter(isNew)
    if (coverage.length > 0) await insertCalendars(tx, shippedHolidays().filter(isNew), coverage)
  })
  return readCalendars(db.pool)
}

/** The database's calendars, kept up with by every process. */
export interface LiveCalendars extends Calendars {
  /** Reads them again, at once. */
  reload(): Promise<void>
}

/**
 * The calendars of the database, read again whenever an operator has imported some, in any process. Calendars that follow
 * rules extend themselves to the end of the third year after the clock's.
 *
 * @param listener not yet started
 */
export async function openCalendars(
  db: Db,
  listener: Pick<Listener, 'on'>,
  clock: Pick<Clock, 'now'>,
): Promise<LiveCalendars> {
  const load = async () => extendedByRules(await loadCalendars(db), () => dayOf(clock.now()))
  let current = await load()
  let reading = Promise.resolve()
  // One reading after the other: an older answer never replaces a newer one.
  const readAfter = async (earlier: Promise<void>) => {
    await earlier.catch(() => {})
    current = await load()
  }
  const reload = () => (reading = readAfter(reading))
  listener.on(CALENDARS_CHANGED, () => void reload().catch(() => {})) // heard again once the database is back
  return {
    current: () => current,
    coverage: (currency) => current.coverage(currency),
    closure: (currency, day) => current.closure(currency, day),
    known: () => current.known(),
    reload,
  }
}

/** PostgreSQL's NOTIFY channel on which every process hears that the calendars were changed, at commit. */
export const CALENDARS_CHANGED = 'fx_calendar'

/** The calendars of the files that ship with the server, without a database. */
export const shippedCalendars = (): Calendars => createCalendars(shippedHolidays(), shippedCoverage())

/** The calendars as stored. */
export async function readCalendars(db: Queryable): Promise<Calendars> {
  const holidays = await db.query<Holiday>(
    'select calendar, day, name, source, as_of as "asOf", expected from fx_holidays',
  )
  const coverage = await db.query<Coverage>(
    'select calendar, from_day as "fromDay", to_day as "toDay", announced_to as "announcedTo", source from fx_calendar_coverage',
  )
  return createCalendars(holidays.rows, coverage.rows)
}

/** Adds holidays and coverage; neither may be there yet. */
export async function insertCalendars(tx: Tx, holidays: Holiday[], coverage: Coverage[]): Promise<void> {
  await tx.query(
    `insert into fx_calendar_coverage (calendar, from_day, to_day, announced_to, source)
     select * from unnest($1::text[], $2::date[], $3::date[], $4::date[], $5::text[])`,
    columns(coverage, ['calendar', 'fromDay', 'toDay', 'announcedTo', 'source']),
  )
  await tx.query(
    `insert into fx_holidays (calendar, day, name, source, as_of, expected)
     select calendar, day, name, source, as_of, coalesce(expected, false)
     from unnest($1::text[], $2::date[], $3::text[], $4::text[], $5::date[], $6::boolean[])
       as given (calendar, day, name, source, as_of, expected)`,
    columns(holidays, ['calendar', 'day', 'name', 'source', 'asOf', 'expected']),
  )
}

const columns = <T>(rows: T[], names: (keyof T)[]) => names.map((name) => rows.map((row) => row[name]))

const shippedHolidays = (): Holiday[] => [
  ...holidaysOf('bank-holidays.csv', false),
  ...holidaysOf('expected-holidays.csv', true),
]

const holidaysOf = (file: string, expected: boolean): Holiday[] =>
  readCsv(file).map(
    ([calendar, day, name, source, asOf]) => ({ calendar, day, name, source, asOf, expected }) as Holiday,
  )

const shippedCoverage = (): Coverage[] =>
  readCsv('coverage.csv').map(
    ([calendar, fromDay, toDay, announcedTo, source]) =>
      ({ calendar, fromDay, toDay, announcedTo: announcedTo || null, source }) as Coverage,
  )

/** Rows of a file of ours: a header line, then values without quotes or commas in them. */
function readCsv(file: string): string[][] {
  const [, ...lines] = readFileSync(path.join(directory, file), 'utf8').trim().split('\n')
  return lines.map((line) => line.split(','))
}
