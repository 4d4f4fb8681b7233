import { shippedHolidays, shippedCoverage } from './shipped.ts'
import { type Db, inTransaction, type Queryable, type Tx } from '../../../kernel/db/db.ts'
import { type Calendars, type Coverage, createCalendars, type Holiday } from '../calendars.ts'

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
