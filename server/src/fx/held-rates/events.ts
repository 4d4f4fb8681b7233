import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'

/** Events of held rates. */
export const heldRateEvents = {
  'heldRate.created': defineEvent('A held rate was created.', 'heldRate'),
  'heldRate.partlyUsed': defineEvent('A part of a held rate was used.', 'heldRate'),
  'heldRate.exhausted': defineEvent('A held rate was used in full.', 'heldRate'),
  'heldRate.expiring': defineEvent('A held rate expires soon.', 'heldRate'),
  'heldRate.expired': defineEvent('A held rate expired.', 'heldRate'),
  'heldRate.cancelled': defineEvent('A held rate was cancelled.', 'heldRate'),
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof heldRateEvents, true> {}
}
