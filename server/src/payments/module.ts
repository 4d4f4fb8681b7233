import { defineModule } from '../kernel/module.ts'
import { type ConfirmationDeps, confirmationRoutes } from './confirmation-routes.ts'
import type { PaymentDeps, PaymentWorkDeps } from './deps.ts'
import { paymentRoutes } from './routes.ts'
import { paymentWork } from './work.ts'

/** Payments to payees, one by one and in batches. */
export const paymentsModule = defineModule<PaymentDeps & PaymentWorkDeps & ConfirmationDeps>({
  name: 'payments',
  routes(app, context) {
    paymentRoutes(app, context)
    confirmationRoutes(app, context)
  },
  jobs: paymentWork,
  resources: { bat: [['payment_batches', 'batch_id']], pay: [['payments', 'payment_id']] },
})
