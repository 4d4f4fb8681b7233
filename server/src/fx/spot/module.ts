import type { Deps } from '../../kernel/http/http.ts'
import { defineModule } from '../../kernel/module.ts'
import type { AmendDeps } from './amend.ts'
import { spotAmendmentRoutes } from './amendment-routes.ts'
import { spotRoutes } from './routes.ts'
import type { BookingDeps } from './service.ts'
import { spotWork } from './work.ts'

/** Spot deals: booking, moving, cancelling and closing out. */
export const spotModule = defineModule<Deps & BookingDeps & AmendDeps>({
  name: 'fx/spot',
  routes(app, context) {
    spotRoutes(app, context)
    spotAmendmentRoutes(app, context)
  },
  jobs: spotWork,
})
