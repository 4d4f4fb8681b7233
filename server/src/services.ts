import type { FastifyBaseLogger } from 'fastify'
import {
  type AccountDirectory,
  createAccountDirectory,
  createStatementBook,
  findAccount,
  type PendingCredits,
} from './accounts/index.ts'
import { type Auth, createAuth } from './auth/index.ts'
import { withScreening } from './compliance.ts'
import { openBankFiles, type BankFiles } from './bank-files.ts'
import type { Config } from './config.ts'
import { marginWork } from './credit/margin/index.ts'
import { creditPorts } from './credit-ports.ts'
import { LAPSE_BENEFICIARY, lapseBeneficiaryHandler } from './beneficiaries/index.ts'
import { createEntityDirectory, type EntityDirectory } from './entities/index.ts'
import { type Calendars, endingCalendars, type LiveCalendars, openCalendars } from './fx/calendar/index.ts'
import { createEcbDaily, type MarketData, type PriceSources, shippedInterestRates } from './fx/pricing/index.ts'
import {
  AGE_LIMIT_DAYS,
  type CountingRates,
  countingRates,
  type LiveReferenceRates,
  openReferenceRates,
} from './fx/reference-rates/index.ts'
import { heldRateWork } from './fx/held-rates/index.ts'
import { createQuoteStore, type QuoteStore } from './fx/quotes/index.ts'
import { spotWork } from './fx/spot/index.ts'
import { LAPSE_TRADE_APPROVAL, lapseApprovalHandler, SETTLE_TRADE, settlementHandler } from './fx/trades/index.ts'
import { fundingOrder } from './funding-order.ts'
import { forwardPorts } from './forward-ports.ts'
import { forwardWork, lossCoverWork, refusedDrawdown } from './fx/forwards/index.ts'
import {
  createTransferBatcher,
  LAPSE_TRANSFER,
  lapseTransferHandler,
  type TransferBatcher,
} from './internal-transfers/index.ts'
import { startHousekeeping } from './housekeeping.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { dayOf } from './kernel/days.ts'
import type { Db } from './kernel/db.ts'
import { createListener } from './kernel/notifications.ts'
import { openCursorKey } from './kernel/paging.ts'
import { createSeal, type Seal, secretsKey } from './kernel/seal.ts'
import { createWorker, type Worker } from './kernel/work.ts'
import {
  DISTRIBUTE_FUNDS,
  distributionHandler,
  HOUSE_LEG,
  houseLegHandler,
  openPostingConnection,
} from './ledger/index.ts'
import { type AdvicePort, openPolicies, paymentWork, type PaymentPolicies, withdrawAttached } from './payments/index.ts'
import { createPendingCredits } from './payments/inbound/index.ts'
import { smtpAdvice } from './mail.ts'
import { ownAccounts } from './own-accounts.ts'
import { manualRail } from './payments/rails/index.ts'
import { loadModulusTable } from './payments/validation/index.ts'
import { httpSchemes, noScheme, type VerificationPort, withOwnAccounts } from './payments/vop/index.ts'
import { createScreening, type Screening } from './screening/index.ts'
import type { NeedsOthers } from './open-banking/authorisation/index.ts'
import { CONSENT_EXPIRY, consentExpiryHandler } from './open-banking/consents/index.ts'
import { needsOthers } from './open-banking/initiation/index.ts'
import { openOpenBanking, type OpenBanking } from './open-banking-services.ts'
import { openSandboxClock, type SandboxClock } from './sim/clock/index.ts'
import { createSandboxMarket, type SandboxMarket } from './sim/market/index.ts'
import { simulatedSchemes } from './sim/payees/index.ts'
import { sandboxPolicies } from './sim/payments.ts'
import { simulatedRail } from './sim/rails/index.ts'

/** What a running process holds besides its database: one of each, shared by all routes and by the worker. */
export interface Services {
  db: Db
  clock: Clock
  entities: EntityDirectory
  accounts: AccountDirectory
  pendingCredits: PendingCredits
  auth: Auth
  calendars: LiveCalendars
  sources: PriceSources
  /** What an operator says that amounts are counted at where the market quotes nothing. */
  referenceRates: LiveReferenceRates
  counting: CountingRates
  quotes: QuoteStore
  transfers: TransferBatcher
  policies: PaymentPolicies
  /** Verification of payee. */
  verification: VerificationPort
  /** Present where a mail server is configured. */
  advice?: AdvicePort
  screening: Screening
  worker: Worker
  /** Present where a bank is connected by files. Start it with the worker. */
  bankFiles?: BankFiles
  /** What stored secrets are kept under. */
  seal: Seal
  /** Present where it is configured, and in the sandbox. */
  openBanking?: OpenBanking
  /** Present in the sandbox only. */
  sandbox?: { clock: SandboxClock; market: SandboxMarket }
  close(): Promise<void>
}

/** The sandbox's market follows from this number alone. */
export const MARKET_SEED = 20261120
const REFRESH_MS = 15 * 60_000

/** Opens everything between the database and the routes. The worker does not run yet: start it when the seed is in. */
export async function openServices(db: Db, config: Config, log: FastifyBaseLogger): Promise<Services> {
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
  const housekeeping = startHousekeeping(db, clock, log, statements)
  const watch = config.sandbox ? undefined : watchReferenceRates(referenceRates, clock, log)
  const calendarWatch = watchCalendars(calendars, clock, log)
  const screening = createScreening(config.screeningThreshold, config.screeningCountries)
  const policies = withScreening(config.sandbox ? sandboxPolicies : openPolicies, screening)
  const bankFiles = config.railDir ? await openBankFiles(config.railDir, { db, clock, screening, log }) : undefined
  const verification = verificationOf(db, config)
  const advice = config.smtp && smtpAdvice(config.smtp, config.issuer.name)
  const forwards = forwardPorts(sources, config)
  const payouts = { withdraw: withdrawAttached }
  const margining = creditPorts({ sources, policy: forwards.policy })
  const cancelling = { sources, policy: forwards.policy, payouts }
  const worker = createWorker({
    db,
    clock,
    handlers: {
      [HOUSE_LEG]: houseLegHandler,
      [CONSENT_EXPIRY]: consentExpiryHandler({ clock }),
      [SETTLE_TRADE]: settlementHandler({ clock, products: forwards.products }),
      [DISTRIBUTE_FUNDS]: distributionHandler(
        fundingOrder({ clock, findAccount, calendars, ...margining, products: forwards.products }),
      ),
      ...marginWork({ clock, sources, ...margining }),
      [LAPSE_TRANSFER]: lapseTransferHandler({ clock }),
      [LAPSE_BENEFICIARY]: lapseBeneficiaryHandler({ clock }),
      [LAPSE_TRADE_APPROVAL]: lapseApprovalHandler({
        clock,
        payouts,
        products: { Drawdown: refusedDrawdown(cancelling) },
      }),
      ...forwardWork({ clock, ...cancelling }),
      ...spotWork({ clock, sources, payouts }),
      ...lossCoverWork({ clock, sources, entities }),
      ...heldRateWork({ clock, sources, entities }),
      ...paymentWork({
        clock,
        policies,
        verification,
        advice,
        findAccount,
        calendars,
        counting,
        modulusTable: loadModulusTable(config.ukModulusDir),
        rail: bankFiles?.rail ?? (config.sandbox ? simulatedRail : manualRail),
        warnOfReport: (found) =>
          log.warn(found, 'a report of the bank contradicts its payment; see operator list-contradictions'),
      }),
    },
    onFailure: (error, work) => log.error({ err: error, work }, 'due work failed and will be tried again'),
  })
  return {
    db,
    clock,
    entities,
    accounts,
    pendingCredits,
    auth,
    calendars,
    sources,
    referenceRates,
    counting,
    quotes: createQuoteStore(posting),
    transfers: createTransferBatcher(posting, clock),
    policies,
    screening,
    verification,
    ...(advice ? { advice } : {}),
    worker,
    seal,
    ...(openBanking ? { openBanking } : {}),
    ...(bankFiles ? { bankFiles } : {}),
    ...(sandboxClock && market ? { sandbox: { clock: sandboxClock, market } } : {}),
    close: () =>
      closeAll([
        () => worker.stop(),
        async () => bankFiles?.stop(),
        () => posting.close(),
        async () => auth.close(),
        () => listener.close(),
        async () => reference?.stop(),
        async () => housekeeping.stop(),
        async () => watch?.stop(),
        async () => calendarWatch.stop(),
      ]),
  }
}

/** Verification of payee: simulated banks in the sandbox, else the operator's provider. */
function verificationOf(db: Db, { sandbox, vop }: Config): VerificationPort {
  const own = ownAccounts(db.reader)
  return sandbox ? simulatedSchemes(db.reader, own) : withOwnAccounts(vop ? httpSchemes(vop) : noScheme, own)
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

/** Says at the start, and once a day, which reference rates have become old. The sandbox's are approximate from the start. */
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
