import { Type } from 'typebox'
import { statusEvent } from '../events/index.ts'
import { defineEvent, type EventCatalogue, type EventDefinition } from '../kernel/module.ts'
import { BATCH_STATUSES } from './batches/schema.ts'
import { lifecycle, PAYMENT_STATUSES } from './record/lifecycle.ts'

const step = {
  amount: Type.String(),
  currency: Type.String(),
  reason: Type.Optional(Type.String()),
  returned: Type.Optional(Type.String()),
  returnedInAll: Type.Optional(Type.String()),
  changes: Type.Optional(Type.Array(Type.String())),
}

const contradiction = {
  contradictionId: Type.String(),
  amount: Type.String(),
  currency: Type.String(),
}

const decision = { decision: Type.String(), by: Type.String(), reason: Type.String() }

/** Defines one event for each status of a resource. */
const statusEvents = <R extends string, S extends string>(
  resource: R,
  statuses: readonly S[],
  define: (status: S) => EventDefinition,
) =>
  Object.fromEntries(statuses.map((status) => [statusEvent(resource, status), define(status)])) as Record<
    `${R}.${Uncapitalize<S>}`,
    EventDefinition
  >

/** Events of payments, batches and entries of bank files: one for each status of a payment and of a batch, and others. */
export const paymentEvents = {
  ...statusEvents('payment', PAYMENT_STATUSES, (status) =>
    defineEvent(`A payment became ${status}: ${lifecycle[status].meaning}`, 'payment', step),
  ),
  'payment.trackingUpdated': defineEvent('The tracking data of a payment changed.', 'payment', {
    recall: Type.Optional(Type.String()),
    reason: Type.Optional(Type.String()),
  }),
  'payment.contradicted': defineEvent('A report of the bank contradicts a payment.', 'payment', {
    ...contradiction,
    kind: Type.String(),
    direction: Type.String(),
  }),
  'payment.contradictionCleared': defineEvent('An operator cleared a contradictory report.', 'payment', {
    ...contradiction,
    ...decision,
  }),
  'bankEntry.rejected': defineEvent('An entry of a bank file cannot be booked.', 'contradiction', {
    bankReference: Type.String(),
    why: Type.String(),
  }),
  'bankEntry.dismissed': defineEvent('An operator dismissed an entry of a bank file.', 'contradiction', {
    contradictionId: Type.String(),
    ...decision,
  }),
  ...statusEvents('paymentBatch', BATCH_STATUSES, (status) =>
    defineEvent(`A payment batch became ${status}.`, 'paymentBatch', { items: Type.Integer(), mode: Type.String() }),
  ),
} satisfies EventCatalogue

declare module '../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof paymentEvents, true> {}
}
