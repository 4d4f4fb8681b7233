import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from 'esbuild'
import { expect } from 'vitest'
import { type Db, inTransaction } from '../../src/kernel/db/db.ts'
import { HOUSE_ENTITY_ID } from '../../src/kernel/values/house.ts'
import { newUuid } from '../../src/kernel/values/ids.ts'
import { auditLedger, postJournal, recordCrossing } from '../../src/ledger/index.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import type { Chance } from './chance.ts'

const ENTITIES = 8
const RECORDERS = 4
const PATIENCE_MS = 60_000

/** Counts of a run, so that a test can tell that it has tested something. */
export interface CrossingTally {
  crossings: number
  /** Kills after which the house had a journal whose crossing was still open. */
  betweenSteps: number
}

/**
 * Records crossings of several entities all the time, while processes that post the house's side are started and killed;
 * two run at once. In the end each crossing has exactly one journal in the house's book, and is complete.
 *
 * @throws AssertionError with what is not so
 */
export async function killDuringCrossings(db: Db, kills: number, chance: Chance): Promise<CrossingTally> {
  const script = await bundleWorker()
  const startPair = () => [startWorker(script, db), startWorker(script, db)]
  const load = startRecording(db)
  const workers = startPair()
  let betweenSteps = 0
  try {
    for (let kill = 0; kill < kills; kill++) {
      const done = await completed(db)
      await until(async () => (await completed(db)) > done) // it is at work
      await sleep(chance.int(0, 60))
      await Promise.all(workers.splice(0).map((worker) => worker.kill()))
      if ((await halfDone(db)) > 0) betweenSteps++
      workers.push(...startPair())
    }
    const crossings = await load.stop()
    await until(async () => (await completed(db)) === crossings)
    await expectOneJournalEach(db, crossings)
    return { crossings, betweenSteps }
  } finally {
    await Promise.all(workers.map((worker) => worker.kill()))
    await load.stop()
    rmSync(path.dirname(script), { recursive: true, force: true })
  }
}

/** Receives money for entities, in as many transactions as crossings, until it is stopped. */
function startRecording(db: Db) {
  const entities = Array.from({ length: ENTITIES }, newUuid)
  let recorded = 0
  let stopped = false
  const recorder = async () => {
    while (!stopped) {
      await receive(db, entities[recorded++ % ENTITIES]!)
      await sleep(2)
    }
  }
  const recorders = Promise.all(Array.from({ length: RECORDERS }, recorder))
  recorders.catch(() => {}) // thrown by stop
  return {
    async stop(): Promise<number> {
      stopped = true
      await recorders
      return recorded
    },
  }
}

async function receive(db: Db, entityId: string): Promise<void> {
  const at = new Date()
  const common = { entityId, journalId: newUuid(), type: 'Deposit' as const, valueDate: at.toISOString().slice(0, 10) }
  const source = { type: 'inboundPayment', id: newUuid() }
  const legs = [
    { account: { kind: 'in_transit' as const }, currency: 'EUR', amountMinor: -100n },
    { account: { kind: 'suspense' as const }, currency: 'EUR', amountMinor: 100n },
  ]
  const crossing = { ...common, source, currency: 'EUR', amountMinor: -100n, house: { kind: 'safeguarding' as const } }
  await inTransaction(db, async (tx) => {
    await postJournal(tx, { ...common, source, kind: 'fundsReceived', legs }, at)
    await recordCrossing(tx, crossing, at)
  })
}

/** Makes one file of the worker, so that a process starts fast. */
async function bundleWorker(): Promise<string> {
  const outfile = path.join(temporaryDirectory(), 'crossing-worker.cjs')
  const entry = path.join(import.meta.dirname, 'crossing-worker.ts')
  const format = { bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' } as const
  await build({ entryPoints: [entry], outfile, external: ['pg-native'], ...format })
  return outfile
}

function startWorker(script: string, db: Db) {
  const { types: _parsers, ...connection } = db.connection
  const child = spawn(process.execPath, [script, JSON.stringify(connection)], { stdio: 'inherit' })
  const ended = once(child, 'exit')
  return {
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await ended
    },
  }
}

const count = async (db: Db, sql: string): Promise<number> =>
  Number((await db.pool.query<{ n: bigint }>(`select count(*) as n ${sql}`)).rows[0]!.n)

const completed = (db: Db): Promise<number> => count(db, 'from book_crossings where completed_at is not null')

const halfDone = (db: Db): Promise<number> =>
  count(
    db,
    `from book_crossings join journals j on j.entity_id = '${HOUSE_ENTITY_ID}' and j.journal_id = crossing_id
      where completed_at is null`,
  )

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !(await condition()); await sleep(5)) {
    expect(Date.now(), 'no crossing is completed').toBeLessThan(end)
  }
}

async function expectOneJournalEach(db: Db, crossings: number): Promise<void> {
  const { rows } = await db.pool.query<{ of: bigint; sources: bigint; amount: bigint }>(
    `select count(*) as of, count(distinct j.source_id) as sources, -sum(p.amount_minor)::bigint as amount
      from journals j join postings p using (entity_id, journal_id)
      where j.entity_id = $1 and p.related_type = 'inboundPayment' and p.amount_minor < 0`,
    [HOUSE_ENTITY_ID],
  )
  const expected = { of: BigInt(crossings), sources: BigInt(crossings), amount: BigInt(crossings) * 100n }
  expect(rows[0], 'journals of the house').toEqual(expected)
  expect((await auditLedger(db, () => {})).findings, 'the audit').toEqual([])
}
