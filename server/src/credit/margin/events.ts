import { Type } from 'typebox'
import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'

const call = {
  status: Type.String(),
  currency: Type.String(),
  amountMinor: Type.String(),
  outstandingMinor: Type.String(),
}

const margin = { currency: Type.Optional(Type.String()), amountMinor: Type.Optional(Type.String()) }

/** Events of initial margin and margin calls. */
export const marginEvents = {
  'marginCall.issued': defineEvent('A margin call was issued.', 'marginCall', call),
  'marginCall.met': defineEvent('A margin call was paid in full.', 'marginCall', call),
  'marginCall.overdue': defineEvent('A margin call was not paid by its deadline.', 'marginCall', call),
  'marginCall.released': defineEvent('A margin call was withdrawn, or its margin returned.', 'marginCall', call),
  'initialMargin.due': defineEvent('The initial margin of a forward is due.', 'trade', margin),
  'initialMargin.received': defineEvent('The initial margin of a forward was received.', 'trade', margin),
  'initialMargin.released': defineEvent('Initial margin of a forward was returned.', 'trade', margin),
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof marginEvents, true> {}
}
