import { Type } from 'typebox'
import { defineEvent, type EventCatalogue } from '../kernel/module.ts'

/** Events of internal transfers. */
export const internalTransferEvents = {
  'internalTransfer.completed': defineEvent('An internal transfer was booked.', 'internalTransfer'),
  'internalTransfer.failed': defineEvent('An internal transfer ended without a booking.', 'internalTransfer', {
    reason: Type.String(),
  }),
} satisfies EventCatalogue

declare module '../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof internalTransferEvents, true> {}
}
