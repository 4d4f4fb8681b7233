import { type EventViews, readEach } from '../../events/index.ts'
import { defineModule } from '../../kernel/module.ts'
import type { Screening } from '../../screening/index.ts'
import { completeAssignments } from './assignment.ts'
import { presentInbound } from './present.ts'
import { findInbound, type InboundRow } from './queries.ts'
import { isReportable, type InboundRoutesDeps, inboundPaymentRoutes } from './routes.ts'
import { InboundPayment } from './schema.ts'
import { inboundPaymentEvents } from './events.ts'

/** Money received for clients. */
export const inboundModule = defineModule<InboundRoutesDeps & { screening: Screening }>({
  name: 'payments/inbound',
  events: [inboundPaymentEvents],
  routes: inboundPaymentRoutes,
  ports: (context) => ({
    eventViews: {
      inboundPayment: {
        scope: 'reporting:read',
        schema: InboundPayment,
        read: readEach(findInbound),
        present: async (row: InboundRow) => ((await isReportable(context, row)) ? presentInbound(row) : undefined),
      },
    } satisfies EventViews,
  }),
  sweeps: ({ screening }) => ({ 'inboundPayment.completeAssignment': completeAssignments(screening) }),
  resources: { inp: [['inbound_payments', 'inbound_payment_id']] },
})
