import { isInactive } from '../../entities/index.ts'
import { inTransaction, type Tx } from '../../kernel/db/db.ts'
import {
  cancelWork,
  type DueWork,
  type QueuedExternalCall,
  scheduleWork,
  type WorkHandler,
} from '../../kernel/jobs/work.ts'
import type { Clock } from '../../kernel/values/clock.ts'
import { handOverBy, type IsBusinessDay, isOpenDay } from '../validation/index.ts'
import {
  type InstructionRow,
  isFailedByHand,
  lockInstruction,
  markSubmitted,
  reportedByHand,
  storeAdapter,
} from './queries.ts'
import type { RailInstruction, RailReport } from './rail.ts'
import type { RailAdapter, RailRegistry } from './registry.ts'
import { receiveReport, SUBMIT_WORK } from './service.ts'

/** A call that takes longer counts as failed and is made again. */
const CALL_LIMIT_MS = 60_000

/** Parts of a hand-over that the module of payments adds. */
interface SubmitPorts {
  clock: Pick<Clock, 'now'>
  isBusinessDay: IsBusinessDay
  /** Moves a payment that missed its date to the next possible one. */
  moveDate: MoveDate
  /** Schedules what waited for the hand-over of a payment, in the transaction that stores it. */
  afterSubmit?: (tx: Tx, payment: { entityId: string; paymentId: string }, at: Date) => Promise<void>
}

/**
 * Moves a payment and its instruction to the next date on which the payment can leave, under the lock of both.
 *
 * @returns the new date, the paying account, and the instant at which the payment may be handed over
 */
export type MoveDate = (
  tx: Tx,
  payment: { entityId: string; paymentId: string },
  at: Date,
) => Promise<{ paymentDate: string; accountId: string; leavesAt: Date }>

/** One external call, and how the service stores that it was made. */
export interface HandOver {
  work: DueWork
  adapter: RailAdapter
  /** Asks the adapter what `begin` must know. */
  prepare?: () => Promise<void>
  /** Stores that the call is about to be made, unless nothing is left to hand over, the call may not be made yet, or its job was put off. */
  begin: (tx: Tx) => Promise<'Call' | 'Nothing' | 'PutOff' | 'Later'>
  /** Calls the adapter, without a transaction or a lock. */
  call: (report: (report: RailReport) => Promise<unknown>, signal: AbortSignal) => Promise<unknown>
  /** Stores that the call was made, unless that is stored already. @returns whether it was not */
  store: (tx: Tx) => Promise<boolean>
}

/**
 * Hands stored instructions to their adapters, unless the payment has ended or a report by hand is about to move it on. The
 * adapter is committed right before its first call; from then on the bank may have the payment. A call that fails
 * is made again: the adapter recognises the payment by its uetr. It is not made again once a report has moved the payment on:
 * then the bank has it, unless an operator reported that it failed. While the entity of the payment is not Active, no call begins.
 * A payment that missed its date, and that the bank does not have, is handed over with its next possible date, or is rejected.
 */
export const submitWork =
  (rails: RailRegistry, ports: SubmitPorts): WorkHandler =>
  async (tx, work, { at }) => {
    const { clock, isBusinessDay, afterSubmit } = ports
    const mark = async (storing: Tx, row: InstructionRow, adapter: string) => {
      await markSubmitted(storing, row, adapter, at)
      await afterSubmit?.(storing, row, at)
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
      const dated = await withPossibleDate(tx, row, { ...ports, at, isFree: row.adapter === null })
      if (typeof dated === 'string') return
      await mark(tx, row, adapter.id)
      const given = dated === row.body ? work.dueAt : at
      return adapter.port.submit(dated, given, (report) => receiveReport(tx, report, adapter.id))
    }
    const now = () => new Date(Math.max(at.getTime(), clock.now().getTime()))
    let isFree = false
    const prepare = async () => {
      if (row.adapter !== null && isLate(row.body, now(), isBusinessDay)) isFree = await isFreeAt(adapter, row)
    }
    let given = { instruction: row.body, at }
    const begin = async (beginning: Tx) => {
      const current = await lockDue(beginning)
      if (!current) return 'Nothing'
      if (await isInactive(beginning, row.entityId)) return 'PutOff'
      const begun = { ...ports, at: now(), isFree: isFree || current.adapter === null }
      const instruction = await withPossibleDate(beginning, current, begun)
      if (typeof instruction === 'string') return instruction
      if (current.adapter === null) await storeAdapter(beginning, current, adapter.id)
      else if (current.adapter !== adapter.id) throw new Error(`The adapter ${current.adapter} was called meanwhile.`)
      given = { instruction, at: begun.at }
      return 'Call'
    }
    const store = async (storing: Tx) => {
      const current = await lockInstruction(storing, row.entityId, row.paymentId)
      if (!current || current.submittedAt) return false
      await mark(storing, current, adapter.id)
      return true
    }
    const call: HandOver['call'] = (report, signal) => adapter.port.submit(given.instruction, given.at, report, signal)
    return handOver({ work, adapter, prepare, begin, call, store })
  }

/** Returns true if the payment of an instruction has missed its date, or its rail is closed on that day. */
export const isLate = (
  { rail, currency, paymentDate }: RailInstruction,
  at: Date,
  isBusinessDay: IsBusinessDay,
): boolean => at >= handOverBy(rail, currency, paymentDate) || !isOpenDay(rail, currency, paymentDate, isBusinessDay)

const isRejectedWhenLate = ({ ifDateMissed }: InstructionRow): boolean => ifDateMissed === 'Reject'

/** Returns true if an adapter that was called does not have a payment: it may get another date, or be rejected. */
const isFreeAt = async ({ port }: RailAdapter, row: InstructionRow): Promise<boolean> =>
  isRejectedWhenLate(row) ? ((await port.withdraw?.(row.body)) ?? false) : (await port.holds?.(row.body)) === false

/**
 * Returns a locked instruction with a date on which it can be handed over now. If it missed its date and the bank does not have it,
 * it gets the next possible date, and its job waits for that day; or its payment is rejected, if the client wants that.
 *
 * @param late.isFree true if the bank does not have it
 */
async function withPossibleDate(
  tx: Tx,
  row: InstructionRow,
  { at, isFree, isBusinessDay, moveDate }: SubmitPorts & { at: Date; isFree: boolean },
): Promise<RailInstruction | 'Later' | 'Nothing'> {
  const { entityId, paymentId, body } = row
  if (!isFree || !isLate(body, at, isBusinessDay)) return body
  if (isRejectedWhenLate(row)) {
    const railRef = `missed ${body.paymentDate}`
    await receiveReport(tx, { uetr: body.uetr, railRef, status: 'Failed', reason: 'CutOffPassed', at })
    return 'Nothing'
  }
  const { paymentDate, accountId: partition, leavesAt } = await moveDate(tx, row, at)
  if (leavesAt <= at) return { ...body, paymentDate }
  await scheduleWork(tx, { entityId, kind: SUBMIT_WORK, resourceId: paymentId, partition, dueAt: leavesAt })
  return 'Later'
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

/** Stores another date of a locked instruction that no bank has. */
export async function redateInstruction(
  tx: Tx,
  { entityId, paymentId }: Pick<InstructionRow, 'entityId' | 'paymentId'>,
  paymentDate: string,
): Promise<void> {
  await tx.query({
    name: 'redate-rail-instruction',
    text: `update rail_instructions set body = jsonb_set(body, '{paymentDate}', to_jsonb($3::text))
      where entity_id = $1 and payment_id = $2 and submitted_at is null`,
    values: [entityId, paymentId, paymentDate],
  })
}

/** Returns the stored adapter of an instruction, or else the one that serves it now. */
export const servingOf = (rails: RailRegistry, { adapter, entityId, body }: InstructionRow): RailAdapter =>
  adapter === null ? rails.serving({ entityId, rail: body.rail }) : rails.get(adapter)

/** An external call in the queue of its adapter. Its reports are stored with the fact that it was made, and end the job. */
export const handOver = ({ work, adapter, prepare, begin, call, store }: HandOver): QueuedExternalCall => ({
  queue: { name: `rail ${adapter.id}`, atOnce: adapter.callsAtOnce },
  run: async (db) => {
    const reports: RailReport[] = []
    if (prepare) await toBank(adapter, prepare)
    const begun = await inTransaction(db, begin)
    if (begun === 'PutOff') return begun
    if (begun === 'Later') return
    if (begun === 'Nothing') return inTransaction(db, (tx) => cancelWork(tx, work))
    await toBank(adapter, (signal) => call(async (report) => void reports.push(report), signal))
    adapter.outage?.passed()
    await inTransaction(db, async (tx) => {
      const isFirst = await store(tx)
      for (const report of isFirst ? reports : []) await receiveReport(tx, report, adapter.id)
      await cancelWork(tx, work)
    })
  },
})

/** Calls a bank. Aborts a call that takes too long. @throws the failure, as the adapter reports it */
async function toBank({ outage }: RailAdapter, call: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const limit = new AbortController()
  const { signal } = limit
  const timer = setTimeout(() => limit.abort(new BankTimeout()), CALL_LIMIT_MS)
  try {
    const passed = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    await Promise.race([call(signal), passed])
  } catch (error) {
    throw outage?.failed(error) ?? error
  } finally {
    clearTimeout(timer)
  }
}

/** The failure of a call that a bank did not answer. */
class BankTimeout extends Error {
  readonly code = 'BANK_TIMEOUT'
  constructor() {
    super(`The bank did not answer within ${CALL_LIMIT_MS / 1000} s.`)
  }
}
