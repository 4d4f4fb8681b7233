import { accountsModule } from '../accounts/index.ts'
import { approvalsModule } from '../approvals/index.ts'
import { auditModule } from '../audit/index.ts'
import { authModule } from '../auth/index.ts'
import { beneficiariesModule } from '../beneficiaries/index.ts'
import { complianceModule } from '../compliance/index.ts'
import { facilitiesModule } from '../credit/facilities/index.ts'
import { marginModule } from '../credit/margin/index.ts'
import { mtmModule } from '../credit/mtm/index.ts'
import { unpaidModule } from '../credit/unpaid/index.ts'
import { valuationModule } from '../credit/valuation/index.ts'
import { documentsModule } from '../documents/index.ts'
import { entitiesModule } from '../entities/index.ts'
import { eventsModule } from '../events/index.ts'
import { calendarModule } from '../fx/calendar/index.ts'
import { forwardsModule } from '../fx/forwards/index.ts'
import { heldRatesModule } from '../fx/held-rates/index.ts'
import { ordersModule } from '../fx/orders/index.ts'
import { pricingModule } from '../fx/pricing/index.ts'
import { quotesModule } from '../fx/quotes/index.ts'
import { rateAlertsModule } from '../fx/rate-alerts/index.ts'
import { rateWatchModule } from '../fx/rate-watch/index.ts'
import { referenceRatesModule } from '../fx/reference-rates/index.ts'
import { spotModule } from '../fx/spot/index.ts'
import { tradesModule } from '../fx/trades/index.ts'
import { internalTransfersModule } from '../internal-transfers/index.ts'
import { ledgerModule } from '../ledger/index.ts'
import { authorisationModule } from '../open-banking/authorisation/index.ts'
import { consentsModule } from '../open-banking/consents/index.ts'
import { registrationModule } from '../open-banking/dcr/index.ts'
import { openBankingHttpModule } from '../open-banking/http/index.ts'
import { type InitiationDeps, initiationModule } from '../open-banking/initiation/index.ts'
import { type ResourceDeps, resourcesModule } from '../open-banking/resources/index.ts'
import { v31Module } from '../open-banking/v3.1/index.ts'
import { v40Module } from '../open-banking/v4.0/index.ts'
import { notificationsModule } from '../notifications/index.ts'
import { paymentsModule } from '../payments/index.ts'
import { bankFilesModule } from '../payments/bank-files/index.ts'
import { bankStatementsModule } from '../payments/bank-statements/index.ts'
import { inboundModule } from '../payments/inbound/index.ts'
import { purposesModule } from '../payments/purposes/index.ts'
import { railsModule } from '../payments/rails/index.ts'
import { schemesModule } from '../payments/schemes/index.ts'
import { validationModule } from '../payments/validation/index.ts'
import { verificationModule } from '../payments/vop/index.ts'
import { reconciliationModule } from '../reconciliation/index.ts'
import { screeningModule } from '../screening/index.ts'
import { serviceModule } from '../service/index.ts'
import { sandboxModule } from '../sim/index.ts'
import { usersModule } from '../users/index.ts'
import { webhooksModule } from '../webhooks/index.ts'
import type { AuditCheck, Module } from '../kernel/module.ts'
import type { Context } from './context.ts'
import { eventsOf } from './events.ts'

/** Every module of the service, in order of dependency. A new module is its folder and one line here. */
export const MODULES: readonly Module<Context, ResourceDeps & InitiationDeps>[] = [
  serviceModule,
  ledgerModule,
  eventsModule,
  auditModule,
  reconciliationModule,
  entitiesModule,
  authModule,
  usersModule,
  webhooksModule,
  documentsModule,
  accountsModule,
  approvalsModule,
  screeningModule,
  internalTransfersModule,
  calendarModule,
  pricingModule,
  rateWatchModule,
  rateAlertsModule,
  referenceRatesModule,
  unpaidModule,
  quotesModule,
  valuationModule,
  facilitiesModule,
  marginModule,
  tradesModule,
  spotModule,
  forwardsModule,
  heldRatesModule,
  ordersModule,
  mtmModule,
  schemesModule,
  validationModule,
  purposesModule,
  verificationModule,
  beneficiariesModule,
  inboundModule,
  railsModule,
  paymentsModule,
  bankFilesModule,
  bankStatementsModule,
  complianceModule,
  notificationsModule,
  registrationModule,
  openBankingHttpModule,
  consentsModule,
  authorisationModule,
  resourcesModule,
  initiationModule,
  v31Module,
  v40Module,
  sandboxModule,
]

/** Rules of all modules beside those of the ledger, for `auditLedger`. */
export const AUDITS: readonly AuditCheck[] = MODULES.flatMap(({ audits = [] }) => audits)

eventsOf(MODULES) // two modules with the same event type stop the start
