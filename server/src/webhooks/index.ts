/**
 * Webhooks. Each endpoint has a position in its entity's event feed; a sender queues a delivery for each later event, signs it by
 * Standard Webhooks and repeats it for up to 72 hours. Addresses are checked when they are saved and again at each attempt.
 */
export { webhooksModule } from './module.ts'
export { createWebhookSender, type WebhookSender } from './sending/sender.ts'
export { countFailingEndpoints, readWebhookQueue } from './sending/queue.ts'
export { createWebhookTargets, type WebhookTargets } from './targets/targets.ts'
