import { type Db, inTransaction, type Tx } from '../../kernel/db/db.ts'
import { cancelWork, type DueWork, type QueuedExternalCall, type WorkHandler } from '../../kernel/jobs/work.ts'
import { findInstruction, type InstructionRow, lockInstruction, markSubmitted, storeAdapter } from './queries.ts'
import type { RailReport } from './rail.ts'
import type { RailAdapter, RailRegistry } from './registry.ts'
import { receiveReport } from './service.ts'

/** A call that takes longer counts as failed and is made again. */
const CALL_LIMIT_MS = 60_000

/** Schedules what waited for the hand-over of a payment, in the transaction that stores it. */
type AfterSubmit = (tx: Tx, payment: { entityId: string; paymentId: string }, at: Date) => Promise<void>

/** One external call, and how the service stores that it was made. */
export interface HandOver {
  work: DueWork
  adapter: RailAdapter
  /** Calls the adapter; undefined when nothing is left to hand over. Called without a transaction or a lock. */
  call: (db: Pick<Db, 'pool'>, report: (report: RailReport) => Promise<unknown>) => Promise<unknown>
  /** Stores that the call was made, unless that is stored already. @returns whether it was not */
  store: (tx: Tx) => Promise<boolean>
}

/**
 * Hands stored instructions to their adapters. The adapter is chosen and committed before its first call. A call that fails
 * is made again: the adapter recognises the payment by its uetr.
 */
export const submitWork =
  (rails: RailRegistry, afterSubmit: AfterSubmit = async () => {}): WorkHandler =>
  async (tx, work, { at }) => {
    const row = await lockInstruction(tx, work.entityId, work.resourceId)
    if (!row || row.submittedAt) return
    const adapter = servingOf(rails, row)
    const mark = async (storing: Tx) => {
      await markSubmitted(storing, row, adapter.id, at)
      await afterSubmit(storing, row, at)
    }
    if (adapter.port.isInProcess) {
      await mark(tx)
      return adapter.port.submit(row.body, work.dueAt, (report) => receiveReport(tx, report, adapter.id))
    }
    if (row.adapter === null) await storeAdapter(tx, row, adapter.id)
    const store = async (storing: Tx) => {
      const current = await lockInstruction(storing, row.entityId, row.paymentId)
      if (!current || current.submittedAt) return false
      await mark(storing)
      return true
    }
    const call: HandOver['call'] = async (db, report) => {
      const current = await findInstruction(db.pool, row.entityId, row.paymentId)
      if (current && !current.submittedAt) await adapter.port.submit(current.body, work.dueAt, report)
    }
    return handOver({ work, adapter, call, store })
  }

/** Returns the stored adapter of an instruction, or else the one that serves it now. */
export const servingOf = (rails: RailRegistry, { adapter, entityId, body }: InstructionRow): RailAdapter =>
  adapter === null ? rails.serving({ entityId, rail: body.rail }) : rails.get(adapter)

/** An external call in the queue of its adapter. Its reports are stored with the fact that it was made, and end the job. */
export const handOver = ({ work, adapter, call, store }: HandOver): QueuedExternalCall => ({
  queue: { name: `rail ${adapter.id}`, atOnce: adapter.callsAtOnce },
  run: async (db) => {
    const reports: RailReport[] = []
    await inTime(call(db, async (report) => void reports.push(report)))
    await inTransaction(db, async (tx) => {
      const isFirst = await store(tx)
      for (const report of isFirst ? reports : []) await receiveReport(tx, report, adapter.id)
      await cancelWork(tx, work)
    })
  },
})

async function inTime(call: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The bank did not answer within ${CALL_LIMIT_MS / 1000} s.`)),
      CALL_LIMIT_MS,
    )
  })
  try {
    await Promise.race([call, limit])
  } finally {
    clearTimeout(timer)
  }
}
