import { type EventViews, readEach } from '../../events/index.ts'
import type { Deps } from '../../kernel/http/http.ts'
import { defineModule } from '../../kernel/module.ts'
import { rateAlertAudits } from './audits.ts'
import { presentRateAlert } from './present.ts'
import { findRateAlert, type RateAlertRow } from './queries.ts'
import { rateAlertRoutes } from './routes.ts'
import { RateAlert } from './schema.ts'
import { type RateAlertDeps, rateAlertEvents, rateAlertWork } from './service.ts'

/** Rate alerts: events when the market reaches a rate. */
export const rateAlertsModule = defineModule<Deps & RateAlertDeps>({
  name: 'fx/rate-alerts',
  events: [rateAlertEvents],
  routes: rateAlertRoutes,
  jobs: rateAlertWork,
  ports: () => ({
    eventViews: {
      rateAlert: {
        scope: 'fx:quote',
        schema: RateAlert,
        read: readEach(findRateAlert),
        present: (alert: RateAlertRow, _viewer, at) => presentRateAlert(alert, at),
      },
    } satisfies EventViews,
  }),
  resources: { ral: [['rate_alerts', 'rate_alert_id']] },
  audits: rateAlertAudits,
})
