import { defineModule } from '../../kernel/module.ts'
import { type FacilityRouteDeps, facilityRoutes } from './routes.ts'
import { facilityEvents } from './service.ts'
import { utilisationEvents } from './exposures.ts'

/** Credit facilities and their terms. */
export const facilitiesModule = defineModule<FacilityRouteDeps>({
  name: 'credit/facilities',
  events: [facilityEvents, utilisationEvents],
  routes: facilityRoutes,
  resources: { ctm: [['credit_terms', 'term_id']], fac: [['credit_facilities', 'facility_id']] },
})
