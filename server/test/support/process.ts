import { createAccountDirectory, createStatementBook, findAccount, openOwnBanks } from '../../src/accounts/index.ts'
import { createAuth } from '../../src/auth/index.ts'
import { withScreening } from '../../src/compliance/index.ts'
import { bindModules, mountRoutes, workOf } from '../../src/composition/bind.ts'
import { MODULES } from '../../src/composition/modules.ts'
import type { Ports } from '../../src/composition/ports.ts'
import { resourceOwners } from '../../src/composition/resource-owners.ts'
import { createEntityDirectory } from '../../src/entities/index.ts'
import { shippedVolatilities } from '../../src/fx/held-rates/index.ts'
import { shippedInterestRates } from '../../src/fx/pricing/index.ts'
import { createQuoteStore } from '../../src/fx/quotes/index.ts'
import { createRateWatch } from '../../src/fx/rate-watch/index.ts'
import { countingRates } from '../../src/fx/reference-rates/index.ts'
import { createTransferBatcher } from '../../src/internal-transfers/index.ts'
import type { Db } from '../../src/kernel/db/db.ts'
import { createListener, type Listener } from '../../src/kernel/db/notifications.ts'
import { createHttp } from '../../src/kernel/http/http.ts'
import { createWorker, type Worker, type WorkHandler } from '../../src/kernel/jobs/work.ts'
import { invariant } from '../../src/kernel/values/refusals.ts'
import { openPostingConnection } from '../../src/ledger/index.ts'
import { createBacklog } from '../../src/kernel/jobs/backlog.ts'
import { createPaymentAcceptance } from '../../src/payments/index.ts'
import { createPendingCredits } from '../../src/payments/inbound/index.ts'
import { createRailRegistry } from '../../src/payments/rails/index.ts'
import { loadModulusTable } from '../../src/payments/validation/index.ts'
import { noScheme } from '../../src/payments/vop/index.ts'
import { operationId } from '../../src/service/index.ts'
import { createScreening } from '../../src/screening/index.ts'
import { type SandboxClock, type SandboxMarket, sandboxPolicies, simulatedRail } from '../../src/sim/index.ts'
import { createWebhookTargets } from '../../src/webhooks/index.ts'
import { testInstitution } from './accounts.ts'
import { watchWrites } from './audited.ts'
import { liveCalendars } from './calendars.ts'
import { closeAfterFile } from './database.ts'
import { standingMarket } from './market.ts'

/** The issuer of statements and confirmations. */
export const testIssuer = {
  name: 'Test House',
  licence: 'Licensed by nobody.',
  safeguarding: 'Money is kept apart.',
  contact: 'help@test-house.example',
  objectionDays: 7,
}

/** Deadlines of a server without `OVERDUE_GRACE_HOURS`. */
export const DEFAULT_POLICY = { overdueGraceHours: 24 }

type Services = Parameters<typeof bindModules>[0]

/** Services and ports that a test gives a process. */
export type Given = Partial<Services & Ports>

/**
 * Opens a process of the server over a database: every module of the product with its routes, jobs, sweeps, ports and
 * reactions, bound as the product binds them. The services are those of a sandbox with constant prices, no reports to
 * warn of, and secrets stored unsealed; a test passes those that differ, and ports that it replaces. A database runs
 * the reactions of the process that was opened on it last.
 */
export async function openProcess(
  db: Db,
  given: Given & Pick<Services, 'clock'>,
  options: {
    /** Receives what jobs throw; when absent, the worker's caller does. */
    onFailure?: (error: unknown) => void
    /** True if each job runs in a transaction of its own. */
    alone?: boolean
    /** Wraps every handler of the workers. */
    through?: (handler: WorkHandler) => WorkHandler
    /** Jobs of kinds that no module has. */
    jobs?: Record<string, WorkHandler>
  } = {},
) {
  const shared = await sharedOf(db)
  const listener = steadyListener(db)
  // The tokens' cache holds what it read of the entities' one: both must hear of a change on the same connection.
  const ownEntities = given.authenticate ? shared.entities : createEntityDirectory(db, listener)
  const { clock, issuer = testIssuer, entities = ownEntities } = given
  const market = given.sources?.market ?? standingMarket()
  const calendars = given.calendars ?? liveCalendars(given.sources?.calendars)
  const screening = given.screening ?? createScreening(0.88, [])
  const referenceRates = { rate: () => undefined, old: () => [], reload: async () => {} }
  const sources = given.sources ?? { calendars, market, rates: shippedInterestRates() }
  const services = {
    db,
    settings: { requireIdempotencyKey: false, sandbox: true },
    policy: DEFAULT_POLICY,
    issuer,
    institution: testInstitution,
    ownBanks: await openOwnBanks(db, { on() {} }, testInstitution.branches),
    baseUrl: 'http://localhost:8080',
    maxConnections: 1000,
    deprecations: [],
    findAccount,
    ...shared,
    entities,
    calendars,
    sources,
    rateWatch: createRateWatch({ sources, clock, log: { warn() {}, info() {} } }),
    referenceRates,
    counting: countingRates(market, given.referenceRates ?? referenceRates),
    modulusTable: loadModulusTable(),
    volatilities: shippedVolatilities(),
    transfers: createTransferBatcher(shared.posting, clock),
    acceptance: createPaymentAcceptance(db, shared.posting, clock),
    backlog: createBacklog(db, clock),
    quotes: createQuoteStore(shared.posting),
    statements: createStatementBook({ db, entities, issuer, clock }),
    policies: withScreening(sandboxPolicies, screening),
    verification: noScheme,
    rails: createRailRegistry([], { id: 'simulated', port: simulatedRail, callsAtOnce: 1 }),
    screening,
    webhookTargets: createWebhookTargets({ allowsPrivate: false }),
    seal: { seal: (text: string) => text, open: (text: string) => text } as never,
    bankFiles: [],
    sandbox: { clock: clock as SandboxClock, market: market as SandboxMarket },
    ...given,
  }
  const auth = createAuth({ ...services, listener })
  if (!given.authenticate) await listener.start() // else nothing asks for tokens
  const { authenticate = auth.authenticate } = given
  const bound = bindModules({ ...services, auth, authenticate })
  const { through = (handler: WorkHandler) => handler, onFailure = rethrow, jobs = {} } = options
  /** Another worker of the process. */
  const newWorker = (): Worker => {
    const { handlers, sets, sweeps, isPaused } = workOf(bound)
    const replaced = Object.keys(jobs).filter((kind) => handlers[kind])
    invariant(replaced.length === 0, `no module has jobs of kind ${replaced.join(', ')}`)
    const wrapped = Object.entries({ ...handlers, ...jobs }).map(([kind, handler]) => [kind, through(handler)])
    return createWorker({
      db,
      clock,
      sweeps,
      sets: options.alone ? {} : sets,
      isPaused,
      handlers: Object.fromEntries(wrapped),
      onFailure,
    })
  }
  const worker = newWorker()
  const context = { ...bound, worker }
  const app = createHttp({ ...context, owners: resourceOwners(db, MODULES), operationId })
  const writes = watchWrites(app, db)
  mountRoutes(app, context)
  closeAfterFile(async () => {
    try {
      await writes.check()
    } finally {
      auth.close()
      await app.close()
      await listener.close()
    }
  })
  return { app, context, worker, newWorker }
}

const rethrow = (error: unknown): never => {
  throw error
}

type Shared = Awaited<ReturnType<typeof openShared>>
const sharedParts = new WeakMap<Db, Promise<Shared>>()

/** The parts that processes on one database share in tests: they hold its connections. */
function sharedOf(db: Db): Promise<Shared> {
  const known = sharedParts.get(db) ?? openShared(db)
  sharedParts.set(db, known)
  return known
}

/**
 * A listener whose caches count as current until it closes. A busy machine may delay its heartbeat, and which statements
 * a test's process sends must not depend on that.
 */
function steadyListener(db: Db): Listener {
  const listener = createListener(db)
  let isOpen = false
  return {
    ...listener,
    async start() {
      await listener.start()
      isOpen = true
    },
    isCurrent: () => isOpen,
    close() {
      isOpen = false
      return listener.close()
    },
  }
}

async function openShared(db: Db) {
  const listener = steadyListener(db)
  const entities = createEntityDirectory(db, listener)
  const accounts = createAccountDirectory(db, listener)
  const pendingCredits = createPendingCredits(db, listener)
  await listener.start()
  const posting = openPostingConnection(db)
  closeAfterFile(async () => {
    await posting.close()
    await listener.close()
  })
  return { entities, accounts, pendingCredits, posting }
}
