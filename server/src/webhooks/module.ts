import { defineModule } from '../kernel/module.ts'
import { deleteOldDeliveries } from './queries.ts'
import { type WebhookDeps, webhookRoutes } from './routes.ts'
import { webhookEvents } from './sending/queue.ts'

const KEPT_MS = 30 * 86_400_000

/** Webhooks: endpoints that events are sent to, and their deliveries. */
export const webhooksModule = defineModule<WebhookDeps>({
  name: 'webhooks',
  events: [webhookEvents],
  routes: webhookRoutes,
  resources: {
    whd: [['webhook_deliveries', 'delivery_id']],
    whe: [['webhook_endpoints', 'webhook_endpoint_id']],
  },
  cleanUp: [(db, { wall }, limit) => deleteOldDeliveries(db, new Date(wall.getTime() - KEPT_MS), limit)],
})
