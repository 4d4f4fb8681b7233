import { addDays, instantOf, localDayOf, weekdayOf } from '../../kernel/values/days.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { scheduleNoLater } from '../../kernel/jobs/work.ts'
import type { FacilityRow } from './queries.ts'

/** Kind of the job that values a facility and calls margin; the margin module handles it. */
export const MARGIN_RUN = 'margin.run'

const TIME = '16:00'
const ZONE = 'Europe/London'

/** The next run after an instant: 16:00 London, Monday to Friday. */
function nextMarginRun(after: Date): Date {
  for (let day = localDayOf(after, ZONE); ; day = addDays(day, 1)) {
    const at = instantOf(day, TIME, ZONE)
    if (at > after && weekdayOf(day) <= 5) return at
  }
}

/** Has the facility valued when the next run is due; one that is late already is not put off by another booking. */
export const scheduleMarginRun = (
  tx: Tx,
  { entityId, facilityId }: Pick<FacilityRow, 'entityId' | 'facilityId'>,
  now: Date,
): Promise<void> =>
  scheduleNoLater(tx, { entityId, kind: MARGIN_RUN, resourceId: facilityId, dueAt: nextMarginRun(now) })
