import { isInactive } from '../../entities/index.ts'
import { inTransaction, type Tx } from '../../kernel/db/db.ts'
import { cancelWork, type DueWork, type QueuedExternalCall, type WorkHandler } from '../../kernel/jobs/work.ts'
import {
  type InstructionRow,
  isFailedByHand,
  lockInstruction,
  markSubmitted,
  reportedByHand,
  storeAdapter,
} from './queries.ts'
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
  /** Stores that the call is about to be made, unless nothing is left to hand over or the call may not be made yet. */
  begin: (tx: Tx) => Promise<'Call' | 'Nothing' | 'PutOff'>
  /** Calls the adapter, without a transaction or a lock. */
  call: (report: (report: RailReport) => Promise<unknown>) => Promise<unknown>
  /** Stores that the call was made, unless that is stored already. @returns whether it was not */
  store: (tx: Tx) => Promise<boolean>
}

/**
 * Hands stored instructions to their adapters, unless the payment has ended or a report by hand is about to move it on. The
 * adapter is committed right before its first call; from then on the bank may have the payment. A call that fails
 * is made again: the adapter recognises the payment by its uetr. It is not made again once a report has moved the payment on:
 * then the bank has it, unless an operator reported that it failed. While the entity of the payment is not Active, no call begins.
 */
export const submitWork =
  (rails: RailRegistry, afterSubmit: AfterSubmit = async () => {}): WorkHandler =>
  async (tx, work, { at }) => {
    const mark = async (storing: Tx, row: InstructionRow, adapter: string) => {
      await markSubmitted(storing, row, adapter, at)
      await afterSubmit(storing, row, at)
    }
    const lockDue = async (locking: Tx) => {
      const { row, isDue } = await lockUnsubmitted(locking, work)
      const mayHaveIt = row && !isDue && row.adapter !== null
      if (mayHaveIt && !(await isFailedByHand(locking, row.entityId, row.paymentId))) {
        await mark(locking, row, row.adapter!)
      }
      return isDue ? row : undefined
    }
    const row = await lockDue(tx)
    if (!row) return
    const adapter = servingOf(rails, row)
    if (adapter.port.isInProcess) {
      await mark(tx, row, adapter.id)
      return adapter.port.submit(row.body, work.dueAt, (report) => receiveReport(tx, report, adapter.id))
    }
    const begin = async (beginning: Tx) => {
      const current = await lockDue(beginning)
      if (!current) return 'Nothing'
      if (await isInactive(beginning, row.entityId)) return 'PutOff'
      if (current.adapter === null) await storeAdapter(beginning, current, adapter.id)
      else if (current.adapter !== adapter.id) throw new Error(`The adapter ${current.adapter} was called meanwhile.`)
      return 'Call'
    }
    const store = async (storing: Tx) => {
      const current = await lockInstruction(storing, row.entityId, row.paymentId)
      if (!current || current.submittedAt) return false
      await mark(storing, current, adapter.id)
      return true
    }
    const call: HandOver['call'] = (report) => adapter.port.submit(row.body, work.dueAt, report)
    return handOver({ work, adapter, begin, call, store })
  }

/** Locks a payment with its instruction, unless its hand-over is stored already. @returns whether it is still to be handed over */
async function lockUnsubmitted(
  tx: Tx,
  { entityId, resourceId }: DueWork,
): Promise<{ row?: InstructionRow; isDue: boolean }> {
  const row = await lockInstruction(tx, entityId, resourceId)
  if (!row || row.submittedAt) return { isDue: false }
  return { row, isDue: row.isDue && (await reportedByHand(tx, entityId, [resourceId])).size === 0 }
}

/** Returns the stored adapter of an instruction, or else the one that serves it now. */
export const servingOf = (rails: RailRegistry, { adapter, entityId, body }: InstructionRow): RailAdapter =>
  adapter === null ? rails.serving({ entityId, rail: body.rail }) : rails.get(adapter)

/** An external call in the queue of its adapter. Its reports are stored with the fact that it was made, and end the job. */
export const handOver = ({ work, adapter, begin, call, store }: HandOver): QueuedExternalCall => ({
  queue: { name: `rail ${adapter.id}`, atOnce: adapter.callsAtOnce },
  run: async (db) => {
    const reports: RailReport[] = []
    const begun = await inTransaction(db, begin)
    if (begun === 'PutOff') return begun
    if (begun === 'Nothing') return inTransaction(db, (tx) => cancelWork(tx, work))
    await inTime(call(async (report) => void reports.push(report)))
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
