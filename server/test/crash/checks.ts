import { expect } from 'vitest'
import { listChains, sealAll, verifyChain } from '../../src/audit/index.ts'
import type { Db } from '../../src/kernel/db/db.ts'
import { formatId } from '../../src/kernel/values/ids.ts'
import { AUDITS } from '../../src/composition/modules.ts'
import { auditLedger } from '../../src/ledger/index.ts'
import type { Client } from './client.ts'
import type { Sent } from './load.ts'
import { type Kind, KINDS } from './orders.ts'
import { forEach } from './recovery.ts'

/** A resource on the wire, as far as these checks read it. */
export interface Resource {
  status: string
  reference?: string
  valueDate?: string
  history?: object[]
  [field: string]: unknown
}

export const isMade = ({ kind, answer }: Sent): boolean =>
  kind !== 'clock' && (answer?.status === 201 || answer?.status === 202)
export const bodyOf = ({ answer }: Sent): Resource => JSON.parse(answer!.text) as Resource

/** Checks that every final response of a key is repeated byte for byte. */
export async function checkReplays(client: Client, sent: readonly Sent[]): Promise<void> {
  const keyed = sent.filter(({ key, answer }) => key !== undefined && answer)
  await forEach(keyed, async (order) => {
    const again = await client.ask(order)
    expect(again, `the replay of ${order.kind} ${order.key}`).toEqual({ ...order.answer, replayed: true })
  })
}

/** Fields that the life of a payment, a batch or a trade changes; all others stay as they were answered. */
const CHANGING = new Set(
  (
    'status isoStatus statusReason funds history version updatedAt allowedActions beneficiarySnapshot ' +
    'submittedAt sentAt completedAt returned settlement paymentIds warnings progress counts payments totals finishedAt'
  ).split(' '),
)
const lasting = (body: Resource) => Object.fromEntries(Object.entries(body).filter(([name]) => !CHANGING.has(name)))

const READABLE: Partial<Record<Kind, string>> = {
  transfer: '/v1/internal-account-transfers/',
  payment: '/v1/payments/',
  batch: '/v1/payment-batches/',
  trade: '/v1/fx/trades/',
}

/** Checks that every created object can be read by its id as it was returned. @returns the current objects by id */
export async function checkContents(client: Client, sent: readonly Sent[]): Promise<Map<string, Resource>> {
  const found = new Map<string, Resource>()
  await forEach(sent.filter(isMade), async (order) => {
    const path = READABLE[order.kind as Kind]
    if (!path) return
    const then = bodyOf(order)
    const id = then[KINDS[order.kind as Kind].id] as string
    const now = await client.get<Resource>(order.who, path + id)
    expect(lasting(now), `${id} as it was answered`).toEqual(lasting(then))
    expect(now.history?.slice(0, then.history?.length), `the history of ${id}`).toEqual(then.history)
    found.set(id, now)
  })
  return found
}

interface Item {
  status: string
  paymentId: string | null
  order: { amount: string }
}

/**
 * Every batch is worked off: a strict one with an item that cannot be paid has made nothing, any other a payment of every item
 * that can be. @returns their payments as they are now, by id
 */
export async function checkBatches(client: Client, sent: readonly Sent[]): Promise<Map<string, Resource>> {
  const found = new Map<string, Resource>()
  await forEach(
    sent.filter((order) => order.kind === 'batch' && isMade(order)),
    async (order) => {
      const { batchId, mode } = bodyOf(order)
      const { status } = await client.get<Resource>(order.who, `/v1/payment-batches/${batchId as string}`)
      const { data } = await client.get<{ data: Item[] }>(order.who, `/v1/payment-batches/${batchId as string}/items`)
      const good = data.filter((item) => item.order.amount !== '0')
      const isRefused = mode === 'Strict' && good.length < data.length
      const paid = data.filter((item) => item.paymentId !== null)
      expect([status, paid.length], `${batchId as string}, ${JSON.stringify(data)}`).toEqual(
        isRefused ? ['Rejected', 0] : ['Completed', good.length],
      )
      for (const { paymentId } of paid) {
        found.set(paymentId!, await client.get<Resource>(order.who, `/v1/payments/${paymentId!}`))
      }
    },
  )
  return found
}

/** Checks that each payment names only the batch whose item names it. */
export async function checkBatchPayments(db: Db): Promise<void> {
  const { rows } = await db.pool.query(
    `select payment_id from payments p where batch_id is not null and not exists (select from payment_batch_items i
      where (i.entity_id, i.batch_id, i.payment_id) = (p.entity_id, p.batch_id, p.payment_id))`,
  )
  expect(rows, 'payments made of a batch and not known to it').toEqual([])
}

/** Every payment has come to the end that its reference asks for. */
export function checkPaymentsAreFinal(resources: ReadonlyMap<string, Resource>): void {
  const stuck = [...resources].filter(([id, { status, reference }]) => {
    const wanted = reference?.includes('#FAIL') ? 'Failed' : reference?.includes('#RETURN') ? 'Returned' : 'Completed'
    return id.startsWith('pay_') && status !== wanted
  })
  expect(stuck, 'payments that are not where they should be').toEqual([])
}

/** Every trade whose value date has come is settled, and no other. */
export function checkTradesAreSettled(resources: ReadonlyMap<string, Resource>, today: string): void {
  const wrong = [...resources].filter(
    ([id, { status, valueDate }]) => id.startsWith('trd_') && status !== (valueDate! <= today ? 'Settled' : 'Executed'),
  )
  expect(wrong, `trades that are not what they should be on ${today}`).toEqual([])
}

/** The ids in a table, as on the wire. */
export async function storedIds(db: Db, kind: Kind): Promise<string[]> {
  const { table, column, prefix } = KINDS[kind]
  const { rows } = await db.pool.query<{ id: string }>(`select ${column} as id from ${table}`)
  return rows.map(({ id }) => formatId(prefix, id))
}

/**
 * Checks that stored objects equal the responses: none missing, none twice. A quote requested without a key may be
 * stored although its response was lost; such quotes are permitted in addition.
 */
export async function checkOneEffectEach(
  db: Db,
  sent: readonly Sent[],
  before: ReadonlySet<string>,
  kinds = Object.keys(KINDS) as Kind[],
): Promise<void> {
  for (const kind of kinds) {
    const ofKind = sent.filter((order) => order.kind === kind)
    const answered = new Set(ofKind.filter(isMade).map((order) => bodyOf(order)[KINDS[kind].id] as string))
    const stored = new Set((await storedIds(db, kind)).filter((id) => !before.has(id)))
    expect(
      [...answered].filter((id) => !stored.has(id)),
      `${kind}: answered and not stored`,
    ).toEqual([])
    const unknown = ofKind.filter(({ answer }) => !answer).length
    expect(stored.size - answered.size, `${kind}: stored beyond the answered`).toBeLessThanOrEqual(unknown)
  }
}

/** Checks the rows stored with each resource in the same commit: one event and one audit row for each state it has been in. */
const UNRECORDED = `with states (entity_id, id, type) as (
    select entity_id, internal_transfer_id, 'internalTransfer.completed' from internal_transfers
    union all select entity_id, trade_id, 'trade.executed' from fx_trades
    union all select entity_id, trade_id, 'trade.settled' from fx_trades where status = 'Settled'
    union all select entity_id, inbound_payment_id, 'inboundPayment.received' from inbound_payments
    union all select entity_id, payment_id, 'payment.' || lower(left(status, 1)) || substr(status, 2) from payment_history
  ), told as (
    select entity_id, resource_id as id, type, count(*) from events group by 1, 2, 3
  ), kept as (
    select entity_id, resource_id as id, action as type, count(*) from audit_log group by 1, 2, 3
  )
  select id, type, told.count as events, kept.count as "auditRows" from states
    left join told using (entity_id, id, type) left join kept using (entity_id, id, type)
  where (told.count, kept.count) is distinct from (1, 1) limit 20`

export async function checkRecords(db: Db): Promise<void> {
  const { rows } = await db.pool.query(UNRECORDED)
  expect(rows, 'states without exactly one event and one audit row').toEqual([])
  await sealAll(db, new Date())
  const chains = await listChains(db.pool, undefined)
  expect(chains.length, 'chains of the audit trail').toBeGreaterThan(0)
  for (const chain of chains) {
    const { difference } = await verifyChain(db.pool, chain, 0n)
    expect({ ...chain, difference }, 'a chain of the audit trail').toEqual({ ...chain, difference: undefined })
  }
}

export async function checkLedger(db: Db): Promise<void> {
  const { findings } = await auditLedger(db, () => {}, AUDITS)
  expect(findings, 'the audit').toEqual([])
}
