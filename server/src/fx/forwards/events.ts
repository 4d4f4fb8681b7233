import { Type } from 'typebox'
import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'

const milestone = { valueDate: Type.String(), businessDaysLeft: Type.Optional(Type.Integer()) }

const amendment = {
  amendment: Type.Optional(Type.String()),
  buyMinor: Type.Optional(Type.String()),
  sellMinor: Type.Optional(Type.String()),
}

/** Events of forwards and drawdowns. */
export const forwardEvents = {
  'forward.opened': defineEvent('A forward was opened.', 'trade'),
  'forward.partiallyDrawn': defineEvent('A part of a forward was drawn.', 'trade'),
  'forward.fullyDrawn': defineEvent('A forward was drawn in full.', 'trade'),
  'forward.windowOpened': defineEvent('The window of a forward opened.', 'trade', milestone),
  'forward.maturing': defineEvent('A forward matures within a few business days.', 'trade', milestone),
  'forward.amended': defineEvent('A forward was extended or brought forward.', 'trade', amendment),
  'forward.closedOut': defineEvent('A forward was closed out.', 'trade'),
  'drawdown.booked': defineEvent('A drawdown was booked.', 'trade'),
  'drawdown.cancelled': defineEvent('A drawdown was cancelled.', 'trade'),
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof forwardEvents, true> {}
}
