import { defineModule } from '../kernel/module.ts'
import { type EventViews, FEED_DAYS, readEach } from '../events/index.ts'
import { presentEndpoint } from './present.ts'
import { deleteOldDeliveries, findEndpoint } from './queries.ts'
import { type WebhookDeps, webhookRoutes } from './routes.ts'
import { EndpointOut } from './schema.ts'
import { webhookEvents } from './sending/queue.ts'

const DAY_MS = 86_400_000
const KEPT_DAYS = 30

/** Webhooks: endpoints that events are sent to, and their deliveries. */
export const webhooksModule = defineModule<WebhookDeps>({
  name: 'webhooks',
  events: [webhookEvents],
  routes: webhookRoutes,
  ports: () => ({
    eventViews: {
      webhookEndpoint: {
        scope: 'webhooks:manage',
        schema: EndpointOut,
        // Presented at once: an image holds no secrets.
        read: readEach(async (db, entityId, id) => {
          const row = await findEndpoint(db, entityId, id)
          return row && presentEndpoint(row)
        }),
        present: (endpoint) => endpoint,
      },
    } satisfies EventViews,
  }),
  resources: {
    whd: [['webhook_deliveries', 'delivery_id']],
    whe: [['webhook_endpoints', 'webhook_endpoint_id']],
  },
  cleanUp: [
    (db, { wall }, limit) => {
      const before = (days: number) => new Date(wall.getTime() - days * DAY_MS)
      return deleteOldDeliveries(db, { ended: before(KEPT_DAYS), pending: before(FEED_DAYS) }, limit)
    },
  ],
})
