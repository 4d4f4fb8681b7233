import { type Static, Type } from 'typebox'

const Variables = Type.Object({
  WEBHOOK_ALLOW_PRIVATE_TARGETS: Type.Boolean({
    default: false,
    description: 'true: webhooks may use http and go to private addresses',
  }),
})

/** Environment variables of webhooks. */
export const WEBHOOK_VARIABLES = Variables.properties

/** Settings of webhooks. */
export interface WebhookSettings {
  /** True if endpoints may have http and private addresses. */
  allowsPrivateWebhooks: boolean
}

/** Returns the settings of webhooks. */
export const webhookSettingsOf = (env: Static<typeof Variables>): WebhookSettings => ({
  allowsPrivateWebhooks: env.WEBHOOK_ALLOW_PRIVATE_TARGETS,
})
