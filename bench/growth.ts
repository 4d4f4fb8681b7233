import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../server/src/kernel/values/clock.ts'
import { dayOf } from '../server/src/kernel/values/days.ts'
import { formatCursor } from '../server/src/kernel/http/paging.ts'
import { newUuid } from '../server/src/kernel/values/ids.ts'
import { createTransferBatcher } from '../server/src/internal-transfers/index.ts'
import { openPostingConnection } from '../server/src/ledger/index.ts'
import type { BenchContext } from './context.ts'
import { grow, growPayments } from './history.ts'
import { httpRequest, median, runLoad } from './load.ts'
import { openOperations, type Speeds } from './operations.ts'
import type { Figure } from './report.ts'

const BATCH = 128
const BATCHES = 150
const AFTER_CHECKPOINT_MS = 16_000

/** Payments that a completed one is copied to, for each posting of the ledger. */
const PAYMENTS_PER_POSTING = 0.1

/** Costs by ledger size: a batch of 128 transfers, pages of transactions, and the main operations against the echo. */
interface Costs {
  /** Milliseconds, median. */
  batch: number
  newestP99: number
  middleP99: number
  operations: Speeds
}

/** Batches, pages and operations with 0.1 and with `millions` million postings, and a tenth as many payments. */
export async function growthFigures(context: BenchContext, millions: number): Promise<Figure[]> {
  const measureOperations = await openOperations(context)
  await grow(context, 100_000)
  const small = await costs(context, measureOperations)
  await growPayments(context, millions * 1_000_000 * PAYMENTS_PER_POSTING)
  await grow(context, millions * 1_000_000)
  const large = await costs(context, measureOperations)
  const history = `${millions}M postings and ${millions * PAYMENTS_PER_POSTING}M payments`
  const pages = (name: string, a: number, b: number): Figure => ({
    name: `p99 of a transactions page, ${name}, with ${history} against 0.1M`,
    value: b / a,
    unit: 'times',
    floor: 2,
    atMost: true,
    goal: 1.5,
    note: `${b.toFixed(2)} ms against ${a.toFixed(2)} ms`,
  })
  const speed = (name: string): Figure => ({
    name: `${name} with ${history}, of the speed with 0.1M`,
    value: large.operations[name]! / small.operations[name]!,
    unit: 'ratio',
    ...LIMITS,
    note: `${large.operations[name]!.toFixed(3)} against ${small.operations[name]!.toFixed(3)} of the echo`,
  })
  return [
    {
      name: `Batch of 128 transfers with ${history}, of the speed with 0.1M`,
      value: small.batch / large.batch,
      unit: 'ratio',
      ...LIMITS,
      note: `${large.batch.toFixed(2)} ms against ${small.batch.toFixed(2)} ms a batch`,
    },
    pages('newest', small.newestP99, large.newestP99),
    pages('middle', small.middleP99, large.middleP99),
    ...Object.keys(small.operations).map(speed),
  ]
}

const LIMITS = { floor: 0.8, goal: 0.95 }

async function costs(context: BenchContext, measureOperations: () => Promise<Speeds>): Promise<Costs> {
  await context.db.pool.query('checkpoint').catch(() => {}) // an operator's server may not allow it
  await sleep(AFTER_CHECKPOINT_MS)
  return {
    batch: await batchMs(context),
    newestP99: await pageP99(context, () => undefined),
    middleP99: await pageP99(context, (postings) => formatCursor('transactions', [String(Math.floor(postings / 2))])),
    operations: await measureOperations(),
  }
}

/** Milliseconds of a batch of 128 transfers between accounts of all entities, without HTTP. */
async function batchMs({ db, entities }: BenchContext): Promise<number> {
  const connection = openPostingConnection(db)
  const transfers = createTransferBatcher(connection, systemClock)
  const times: number[] = []
  for (let i = 0; i < BATCHES; i++) {
    const began = performance.now()
    await Promise.all(Array.from({ length: BATCH }, () => transfers.post(randomTransfer(entities))))
    times.push(performance.now() - began)
  }
  await connection.close()
  return median(times.slice(10))
}

type Command = Parameters<ReturnType<typeof createTransferBatcher>['post']>[0]

/** Builds the posting of a transfer between two accounts of one entity, as the route would. */
function randomTransfer(entities: BenchContext['entities']): Command {
  const { entityId, clientId, accounts } = entities[Math.floor(Math.random() * entities.length)]!
  const from = Math.floor(Math.random() * accounts.length)
  const [debit, credit] = [accounts[from]!.id, accounts[(from + 1) % accounts.length]!.id]
  const id = newUuid()
  const leg = (account: string, amountMinor: bigint) => ({ account, currency: 'EUR', amountMinor })
  return {
    entityId,
    journalId: id,
    kind: 'internalTransfer',
    type: 'InternalTransfer',
    source: { type: 'internalTransfer', id },
    valueDate: dayOf(new Date()),
    legs: [leg(debit, -100n), leg(credit, 100n)],
    idempotency: { clientId, operation: 'bench', key: id, request: '[{},{},{"amount":"1.00"}]' },
    event: { type: 'internalTransfer.completed', actor: { type: 'client', id: clientId } },
    resource: {
      debitAccountId: debit,
      creditAccountId: credit,
      amountMinor: 100n,
      currency: 'EUR',
      reference: null,
      clientReference: null,
    },
  } as unknown as Command
}

async function pageP99(
  { server, entities, db, seconds }: BenchContext,
  cursorOf: (postings: number) => string | undefined,
): Promise<number> {
  const { rows } = await db.pool.query<{ seq: bigint }>('select max(seq) as seq from balances where kind = $1', [
    'client',
  ])
  const cursor = cursorOf(Number(rows[0]!.seq))
  const request = () => {
    const entity = entities[Math.floor(Math.random() * entities.length)]!
    const account = entity.accounts[Math.floor(Math.random() * entity.accounts.length)]!
    const after = cursor === undefined ? '' : `&after=${cursor}`
    return httpRequest('GET', `/v1/transactions?accountId=${account.wireId}${after}`, {
      authorization: `Bearer ${entity.token}`,
    })
  }
  await runLoad({ port: server.port, connections: 4, seconds, request }) // warm
  return (await runLoad({ port: server.port, connections: 4, seconds: seconds * 2, request })).p99
}
