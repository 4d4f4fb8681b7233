import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenClient, givenEntity, operatorAct } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { payees } from '../../test/support/payment-service.ts'
import { temporaryDirectory } from '../../test/support/temporary-directory.ts'
import { createAccount } from '../../test/support/accounts.ts'
import { readConfig } from '../settings/config.ts'
import { inTransaction } from '../kernel/db/db.ts'
import type { App } from '../kernel/http/http.ts'
import { formatId } from '../kernel/values/ids.ts'
import { buildApi } from './api.ts'
import { openContext } from './open-context.ts'

/** The product's own composition with three banks: one for pounds, one for euros, one for everything of the second entity. */
const db = await testDatabase()
const root = temporaryDirectory()
const first = { entityId: await givenEntity(db, 'RM', { jurisdiction: 'UK' } as never), token: '' }
const second = { entityId: await givenEntity(db, 'RM', { jurisdiction: 'UK' } as never), token: '' }
const at = (bank: string, ...rest: string[]) => path.join(root, bank, ...rest)
const ACCOUNTS = { GBP: '12345678', EUR: 'DE89370400440532013000' }
for (const [bank, settings] of Object.entries({
  london: { schemes: ['Fps'] },
  frankfurt: { id: 'frankfurt', schemes: ['SepaInstant'] },
  dublin: { id: 'dublin', entities: [formatId('ent', second.entityId)] },
})) {
  mkdirSync(at(bank))
  const identity = { format: 'pain.001', name: `Client of ${bank}`, bankBic: 'DEUTDEFF', accounts: ACCOUNTS }
  writeFileSync(at(bank, 'rail.json'), JSON.stringify({ ...identity, ...settings }))
}
const logged: string[] = []
const services = await openContext(
  db,
  readConfig({
    SANDBOX: 'true',
    DATA_DIR: temporaryDirectory(),
    RAIL_DIR: ['london', 'frankfurt', 'dublin'].map((bank) => at(bank)).join(','),
  }),
  pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
)
let app: App

beforeAll(async () => {
  app = await buildApi(services, false)
  for (const entity of [first, second]) {
    const { id, secret } = await givenClient(db, entity.entityId)
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.inject({ method: 'POST', url: '/v1/oauth2/token', headers, payload: form.toString() })
    entity.token = answer.json().access_token
  }
})
afterAll(async () => {
  await app.close()
  await services.close()
})

const RAIL = { GBP: 'Fps', EUR: 'SepaInstant' }
type Entity = typeof first
/** The clock runs on: what becomes due meanwhile is done too. */
const settle = () => services.worker.runDue(new Date(services.clock.now().getTime() + 5000))
async function call({ token }: Entity, method: 'GET' | 'POST', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  expect([answer.statusCode < 300, answer.statusCode < 300 || answer.body]).toEqual([true, true])
  return answer.json()
}

/** A payment with its money, handed to its bank. */
async function sent(entity: Entity, currency: 'GBP' | 'EUR') {
  const { entityId } = entity
  const account = { entityId, currency, name: currency }
  const { accountId } = await inTransaction(db, (tx) => createAccount(tx, account, operatorAct))
  const money = { accountId: formatId('acc', accountId), amount: '100.00', currency }
  await call(entity, 'POST', '/v1/sandbox/inbound-payments', money)
  await settle()
  const query = `currency=${currency}&country=${payees[currency].countryCode}&rail=${RAIL[currency]}`
  const { earliestPaymentDate } = await call(entity, 'GET', `/v1/payments/earliest-settlement?${query}`)
  const order = {
    ...money,
    amount: '10.00',
    paymentDate: earliestPaymentDate,
    speed: 'Instant',
    reference: 'Invoice 7',
  }
  const made = await call(entity, 'POST', '/v1/payments', { ...order, creditorAccount: payees[currency] })
  await settle()
  return { paymentId: made.paymentId as string, uetr: made.uetr as string, accountId: money.accountId }
}
const statusOf = async (entity: Entity, { paymentId }: { paymentId: string }) =>
  (await call(entity, 'GET', `/v1/payments/${paymentId}`)).status
const file = ({ uetr }: { uetr: string }) => `pain.001-${uetr.replaceAll('-', '')}.xml`
const outbox = (bank: string) => readdirSync(at(bank, 'outbox')).sort()
const files = (...payments: { uetr: string }[]) => payments.map(file).sort()

/** The bank's report on a payment that we sent as pain.001. */
const settled = ({ uetr }: { uetr: string }, id: string, status = 'ACSC') =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>${id}</MsgId></GrpHdr><OrgnlPmtInfAndSts><OrgnlPmtInfId>${uetr.replaceAll('-', '')}</OrgnlPmtInfId><TxInfAndSts><OrgnlUETR>${uetr}</OrgnlUETR><TxSts>${status}</TxSts></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
async function report(bank: 'london' | 'frankfurt' | 'dublin', name: string, xml: string) {
  writeFileSync(at(bank, 'inbox', name), xml)
  const id = bank === 'london' ? 'file' : bank
  await services.bankFiles.find(({ adapter }) => adapter.id === id)!.poll()
  await settle()
  return JSON.parse(readFileSync(at(bank, 'done', `${name}.result.json`), 'utf8')).results as { outcome: string }[]
}

test('each bank gets the files of its schemes and entities, and its reports complete them', async () => {
  const [pounds, euros] = [await sent(first, 'GBP'), await sent(first, 'EUR')]
  const [ownPounds, ownEuros] = [await sent(second, 'GBP'), await sent(second, 'EUR')]
  expect(['london', 'frankfurt', 'dublin'].map(outbox)).toEqual([
    files(pounds),
    files(euros),
    files(ownPounds, ownEuros),
  ])
  expect(readFileSync(at('frankfurt', 'outbox', file(euros)), 'utf8')).toContain('<Nm>Client of frankfurt</Nm>')
  await report('london', 'a.xml', settled(pounds, 'SAME'))
  await report('frankfurt', 'a.xml', settled(euros, 'SAME'))
  await report('dublin', 'a.xml', settled(ownPounds, 'SAME'))
  await report('dublin', 'b.xml', settled(ownEuros, 'SAME'))
  expect([await statusOf(first, pounds), await statusOf(first, euros)]).toEqual(['Completed', 'Completed'])
  expect([await statusOf(second, ownPounds), await statusOf(second, ownEuros)]).toEqual(['Completed', 'Completed'])
})

test('a report of one bank about a payment of another goes to the work list and moves no money', async () => {
  const pounds = await sent(first, 'GBP')
  const balances = () =>
    db.pool
      .query('select account_id, balance_minor, held_minor from balances where entity_id = $1 order by 1', [
        first.entityId,
      ])
      .then(({ rows }) => rows)
  const before = await balances()
  const [result] = await report('dublin', 'foreign.xml', settled(pounds, 'FOREIGN'))
  expect(result!.outcome).toBe(`rejected: This bank did not submit the payment ${pounds.uetr}.`)
  expect([await statusOf(first, pounds), await balances()]).toEqual(['Submitted', before])
  const { rows } = await db.pool.query(
    `select kind, status, bank_reference as reference from contradictory_reports where explanation like $1`,
    [`%${pounds.uetr}%`],
  )
  expect(rows).toEqual([
    { kind: 'EntryRejected', status: 'Open', reference: expect.stringMatching(/^dublin: pain\.002 FOREIGN/) },
  ])
  await report('london', 'own.xml', settled(pounds, 'OWN'))
  expect(await statusOf(first, pounds)).toBe('Completed')
})

test('the operator is warned in the log when a bank contradicts what it reported before', async () => {
  const pounds = await sent(first, 'GBP')
  await report('london', 'paid.xml', settled(pounds, 'PAID'))
  logged.length = 0
  await report('london', 'unpaid.xml', settled(pounds, 'UNPAID', 'RJCT'))
  expect(await statusOf(first, pounds)).toBe('Completed')
  const lines = logged.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines).toContainEqual(
    expect.objectContaining({ paymentId: pounds.paymentId, msg: expect.stringContaining('list-contradictions') }),
  )
})

test('the bank of a payment does not change after it was chosen', async () => {
  const pounds = await sent(first, 'GBP')
  const { rows } = await db.pool.query('select adapter from rail_instructions where uetr = $1', [pounds.uetr])
  expect(rows).toEqual([{ adapter: 'file' }])
  const moved = db.pool.query(`update rail_instructions set adapter = 'dublin' where uetr = $1`, [pounds.uetr])
  await expect(moved).rejects.toThrow('the adapter of an instruction does not change')
})
