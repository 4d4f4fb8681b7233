import type { FastifyBaseLogger } from 'fastify'
import { accountRoutes, findAccount } from './accounts/index.ts'
import { oauthRoutes } from './auth/index.ts'
import { beneficiaryRoutes, takeVerification } from './beneficiaries/index.ts'
import { closeCaseOfPayment, screenPayees } from './compliance.ts'
import type { Config } from './config.ts'
import { consoleRoutes } from './console.ts'
import { facilityRoutes } from './credit/facilities/index.ts'
import { marginRoutes, marginRunRoute } from './credit/margin/index.ts'
import { mtmRoutes } from './credit/mtm/index.ts'
import { creditPorts } from './credit-ports.ts'
import { entityRoutes } from './entities/index.ts'
import { errorPageRoutes } from './error-page.ts'
import { forwardPorts } from './forward-ports.ts'
import { CALENDARS_CHANGED, calendarRoutes, forwardReach } from './fx/calendar/index.ts'
import {
  approvedDrawdown,
  approvedForward,
  forwardConfirmation,
  forwardRoutes,
  refusedDrawdown,
} from './fx/forwards/index.ts'
import { REFERENCE_RATES_CHANGED } from './fx/reference-rates/index.ts'
import { approvedHeldRate, heldRateRoutes, shippedVolatilities } from './fx/held-rates/index.ts'
import { estimateRoutes, quoteRoutes } from './fx/quotes/index.ts'
import { approvedSpot, spotAmendmentRoutes, spotRoutes } from './fx/spot/index.ts'
import {
  type ProductSettlements,
  tradeApprovalRoutes,
  tradeConfirmationRoutes,
  tradeRoutes,
} from './fx/trades/index.ts'
import { internalTransferRoutes } from './internal-transfers/index.ts'
import type { Tx } from './kernel/db.ts'
import { type App, createHttp } from './kernel/http.ts'
import { documentApi } from './kernel/openapi.ts'
import { refusals } from './kernel/refusals.ts'
import { resourceOwners } from './resource-owners.ts'
import {
  attachedPayments,
  confirmationRoutes,
  paymentRoutes,
  paymentsWaitingFor,
  recheckPaymentsTo,
} from './payments/index.ts'
import { loadModulusTable } from './payments/validation/index.ts'
import { verificationRoutes } from './payments/vop/index.ts'
import { sandboxDirectoryRoutes } from './open-banking/dcr/index.ts'
import type { Services } from './services.ts'
import { serviceRoutes } from './service-routes.ts'
import { clockRoutes } from './sim/clock/index.ts'
import { inboundRoutes } from './sim/inbound.ts'
import { payeeRoutes } from './sim/payees/index.ts'
import { paymentSimRoutes } from './sim/payments.ts'
import { sandboxRoutes } from './sim/sandbox/index.ts'

export const VERSION = '0.1.0'

export interface AppOptions {
  config: Config
  log: FastifyBaseLogger | false
  /** Seeds an emptied sandbox; absent when an operator filled it. */
  reseed?: (tx: Tx, now: Date) => Promise<void>
}

/** The composition root: binds every module to the services of this process and mounts its routes. */
export async function buildApp(services: Services, { config, log, reseed }: AppOptions): Promise<App> {
  const { db, clock, accounts, entities, calendars, sources, auth } = services
  const settings = { requireIdempotencyKey: config.requireIdempotencyKey, sandbox: config.sandbox }
  const deps = { db, clock, settings, authenticate: auth.authenticate }
  const app = createHttp({ ...deps, owners: resourceOwners(db) }, log)
  await documentApi(app, VERSION)

  serviceRoutes(app, deps)
  errorPageRoutes(app)
  oauthRoutes(app, auth)
  entityRoutes(app, {
    ...deps,
    entities,
    forwardReach: (setting, at) => forwardReach(calendars, setting, at),
  })
  accountRoutes(app, { ...deps, accounts, entities, pendingCredits: services.pendingCredits, issuer: config.issuer })
  internalTransferRoutes(app, { ...deps, accounts, entities, transfers: services.transfers })
  calendarRoutes(app, { calendars })
  estimateRoutes(app, { ...deps, estimates: sources, entities })
  quoteRoutes(app, { ...deps, sources, entities, accounts, quotes: services.quotes })
  const modulusTable = loadModulusTable(config.ukModulusDir)
  const paymentDeps = {
    ...deps,
    findAccount,
    calendars,
    counting: services.counting,
    modulusTable,
    policies: services.policies,
    verification: services.verification,
    advice: services.advice,
  }
  const payouts = attachedPayments(paymentDeps)
  spotRoutes(app, { ...deps, entities, accounts, payouts })
  spotAmendmentRoutes(app, { ...deps, sources, entities, payouts })
  heldRateRoutes(app, { ...deps, sources, entities, accounts, volatilities: shippedVolatilities() })
  const forwards = forwardPorts(sources, config)
  const forwardDeps = { sources, entities, accounts, payouts, ...forwards }
  forwardRoutes(app, { ...deps, ...forwardDeps })
  tradeRoutes(app, deps)
  const products = {
    Spot: approvedSpot({ sources, entities, accounts }),
    HeldRate: approvedHeldRate({ sources, entities, accounts }),
    Forward: approvedForward(forwardDeps),
    Drawdown: { ...approvedDrawdown(forwardDeps), ...refusedDrawdown(forwardDeps) },
  }
  tradeApprovalRoutes(app, { ...deps, payouts, products })
  tradeConfirmationRoutes(app, { ...deps, issuer: config.issuer, products: { Forward: forwardConfirmation } })
  facilityRoutes(app, { ...deps, sources, issuer: config.issuer, baseUrl: config.baseUrl })
  marginRoutes(app, { ...deps, ...creditPorts({ sources, policy: forwards.policy }) })
  mtmRoutes(app, { ...deps, sources })
  const hasAccount = async (entityId: string, accountId: string) =>
    Boolean(await findAccount(db.reader, entityId, accountId))
  verificationRoutes(app, { ...deps, port: services.verification, hasAccount, onVerified: takeVerification })
  beneficiaryRoutes(app, {
    ...deps,
    modulusTable,
    hasAccount,
    paymentsWaitingFor,
    payeeChanged: recheckPaymentsTo,
    screen: screenPayees(services.screening),
  })
  paymentRoutes(app, paymentDeps)
  confirmationRoutes(app, { ...deps, findAccount, issuer: config.issuer })
  services.openBanking?.authorisation.mountPages(app)
  if (services.sandbox)
    mountSandbox(app, { ...services, ...forwards, sandbox: services.sandbox }, deps, reseed ?? notSeeded)
  consoleRoutes(app)
  return app
}

const refuse = refusals({
  sandbox_not_seeded: {
    status: 409,
    message: 'An operator filled this sandbox: it cannot be rebuilt as it was first seeded.',
  },
})

const notSeeded = async (): Promise<never> => {
  throw refuse.sandbox_not_seeded()
}

type SandboxServices = Services & { sandbox: NonNullable<Services['sandbox']>; products: ProductSettlements }

function mountSandbox(
  app: App,
  services: SandboxServices,
  deps: Parameters<typeof tradeRoutes>[1],
  reseed: (tx: Tx, now: Date) => Promise<void>,
): void {
  const { worker, calendars, db, referenceRates, products } = services
  const { clock, market } = services.sandbox
  const afterReset = async () => {
    await calendars.reload()
    await db.pool.query('select pg_notify($1, $2)', [CALENDARS_CHANGED, '']) // the other processes read them again too
    await referenceRates.reload()
    await db.pool.query('select pg_notify($1, $2)', [REFERENCE_RATES_CHANGED, ''])
    await market.refresh()
  }
  const latest = () => new Date(`${calendars.coverage('USD')!.toDay}T00:00:00Z`)
  clockRoutes(app, { ...deps, clock, worker, latest })
  inboundRoutes(app, { ...deps, worker, screening: services.screening })
  paymentSimRoutes(app, { ...deps, worker, calendars: services.calendars, decideHeld: closeCaseOfPayment })
  payeeRoutes(app, deps)
  if (services.openBanking?.sandbox) sandboxDirectoryRoutes(app, { db, held: services.openBanking.sandbox })
  marginRunRoute(app, { ...deps, sources: services.sources, worker })
  sandboxRoutes(app, { ...deps, db, clock, worker, market, reseed, afterReset, products })
}
