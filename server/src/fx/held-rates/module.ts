import type { Deps } from '../../kernel/http/http.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { findEntity } from '../../entities/index.ts'
import { defineModule } from '../../kernel/module.ts'
import { approvedHeldRate } from './approved.ts'
import { type EventViews, readEach } from '../../events/index.ts'
import { presentHeldRate } from './present.ts'
import { findHeldRate, type HeldRateRow } from './queries.ts'
import { HeldRate } from './schema.ts'
import { type HeldRateBookingDeps, heldRateRoutes } from './routes.ts'
import { heldRateWork } from './work.ts'
import { heldRateEvents } from './quote.ts'

/** Held rates: a rate kept for days against a fee. */
export const heldRatesModule = defineModule<Deps & HeldRateBookingDeps>({
  name: 'fx/held-rates',
  events: [heldRateEvents],
  routes: heldRateRoutes,
  jobs: heldRateWork,
  ports: (context) => ({
    approvedProducts: { HeldRate: approvedHeldRate(context) },
    eventViews: {
      heldRate: {
        scope: 'fx:heldrate',
        schema: HeldRate,
        read: readEach(findInZone),
        present: (held: HeldInZone, _viewer, at) => presentHeldRate(held, held.zone, at),
      },
    } satisfies EventViews,
  }),
  resources: { quo: [['held_rates', 'quote_id']] },
})

type HeldInZone = HeldRateRow & { zone: string }

/** A held rate with the time zone that its times are shown in. */
async function findInZone(db: Queryable, entityId: string, quoteId: string): Promise<HeldInZone | undefined> {
  const [held, entity] = await Promise.all([findHeldRate(db, entityId, quoteId), findEntity(db, entityId)])
  return held && entity && { ...held, zone: entity.timeZone }
}
