import type { EventViews } from '../../events/index.ts'
import { defineModule } from '../../kernel/module.ts'
import type { Screening } from '../../screening/index.ts'
import { completeAssignments } from './assignment.ts'
import { presentInbound } from './present.ts'
import { findReportable, type InboundRoutesDeps, inboundPaymentRoutes } from './routes.ts'
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
        async read({ entityId }, id) {
          const row = await findReportable(context, entityId, id)
          return row && presentInbound(row)
        },
      },
    } satisfies EventViews,
  }),
  sweeps: ({ screening }) => ({ 'inboundPayment.completeAssignment': completeAssignments(screening) }),
  resources: { inp: [['inbound_payments', 'inbound_payment_id']] },
})
