import type { EventType } from '../kernel/values/emitted.ts'
import { refusals } from '../kernel/values/refusals.ts'

/** Subjects that a recipient can choose. */
export const TOPICS = ['MarginCalls', 'OverdueTrades', 'Approvals', 'RateAlerts', 'Orders'] as const
export type Topic = (typeof TOPICS)[number]

/** Events that e-mails are sent about, with their topic. */
export const TOPIC_OF = {
  'marginCall.issued': 'MarginCalls',
  'marginCall.overdue': 'MarginCalls',
  'trade.overdue': 'OverdueTrades',
  'approval.requested': 'Approvals',
  'rateAlert.triggered': 'RateAlerts',
  'order.filled': 'Orders',
  'order.rejected': 'Orders',
  'order.expired': 'Orders',
} as const satisfies Partial<Record<EventType, Topic>>

/** Type of an event that e-mails are sent about. */
export type Notified = keyof typeof TOPIC_OF

/** Rejections of recipients of notifications. */
export const refuse = refusals({
  notifications_not_available: {
    status: 422,
    message: 'This service sends no e-mails. Use webhooks or the event feed.',
  },
  notification_recipient_not_found: {
    status: 404,
    message: 'The recipient does not exist or is not visible to this client.',
  },
  notification_recipient_exists: {
    status: 409,
    message: 'The address is already the recipient {recipientId}. Delete that one first.',
  },
  notification_recipient_limit_reached: {
    status: 409,
    message: 'The entity has {limit} recipients. Delete one first.',
  },
})
