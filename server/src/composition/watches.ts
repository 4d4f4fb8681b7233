import type { FastifyBaseLogger } from 'fastify'
import { startNightlyVerification, startSealing } from '../audit/index.ts'
import type { StatementBook } from '../accounts/index.ts'
import type { Config } from '../settings/config.ts'
import { type Calendars, endingCalendars } from '../fx/calendar/index.ts'
import { AGE_LIMIT_DAYS, type LiveReferenceRates } from '../fx/reference-rates/index.ts'
import type { Db } from '../kernel/db/db.ts'
import { resumeAfterSetBack } from '../kernel/jobs/put-off.ts'
import type { Outages } from '../kernel/outages.ts'
import type { Clock } from '../kernel/values/clock.ts'
import { dayOf } from '../kernel/values/days.ts'
import { matchAndReconcile } from '../payments/bank-statements/index.ts'
import { startNightlyReconciliation } from '../reconciliation/index.ts'
import { startHousekeeping } from './housekeeping.ts'
import { MODULES } from './modules.ts'

interface WatchDeps {
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  outages: Outages
  statements: StatementBook
  calendars: Calendars
  referenceRates: LiveReferenceRates
}

/**
 * Starts housekeeping, the nightly reconciliation, the sealing and nightly verification of audit records, and the daily warnings
 * of data that ends or grows old.
 */
export function startWatches(deps: WatchDeps, config: Pick<Config, 'sandbox'>): { stop(): void } {
  const { db, clock, log, outages, statements, calendars, referenceRates } = deps
  const cleanUps = [resumeAfterSetBack, ...MODULES.flatMap(({ cleanUp = [] }) => cleanUp)]
  const started = [
    startHousekeeping({ db, clock, log, outages, statements, cleanUps }),
    startNightlyReconciliation({
      db,
      clock,
      log,
      outages,
      compareBanks: (at) =>
        matchAndReconcile(db, { at }, calendars, (error, key) =>
          log.error({ err: error, ...key }, 'the statements of a bank could not be compared with the books'),
        ),
    }),
    startSealing({ db, clock, log }),
    startNightlyVerification({ db, clock, log }),
    watchCalendars(calendars, clock, log),
    { stop: () => outages.close() },
    ...(config.sandbox ? [] : [watchReferenceRates(referenceRates, clock, log)]),
  ]
  return { stop: () => started.forEach((watch) => watch.stop()) }
}

const WATCH_MS = 86_400_000

/** Warns at the start, and once a day, of calendars whose holidays end within 180 days. */
function watchCalendars(calendars: Calendars, clock: Clock, log: FastifyBaseLogger): { stop(): void } {
  const look = () => {
    const ending = endingCalendars(calendars, dayOf(clock.now()))
    if (ending.length === 0) return
    const named = ending.map(({ calendar, coveredTo }) => `${calendar} on ${coveredTo}`).join(', ')
    log.warn({ ending }, `Holidays end soon: ${named}. Import the next year's days: operator import-holidays.`)
  }
  look()
  const timer = setInterval(look, WATCH_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** Logs old reference rates at the start and once a day. The sandbox's are approximate from the start. */
function watchReferenceRates(rates: LiveReferenceRates, clock: Clock, log: FastifyBaseLogger): { stop(): void } {
  const look = () => {
    const old = rates.old(dayOf(clock.now()))
    if (old.length === 0) return
    const named = old.map(({ currency, day }) => `${currency} of ${day}`).join(', ')
    log.warn({ old: named }, `reference rates are older than ${AGE_LIMIT_DAYS} days: operator set-reference-rate`)
  }
  look()
  const timer = setInterval(look, WATCH_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
