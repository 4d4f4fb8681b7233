import { CALENDARS_CHANGED, type LiveCalendars } from '../fx/calendar/index.ts'
import { type LiveReferenceRates, REFERENCE_RATES_CHANGED } from '../fx/reference-rates/index.ts'
import type { Tx } from '../kernel/db/db.ts'
import type { Deps } from '../kernel/http/http.ts'
import { defineModule } from '../kernel/module.ts'
import { refusals } from '../kernel/values/refusals.ts'
import type { Worker } from '../kernel/jobs/work.ts'
import type { ProductSettlements } from '../fx/trades/index.ts'
import { noDebits } from '../fx/forwards/index.ts'
import { simulatedDebits } from './debits.ts'
import { clockRoutes, type SandboxClock } from './clock/index.ts'
import { type InboundDeps, inboundRoutes } from './inbound.ts'
import type { SandboxMarket } from './market/index.ts'
import { payeeRoutes } from './payees/index.ts'
import { paymentSimRoutes } from './payments.ts'
import { sandboxRoutes } from './sandbox/index.ts'

interface SandboxContext extends Deps, Pick<InboundDeps, 'screening'> {
  worker: Worker
  calendars: LiveCalendars
  referenceRates: LiveReferenceRates
  settlements: ProductSettlements
  /** Seeds an emptied sandbox; absent when an operator filled it. */
  reseed?: ((tx: Tx, now: Date) => Promise<void>) | undefined
}

const refuse = refusals({
  sandbox_not_seeded: {
    status: 409,
    message: 'An operator set up this sandbox, so it cannot be reset to seed data.',
  },
})

const notSeeded = async (): Promise<never> => {
  throw refuse.sandbox_not_seeded()
}

/** The sandbox: its clock, market, simulated banks and payees, and its reset. */
export const sandboxModule = defineModule<SandboxContext>({
  name: 'sim',
  ports: ({ settings }) => ({ debits: settings.sandbox ? simulatedDebits : noDebits }),
  sandboxRoutes(app, context) {
    const { worker, calendars, db, referenceRates, settlements, reseed = notSeeded } = context
    const { clock, market } = context.sandbox as { clock: SandboxClock; market: SandboxMarket }
    const afterReset = async () => {
      await calendars.reload()
      await db.pool.query('select pg_notify($1, $2)', [CALENDARS_CHANGED, '']) // the other processes reload too
      await referenceRates.reload()
      await db.pool.query('select pg_notify($1, $2)', [REFERENCE_RATES_CHANGED, ''])
      await market.refresh()
    }
    const latest = () => new Date(`${calendars.coverage('USD')!.toDay}T00:00:00Z`)
    clockRoutes(app, { ...context, clock, worker, latest })
    inboundRoutes(app, context)
    paymentSimRoutes(app, context)
    payeeRoutes(app, context)
    sandboxRoutes(app, { ...context, clock, market, reseed, afterReset, products: settlements })
  },
})
