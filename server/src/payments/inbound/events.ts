import { Type } from 'typebox'
import { emit } from '../../events/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'
import type { Act } from '../../kernel/values/act.ts'
import type { EventType } from '../../kernel/values/emitted.ts'
import type { InboundRow } from './queries.ts'

const receiptDetail = { amount: Type.String(), currency: Type.String(), status: Type.String() }

/** Events of money received for clients. */
export const inboundPaymentEvents = {
  'inboundPayment.received': defineEvent('An inbound payment was received.', 'inboundPayment', receiptDetail),
  'inboundPayment.held': defineEvent('An inbound payment is pending review.', 'inboundPayment', receiptDetail),
  'inboundPayment.released': defineEvent(
    'An inbound payment was credited after review.',
    'inboundPayment',
    receiptDetail,
  ),
  'inboundPayment.returned': defineEvent('An inbound payment was returned.', 'inboundPayment', receiptDetail),
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof inboundPaymentEvents, true> {}
}

/** Records the event of an inbound payment. */
export const changed = (tx: Tx, row: InboundRow, type: EventType, act: Act, previousStatus?: string) =>
  emit(tx, act, {
    entityId: row.entityId,
    type,
    resourceType: 'inboundPayment',
    resourceId: row.inboundPaymentId,
    resourceVersion: row.version,
    ...(previousStatus === undefined ? {} : { previousStatus }),
    detail: { amount: formatAmount(row.amountMinor, row.currency), currency: row.currency, status: row.status },
  })
