import { accountsModule } from '../accounts/index.ts'
import { approvalsModule } from '../approvals/index.ts'
import { authModule } from '../auth/index.ts'
import { beneficiariesModule } from '../beneficiaries/index.ts'
import { facilitiesModule } from '../credit/facilities/index.ts'
import { marginModule } from '../credit/margin/index.ts'
import { mtmModule } from '../credit/mtm/index.ts'
import { documentsModule } from '../documents/index.ts'
import { entitiesModule } from '../entities/index.ts'
import { calendarModule } from '../fx/calendar/index.ts'
import { forwardsModule } from '../fx/forwards/index.ts'
import { heldRatesModule } from '../fx/held-rates/index.ts'
import { quotesModule } from '../fx/quotes/index.ts'
import { spotModule } from '../fx/spot/index.ts'
import { tradesModule } from '../fx/trades/index.ts'
import { internalTransfersModule } from '../internal-transfers/index.ts'
import type { Module } from '../kernel/module.ts'
import { ledgerModule } from '../ledger/index.ts'
import { authorisationModule } from '../open-banking/authorisation/index.ts'
import { consentsModule } from '../open-banking/consents/index.ts'
import { registrationModule } from '../open-banking/dcr/index.ts'
import { openBankingHttpModule } from '../open-banking/http/index.ts'
import { inboundModule } from '../payments/inbound/index.ts'
import { paymentsModule } from '../payments/index.ts'
import { verificationModule } from '../payments/vop/index.ts'
import { serviceModule } from '../service/index.ts'
import { sandboxModule } from '../sim/index.ts'
import type { Context } from './context.ts'
import { eventsOf } from './events.ts'

/** Every module of the service, in order of dependency. A new module is its folder and one line here. */
export const MODULES: readonly Module<Context>[] = [
  serviceModule,
  ledgerModule,
  entitiesModule,
  authModule,
  documentsModule,
  accountsModule,
  approvalsModule,
  internalTransfersModule,
  calendarModule,
  quotesModule,
  facilitiesModule,
  marginModule,
  tradesModule,
  spotModule,
  forwardsModule,
  heldRatesModule,
  mtmModule,
  verificationModule,
  beneficiariesModule,
  inboundModule,
  paymentsModule,
  registrationModule,
  openBankingHttpModule,
  consentsModule,
  authorisationModule,
  sandboxModule,
]

eventsOf(MODULES) // two modules with the same event type stop the start
