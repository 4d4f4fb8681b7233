import type { Act } from '../../kernel/values/act.ts'
import { marketSession } from '../../fx/calendar/index.ts'
import { PRICE_RETRY_MS } from '../../fx/pricing/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { scheduleWork, type WorkHandler } from '../../kernel/jobs/work.ts'
import {
  endedAmong,
  type FacilityRow,
  findFacility,
  MARGIN_RUN,
  scheduleMarginRun,
  termsInForce,
  usageFacts,
} from '../facilities/index.ts'
import { CALL_DUE, CLOSE_OUT_DUE, lockCall, type SettleDeps, tell, withdrawCall } from './calls.ts'
import { type CallRow, openCalls, updateCall } from './queries.ts'
import { canCall } from './rules.ts'
import { type RunDeps, runMargin } from './run.ts'

/** Outcome of a close-out: `NoPrice` if a deal has no firm price now, `NoDate` if its holiday calendar has ended. */
export type CloseOutResult = 'Closed' | 'NoPrice' | 'NoDate'

/**
 * Closes out deals at the market because their margin was not paid; debts are collected from the client's margin and
 * account. The module that books the deals implements it and locks all of them first. Deals without a price stay open
 * without blocking the others.
 */
export type CloseOut = (
  tx: Tx,
  deals: { entityId: string; tradeIds: readonly string[]; reason: string },
  act: Act,
) => Promise<CloseOutResult>

export interface MarginWorkDeps extends RunDeps, SettleDeps {
  closeOut: CloseOut
}

/** The jobs of margin, by kind: the daily run, deadlines and close-outs. */
export function marginWork(deps: MarginWorkDeps): Record<string, WorkHandler> {
  return {
    [MARGIN_RUN]: (tx, { entityId, resourceId }, act) => dailyRun(tx, deps, { entityId, facilityId: resourceId }, act),
    [CALL_DUE]: (tx, { entityId, resourceId }, act) => becomeOverdue(tx, entityId, resourceId, act),
    [CLOSE_OUT_DUE]: (tx, { entityId, resourceId }, act) => closeOutFor(tx, deps, entityId, resourceId, act),
  }
}

/** Runs, and again on the next day while anything is open or held. */
async function dailyRun(tx: Tx, deps: RunDeps, of: { entityId: string; facilityId: string }, act: Act): Promise<void> {
  await runMargin(tx, deps, of, act)
  const facility = await findFacility(tx, of.entityId, of.facilityId)
  const { positions, margins } = await usageFacts(tx, facility!)
  if (positions.length > 0 || margins.length > 0) await scheduleMarginRun(tx, of, act.at)
}

const HOUR_MS = 3_600_000

/**
 * Marks an unmet call as overdue at its deadline; if the facility requires it, schedules the close-out after the grace
 * period.
 */
async function becomeOverdue(tx: Tx, entityId: string, marginCallId: string, act: Act): Promise<void> {
  const call = await lockCall(tx, entityId, marginCallId)
  if (!canCall(call.status, 'becomeOverdue')) return
  const overdue = await updateCall(tx, call, { ...call, status: 'Overdue' }, act.at)
  await tell(tx, 'marginCall.overdue', overdue, call.status, act)
  await scheduleCloseOut(tx, await facilityOf(tx, call), overdue)
}

export async function facilityOf(tx: Tx, { entityId, facilityId }: CallRow): Promise<FacilityRow> {
  const facility = await findFacility(tx, entityId, facilityId)
  invariant(facility, 'an existing facility is never deleted')
  return facility
}

/** Returns when the deals of an overdue call are closed out; undefined if the terms in force do not require it. */
function closeOutDueAt(facility: FacilityRow, { dueAt }: CallRow): Date | undefined {
  const { overdueAction, overdueGraceHours } = termsInForce(facility)
  return overdueAction === 'CloseOut' ? new Date(dueAt.getTime() + overdueGraceHours * HOUR_MS) : undefined
}

/** Schedules the close-out for an overdue call, if the terms in force require one. */
export async function scheduleCloseOut(tx: Tx, facility: FacilityRow, call: CallRow): Promise<void> {
  const dueAt = closeOutDueAt(facility, call)
  const job = { entityId: call.entityId, kind: CLOSE_OUT_DUE, resourceId: call.marginCallId }
  if (dueAt) await scheduleWork(tx, { ...job, dueAt })
}

/**
 * Schedules the close-outs for the overdue calls of a facility again, after an operator has changed its settings or recorded the
 * signature of its letter. Where the terms in force no longer require one, it stays scheduled: it looks at them when it is due.
 */
export async function rescheduleCloseOuts(tx: Tx, facility: FacilityRow): Promise<void> {
  const { entityId, facilityId } = facility
  for (const call of await openCalls(tx, entityId, facilityId, 'Overdue')) await scheduleCloseOut(tx, facility, call)
}

/** Delays before retrying a failed close-out. */
const RETRY_MS = { NoPrice: PRICE_RETRY_MS, NoDate: 24 * HOUR_MS }

/**
 * Closes out the deals of a call once the market is open; the call ends with the last of them. Held margin stays until
 * the module that booked them has been paid. The facility's terms in force can end or delay it.
 */
async function closeOutFor(
  tx: Tx,
  deps: MarginWorkDeps,
  entityId: string,
  marginCallId: string,
  act: Act,
): Promise<void> {
  const call = await lockCall(tx, entityId, marginCallId)
  if (call.status !== 'Overdue') return
  const facility = await facilityOf(tx, call)
  const closesAt = closeOutDueAt(facility, call)
  if (!closesAt || closesAt > act.at) return scheduleCloseOut(tx, facility, call)
  const { isOpen, to } = marketSession(act.at)
  if (!isOpen) return scheduleWork(tx, { entityId, kind: CLOSE_OUT_DUE, resourceId: marginCallId, dueAt: to })
  const deals = { entityId, tradeIds: await stillOpen(tx, call), reason: 'MarginCallOverdue' }
  const result = deals.tradeIds.length === 0 ? 'Closed' : await deps.closeOut(tx, deals, act)
  if (result !== 'Closed') {
    const dueAt = new Date(act.at.getTime() + RETRY_MS[result])
    return scheduleWork(tx, { entityId, kind: CLOSE_OUT_DUE, resourceId: marginCallId, dueAt })
  }
  const left = await lockCall(tx, entityId, marginCallId)
  if (canCall(left.status, 'cancel')) await withdrawCall(tx, left, act)
}

async function stillOpen(tx: Tx, { entityId, reasonTradeIds }: CallRow): Promise<string[]> {
  const ended = new Set(await endedAmong(tx, entityId, reasonTradeIds))
  return reasonTradeIds.filter((tradeId) => !ended.has(tradeId))
}
