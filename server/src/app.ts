import type { FastifyBaseLogger } from 'fastify'
import { accountRoutes, findAccount } from './accounts/index.ts'
import { oauthRoutes } from './auth/index.ts'
import { beneficiaryRoutes } from './beneficiaries/index.ts'
import type { Config } from './config.ts'
import { consoleRoutes } from './console.ts'
import { entityRoutes } from './entities/index.ts'
import { errorPageRoutes } from './error-page.ts'
import { calendarRoutes, loadCalendars } from './fx/calendar/index.ts'
import { estimateRoutes, quoteRoutes } from './fx/quotes/index.ts'
import { spotRoutes } from './fx/spot/index.ts'
import { tradeRoutes } from './fx/trades/index.ts'
import { fundsArrived } from './funds-arrived.ts'
import { internalTransferRoutes } from './internal-transfers/index.ts'
import type { Tx } from './kernel/db.ts'
import { type App, createHttp } from './kernel/http.ts'
import { documentApi } from './kernel/openapi.ts'
import { refusals } from './kernel/refusals.ts'
import { paymentRoutes, paymentsWaitingFor } from './payments/index.ts'
import { loadModulusTable } from './payments/validation/index.ts'
import type { Services } from './services.ts'
import { serviceRoutes } from './service-routes.ts'
import { clockRoutes } from './sim/clock/index.ts'
import { inboundRoutes } from './sim/inbound.ts'
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
  const app = createHttp(deps, log)
  await documentApi(app, VERSION)

  serviceRoutes(app, deps)
  errorPageRoutes(app)
  oauthRoutes(app, auth)
  entityRoutes(app, { ...deps, entities })
  accountRoutes(app, { ...deps, accounts, entities })
  internalTransferRoutes(app, { ...deps, accounts, entities, transfers: services.transfers })
  calendarRoutes(app, { calendars })
  estimateRoutes(app, { ...deps, estimates: sources, entities })
  quoteRoutes(app, { ...deps, sources, entities, accounts, quotes: services.quotes })
  spotRoutes(app, { ...deps, entities, accounts })
  tradeRoutes(app, deps)
  const hasAccount = async (entityId: string, accountId: string) =>
    Boolean(await findAccount(db.reader, entityId, accountId))
  const { market } = sources
  const modulusTable = loadModulusTable(config.ukModulusDir)
  beneficiaryRoutes(app, { ...deps, modulusTable, hasAccount, paymentsWaitingFor })
  paymentRoutes(app, {
    ...deps,
    findAccount,
    calendars,
    market,
    modulusTable,
    policies: services.policies,
  })
  if (services.sandbox) mountSandbox(app, { ...services, sandbox: services.sandbox }, deps, reseed ?? notSeeded)
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

type SandboxServices = Services & { sandbox: NonNullable<Services['sandbox']> }

function mountSandbox(
  app: App,
  services: SandboxServices,
  deps: Parameters<typeof tradeRoutes>[1],
  reseed: (tx: Tx, now: Date) => Promise<void>,
): void {
  const { worker, calendars, db } = services
  const { clock, market } = services.sandbox
  const afterReset = async () => {
    await loadCalendars(db)
    await market.refresh()
  }
  const latest = () => new Date(`${calendars.coverage('USD')!.toDay}T00:00:00Z`)
  clockRoutes(app, { ...deps, clock, worker, latest })
  inboundRoutes(app, { ...deps, worker, fundsArrived })
  paymentSimRoutes(app, { ...deps, worker })
  sandboxRoutes(app, { ...deps, db, clock, worker, market, reseed, afterReset, fundsArrived })
}
