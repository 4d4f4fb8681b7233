import { defineModule } from '../../kernel/module.ts'

/** Money received for clients. */
export const inboundModule = defineModule<object>({
  name: 'payments/inbound',
  resources: { inp: [['inbound_payments', 'inbound_payment_id']] },
})
