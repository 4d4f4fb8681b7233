import { type Mailer, smtpMailer } from '../kernel/mail/mailer.ts'
import { startWatches } from './watches.ts'
import type { FastifyBaseLogger } from 'fastify'
import {
  createAccountDirectory,
  createStatementBook,
  findAccount,
  openOwnBanks,
  type OwnBanks,
} from '../accounts/index.ts'
import { createAuth } from '../auth/index.ts'
import { withScreening } from '../compliance/index.ts'
import type { Config } from '../settings/config.ts'
import { issuerOf } from '../documents/index.ts'
import { createEntityDirectory } from '../entities/index.ts'
import { openCalendars } from '../fx/calendar/index.ts'
import { shippedVolatilities } from '../fx/held-rates/index.ts'
import { createEcbDaily, type MarketData, type PriceSources, shippedInterestRates } from '../fx/pricing/index.ts'
import { createQuoteStore } from '../fx/quotes/index.ts'
import { createRateWatch } from '../fx/rate-watch/index.ts'
import { countingRates, openReferenceRates } from '../fx/reference-rates/index.ts'
import { createTransferBatcher } from '../internal-transfers/index.ts'
import { ReportedFailure } from '../kernel/interruption.ts'
import { createOutages, isWritable } from '../kernel/outages.ts'
import { isOfDatabase, saysDatabaseIsAway } from '../kernel/db/connection-loss.ts'
import { type Clock, systemClock } from '../kernel/values/clock.ts'
import { type Db, outsideEpochs } from '../kernel/db/db.ts'
import { withLimitedWaits } from '../kernel/db/waits/waits.ts'
import { createListener, type Listener } from '../kernel/db/notifications.ts'
import { createRateLimits } from '../kernel/http/limits/rate-limits.ts'
import { openCursorKey } from '../kernel/http/paging.ts'
import { createSeal, secretsKey } from '../kernel/values/seal.ts'
import { createBacklog } from '../kernel/jobs/backlog.ts'
import { createWorker } from '../kernel/jobs/work.ts'
import { openPostingConnection } from '../ledger/index.ts'
import type { Metrics } from '../monitoring/index.ts'
import { checkPayee, findPayers } from '../open-banking/initiation/index.ts'
import { type BankFiles, openBanks } from '../payments/bank-files/index.ts'
import { statementStoreOf } from '../payments/bank-statements/index.ts'
import { createPendingCredits } from '../payments/inbound/index.ts'
import { createPaymentAcceptance, openPolicies } from '../payments/index.ts'
import { createRailRegistry, manualRail, type RailAdapter, type RailRegistry } from '../payments/rails/index.ts'
import { loadModulusTable } from '../payments/validation/index.ts'
import { httpSchemes, noScheme, ownAccounts, type VerificationPort, withOwnAccounts } from '../payments/vop/index.ts'
import { createScreening } from '../screening/index.ts'
import {
  createSandboxMarket,
  openSandboxClock,
  sandboxPolicies,
  SIMULATED_RAIL,
  simulatedRail,
  simulatedSchemes,
} from '../sim/index.ts'
import { createWebhookSender, createWebhookTargets } from '../webhooks/index.ts'
import { bindModules, workOf } from './bind.ts'
import { type OpenBanking, openOpenBanking } from './open-banking.ts'
import { makingServices } from './open-banking-routes.ts'
import type { Context } from './context.ts'

/** The sandbox's market follows from this number alone. */
export const MARKET_SEED = 20261120
/** Serve the schemes that no bank is connected for. */
const SIMULATED: RailAdapter = { id: SIMULATED_RAIL, port: simulatedRail, callsAtOnce: 1 }
const MANUAL: RailAdapter = { id: 'manual', port: manualRail, callsAtOnce: 1 }
const REFRESH_MS = 15 * 60_000

/** Opens everything between the database and the routes. The worker does not run yet: start it once the seed is in. */
export async function openContext(db: Db, config: Config, log: FastifyBaseLogger, metrics?: Metrics): Promise<Context> {
  const listener = createListener(db)
  await openCursorKey(db)
  const sandboxClock = config.sandbox ? await openSandboxClock(db, listener) : undefined
  const clock = sandboxClock ?? systemClock
  const calendars = await openCalendars(db, listener, clock)
  const market = sandboxClock && (await createSandboxMarket({ db, clock, seed: MARKET_SEED, listener }))
  const directories = await openDirectories(db, listener, config)
  const { entities, ownBanks } = directories
  const limited = withLimitedWaits(db)
  const shared = { db: limited, clock, listener, entities }
  const auth = createAuth({ ...shared, db: outsideEpochs(limited), baseUrl: config.baseUrl })
  const reference = market ? undefined : referenceMarket(config, log)
  const key = () => secretsKey(config.dataDir, config.secretsKey)
  const seal = createSeal(key)
  const sources = { calendars, market: market ?? reference!.market, rates: shippedInterestRates() }
  const referenceRates = await openReferenceRates(db, listener, { fill: config.sandbox })
  const openBanking = await openBank({ ...shared, seal, secretsKey: key }, () => bound, config, log)
  await listener.start()
  const [posting, quoting] = [openPostingConnection(db), openPostingConnection(db)] // comparing credit facts takes a while
  const statements = createStatementBook({ db, entities, issuer: issuerOf(config.institution), clock })
  const reports = reportsTo(db, log, metrics)
  const watches = startWatches({ db, clock, log, ...reports, statements, calendars, referenceRates }, config)
  const screening = createScreening(config.screeningThreshold, config.screeningCountries)
  const bankFiles = await openBanks(config.railDirs, { db, clock, screening, log, statementsOf: statementStoreOf })
  const services = {
    db,
    clock,
    ...settingsOf(config),
    authenticate: auth.authenticate,
    ...directories,
    auth,
    calendars,
    ...pricesOf(sources, clock, log),
    referenceRates,
    counting: countingRates(sources.market, referenceRates),
    modulusTable: loadModulusTable(config.ukModulusDir),
    volatilities: shippedVolatilities(),
    quotes: createQuoteStore(quoting),
    transfers: createTransferBatcher(posting, clock),
    acceptance: createPaymentAcceptance(db, posting, clock),
    backlog: createBacklog(db, clock),
    statements,
    policies: withScreening(config.sandbox ? sandboxPolicies : openPolicies, screening),
    verification: verificationOf(db, ownBanks, config),
    ...mailerOf(config),
    rails: railsOf(bankFiles, config),
    ...reports,
    screening,
    seal,
    limits: createRateLimits({ db: limited, clock }, config.limits),
    ...(openBanking ? { openBanking } : {}),
    bankFiles,
    ...(sandboxClock && market ? { sandbox: { clock: sandboxClock, market } } : {}),
  }
  const close = () =>
    closeAll([
      () => context.worker.stop(),
      () => context.webhooks.stop(),
      ...bankFiles.map((bank) => () => bank.stop()),
      ...[posting, quoting].map((each) => () => each.close()),
      async () => auth.close(),
      () => listener.close(),
      async () => reference?.stop(),
      async () => watches.stop(),
    ])
  const bound = bindModules(services)
  const context: Context = { ...bound, close, ...workersOf(bound, log) }
  return context
}

/** Prices, and the watch that compares them with the levels of alerts and orders. */
const pricesOf = (sources: PriceSources, clock: Clock, log: FastifyBaseLogger) => ({
  sources,
  rateWatch: createRateWatch({ sources, clock, log }),
})

/** Opens what the process holds in memory about entities and accounts. */
const openDirectories = async (db: Db, listener: Listener, { institution }: Config) => ({
  entities: createEntityDirectory(db, listener),
  accounts: createAccountDirectory(db, listener),
  pendingCredits: createPendingCredits(db, listener),
  ownBanks: await openOwnBanks(db, listener, institution.branches),
})

/** Settings of the process that modules take. */
const settingsOf = ({
  requireIdempotencyKey,
  sandbox,
  hidden,
  trustedProxies,
  corsOrigins,
  overdueGraceHours,
  institution,
  ...config
}: Config) => ({
  settings: {
    requireIdempotencyKey,
    sandbox,
    hidesReference: hidden.reference,
    hidesConsole: hidden.console,
    trustedProxies,
    corsOrigins,
  },
  policy: { overdueGraceHours },
  findAccount,
  webhookTargets: createWebhookTargets({ allowsPrivate: config.allowsPrivateWebhooks }),
  institution,
  issuer: issuerOf(institution),
  baseUrl: config.baseUrl,
  maxConnections: config.maxConnections,
  deprecations: config.deprecations,
})

/** Open banking as configured; undefined where it is not. Its pages call `context`, once everything is open. */
const openBank = (
  deps: Omit<Parameters<typeof openOpenBanking>[0], 'onDefect' | 'findPayers' | 'checkPayee'>,
  context: () => Parameters<typeof makingServices>[0] & Parameters<typeof checkPayee>[0],
  config: Config,
  log: FastifyBaseLogger,
): Promise<OpenBanking | undefined> =>
  openOpenBanking(
    {
      ...deps,
      findPayers: (...question) => findPayers(makingServices(context()), ...question),
      checkPayee: (...question) => checkPayee(context(), ...question),
      onDefect: (error) => log.error({ err: error }, 'defect'),
    },
    config,
  )

/** Sends e-mails where a mail server is configured. */
const mailerOf = ({ smtp, institution }: Config): { mailer?: Mailer } =>
  smtp ? { mailer: smtpMailer(smtp, institution.name) } : {}

/** Returns the counters, the reports of outages, and the warnings and counts of reports of banks that contradict a payment or change nothing. */
const reportsTo = (db: Db, log: FastifyBaseLogger, metrics: Metrics | undefined) => ({
  outages: createOutages({ log, isBack: () => isWritable(db.reader) }),
  warnOfReport: (found: object) => log.warn(found, CONTRADICTION),
  ...(metrics && { metrics, countReport: (outcome: 'Ignored' | 'Contradictory') => metrics.countReport(outcome) }),
})

const CONTRADICTION = 'a report of the bank contradicts its payment; see operator list-contradictions'

/** The worker over the jobs and sweeps of every module, and the sender of webhooks. */
const workersOf = (context: Omit<Context, 'worker' | 'webhooks' | 'close'>, log: FastifyBaseLogger) => ({
  webhooks: createWebhookSender({ ...context, log }),
  worker: createWorker({
    db: context.db,
    clock: context.clock,
    backlog: {
      ran(...work) {
        context.backlog.ran(...work)
        context.metrics?.countJobs(...work)
      },
    },
    ...workOf(context),
    onFailure(error, work) {
      context.metrics?.countJobFailure(work.kind)
      if (error instanceof ReportedFailure) return
      if (isOfDatabase(error) && saysDatabaseIsAway(error) && context.outages?.note(error)) return
      log.error({ err: error, work }, 'a scheduled job failed and will be retried')
    },
  }),
})

/** The banks connected by files; for every other payment the simulated rails, or an operator outside the sandbox. */
const railsOf = (banks: readonly BankFiles[], { sandbox }: Config): RailRegistry =>
  createRailRegistry(
    banks.map(({ adapter }) => adapter),
    sandbox ? SIMULATED : MANUAL,
  )

/** Verification of payee: simulated banks in the sandbox, else the operator's provider. */
function verificationOf(db: Db, ownBanks: OwnBanks, { sandbox, vop }: Config): VerificationPort {
  const own = ownAccounts(db.reader, ownBanks)
  return sandbox ? simulatedSchemes(db.reader, own) : withOwnAccounts(vop ? httpSchemes(vop) : noScheme, own)
}

async function closeAll(steps: (() => Promise<void>)[]): Promise<void> {
  for (const step of steps) await step()
}

/**
 * Returns the ECB's reference rates outside the sandbox, for estimates and for limits. They are not dealable, so firm
 * quotes are rejected until a dealing feed is connected.
 */
function referenceMarket(config: Config, log: FastifyBaseLogger): { market: MarketData; stop(): void } {
  if (!config.ecbRates) return { market: { source: 'none', isDealable: false, leg: () => undefined }, stop() {} }
  const market = createEcbDaily(config.ecbRates)
  const refresh = () =>
    void market.refresh().catch((error: unknown) => log.warn({ err: error }, 'the ECB rates were not read'))
  refresh()
  const timer = setInterval(refresh, REFRESH_MS)
  return { market, stop: () => clearInterval(timer) }
}
