import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Db, inTransaction, openDb } from '../server/src/kernel/db/db.ts'
import { migrate } from '../server/src/kernel/db/migrations.ts'
import { createWorker } from '../server/src/kernel/jobs/work.ts'
import { systemClock } from '../server/src/kernel/values/clock.ts'
import { HOUSE_ENTITY_ID } from '../server/src/kernel/values/house.ts'
import { newUuid } from '../server/src/kernel/values/ids.ts'
import { ledgerSweeps, postJournal } from '../server/src/ledger/index.ts'
import type { BenchContext } from './context.ts'
import { median } from './load.ts'
import type { Figure } from './report.ts'

const ENTITIES = 100
/** Crossings of a round that are posted in sets, and one by one. */
const IN_SETS = 5_000
const ONE_BY_ONE = 500
/** Transactions at a time of the comparison: as many as a worker has lanes. */
const LANES = 4

/**
 * Crossings completed per second by one process: in sets, as the worker does, against one transaction per crossing that
 * posts the house's journal and completes the client's row. Both in a database of their own on the same server.
 */
export async function crossingFigures(
  context: Pick<BenchContext, 'connection' | 'rounds' | 'progress'>,
): Promise<Figure[]> {
  const name = `bench_crossings_${randomBytes(4).toString('hex')}`
  await onServer(context.connection, `create database ${name}`)
  try {
    const connection = { ...context.connection, database: name }
    await migrate(connection)
    const db = await openDb(connection)
    try {
      return [await compare(db, context)]
    } finally {
      await db.close()
    }
  } finally {
    await onServer(context.connection, `drop database ${name} with (force)`)
  }
}

async function compare(db: Db, { rounds, progress }: Pick<BenchContext, 'rounds' | 'progress'>): Promise<Figure> {
  const rates = { sets: [] as number[], single: [] as number[] }
  for (let round = 0; round <= rounds; round++) {
    progress(`crossings, round ${round} of ${rounds}`)
    const single = await rateOf(db, ONE_BY_ONE, oneByOne)
    const sets = await rateOf(db, IN_SETS, inSets)
    if (round === 0) continue // warm
    rates.sets.push(sets)
    rates.single.push(single)
  }
  const shown = (each: number[]) => `${Math.round(median(each)).toLocaleString('en')}/s`
  return {
    name: 'Crossings to the house in sets, of one transaction each',
    value: median(rates.sets.map((rate, i) => rate / rates.single[i]!)),
    unit: 'times',
    floor: 5,
    note: `${shown(rates.sets)} against ${shown(rates.single)}, of ${ENTITIES} entities`,
  }
}

/** Opens crossings, and completes them. @returns completed per second */
async function rateOf(db: Db, crossings: number, run: (db: Db) => Promise<unknown>): Promise<number> {
  const entities = Array.from({ length: ENTITIES }, newUuid)
  await db.pool.query(
    `insert into book_crossings (entity_id, crossing_id, journal_id, currency, amount_minor, house_kind, kind, type,
        value_date, source_type, source_id, created_at)
      select ($1::uuid[])[1 + g % ${ENTITIES}], gen_random_uuid(), gen_random_uuid(), 'EUR', -100, 'safeguarding', 'fundsReceived',
        'Deposit', now()::date, 'inboundPayment', gen_random_uuid(), now() from generate_series(1, $2::int) g`,
    [entities, crossings],
  )
  const begin = performance.now()
  await run(db)
  const seconds = (performance.now() - begin) / 1000
  const { rows } = await db.pool.query('select 1 from book_crossings where completed_at is null limit 1')
  if (rows.length > 0) throw new Error('crossings were left open')
  return crossings / seconds
}

function inSets(db: Db): Promise<number> {
  const onFailure = (error: unknown) => {
    throw error
  }
  return createWorker({ db, clock: systemClock, handlers: {}, sweeps: ledgerSweeps, onFailure }).runDue(new Date())
}

async function oneByOne(db: Db): Promise<void> {
  const { rows } = await db.pool.query<{ entityId: string; crossingId: string }>(
    `select entity_id as "entityId", crossing_id as "crossingId" from book_crossings where completed_at is null`,
  )
  const left = rows.values()
  const lane = async () => {
    for (const crossing of left) await completeOne(db, crossing)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

async function completeOne(db: Db, { entityId, crossingId }: { entityId: string; crossingId: string }): Promise<void> {
  const at = new Date()
  const [currency, amountMinor] = ['EUR', -100n]
  await inTransaction(db, async (tx) => {
    await tx.query({
      name: 'bench-complete-crossing',
      text: `update book_crossings set completed_at = $3 where entity_id = $1 and crossing_id = $2 and completed_at is null`,
      values: [entityId, crossingId, at],
    })
    const journal = {
      entityId: HOUSE_ENTITY_ID,
      journalId: crossingId,
      kind: 'fundsReceived',
      type: 'Deposit' as const,
      source: { type: 'inboundPayment', id: crossingId },
      valueDate: at.toISOString().slice(0, 10),
      legs: [
        { account: { kind: 'safeguarding' as const }, currency, amountMinor },
        { account: { kind: 'in_transit' as const, qualifier: entityId }, currency, amountMinor: -amountMinor },
      ],
    }
    await postJournal(tx, journal, at)
  })
}

/** Runs one statement on the server. */
export async function onServer(connection: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
