import { defineModule } from '../../kernel/module.ts'
import { facilityEvents } from './events.ts'
import { type FacilityRouteDeps, facilityRoutes } from './routes.ts'

/** Credit facilities and their terms. */
export const facilitiesModule = defineModule<FacilityRouteDeps>({
  name: 'credit/facilities',
  events: facilityEvents,
  routes: facilityRoutes,
  resources: { ctm: [['credit_terms', 'term_id']], fac: [['credit_facilities', 'facility_id']] },
})
