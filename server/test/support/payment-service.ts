import { createAccount } from './accounts.ts'
import { advance } from './advance.ts'
import type { Screen } from '../../src/beneficiaries/index.ts'
import type { NewEntity } from '../../src/entities/index.ts'
import { countingRates } from '../../src/fx/reference-rates/index.ts'
import { type Db, inTransaction } from '../../src/kernel/db/db.ts'
import { SCOPES } from '../../src/kernel/http/http.ts'
import { type Role, ROLES } from '../../src/kernel/http/principal.ts'
import type { WorkHandler } from '../../src/kernel/jobs/work.ts'
import { formatId, newUuid, parseId } from '../../src/kernel/values/ids.ts'
import type { Decimal } from '../../src/kernel/values/rates.ts'
import { receiveFunds } from '../../src/payments/inbound/index.ts'
import type { Mailer } from '../../src/kernel/mail/mailer.ts'
import type { PaymentPolicies } from '../../src/payments/index.ts'
import { createRailRegistry, type RailAdapter, type RailPort } from '../../src/payments/rails/index.ts'
import type { VerificationPort } from '../../src/payments/vop/index.ts'
import { simulatedRail } from '../../src/sim/rails/index.ts'
import { givenClientRow, givenEntity } from './clients.ts'
import type { Answer } from './desk.ts'
import { standingMarket } from './market.ts'
import { payees } from './payees.ts'
import { openProcess } from './process.ts'

/** Sandbox rail, for tests that wrap it. */
export { simulatedRail }
export { payees }

/** A Friday, when every rail to the payees below is open. */
export const FRIDAY = '2026-11-20'

/** Approval policy that requires one approval of every payment. */
export const everyPayment = {
  resource: 'Payment' as const,
  currency: null,
  fromMinor: 0n,
  belowMinor: null,
  newPayeeOnly: false,
  steps: 1,
}

/** Policies by which every payment is screened once more, by a job: until then it can be cancelled. */
export const screenedLater: PaymentPolicies = {
  needsApproval: () => false,
  screen: async (_tx, _payment, _payee, { stage }) => (stage === 'Create' ? 'Review' : 'Pass'),
}

/** A sender of payment advices that sends nothing. */
const silentMailer: Mailer = { institution: 'Bank', send: async () => {} }

/** Roles of a token; a maker where it is not listed. */
const ROLES_OF: Record<string, ReadonlySet<Role>> = {
  dual: new Set(ROLES),
  approver: new Set(['approver']),
  second: new Set(['approver']),
}

/**
 * Payments over HTTP for one entity, with accounts in EUR, GBP and USD, a saved payee in each, a clock set by hand, the
 * simulated rail and a worker. Tokens: "maker", "dual" (the same client
 * with both roles), "approver" and "second" (other clients), "reader" (payments:read alone).
 */
export async function openPayments(
  db: Db,
  serviceKind: 'RM' | 'ABS',
  options: {
    /** Decisions from outside; those of the sandbox when absent. */
    policies?: PaymentPolicies
    /** Screening of payees; none when absent. */
    screen?: Screen
    now?: string
    rail?: RailPort
    /** Further adapters of banks; `rail` serves the other payments. */
    adapters?: readonly RailAdapter[]
    /** Verification for items of batches; absent for none. */
    verification?: VerificationPort
    /** Sender of payment advices; null without a mail server. Default: records sent advices. */
    mailer?: Mailer | null
    limits?: object
    jurisdiction?: string
    /** Accounts besides EUR, GBP and USD. */
    currencies?: string[]
    /** Operator's reference rates by currency. */
    referenceRates?: Record<string, Decimal>
    entity?: Partial<NewEntity>
    wrap?: (handler: WorkHandler) => WorkHandler
  } = {},
) {
  const time = { now: new Date(options.now ?? `${FRIDAY}T10:00:00.000Z`) }
  const clock = { now: () => time.now, wall: () => new Date() }
  // Of the UK, unless a test says otherwise: in the EU every payment in euros must be verified first.
  const entityId = await givenEntity(db, serviceKind, {
    jurisdiction: options.jurisdiction ?? 'UK',
    ...(options.limits ? { limits: options.limits } : {}),
    ...options.entity,
  } as never)
  const account: Record<string, string> = {}
  for (const currency of ['EUR', 'GBP', 'USD', ...(options.currencies ?? [])]) {
    const act = { actor: { type: 'operator' as const }, at: time.now, wall: time.now }
    const made = await inTransaction(db, (tx) => createAccount(tx, { entityId, currency, name: currency }, act))
    account[currency] = formatId('acc', made.accountId)
  }
  const clients = { maker: newUuid(), approver: newUuid(), second: newUuid(), reader: newUuid() }
  for (const clientId of Object.values(clients)) await givenClientRow(db, entityId, { clientId })
  const authenticate = (token: string) => ({
    clientId: clients[token === 'dual' ? 'maker' : (token as 'maker')],
    entityId,
    serviceKind,
    scopes: new Set<string>(token === 'reader' ? ['payments:read'] : SCOPES),
    roles: ROLES_OF[token] ?? new Set(['maker' as const]),
  })
  const { adapters, rail = simulatedRail, wrap = (handler) => handler, mailer: sender = silentMailer } = options
  const failures: unknown[] = []
  let jobs = 0
  const counted =
    (handler: WorkHandler): WorkHandler =>
    (...job) => {
      jobs++
      return handler(...job)
    }
  const openOne = () =>
    openProcess(
      db,
      {
        clock,
        authenticate,
        counting: countingRates(standingMarket(), { rate: (currency) => options.referenceRates?.[currency] }),
        ...(options.policies ? { policies: options.policies } : {}),
        ...(options.screen ? { screen: options.screen } : {}),
        ...(options.verification ? { verification: options.verification } : {}),
        ...(sender ? { mailer: sender } : {}),
        rails: createRailRegistry(adapters ?? [], { id: adapters ? 'simulated' : 'file', port: rail, callsAtOnce: 8 }),
      },
      {
        onFailure: (error) => void failures.push(error),
        through: (handler) => wrap(counted(handler)),
        alone: options.wrap !== undefined,
      },
    )
  const first = await openOne()
  const { context, newWorker } = first
  let { app } = first
  const worker = newWorker()
  const workers = [worker]
  /** Runs the due jobs in every process; answers their number. */
  const runDue = async (until: Date) => {
    const run = await Promise.all(workers.map((each) => each.runDue(until)))
    return run.reduce((sum, count) => sum + count, 0)
  }

  async function send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object | string,
    headers = {},
  ): Promise<Answer> {
    const answer = await app.inject({
      method,
      url,
      ...(payload ? { payload } : {}),
      headers: { authorization: 'Bearer maker', ...headers },
    })
    const isJson = /json/.test(String(answer.headers['content-type']))
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.rawPayload, headers: answer.headers }
  }

  const beneficiary: Record<string, string> = {}
  const wireEntity = formatId('ent', entityId)
  for (const payee of Object.values(payees)) {
    const { status, body } = await send('POST', '/v1/beneficiaries', { entityId: wireEntity, ...payee })
    if (status !== 201) throw new Error(`no beneficiary: ${JSON.stringify(body)}`)
    beneficiary[payee.currency] = body.beneficiaryId
  }

  /** An order that passes. */
  const order = (change: object = {}, currency = 'EUR') => ({
    accountId: account[currency],
    beneficiaryId: beneficiary[currency],
    paymentDate: FRIDAY,
    amount: '100.00',
    currency,
    reference: 'Invoice 7',
    ...change,
  })
  const uuid = (id: string) => parseId(id.slice(0, 3), id)!
  const at = (instant: Date | string) => new Date(instant)

  return {
    time,
    entityId,
    wireEntity,
    account,
    clients,
    deps: { ...context, authenticate },
    worker,
    newWorker,
    failures,
    /** Returns the number of jobs run so far. */
    jobsRun: () => jobs,
    beneficiary,
    order,
    uuid,
    get: (url: string, headers = {}) => send('GET', url, undefined, headers),
    post: (url: string, payload: object | string | undefined, headers = {}) => send('POST', url, payload, headers),
    put: (url: string, payload: object, headers = {}) => send('PUT', url, payload, headers),
    delete: (url: string) => send('DELETE', url),
    create: (change: object = {}, currency = 'EUR', headers = {}) =>
      send('POST', '/v1/payments', order(change, currency), headers),
    read: async (paymentId: string) => (await send('GET', `/v1/payments/${paymentId}`)).body,
    fund: (currency: string, minor: bigint) =>
      inTransaction(db, (tx) => {
        const credited = {
          entityId,
          accountId: uuid(account[currency]!),
          currency,
        }
        const act = {
          actor: { type: 'system' as const },
          at: time.now,
          wall: time.now,
        }
        return receiveFunds(
          tx,
          {
            account: credited,
            currency,
            amountMinor: minor,
          },
          act,
        )
      }),
    /** Opens another account in a currency; answers its stored id. */
    openAccount: async (currency: string) => {
      const act = { actor: { type: 'operator' as const }, at: time.now, wall: time.now }
      const made = await inTransaction(db, (tx) => createAccount(tx, { entityId, currency, name: currency }, act))
      return made.accountId
    },
    settle: () => runDue(time.now),
    /** Opens another process that takes the requests from now on. The one before still works on the jobs. */
    async restart() {
      const opened = await openOne()
      app = opened.app
      workers.push(opened.newWorker())
      if (workers.length > 2) workers.shift()
    },
    /** Moves time to an instant, or on by milliseconds, and runs the jobs due on the way. */
    advance: (to: Date | string | number) =>
      advance(db, { worker: { runDue }, time }, typeof to === 'number' ? new Date(time.now.getTime() + to) : at(to)),
    async balance(currency: string) {
      const { rows } = await db.pool.query<{
        balance: bigint
        held: bigint
      }>('select balance_minor as balance, held_minor as held from balances where entity_id = $1 and account_id = $2', [
        entityId,
        uuid(account[currency]!),
      ])
      return rows[0]!
    },
    async book(owner = entityId) {
      const { rows } = await db.pool.query<{
        name: string
        balance: bigint
      }>(
        `select kind || ':' || currency as name, sum(balance_minor)::bigint as balance from balances
         where entity_id = $1 group by 1 having sum(balance_minor) <> 0 order by 1`,
        [owner],
      )
      return Object.fromEntries(rows.map(({ name, balance }) => [name, balance]))
    },
    async events(paymentId: string) {
      const { rows } = await db.pool.query<{
        type: string
      }>('select type from events where entity_id = $1 and resource_id = $2 order by sequence', [
        entityId,
        uuid(paymentId),
      ])
      return rows.map(({ type }) => type)
    },
  }
}
export type PaymentService = Awaited<ReturnType<typeof openPayments>>
