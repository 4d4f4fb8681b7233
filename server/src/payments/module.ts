import { defineModule } from '../kernel/module.ts'
import { recheckPaymentsTo } from './lifecycle/approved.ts'
import { paymentsAwaitingFunds } from './lifecycle/funding.ts'
import { attachedPayments } from './lifecycle/payouts.ts'
import { unreleasedTo } from './record/payee-queries.ts'
import { type ConfirmationDeps, confirmationRoutes } from './surface/confirmation-routes.ts'
import type { PaymentWorkDeps } from './orders/deps.ts'
import type { MakingDeps } from './surface/make.ts'
import { paymentRoutes } from './surface/routes.ts'
import { paymentSets, paymentWork } from './reports/work.ts'
import { paymentEvents } from './lifecycle/transitions.ts'
import { contradictionEvents } from './reports/contradictions.ts'
import { batchEvents } from './batches/service.ts'

/** Payments to payees, one by one and in batches. */
export const paymentsModule = defineModule<MakingDeps & PaymentWorkDeps & ConfirmationDeps>({
  name: 'payments',
  events: [paymentEvents, contradictionEvents, batchEvents],
  routes(app, context) {
    paymentRoutes(app, context)
    confirmationRoutes(app, context)
  },
  jobs: paymentWork,
  jobSets: paymentSets,
  reactions: () => ({
    'beneficiary.updated': (tx, act, { entityId, resourceId }) => recheckPaymentsTo(tx, entityId, resourceId, act.at),
  }),
  ports: (context) => ({
    payouts: attachedPayments(context),
    paymentsWaitingFor: unreleasedTo,
    funding: { payments: paymentsAwaitingFunds(context) },
  }),
  resources: { bat: [['payment_batches', 'batch_id']], pay: [['payments', 'payment_id']] },
})
