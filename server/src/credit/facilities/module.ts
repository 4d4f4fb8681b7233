import { defineModule } from '../../kernel/module.ts'
import { type EventViews, readEach } from '../../events/index.ts'
import { FacilityOut } from './schema.ts'
import { findFacility, type FacilityRow } from './queries.ts'
import { type FacilityRouteDeps, facilityRoutes, showFacility } from './routes.ts'
import { facilityEvents } from './service.ts'
import { utilisationEvents } from './exposures/exposures.ts'

/** Credit facilities and their terms. */
export const facilitiesModule = defineModule<FacilityRouteDeps>({
  name: 'credit/facilities',
  events: [facilityEvents, utilisationEvents],
  routes: facilityRoutes,
  ports: (context) => ({
    eventViews: {
      creditFacility: {
        scope: 'credit:read',
        schema: FacilityOut,
        read: readEach(findFacility),
        present: (facility: FacilityRow) => showFacility(context, facility),
      },
    } satisfies EventViews,
  }),
  resources: { ctm: [['credit_terms', 'term_id']], fac: [['credit_facilities', 'facility_id']] },
})
