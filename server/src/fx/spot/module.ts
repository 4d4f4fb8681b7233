import type { Deps } from '../../kernel/http/http.ts'
import { defineModule } from '../../kernel/module.ts'
import { approvedBy } from '../trades/index.ts'
import type { AmendDeps } from './amend-making.ts'
import { approvedSpotAmendment } from './amend-waiting.ts'
import { spotAmendmentRoutes } from './amendment-routes.ts'
import { spotRoutes } from './routes.ts'
import { approvedSpot, type BookingDeps } from './service.ts'
import { spotSettlement, spotWork } from './work.ts'

/** Spot deals: booking, moving, cancelling and closing out. */
export const spotModule = defineModule<
  Deps & BookingDeps & AmendDeps & { policy: Parameters<typeof spotSettlement>[0] }
>({
  name: 'fx/spot',
  routes(app, context) {
    spotRoutes(app, context)
    spotAmendmentRoutes(app, context)
  },
  jobs: spotWork,
  ports: (context) => {
    const [booked, amended] = [approvedSpot(context), approvedSpotAmendment(context)]
    return {
      settlements: { Spot: spotSettlement(context.policy) },
      approvedProducts: { Spot: approvedBy(({ parentTradeId }) => (parentTradeId === null ? booked : amended)) },
    }
  },
})
