import { defineModule } from '../../kernel/module.ts'
import type { Screening } from '../../screening/index.ts'
import { completeAssignments } from './assignment.ts'
import { inboundPaymentEvents } from './service.ts'

/** Money received for clients. */
export const inboundModule = defineModule<{ screening: Screening }>({
  name: 'payments/inbound',
  events: [inboundPaymentEvents],
  sweeps: ({ screening }) => ({ 'inboundPayment.completeAssignment': completeAssignments(screening) }),
  resources: { inp: [['inbound_payments', 'inbound_payment_id']] },
})
