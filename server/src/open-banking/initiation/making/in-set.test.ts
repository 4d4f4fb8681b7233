import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { DatabaseClient } from '../../../kernel/db/client.ts'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { codeOf, domestic, openInitiation } from '../../../../test/support/initiation.ts'
import { openOpenBanking, TPP } from '../../../../test/support/open-banking.ts'
import { openBankingRoutes } from '../../../composition/open-banking-routes.ts'
import { inTransaction } from '../../../kernel/db/db.ts'
import { newUuid, parseId } from '../../../kernel/values/ids.ts'
import { deleteConsent, findConsent } from '../../consents/index.ts'
import { untilWaiting } from '../../../../test/support/lock-waits.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)
openBankingRoutes(bank.app, bank.deps)
await bank.book('GBP', 10_000_00n, '2026-11-19T09:00:00Z')

const { ask, authorised, pay, post } = openInitiation(bank)
const VERSION = '4.0'

/** Number of payments that went into sets so far. */
const inSets = () => bank.deps.initiations.batcher.metrics.commands
const payOf = (consentId: string, more: { key?: string } = {}) =>
  pay(VERSION, 'domestic', consentId, domestic(VERSION), more)

/** Rows that a payment of a consent leaves, without ids and instants of their own. */
async function traces(consentId: string, paymentId: string) {
  const read = async (sql: string) =>
    (await db.pool.query(sql, [parseId('obc', consentId), parseId('pay', paymentId)])).rows
  const own = `- 'payment_id' - 'hold_id' - 'release_journal_id' - 'consent_id' - 'uetr' - 'end_to_end_id' - 'created_at' - 'updated_at' - 'details'
    - 'fingerprint' - 'verification_id' - 'expected_execution_at' - 'expected_settlement_at'`
  return {
    payment: await read(
      `select to_jsonb(p) ${own} as row from payments p where payment_id = $2 and $1::uuid is not null`,
    ),
    link: await read(
      `select to_jsonb(p) ${own} as row from open_banking_payments p where consent_id = $1 and payment_id = $2`,
    ),
    consent: await read(
      `select status, status_reasons from open_banking_consents where consent_id = $1 and $2::uuid is not null`,
    ),
    steps: await read(`select step, status, reasons, actor_type, actor_id from open_banking_consent_steps
      where consent_id = $1 and $2::uuid is not null order by step`),
    key: await read(`select operation, length(resource_id) as length from open_banking_idempotency_keys
      where resource_id = '${paymentId}' and $1::uuid is not null and $2::uuid is not null`),
    events: await read(`select type, resource_version, previous_status, actor_type, actor_id, detail from events
      where resource_id = $2 and $1::uuid is not null`),
    jobs: await read(`select kind, lane from due_work where resource_id = $2 and $1::uuid is not null`),
  }
}

/** Statements that come at times of their own: the heartbeat of the listener, and the count of jobs that commands share for a second. */
const TIMED = ['select 1', 'read-backlog']

/** Names of the statements that are sent during `work`, without timed ones. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  type Query = (this: pg.Client, query: string | pg.QueryConfig, ...rest: unknown[]) => unknown
  const prototype = DatabaseClient.prototype as unknown as { query: Query }
  const [original, names] = [prototype.query, [] as string[]]
  prototype.query = function query(given, ...rest) {
    names.push(typeof given === 'string' ? given : (given.name ?? given.text))
    return original.call(this, given, ...rest)
  }
  try {
    await work()
    return names.filter((name) => !TIMED.includes(name))
  } finally {
    prototype.query = original
  }
}

test('a payment of a consent leaves the same in a set as alone', async () => {
  const before = inSets()
  const consents = [await authorised(VERSION, 'domestic'), await authorised(VERSION, 'domestic')] as const
  const set = await payOf(consents[0])
  expect([set.status, inSets() - before]).toEqual([201, 1])
  // A policy that asks for nothing here is not a fact that a set knows.
  await db.pool.query(
    `insert into approval_policies (entity_id, policy_id, resource, from_minor, new_payee_only, daily_sum, steps, created_at)
     values ($1, gen_random_uuid(), 'Payment', 99999999999, false, true, 1, now())`,
    [bank.entityId],
  )
  const alone = await payOf(consents[1])
  expect(alone.status).toBe(201)
  await db.pool.query('delete from approval_policies where entity_id = $1', [bank.entityId])
  const [one, other] = [set.body.Data.DomesticPaymentId, alone.body.Data.DomesticPaymentId]
  expect(await traces(consents[0], one)).toEqual(await traces(consents[1], other))
  expect((await traces(consents[0], one)).consent).toMatchObject([{ status: 'COND' }])
  const read = await bank.get(`/open-banking/v4.0/pisp/domestic-payments/${one}`)
  const { Status: _, ...told } = set.body.Data
  expect(read.body.Data).toMatchObject(told)
})

test('a payment takes one read and one statement, and a consent one of each beside the question to the payee’s bank', async () => {
  await payOf(await authorised(VERSION, 'domestic')) // reads the facts
  const consentId = await authorised(VERSION, 'domestic')
  expect(await statementsOf(() => payOf(consentId))).toEqual(['find-ob-consent', 'post-initiated-payments-checked'])
  expect(await statementsOf(() => ask(VERSION, 'domestic'))).toEqual([
    'find-ob-idempotency-key',
    'store-payment-consents',
    'keep-ob-payee-answer',
  ])
})

test('payments of several consents go into one statement', async () => {
  const consents: string[] = []
  for (let i = 0; i < 8; i++) consents.push(await authorised(VERSION, 'domestic'))
  const { batches } = bank.deps.initiations.batcher.metrics
  const answers = await Promise.all(consents.map((consentId) => payOf(consentId)))
  expect(answers.map(({ status }) => status)).toEqual(consents.map(() => 201))
  expect(bank.deps.initiations.batcher.metrics.batches - batches).toBeLessThan(8)
})

test('of a consent that its third party deletes at the same moment, nothing is paid', async () => {
  const consentId = await authorised(VERSION, 'domestic')
  const name = { clientId: TPP, consentId }
  const act = { actor: { type: 'client' as const, id: newUuid() }, at: bank.time.now, wall: bank.time.wall }
  const paid = await inTransaction(db, async (tx) => {
    await deleteConsent(tx, name, act)
    const started = payOf(consentId) // which still reads it as authorised
    await untilWaiting(db)
    return { started }
  }).then(({ started }) => started)
  expect([paid.status, codeOf(paid)]).toEqual([400, 'U011'])
  expect(await findConsent(db.pool, name, bank.time.now)).toBeUndefined()
  const { rowCount } = await db.pool.query('select from open_banking_payments where consent_id = $1', [
    parseId('obc', consentId),
  ])
  expect(rowCount).toBe(0)
})

test('concurrent requests with one key create one consent', async () => {
  const body = { Data: { Initiation: domestic(VERSION) }, Risk: {} }
  const key = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => post(VERSION, 'domestic-payment-consents', body, i < 6 ? { key } : {})),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(new Set(answers.map((answer) => answer.body.Data.ConsentId)).size).toBe(3)
  const { rows } = await db.pool.query(
    `select count(*) from audited_acts where action = 'consent.created' and resource_id = any ($1)`,
    [answers.map((answer) => parseId('obc', answer.body.Data.ConsentId))],
  )
  expect(rows).toEqual([{ count: 3n }])
})
