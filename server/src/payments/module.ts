import { defineModule } from '../kernel/module.ts'
import { type EventViews, readEach } from '../events/index.ts'
import { followBeneficiary, followDeletion, followEnd } from './lifecycle/shown.ts'
import { paymentsAwaitingFunds } from './lifecycle/funding.ts'
import { attachedPayments } from './lifecycle/payouts.ts'
import { unreleasedTo } from './record/payee-queries.ts'
import { type ConfirmationDeps, confirmationRoutes } from './surface/confirmation-routes.ts'
import type { PaymentWorkDeps } from './orders/deps.ts'
import type { MakingDeps } from './surface/make.ts'
import { presentBatch } from './batches/present.ts'
import { type BatchWithTally, findWithTally } from './batches/queries.ts'
import { Batch } from './batches/schema.ts'
import { paymentAudits } from './record/audits.ts'
import { findPayments, paymentOfStep, type PaymentWithHistory } from './record/queries.ts'
import { Payment } from './record/schema.ts'
import { presentPayment } from './surface/present.ts'
import { paymentRoutes } from './surface/routes.ts'
import { ORDER_JOBS, paymentSets, paymentWork } from './reports/work.ts'
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
  jobsOfActive: ORDER_JOBS,
  reactions: () => ({
    'beneficiary.updated': followBeneficiary,
    'beneficiary.deleted': followDeletion,
    'payment.rejected': followEnd,
    'payment.cancelled': followEnd,
    'payment.failed': followEnd,
    'payment.returned': followEnd,
  }),
  ports: (context) => ({
    payouts: attachedPayments(context),
    paymentsWaitingFor: unreleasedTo,
    funding: { payments: paymentsAwaitingFunds(context) },
    eventViews: {
      payment: {
        scope: 'payments:read',
        schema: Payment,
        read: findPayments,
        earlier: paymentOfStep,
        present: (row: PaymentWithHistory, viewer) => presentPayment(row, viewer),
      },
      paymentBatch: {
        scope: 'payments:read',
        schema: Batch,
        read: readEach(findWithTally),
        present: (row: BatchWithTally) => presentBatch(row, row.tally),
      },
    } satisfies EventViews,
  }),
  resources: { bat: [['payment_batches', 'batch_id']], pay: [['payments', 'payment_id']] },
  audits: paymentAudits,
})
