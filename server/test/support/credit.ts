import { type Account, accountsOf } from '../../src/accounts/index.ts'
import { createAccount } from './accounts.ts'
import { advance } from './advance.ts'
import {
  createFacility,
  findFacility,
  type FacilityRow,
  type NewFacility,
  type NewTerm,
  reserveExposure,
} from '../../src/credit/facilities/index.ts'
import type { CloseOut } from '../../src/credit/margin/index.ts'
import { type Calendars, parsePair, spotDate, tradeDateOf } from '../../src/fx/calendar/index.ts'
import { liveCalendars, shippedCalendars } from './calendars.ts'
import { type MarketData, type PriceSources, shippedInterestRates } from '../../src/fx/pricing/index.ts'
import { addDays, dayOf } from '../../src/kernel/values/days.ts'
import { type Db, inTransaction } from '../../src/kernel/db/db.ts'
import { SCOPES } from '../../src/kernel/http/http.ts'
import { formatId, newUuid } from '../../src/kernel/values/ids.ts'
import { toDecimal, toMinor } from '../../src/kernel/values/money.ts'
import { Decimal } from '../../src/kernel/values/rates.ts'
import { postJournal } from '../../src/ledger/index.ts'
import { givenEntity, operatorAct } from './clients.ts'
import { openProcess } from './process.ts'

/** A market of USD pairs without spread, moved by hand. */
export function handMarket(mids: Record<string, string>) {
  const market = { ...mids }
  const data: MarketData = {
    source: 'a market moved by hand',
    isDealable: true,
    leg(currency, at) {
      const text = market[currency]
      if (text === undefined) return undefined
      const mid = new Decimal(text)
      return { bid: mid, mid, ask: mid, asOf: at }
    },
  }
  return { data, set: (currency: string, mid: string) => (market[currency] = mid) }
}

export const standardTerm: NewTerm = {
  name: 'Standard',
  products: ['Forward'],
  forwardTypes: ['Fixed', 'Window', 'Open', 'Variable'],
  currencyPairs: null,
  maxTenor: 'P24M',
  limitMinor: 200_000_000n,
  initialMarginPercent: '5',
  initialMarginWaived: false,
}

/** Limit GBP 2,000,000 by notional; calls of 2.5 % at each 2.5 % of rate move, from 1,000, due in 2 days. */
export const standardFacility = (today: string): Omit<NewFacility, 'entityId'> => ({
  name: 'Forward facility',
  currency: 'GBP',
  limitMinor: 200_000_000n,
  utilisationBasis: 'Notional',
  marginMethod: 'PerTrade',
  callBasis: 'RateMove',
  thresholdPercent: '2.5',
  callPercent: '2.5',
  minimumCallMinor: 100_000n,
  dueBusinessDays: 2,
  maxTenor: 'P24M',
  effectiveFrom: addDays(today, -30),
  reviewDate: addDays(today, 365),
  terms: [standardTerm],
})

export interface TestDeal {
  tradeId?: string
  pair?: string
  side?: 'Buy' | 'Sell'
  /** Units of base currency. */
  base?: string
  rate?: string
  /** Spot date; default: that of the trade date. */
  spotDate?: string
  /** Spot when absent. */
  valueDate?: string
  accessDate?: string
  /** The access date when absent. */
  pricedAtDate?: string
  forwardType?: 'Fixed' | 'Window' | 'Open' | 'Variable'
  termId?: string
}

/** An RM entity with one facility, accounts, the credit routes, a worker and a market that is moved by hand. */
export async function openCreditDesk(
  db: Db,
  options: {
    now?: string
    facility?: Partial<NewFacility>
    mids?: Record<string, string>
    closeOut?: CloseOut
    calendars?: Calendars
    /** An entity that has accounts; a new one when absent. */
    entityId?: string
  } = {},
) {
  const time = { now: new Date(options.now ?? '2026-11-25T10:00:00.000Z') }
  const clock = { now: () => time.now, wall: () => new Date() }
  const entityId = options.entityId ?? (await givenEntity(db, 'RM'))
  const existing = await accountsOf(db.pool, entityId)
  const accounts: Record<string, Account> = {}
  for (const currency of ['GBP', 'EUR', 'USD']) {
    accounts[currency] =
      existing.find((account) => account.currency === currency) ??
      (await inTransaction(db, (tx) => createAccount(tx, { entityId, currency, name: currency }, operatorAct)))
  }
  const facilityId = await inTransaction(db, (tx) =>
    createFacility(tx, { entityId, ...standardFacility(dayOf(time.now)), ...options.facility }, operatorAct),
  )
  const market = handMarket({ EUR: '1.16250', GBP: '1.31240', JPY: '154.320', CHF: '0.80520', ...options.mids })
  const sources: PriceSources = {
    calendars: options.calendars ?? shippedCalendars(),
    market: market.data,
    rates: shippedInterestRates(),
  }
  const principal = {
    clientId: newUuid(),
    entityId,
    serviceKind: 'RM' as const,
    scopes: new Set<string>(SCOPES),
    roles: new Set(['maker', 'approver'] as const),
  }
  const settle = { lockDeal: async () => {} }
  const { app, context, worker } = await openProcess(db, {
    clock,
    authenticate: () => principal,
    calendars: liveCalendars(sources.calendars),
    sources,
    ...settle,
    closeOut: options.closeOut ?? (() => Promise.reject(new Error('nothing is closed out here'))),
  })
  db.reactions = new Map() // the exposures of this desk have no trades that would follow
  app.owners = undefined // nor any that a filter could find

  async function send(method: 'GET' | 'POST', url: string, payload?: object, headers: Record<string, string> = {}) {
    const answer = await app.inject({ method, url, payload, headers: { authorization: 'Bearer t', ...headers } })
    const isJson = String(answer.headers['content-type']).includes('json')
    // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what came
    const body: any = isJson && !String(answer.headers['content-type']).includes('ndjson') ? answer.json() : answer.body
    return { status: answer.statusCode, body, headers: answer.headers, raw: answer.rawPayload }
  }

  return {
    time,
    clock,
    entityId,
    facilityId,
    accounts,
    market,
    sources,
    principal,
    deps: context,
    /** Trades whose initial margin was received, in order. */
    async received(): Promise<string[]> {
      const { rows } = await db.pool.query<{ id: string }>(
        `select resource_id as id from events where entity_id = $1 and type = 'initialMargin.received' order by sequence`,
        [entityId],
      )
      return rows.map(({ id }) => id)
    },
    settle,
    act: () => ({ actor: { type: 'system' as const }, at: time.now, wall: new Date() }),
    wire: { entityId: formatId('ent', entityId) },
    wireFacilityId: formatId('fac', facilityId),
    facility: async (): Promise<FacilityRow> => (await findFacility(db.reader, entityId, facilityId))!,
    get: (url: string, headers = {}) => send('GET', url, undefined, headers),
    post: (url: string, payload: object = {}, headers = {}) => send('POST', url, payload, headers),
    run: () => send('POST', '/v1/sandbox/margin-runs', {}),
    /** Returns the deal as passed to the credit module. */
    deal({ pair = 'GBP/USD', side = 'Sell', base = '100000', rate = '1.30', ...rest }: TestDeal = {}) {
      const known = parsePair(pair)
      const baseMinor = toMinor(new Decimal(base), known.base)
      const spot = rest.spotDate ?? spotDate(sources.calendars, known, tradeDateOf(known, time.now))
      return {
        entityId,
        tradeId: rest.tradeId ?? newUuid(),
        product: 'Forward' as const,
        forwardType: rest.forwardType ?? ('Fixed' as const),
        pair: known,
        baseSide: side,
        baseMinor,
        counterMinor: toMinor(toDecimal(baseMinor, known.base).mul(rate), known.counter),
        contractRate: rate,
        accessDate: rest.accessDate ?? null,
        pricedAtDate: rest.pricedAtDate ?? rest.accessDate ?? null,
        valueDate: rest.valueDate ?? spot,
        spotDate: spot,
        ...(rest.termId === undefined ? {} : { termId: rest.termId }),
      }
    },
    /** Books a deal on the facility; answers its trade id. */
    async reserve(deal: TestDeal = {}): Promise<string> {
      const order = this.deal(deal)
      await inTransaction(db, (tx) => reserveExposure(tx, { sources }, order, this.act()))
      return order.tradeId
    },
    /** Money comes into the account of a currency, in minor units. */
    fund: (currency: string, amountMinor: bigint) =>
      inTransaction(db, (tx) =>
        postJournal(
          tx,
          {
            entityId,
            kind: 'fundsReceived',
            source: { type: 'inboundPayment', id: newUuid() },
            valueDate: dayOf(time.now),
            type: 'Deposit',
            legs: [
              { account: accounts[currency]!.accountId, currency, amountMinor },
              { account: { kind: 'in_transit' }, currency, amountMinor: -amountMinor },
            ],
          },
          time.now,
        ),
      ),
    /** Moves time to an instant and runs the jobs due on the way. */
    advance: (to: string) => advance(db, { worker, time }, new Date(to)),
    /** Balances of accounts of two kinds, by kind and currency. */
    async balances() {
      const { rows } = await db.pool.query<{ name: string; balance: bigint }>(
        `select kind || ':' || currency as name, sum(balance_minor)::bigint as balance from balances
          where entity_id = $1 and kind in ('client', 'margin') and balance_minor <> 0 group by 1 order by 1`,
        [entityId],
      )
      return Object.fromEntries(rows.map(({ name, balance }) => [name, balance]))
    },
    async events(prefix = '') {
      const { rows } = await db.pool.query<{ type: string }>(
        'select type from events where entity_id = $1 and type like $2 order by sequence',
        [entityId, `${prefix}%`],
      )
      return rows.map(({ type }) => type)
    },
  }
}
export type CreditDesk = Awaited<ReturnType<typeof openCreditDesk>>
