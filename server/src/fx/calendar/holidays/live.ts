import type { Clock } from '../../../kernel/values/clock.ts'
import { dayOf } from '../../../kernel/values/days.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { Listener } from '../../../kernel/db/notifications.ts'
import { openReloaded } from '../../../kernel/db/reads/reloaded.ts'
import type { Calendars } from '../calendars.ts'
import { extendedByRules } from './extension.ts'
import { loadCalendars } from './holidays.ts'

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
  const { current, reload } = await openReloaded({ listener, channel: CALENDARS_CHANGED }, load)
  return {
    current,
    coverage: (currency) => current().coverage(currency),
    closure: (currency, day) => current().closure(currency, day),
    known: () => current().known(),
    reload,
  }
}

/** PostgreSQL's NOTIFY channel on which every process hears that the calendars were changed, at commit. */
export const CALENDARS_CHANGED = 'fx_calendar'
