import { expect } from 'vitest'
import { type Permission } from '../../src/accounts/index.ts'
import { createAccount } from './accounts.ts'
import { advance } from './advance.ts'
import type { ForwardPolicy } from '../../src/fx/forwards/index.ts'
import { shippedInterestRates } from '../../src/fx/pricing/index.ts'
import type { DealAccount } from '../../src/fx/quotes/index.ts'
import { type Db, inTransaction } from '../../src/kernel/db/db.ts'
import { SCOPES } from '../../src/kernel/http/http.ts'
import { dayOf } from '../../src/kernel/values/days.ts'
import { formatId, newUuid } from '../../src/kernel/values/ids.ts'
import { postJournal, recordCrossing } from '../../src/ledger/index.ts'
import { receiveFunds } from '../../src/payments/inbound/index.ts'
import { openPolicies } from '../../src/payments/index.ts'
import { liveCalendars } from './calendars.ts'
import { givenEntity, operatorAct } from './clients.ts'
import { type PRICES, standingMarket } from './market.ts'
import { DEFAULT_POLICY, type Given, openProcess } from './process.ts'

export interface Answer {
  status: number
  body: any // oxlint-disable-line typescript/no-explicit-any -- a test reads what came
  headers: Record<string, unknown>
}

/** The token of the client that deals; every other token is the id of a client. */
const MAKER = 't'

/** An FX desk for tests: a process of the server for one entity with accounts, with a clock that is set by hand. */
export async function openDesk(
  db: Db,
  kind: 'RM' | 'ABS',
  options: {
    now?: string
    currencies?: string[]
    policy?: ForwardPolicy
    /** Services and ports in the place of the desk's. */
    given?: Given
  } = {},
) {
  const time = { now: new Date(options.now ?? '2026-11-25T10:00:00.000Z') }
  const clock = { now: () => time.now, wall: () => new Date() }
  const entityId = await givenEntity(db, kind)
  const accounts: DealAccount[] = []
  for (const currency of options.currencies ?? ['EUR', 'USD', 'GBP', 'JPY']) {
    accounts.push(await openAccount(db, entityId, currency))
  }
  const market: { ageMs: number; prices?: typeof PRICES } = { ageMs: 0 }
  const calendars = liveCalendars()
  const principal = {
    clientId: newUuid(),
    entityId,
    serviceKind: kind,
    scopes: new Set<string>(SCOPES),
    roles: new Set(['maker', 'approver'] as const),
  }
  const { policy = DEFAULT_POLICY } = options
  /** A server process on the database. */
  const open = () =>
    openProcess(db, {
      clock,
      authenticate: (token) => ({ ...principal, clientId: token === MAKER ? principal.clientId : token }),
      calendars,
      sources: { calendars, market: standingMarket(market), rates: shippedInterestRates() },
      policies: openPolicies,
      policy,
      ...options.given,
    })
  const { context, worker, newWorker, app: first } = await open()
  const { sources, entities } = context
  let app = first

  async function send(method: 'GET' | 'POST', url: string, payload?: object, headers = {}): Promise<Answer> {
    const answer = await app.inject({ method, url, payload, headers: { authorization: `Bearer ${MAKER}`, ...headers } })
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
    deps: context,
    newWorker,
    sources,
    /** Changes an account of the entity, and waits until the server sees it. */
    async setAccount(currency: string, change: { status?: 'Active' | 'Blocked'; permissions?: Permission[] }) {
      const { accountId } = account(currency)
      await db.pool.query(
        `update accounts set status = coalesce($3, status), permissions = coalesce($4, permissions)
          where entity_id = $1 and account_id = $2`,
        [entityId, accountId, change.status, change.permissions],
      )
      const seen = async () => (await context.accounts.ofEntity(entityId)).find((each) => each.accountId === accountId)
      await expect.poll(seen).toMatchObject(change)
    },
    /** The entity with its settings, as the server has cached them. */
    settings: async () => (await entities.get(entityId))!,
    restart: async () => {
      app = (await open()).app
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
    advance: (to: string) => advance(db, { worker, time }, new Date(to)),
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
