import { beforeAll } from 'vitest'
import { createAccount } from './accounts.ts'
import { createEntity } from '../../src/entities/index.ts'
import { systemClock } from '../../src/kernel/values/clock.ts'
import { type Db, inTransaction } from '../../src/kernel/db/db.ts'
import type { App } from '../../src/kernel/http/http.ts'
import { formatId, newUuid } from '../../src/kernel/values/ids.ts'
import { ROLES } from '../../src/kernel/http/principal.ts'
import { givenClientRow, operatorAct } from './clients.ts'
import { testDatabase } from './database.ts'
import { openProcess } from './process.ts'

/** An order that passes; the tests change it. */
export const payeeOrder = {
  name: 'Müller Maschinenbau GmbH',
  address: { line1: 'Hauptstrasse 1', city: 'Berlin', postCode: '10115', countryCode: 'DE' },
  countryCode: 'DE',
  bankCountryCode: 'DE',
  currency: 'EUR',
  iban: 'de89 3704 0044 0532 0130 00',
}

export interface Body extends Record<string, unknown> {
  code?: string
  errors: { pointer: string; code: string }[]
}
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * The routes of the beneficiaries over a database of their own, with an RM entity (token "rm", its other client "approver", or
 * "reader" without the scope to write) and an ABS entity (token "abs"). Call it at the top of a test file.
 */
export function beneficiaryService() {
  const ids = { rm: newUuid(), abs: newUuid(), client: newUuid(), approver: newUuid(), account: newUuid() }
  const payee = { entityId: formatId('ent', ids.rm), ...payeeOrder }
  const service = {
    db: undefined as unknown as Db,
    ids,
    payee,
    waiting: [] as string[],
    /** Names that screening finds on a list. */
    listed: new Set<string>(),
    call,
    create,
    count,
    eventsOf,
  }
  let app: App

  beforeAll(async () => {
    service.db = await testDatabase()
    for (const kind of ['RM', 'ABS'] as const) await makeEntity(service.db, kind === 'RM' ? ids.rm : ids.abs, kind)
    for (const clientId of [ids.client, ids.approver]) await givenClientRow(service.db, ids.rm, { clientId })
    const account = { entityId: ids.rm, accountId: ids.account, currency: 'EUR', name: 'Euros' }
    await inTransaction(service.db, (tx) => createAccount(tx, account, operatorAct))
    const opened = await openProcess(service.db, {
      clock: systemClock,
      authenticate: (token: string) => principalOf(ids, token),
      paymentsWaitingFor: () => Promise.resolve(service.waiting),
      screen: async (_tx: unknown, { payee: { name } }: { payee: { name: string } }) => service.listed.has(name),
    })
    app = opened.app
  })

  async function call(method: Method, path: string, body?: object, headers: Record<string, string> = {}) {
    const answer = await app.inject({
      method,
      url: `/v1/beneficiaries${path}`,
      headers: { authorization: 'Bearer rm', ...headers },
      ...(body ? { payload: body } : {}),
    })
    const json = (answer.body === '' ? {} : answer.json()) as Body
    return { status: answer.statusCode, body: json, headers: answer.headers }
  }

  /** Saves a beneficiary and answers its id. */
  async function create(change: object = {}): Promise<string> {
    const { status, body } = await call('POST', '', { ...payee, ...change })
    if (status !== 201) throw new Error(`not created: ${JSON.stringify(body)}`)
    return String(body['beneficiaryId'])
  }

  async function count(): Promise<number> {
    const { rows } = await service.db.pool.query<{ n: bigint }>('select count(*) n from beneficiaries')
    return Number(rows[0]!.n)
  }

  /** Its events in order, as "type version". */
  async function eventsOf(id: string): Promise<string[]> {
    const { rows } = await service.db.pool.query<{ id: string; event: string }>(
      `select resource_id as id, type || ' ' || resource_version as event from events
        where resource_type = 'beneficiary' order by sequence`,
    )
    return rows.filter((row) => formatId('ben', row.id) === id).map((row) => row.event)
  }

  return service
}

const principalOf = (ids: { rm: string; abs: string; client: string; approver: string }, token: string) => ({
  clientId: token === 'approver' ? ids.approver : ids.client,
  entityId: token === 'abs' ? ids.abs : ids.rm,
  serviceKind: token === 'abs' ? ('ABS' as const) : ('RM' as const),
  scopes: new Set(
    token === 'reader' ? ['beneficiaries:read'] : ['beneficiaries:read', 'beneficiaries:write', 'payments:approve'],
  ),
  roles: new Set(token === 'dual' ? ROLES : [token === 'approver' ? ('approver' as const) : ('maker' as const)]),
})

async function makeEntity(db: Db, entityId: string, serviceKind: 'RM' | 'ABS') {
  const million = 100_000_000n
  const limits = {
    minTradeMinor: 100n,
    maxTradeMinor: million,
    dailyTradeMinor: million,
    minPaymentMinor: 100n,
    singlePaymentMinor: million,
    dailyPaymentMinor: million,
    heldOpenMinor: million,
    settlementMinor: million,
  }
  const now = new Date()
  const order = {
    entityId,
    serviceKind,
    name: serviceKind,
    entityType: 'Company' as const,
    countryOfIncorporation: 'DE',
    jurisdiction: 'EU',
    baseCurrency: 'EUR',
    timeZone: 'Europe/Berlin',
    limits,
    markupBps: '25',
  }
  await inTransaction(db, (tx) => createEntity(tx, order, { actor: { type: 'operator' }, at: now, wall: now }))
}
