import type { Deps } from '../../kernel/http/http.ts'
import { defineModule } from '../../kernel/module.ts'
import { orderAudits } from './audits.ts'
import { type FillDeps, orderWork } from './fill.ts'
import { orderEvents, orderViews } from './lifecycle.ts'
import { orderRoutes } from './routes.ts'

/** Limit and stop orders. */
export const ordersModule = defineModule<Deps & FillDeps>({
  name: 'fx/orders',
  events: [orderEvents],
  routes: orderRoutes,
  jobs: orderWork,
  ports: () => ({ eventViews: orderViews }),
  resources: { ord: [['fx_orders', 'order_id']] },
  audits: orderAudits,
})
