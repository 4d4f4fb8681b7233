import { countingRates } from '../../src/fx/reference-rates/index.ts'
import { createEntityDirectory, type EntityDirectory } from '../../src/entities/index.ts'
import { shippedCalendars } from './calendars.ts'
import { type Leg, type MarketData, type PriceSources, shippedInterestRates } from '../../src/fx/pricing/index.ts'
import { createQuoteStore, type DealAccount } from '../../src/fx/quotes/index.ts'
import { type QuoteRouteDeps, quoteRoutes } from '../../src/fx/quotes/routes.ts'
import { spotWork } from '../../src/fx/spot/work.ts'
import { spotRoutes } from '../../src/fx/spot/routes.ts'
import { spotAmendmentRoutes } from '../../src/fx/spot/amendment-routes.ts'
import { createAccount } from '../../src/accounts/index.ts'
import { MODULES } from '../../src/composition/modules.ts'
import { reactionsOf, withPorts } from '../../src/composition/ports.ts'
import type { ForwardPolicy } from '../../src/fx/forwards/index.ts'
import { lossCoverWork } from '../../src/fx/forwards/closing/loss-cover.ts'
import { type PayoutPort, SETTLE_TRADE } from '../../src/fx/trades/index.ts'
import { tradeRoutes } from '../../src/fx/trades/routes.ts'
import { settlementHandler } from '../../src/fx/trades/settlement/settlement.ts'
import type { Clock } from '../../src/kernel/values/clock.ts'
import { dayOf } from '../../src/kernel/values/days.ts'
import { type Db, inTransaction } from '../../src/kernel/db/db.ts'
import { type App, createHttp, type Deps, SCOPES } from '../../src/kernel/http/http.ts'
import { formatId, newUuid } from '../../src/kernel/values/ids.ts'
import { createListener } from '../../src/kernel/db/notifications.ts'
import { Decimal } from '../../src/kernel/values/rates.ts'
import { createWorker, type Worker, type WorkHandler } from '../../src/kernel/jobs/work.ts'
import { ledgerSweeps, openPostingConnection, postJournal, recordCrossing } from '../../src/ledger/index.ts'
import { fundingHandler } from '../../src/ledger/funding-order.ts'
import { DISTRIBUTE_FUNDS } from '../../src/ledger/book/awaited.ts'
import { openPolicies } from '../../src/payments/index.ts'
import { paymentWork } from '../../src/payments/reports/work.ts'
import { paymentRoutes } from '../../src/payments/surface/routes.ts'
import { receiveFunds } from '../../src/payments/inbound/index.ts'
import { loadModulusTable } from '../../src/payments/validation/index.ts'
import { noScheme } from '../../src/payments/vop/index.ts'
import { createScreening } from '../../src/screening/index.ts'
import { simulatedRail } from '../../src/sim/rails/index.ts'
import { createRailRegistry } from '../../src/payments/rails/index.ts'
import { givenEntity, operatorAct } from './clients.ts'
import { closeAfterFile } from './database.ts'

/** Deadlines of a server without `OVERDUE_GRACE_HOURS`. */
export const DEFAULT_POLICY = { overdueGraceHours: 24 }

/** Bid, mid and ask against USD in market convention. */
const PRICES: Record<string, [string, string, string]> = {
  EUR: ['1.16245', '1.16250', '1.16255'],
  GBP: ['1.31230', '1.31240', '1.31250'],
  JPY: ['154.310', '154.320', '154.330'],
  CHF: ['0.80510', '0.80520', '0.80530'],
  CAD: ['1.40140', '1.40150', '1.40160'],
  SEK: ['9.40100', '9.40200', '9.40300'],
}

/** Market with constant prices. Like every source it returns the same object until a change. */
export function standingMarket(state: { ageMs: number; prices?: typeof PRICES } = { ageMs: 0 }): MarketData {
  const known = new Map<string, Leg>()
  return {
    source: 'a standing market',
    isDealable: true,
    leg(currency, at) {
      const sides = state.prices?.[currency] ?? PRICES[currency]
      if (!sides) return undefined
      const asOf = new Date(at.getTime() - state.ageMs)
      const last = known.get(currency)
      const [bid, mid, ask] = sides.map((side) => new Decimal(side)) as [Decimal, Decimal, Decimal]
      if (last?.asOf.getTime() === asOf.getTime() && last.mid.eq(mid)) return last
      known.set(currency, { bid, mid, ask, asOf })
      return known.get(currency)
    },
  }
}

export interface Answer {
  status: number
  body: any // oxlint-disable-line typescript/no-explicit-any -- a test reads what came
  headers: Record<string, unknown>
}

/** An FX desk for tests: one entity with accounts, spot over HTTP, a clock that is set by hand and a worker. */
export async function openDesk(
  db: Db,
  kind: 'RM' | 'ABS',
  options: {
    now?: string
    currencies?: string[]
    policy?: ForwardPolicy
    /** Adds routes of other modules. */
    addRoutes?: (app: App, deps: Deps, worker: Worker) => void
    /** Job handlers of other modules. */
    addWork?: (desk: { sources: PriceSources; entities: EntityDirectory; clock: Clock }) => Record<string, WorkHandler>
    /** Routes of other modules that deal. */
    addDealing?: (app: App, deps: Deps & Omit<QuoteRouteDeps, 'quotes'> & { payouts: PayoutPort }) => void
  } = {},
) {
  const time = { now: new Date(options.now ?? '2026-11-25T10:00:00.000Z') }
  const clock = { now: () => time.now, wall: () => new Date() }
  const entityId = await givenEntity(db, kind)
  const accounts: DealAccount[] = []
  for (const currency of options.currencies ?? ['EUR', 'USD', 'GBP', 'JPY']) {
    accounts.push(await openAccount(db, entityId, currency))
  }
  const listener = createListener(db)
  const entities = createEntityDirectory(db, listener)
  await listener.start()
  const connection = openPostingConnection(db)
  closeAfterFile(async () => {
    await connection.close()
    await listener.close()
  })
  const market: { ageMs: number; prices?: typeof PRICES } = { ageMs: 0 }
  const sources: PriceSources = {
    calendars: shippedCalendars(),
    market: standingMarket(market),
    rates: shippedInterestRates(),
  }
  const principal = {
    clientId: newUuid(),
    entityId,
    serviceKind: kind,
    scopes: new Set<string>(SCOPES),
    roles: new Set(['maker', 'approver'] as const),
  }
  const deps: Deps = {
    db,
    clock,
    authenticate: () => principal,
    settings: { requireIdempotencyKey: false, sandbox: true },
  }
  const paymentDeps = {
    ...deps,
    findAccount: async (_: unknown, __: string, accountId: string) => accounts.find((a) => a.accountId === accountId),
    calendars: sources.calendars,
    counting: countingRates(sources.market),
    modulusTable: loadModulusTable(),
    policies: openPolicies,
    rails: createRailRegistry([], { id: 'simulated', port: simulatedRail, callsAtOnce: 1 }),
  }
  const { policy = DEFAULT_POLICY } = options
  const ports = withPorts(MODULES, {
    ...paymentDeps,
    sources,
    entities,
    accounts: { ofEntity: () => accounts },
    verification: noScheme,
    screening: createScreening(0.88, []),
    policy,
  })
  db.reactions = reactionsOf(MODULES, ports)
  const { payouts, settlements, funding } = ports
  const worker = createWorker({
    db,
    clock,
    sweeps: ledgerSweeps,
    handlers: {
      [SETTLE_TRADE]: settlementHandler({ products: settlements }),
      [DISTRIBUTE_FUNDS]: fundingHandler(funding),
      ...paymentWork(paymentDeps),
      ...spotWork({ sources, payouts }),
      ...lossCoverWork({ sources, entities }),
      ...options.addWork?.({ sources, entities, clock }),
    },
    onFailure: (error) => {
      throw error
    },
  })
  /** Another server process on the same database. */
  const openApp = () => {
    const app = createHttp(deps)
    const more = { sources, entities, accounts: { ofEntity: () => accounts }, quotes: createQuoteStore(connection) }
    quoteRoutes(app, { ...deps, ...more })
    tradeRoutes(app, deps)
    spotRoutes(app, { ...deps, ...more, payouts })
    spotAmendmentRoutes(app, { ...deps, ...more, payouts })
    paymentRoutes(app, paymentDeps)
    options.addRoutes?.(app, deps, worker)
    options.addDealing?.(app, { ...deps, ...more, payouts })
    return app
  }
  let app = openApp()

  async function send(method: 'GET' | 'POST', url: string, payload?: object, headers = {}): Promise<Answer> {
    const answer = await app.inject({ method, url, payload, headers: { authorization: 'Bearer t', ...headers } })
    const isJson = String(answer.headers['content-type']).includes('json')
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.rawPayload, headers: answer.headers }
  }
  const wire = { entityId: formatId('ent', entityId) }
  const account = (currency: string) => accounts.find((each) => each.currency === currency)!

  return {
    time,
    market,
    principal,
    entityId,
    wire,
    accounts,
    account,
    deps,
    sources,
    /** The entity with its settings, as the server has cached them. */
    settings: async () => (await entities.get(entityId))!,
    restart: () => {
      app = openApp()
    },
    get: (url: string, headers = {}) => send('GET', url, undefined, headers),
    post: (url: string, payload: object, headers = {}) => send('POST', url, payload, headers),
    quote: (order: object, headers = {}) =>
      send(
        'POST',
        '/v1/fx/quotes/spot',
        { buyCurrency: 'EUR', sellCurrency: 'USD', fixedSide: 'Buy', amount: '100000.00', ...order },
        headers,
      ),
    book: (quoteId: string, more = {}, headers = {}, query = '') =>
      send('POST', `/v1/fx/trades/spot${query}`, { ...wire, quoteId, ...more }, headers),
    /** Money comes into the account of a currency, or into a named one, in minor units. */
    fund: (currency: string, minor: bigint, accountId = account(currency).accountId) =>
      inTransaction(db, async (tx) => {
        const legs = [
          { account: accountId, currency, amountMinor: minor },
          { account: { kind: 'in_transit' as const }, currency, amountMinor: -minor },
        ]
        const of = {
          source: { type: 'inboundPayment', id: newUuid() },
          valueDate: dayOf(time.now),
          type: 'Deposit' as const,
        }
        const { journalId } = await postJournal(tx, { entityId, kind: 'fundsReceived', legs, ...of }, time.now)
        const house = { kind: 'safeguarding' as const }
        await recordCrossing(tx, { entityId, journalId, currency, amountMinor: -minor, house, ...of }, time.now)
      }),
    /** A bank reports money for the account of a currency, in minor units. */
    receive: (currency: string, amountMinor: bigint, reference?: string) =>
      inTransaction(db, (tx) => {
        const funds = { account: { ...account(currency), entityId }, currency, amountMinor }
        const act = { actor: { type: 'system' as const }, at: time.now, wall: new Date() }
        return receiveFunds(tx, { ...funds, ...(reference ? { reference } : {}) }, act)
      }),
    /** Moves time to an instant and runs the jobs due on the way. */
    async advance(to: string) {
      await worker.runDue(new Date(to))
      time.now = new Date(to)
      await worker.runDue(time.now)
    },
    /** Balance and holds of every account of the entity by kind and currency, where there is something. */
    async balances(entity = entityId) {
      const { rows } = await db.pool.query<{ name: string; balance: bigint; held: bigint }>(
        `select kind || ':' || currency as name, sum(balance_minor)::bigint as balance, sum(held_minor)::bigint as held
         from balances where entity_id = $1 group by 1 order by 1`,
        [entity],
      )
      return Object.fromEntries(rows.map(({ name, balance, held }) => [name, held === 0n ? balance : [balance, held]]))
    },
    async events() {
      const { rows } = await db.pool.query<{ type: string }>(
        'select type from events where entity_id = $1 order by sequence',
        [entityId],
      )
      return rows.map(({ type }) => type)
    },
  }
}
export type Desk = Awaited<ReturnType<typeof openDesk>>

async function openAccount(db: Db, entityId: string, currency: string): Promise<DealAccount> {
  const { accountId } = await inTransaction(db, (tx) =>
    createAccount(tx, { entityId, currency, name: currency }, operatorAct),
  )
  return { accountId, currency, status: 'Active', isDefault: true, permissions: ['Fx', 'Payments'] }
}
