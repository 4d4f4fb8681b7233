import { Type } from 'typebox'
import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'

const detail = { kind: Type.String(), version: Type.String(), clientId: Type.String() }

/** Events of open-banking consents. */
export const consentEvents = {
  'consent.authorised': defineEvent('A user authorised a consent.', 'consent', detail),
  'consent.revoked': defineEvent('A consent was revoked.', 'consent', detail),
  'consent.expired': defineEvent('A consent expired.', 'consent', detail),
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof consentEvents, true> {}
}
