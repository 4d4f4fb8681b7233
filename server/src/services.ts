import type { FastifyBaseLogger } from 'fastify'
import { type AccountDirectory, createAccountDirectory, findAccount } from './accounts/index.ts'
import { type Auth, createAuth } from './auth/index.ts'
import type { Config } from './config.ts'
import { createEntityDirectory, type EntityDirectory } from './entities/index.ts'
import { type Calendars, loadCalendars } from './fx/calendar/index.ts'
import { createEcbDaily, type MarketData, type PriceSources, shippedInterestRates } from './fx/pricing/index.ts'
import { createQuoteStore, type QuoteStore } from './fx/quotes/index.ts'
import { SETTLE_TRADE, settlementHandler } from './fx/trades/index.ts'
import { fundsArrived } from './funds-arrived.ts'
import { createTransferBatcher, type TransferBatcher } from './internal-transfers/index.ts'
import { startHousekeeping } from './housekeeping.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import type { Db } from './kernel/db.ts'
import { createListener } from './kernel/notifications.ts'
import { createWorker, type Worker } from './kernel/work.ts'
import { HOUSE_LEG, houseLegHandler, openPostingConnection } from './ledger/index.ts'
import { openPolicies, paymentWork, type PaymentPolicies } from './payments/index.ts'
import { manualRail } from './payments/rails/index.ts'
import { openSandboxClock, type SandboxClock } from './sim/clock/index.ts'
import { createSandboxMarket, type SandboxMarket } from './sim/market/index.ts'
import { sandboxPolicies } from './sim/payments.ts'
import { simulatedRail } from './sim/rails/index.ts'

/** What a running process holds besides its database: one of each, shared by all routes and by the worker. */
export interface Services {
  db: Db
  clock: Clock
  entities: EntityDirectory
  accounts: AccountDirectory
  auth: Auth
  calendars: Calendars
  sources: PriceSources
  quotes: QuoteStore
  transfers: TransferBatcher
  policies: PaymentPolicies
  worker: Worker
  /** Present in the sandbox only. */
  sandbox?: { clock: SandboxClock; market: SandboxMarket }
  close(): Promise<void>
}

/** The sandbox's market follows from this number alone. */
const MARKET_SEED = 20261120
const REFRESH_MS = 15 * 60_000

/** Opens everything between the database and the routes. The worker does not run yet: start it when the seed is in. */
export async function openServices(db: Db, config: Config, log: FastifyBaseLogger): Promise<Services> {
  const listener = createListener(db)
  const sandboxClock = config.sandbox ? await openSandboxClock(db, listener) : undefined
  const clock = sandboxClock ?? systemClock
  const calendars = await loadCalendars(db)
  const market = sandboxClock && (await createSandboxMarket({ db, clock, seed: MARKET_SEED, listener }))
  const entities = createEntityDirectory(db, listener)
  const accounts = createAccountDirectory(db, listener)
  const auth = createAuth({ db, clock, listener, entities, baseUrl: config.baseUrl })
  const reference = market ? undefined : referenceMarket(config, log)
  await listener.start()
  const posting = openPostingConnection(db)
  const housekeeping = startHousekeeping(db, clock, log)
  const policies = config.sandbox ? sandboxPolicies : openPolicies
  const worker = createWorker({
    db,
    clock,
    handlers: {
      [HOUSE_LEG]: houseLegHandler,
      [SETTLE_TRADE]: settlementHandler({ clock, fundsArrived }),
      ...paymentWork({
        clock,
        policies,
        findAccount,
        rail: config.sandbox ? simulatedRail : manualRail,
      }),
    },
    onFailure: (error, work) => log.error({ err: error, work }, 'due work failed and will be tried again'),
  })
  return {
    db,
    clock,
    entities,
    accounts,
    auth,
    calendars,
    sources: { calendars, market: market ?? reference!.market, rates: shippedInterestRates() },
    quotes: createQuoteStore(posting),
    transfers: createTransferBatcher(posting, clock),
    policies,
    worker,
    ...(sandboxClock && market ? { sandbox: { clock: sandboxClock, market } } : {}),
    close: () =>
      closeAll([
        () => worker.stop(),
        () => posting.close(),
        async () => auth.close(),
        () => listener.close(),
        async () => reference?.stop(),
        async () => housekeeping.stop(),
      ]),
  }
}

async function closeAll(steps: (() => Promise<void>)[]): Promise<void> {
  for (const step of steps) await step()
}

/**
 * Outside the sandbox: the ECB's reference rates, for estimates and for limits. They are no prices to deal at, so firm
 * quotes are refused until a dealing feed is connected.
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
