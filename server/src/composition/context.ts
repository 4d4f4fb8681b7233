import type { FastifyBaseLogger } from 'fastify'
import {
  type AccountDirectory,
  createAccountDirectory,
  createStatementBook,
  type PendingCredits,
  type StatementBook,
} from '../accounts/index.ts'
import { type Auth, createAuth } from '../auth/index.ts'
import { withScreening } from '../compliance/index.ts'
import type { Config } from '../config.ts'
import { createEntityDirectory, type EntityDirectory } from '../entities/index.ts'
import { type Calendars, endingCalendars, type LiveCalendars, openCalendars } from '../fx/calendar/index.ts'
import { shippedVolatilities, type Volatilities } from '../fx/held-rates/index.ts'
import { createEcbDaily, type MarketData, type PriceSources, shippedInterestRates } from '../fx/pricing/index.ts'
import { createQuoteStore, type QuoteStore } from '../fx/quotes/index.ts'
import {
  AGE_LIMIT_DAYS,
  type CountingRates,
  countingRates,
  type LiveReferenceRates,
  openReferenceRates,
} from '../fx/reference-rates/index.ts'
import { createTransferBatcher, type TransferBatcher } from '../internal-transfers/index.ts'
import { type Clock, systemClock } from '../kernel/values/clock.ts'
import { dayOf } from '../kernel/values/days.ts'
import type { Db, Tx } from '../kernel/db/db.ts'
import { createListener } from '../kernel/db/notifications.ts'
import { openCursorKey } from '../kernel/http/paging.ts'
import { invariant } from '../kernel/values/refusals.ts'
import { createSeal, type Seal, secretsKey } from '../kernel/values/seal.ts'
import { createWorker, type Worker, type Sweep, type WorkHandler } from '../kernel/jobs/work.ts'
import { openPostingConnection } from '../ledger/index.ts'
import type { NeedsOthers } from '../open-banking/authorisation/index.ts'
import { needsOthers } from '../open-banking/initiation/index.ts'
import { type BankFiles, openBanks } from '../payments/bank-files/index.ts'
import { createPendingCredits } from '../payments/inbound/index.ts'
import { type AdvicePort, openPolicies, type PaymentPolicies, smtpAdvice } from '../payments/index.ts'
import { createRailRegistry, manualRail, type RailAdapter, type RailRegistry } from '../payments/rails/index.ts'
import { loadModulusTable, type ModulusTable } from '../payments/validation/index.ts'
import { httpSchemes, noScheme, ownAccounts, type VerificationPort, withOwnAccounts } from '../payments/vop/index.ts'
import { createScreening, type Screening } from '../screening/index.ts'
import {
  createSandboxMarket,
  openSandboxClock,
  type SandboxClock,
  type SandboxMarket,
  sandboxPolicies,
  simulatedRail,
  simulatedSchemes,
} from '../sim/index.ts'
import { startHousekeeping } from './housekeeping.ts'
import { MODULES } from './modules.ts'
import { openOpenBanking, type OpenBanking } from './open-banking.ts'
import { bindPorts, type Ports } from './ports.ts'

/** Everything that modules take from the running process; one of each, shared by all routes and by the worker. */
export interface Context extends Ports {
  db: Db
  clock: Clock
  settings: { requireIdempotencyKey: boolean; sandbox: boolean }
  authenticate: Auth['authenticate']
  issuer: Config['issuer']
  baseUrl: string
  entities: EntityDirectory
  accounts: AccountDirectory
  pendingCredits: PendingCredits
  auth: Auth
  calendars: LiveCalendars
  sources: PriceSources
  /** Rates that an operator sets for limits where the market quotes nothing. */
  referenceRates: LiveReferenceRates
  counting: CountingRates
  modulusTable: ModulusTable
  volatilities: Volatilities
  quotes: QuoteStore
  transfers: TransferBatcher
  statements: StatementBook
  policies: PaymentPolicies
  /** Verification of payee. */
  verification: VerificationPort
  /** Present where a mail server is configured. */
  advice?: AdvicePort
  /** Connections to banks, by scheme and entity. */
  rails: RailRegistry
  screening: Screening
  worker: Worker
  /** Banks connected by files. Start them with the worker. */
  bankFiles: readonly BankFiles[]
  /** Seals stored secrets. */
  seal: Seal
  /** Present where it is configured, and in the sandbox. */
  openBanking?: OpenBanking
  /** Present in the sandbox only. */
  sandbox?: { clock: SandboxClock; market: SandboxMarket }
  /** Seeds an emptied sandbox; absent when an operator filled it. */
  reseed?: (tx: Tx, now: Date) => Promise<void>
  close(): Promise<void>
}

/** The sandbox's market follows from this number alone. */
export const MARKET_SEED = 20261120
/** Serve the schemes that no bank is connected for. */
const SIMULATED: RailAdapter = { id: 'simulated', port: simulatedRail, callsAtOnce: 1 }
const MANUAL: RailAdapter = { id: 'manual', port: manualRail, callsAtOnce: 1 }
const REFRESH_MS = 15 * 60_000

/** Opens everything between the database and the routes. The worker does not run yet: start it once the seed is in. */
export async function openContext(db: Db, config: Config, log: FastifyBaseLogger): Promise<Context> {
  const listener = createListener(db)
  await openCursorKey(db)
  const sandboxClock = config.sandbox ? await openSandboxClock(db, listener) : undefined
  const clock = sandboxClock ?? systemClock
  const calendars = await openCalendars(db, listener, clock)
  const market = sandboxClock && (await createSandboxMarket({ db, clock, seed: MARKET_SEED, listener }))
  const entities = createEntityDirectory(db, listener)
  const accounts = createAccountDirectory(db, listener)
  const pendingCredits = createPendingCredits(db, listener)
  const auth = createAuth({ db, clock, listener, entities, baseUrl: config.baseUrl })
  const reference = market ? undefined : referenceMarket(config, log)
  const key = () => secretsKey(config.dataDir, config.secretsKey)
  const seal = createSeal(key)
  const onDefect = (error: Error) => log.error({ err: error }, 'defect')
  const sources = { calendars, market: market ?? reference!.market, rates: shippedInterestRates() }
  const othersNeeded: NeedsOthers = (consent, entityId, now) =>
    needsOthers({ db, entities, payments: { counting } }, consent, entityId, now)
  const referenceRates = await openReferenceRates(db, listener, { fill: config.sandbox })
  const counting = countingRates(sources.market, referenceRates)
  const openBanking = await openOpenBanking(
    { db, clock, listener, entities, seal, secretsKey: key, onDefect, needsOthers: othersNeeded },
    config,
  )
  await listener.start()
  const posting = openPostingConnection(db)
  const statements = createStatementBook({ db, entities, issuer: config.issuer, clock })
  const cleanUps = MODULES.flatMap(({ cleanUp = [] }) => cleanUp)
  const housekeeping = startHousekeeping({ db, clock, log, statements, cleanUps })
  const watch = config.sandbox ? undefined : watchReferenceRates(referenceRates, clock, log)
  const calendarWatch = watchCalendars(calendars, clock, log)
  const screening = createScreening(config.screeningThreshold, config.screeningCountries)
  const bankFiles = await openBanks(config.railDirs, { db, clock, screening, log })
  const advice = config.smtp && smtpAdvice(config.smtp, config.issuer.name)
  const services = {
    db,
    clock,
    settings: { requireIdempotencyKey: config.requireIdempotencyKey, sandbox: config.sandbox },
    authenticate: auth.authenticate,
    issuer: config.issuer,
    baseUrl: config.baseUrl,
    entities,
    accounts,
    pendingCredits,
    auth,
    calendars,
    sources,
    referenceRates,
    counting,
    modulusTable: loadModulusTable(config.ukModulusDir),
    volatilities: shippedVolatilities(),
    quotes: createQuoteStore(posting),
    transfers: createTransferBatcher(posting, clock),
    statements,
    policies: withScreening(config.sandbox ? sandboxPolicies : openPolicies, screening),
    verification: verificationOf(db, config),
    ...(advice ? { advice } : {}),
    rails: railsOf(bankFiles, config),
    warnOfReport: (found: Record<string, unknown>) =>
      log.warn(found, 'a report of the bank contradicts its payment; see operator list-contradictions'),
    screening,
    seal,
    ...(openBanking ? { openBanking } : {}),
    bankFiles,
    ...(sandboxClock && market ? { sandbox: { clock: sandboxClock, market } } : {}),
  }
  const close = () =>
    closeAll([
      () => context.worker.stop(),
      ...bankFiles.map((bank) => () => bank.stop()),
      () => posting.close(),
      async () => auth.close(),
      () => listener.close(),
      async () => reference?.stop(),
      async () => housekeeping.stop(),
      async () => watch?.stop(),
      async () => calendarWatch.stop(),
    ])
  const idle = { ...services, ...bindPorts(services, config), close }
  const context: Context = { ...idle, worker: workerOf(idle, log) }
  return context
}

/** The worker over the jobs and sweeps of every module. */
function workerOf(context: Omit<Context, 'worker'>, log: FastifyBaseLogger): Worker {
  const handlers: Record<string, WorkHandler> = {}
  for (const { name, jobs } of MODULES) {
    for (const [kind, handler] of Object.entries(jobs?.(context as Context) ?? {})) {
      invariant(!handlers[kind], `one module handles jobs of kind ${kind}; ${name} is the second`)
      handlers[kind] = handler
    }
  }
  return createWorker({
    db: context.db,
    clock: context.clock,
    handlers,
    sweeps: Object.assign({}, ...MODULES.map(({ sweeps }) => sweeps?.(context as Context))) as Record<string, Sweep>,
    onFailure: (error, work) => log.error({ err: error, work }, 'a scheduled job failed and will be retried'),
  })
}

/** The banks connected by files; for every other payment the simulated rails, or an operator outside the sandbox. */
const railsOf = (banks: readonly BankFiles[], { sandbox }: Config): RailRegistry =>
  createRailRegistry(
    banks.map(({ adapter }) => adapter),
    sandbox ? SIMULATED : MANUAL,
  )

/** Verification of payee: simulated banks in the sandbox, else the operator's provider. */
function verificationOf(db: Db, { sandbox, vop }: Config): VerificationPort {
  const own = ownAccounts(db.reader)
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

const WATCH_MS = 86_400_000

/** Warns at the start, and once a day, of calendars whose holidays end within 180 days. */
function watchCalendars(calendars: Calendars, clock: Clock, log: FastifyBaseLogger): { stop(): void } {
  const look = () => {
    const ending = endingCalendars(calendars, dayOf(clock.now()))
    if (ending.length === 0) return
    const named = ending.map(({ calendar, coveredTo }) => `${calendar} on ${coveredTo}`).join(', ')
    log.warn({ ending }, `Holidays end soon: ${named}. Import the next year's days: operator import-holidays.`)
  }
  look()
  const timer = setInterval(look, WATCH_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** Logs old reference rates at the start and once a day. The sandbox's are approximate from the start. */
function watchReferenceRates(rates: LiveReferenceRates, clock: Clock, log: FastifyBaseLogger): { stop(): void } {
  const look = () => {
    const old = rates.old(dayOf(clock.now()))
    if (old.length === 0) return
    const named = old.map(({ currency, day }) => `${currency} of ${day}`).join(', ')
    log.warn({ old: named }, `reference rates are older than ${AGE_LIMIT_DAYS} days: operator set-reference-rate`)
  }
  look()
  const timer = setInterval(look, WATCH_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
