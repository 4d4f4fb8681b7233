import type { Deps } from '../../kernel/http/http.ts'
import { defineModule } from '../../kernel/module.ts'
import { approvedHeldRate } from './approved.ts'
import { type HeldRateBookingDeps, heldRateRoutes } from './routes.ts'
import { heldRateWork } from './work.ts'
import { heldRateEvents } from './quote.ts'

/** Held rates: a rate kept for days against a fee. */
export const heldRatesModule = defineModule<Deps & HeldRateBookingDeps>({
  name: 'fx/held-rates',
  events: [heldRateEvents],
  routes: heldRateRoutes,
  jobs: heldRateWork,
  ports: (context) => ({ approvedProducts: { HeldRate: approvedHeldRate(context) } }),
  resources: { quo: [['held_rates', 'quote_id']] },
})
