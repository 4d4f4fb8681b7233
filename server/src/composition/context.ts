import type { Deprecation } from '../kernel/http/routing/deprecations.ts'
import type { Settings } from '../kernel/http/http.ts'
import type { Mailer } from '../kernel/mail/mailer.ts'
import type { AccountDirectory, findAccount, OwnBanks, PendingCredits, StatementBook } from '../accounts/index.ts'
import type { Auth } from '../auth/index.ts'
import type { Issuer } from '../documents/index.ts'
import type { Institution } from '../institution/index.ts'
import type { EntityDirectory } from '../entities/index.ts'
import type { LiveCalendars } from '../fx/calendar/index.ts'
import type { ForwardPolicy } from '../fx/forwards/index.ts'
import type { Volatilities } from '../fx/held-rates/index.ts'
import type { PriceSources } from '../fx/pricing/index.ts'
import type { RateWatch } from '../fx/rate-watch/index.ts'
import type { QuoteStore } from '../fx/quotes/index.ts'
import type { CountingRates, LiveReferenceRates } from '../fx/reference-rates/index.ts'
import type { TransferBatcher } from '../internal-transfers/index.ts'
import type { Clock } from '../kernel/values/clock.ts'
import type { Db, Tx } from '../kernel/db/db.ts'
import type { Outages } from '../kernel/outages.ts'
import type { Backlog } from '../kernel/jobs/backlog.ts'
import type { Seal } from '../kernel/values/seal.ts'
import type { RateLimits } from '../kernel/http/limits/rate-limits.ts'
import type { Worker } from '../kernel/jobs/work.ts'
import type { Metrics } from '../monitoring/index.ts'
import type { BankFiles } from '../payments/bank-files/index.ts'
import type { PaymentAcceptance, PaymentPolicies } from '../payments/index.ts'
import type { RailRegistry } from '../payments/rails/index.ts'
import type { ModulusTable } from '../payments/validation/index.ts'
import type { VerificationPort } from '../payments/vop/index.ts'
import type { Screening } from '../screening/index.ts'
import type { SandboxClock, SandboxMarket } from '../sim/index.ts'
import type { WebhookSender, WebhookTargets } from '../webhooks/index.ts'
import type { OpenBanking } from './open-banking.ts'
import type { Ports } from './ports.ts'

/** Everything that modules take from the running process; one of each, shared by all routes and by the worker. */
export interface Context extends Ports {
  db: Db
  clock: Clock
  settings: Settings
  policy: ForwardPolicy
  findAccount: typeof findAccount
  authenticate: Auth['authenticate']
  /** The institution as documents name it. */
  issuer: Issuer
  institution: Institution
  ownBanks: OwnBanks
  baseUrl: string
  /** Connections that a port holds open at once. */
  maxConnections: number
  /** Operations that will end. */
  deprecations: readonly Deprecation[]
  entities: EntityDirectory
  accounts: AccountDirectory
  pendingCredits: PendingCredits
  auth: Auth
  calendars: LiveCalendars
  sources: PriceSources
  rateWatch: RateWatch
  /** Rates that an operator sets for limits where the market quotes nothing. */
  referenceRates: LiveReferenceRates
  counting: CountingRates
  modulusTable: ModulusTable
  volatilities: Volatilities
  quotes: QuoteStore
  transfers: TransferBatcher
  acceptance: PaymentAcceptance
  /** Backlog of scheduled jobs. */
  backlog: Backlog
  statements: StatementBook
  policies: PaymentPolicies
  /** Verification of payee. */
  verification: VerificationPort
  /** Present where a mail server is configured. */
  mailer?: Mailer
  /** Connections to banks, by scheme and entity. */
  rails: RailRegistry
  screening: Screening
  worker: Worker
  /** Banks connected by files. Start them with the worker. */
  bankFiles: readonly BankFiles[]
  /** Reports outages of the database; absent in an app of a test, which reports each failure. */
  outages?: Outages
  /** Limits of clients' requests; absent: none. */
  limits?: RateLimits
  /** Counters of this process; absent: they are off. */
  metrics?: Metrics
  /** Seals stored secrets. */
  seal: Seal
  webhookTargets: WebhookTargets
  /** Sends events to webhook endpoints. Start it with the worker. */
  webhooks: WebhookSender
  /** Present where it is configured, and in the sandbox. */
  openBanking?: OpenBanking
  /** Present in the sandbox only. */
  sandbox?: { clock: SandboxClock; market: SandboxMarket }
  /** Aborted as soon as the process is asked to stop. */
  stopping?: AbortSignal
  /** Seeds an emptied sandbox; absent when an operator filled it. */
  reseed?: (tx: Tx, now: Date) => Promise<void>
  close(): Promise<void>
}
