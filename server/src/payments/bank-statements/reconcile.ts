import type { Db, Queryable } from '../../kernel/db/db.ts'
import { mayPassLater } from '../../kernel/db/connection-loss.ts'
import type { Act } from '../../kernel/values/act.ts'
import { addDays, type Day, dayOf, daysBetween, weekdayOf } from '../../kernel/values/days.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import type { BankFigures } from '../../reconciliation/index.ts'
import { type Calendars, isOpenAsKnown } from '../../fx/calendar/index.ts'
import { sumBreaks } from './breaks.ts'
import { matchLines } from './matching.ts'
import { catchUp } from './movements.ts'
import { listBooks } from './statements.ts'
import type { BookKey } from './tables.ts'

/**
 * Matches the statements of all banks with the books, and compares the closing balances with the safeguarding account.
 *
 * @param calendars holidays of the currencies, on which no statement is due
 * @param onError reports a bank and currency that could not be compared; the others still are
 * @throws errors that may pass later, as when the database is away
 */
export async function matchAndReconcile(
  db: Db,
  act: Pick<Act, 'at'>,
  calendars: Calendars | undefined,
  onError: (error: unknown, key: BookKey) => void,
): Promise<BankFigures[]> {
  const figures: BankFigures[] = []
  for (const key of await listBooks(db.pool)) {
    try {
      await catchUp(db, key)
      await matchLines(db, key)
      figures.push(await figuresOf(db.pool, key, { today: dayOf(act.at), calendars }))
    } catch (error) {
      if (mayPassLater(error)) throw error
      onError(error, key)
    }
  }
  return figures
}

interface Balances {
  accounts: { account: string; lastDay: Day }[]
  closingDay: Day
  bankMinor: bigint
  openingMinor: bigint
  bookMinor: bigint
  beforeMinor: bigint
}

/** Later movements count with the next statement, and earlier ones that the bank did not book since with the start. */
const BALANCES = `with book as (
    select from_at, balance_minor, before_minor from bank_books where entity_id = $1 and bank = $2 and currency = $3
  ), latest as materialized (
    select distinct on (account) account, closing_day, to_at, closing_minor from bank_statements
      where entity_id = $1 and bank = $2 and currency = $3 and is_complete
      order by account, closing_day desc, to_at desc, sequence_number desc nulls last
  ), first as (
    select distinct on (account) opening_minor from bank_statements where entity_id = $1 and bank = $2 and currency = $3 and is_complete
      order by account, closing_day, to_at, sequence_number
  ), open as (
    select coalesce(sum(amount_minor) filter (where posted_at > (select max(to_at) from latest)), 0) as later,
        coalesce(sum(amount_minor) filter (where posted_at < (select from_at from book)), 0) as early
      from bank_movements where entity_id = $1 and bank = $2 and currency = $3 and match_id is null
  )
  select (select jsonb_agg(jsonb_build_object('account', account, 'lastDay', closing_day) order by account) from latest) as accounts,
      (select min(closing_day) from latest) as "closingDay", (select sum(closing_minor)::bigint from latest) as "bankMinor",
      (select sum(opening_minor)::bigint from first) as "openingMinor", (balance_minor - later)::bigint as "bookMinor",
      (before_minor + early)::bigint as "beforeMinor"
    from book, open`

async function figuresOf(
  db: Queryable,
  key: BookKey,
  { today, calendars }: { today: Day; calendars: Calendars | undefined },
): Promise<BankFigures> {
  const { bank, currency } = key
  const { rows } = await db.query<Balances>({
    name: 'read-bank-balances',
    text: BALANCES,
    values: [HOUSE_ENTITY_ID, bank, currency],
  })
  const { accounts, closingDay, bankMinor, openingMinor, bookMinor, beforeMinor } = rows[0]!
  const breaks = await sumBreaks(db, key)
  const shown = (minor: bigint) => formatAmount(minor, currency)
  return {
    bank,
    currency,
    closingDay,
    bankBalance: shown(bankMinor),
    bookBalance: shown(bookMinor),
    difference: shown(bankMinor - bookMinor),
    atStart: shown(openingMinor - beforeMinor),
    openBreaks: breaks.open,
    openAmount: shown(breaks.openMinor),
    explainedBreaks: breaks.explained,
    explainedAmount: shown(breaks.explainedMinor),
    oldestDays: breaks.oldest === null ? 0 : Math.max(0, daysBetween(breaks.oldest, today)),
    missing: accounts.filter(({ lastDay }) => isOverdue(lastDay, { today, currency, calendars })),
  }
}

/**
 * Returns true if the statement of the business day after `lastDay` has not arrived by the end of the next business day.
 */
function isOverdue(
  lastDay: Day,
  { today, currency, calendars }: { today: Day; currency: string; calendars: Calendars | undefined },
): boolean {
  const isBusinessDay = (day: Day) => (calendars ? isOpenAsKnown(calendars, currency, day) : weekdayOf(day) < 6)
  const next = (from: Day) => {
    let day = addDays(from, 1)
    while (!isBusinessDay(day)) day = addDays(day, 1)
    return day
  }
  return next(next(lastDay)) < today
}
