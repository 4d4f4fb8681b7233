import { Type } from 'typebox'
import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'

const detail = { amountMinor: Type.String(), currency: Type.String(), status: Type.String() }

/** Events of money received for clients. */
export const inboundPaymentEvents = {
  'inboundPayment.received': defineEvent('An inbound payment was received.', 'inboundPayment', detail),
  'inboundPayment.held': defineEvent('An inbound payment is pending review.', 'inboundPayment', detail),
  'inboundPayment.released': defineEvent('An inbound payment was credited after review.', 'inboundPayment', detail),
  'inboundPayment.returned': defineEvent('An inbound payment was returned.', 'inboundPayment', detail),
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof inboundPaymentEvents, true> {}
}
