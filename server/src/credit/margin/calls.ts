import { Type } from 'typebox'
import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'
import type { EventType } from '../../kernel/values/emitted.ts'
import type { Act } from '../../kernel/values/act.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { addDays, instantOf, localDayOf } from '../../kernel/values/days.ts'
import { type Queryable, raiseAtCommit, type Tx } from '../../kernel/db/db.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { cancelWork, scheduleAll, scheduleWork } from '../../kernel/jobs/work.ts'
import { type Account, requirePermission } from '../../accounts/index.ts'
import { emit, emitAll } from '../../events/index.ts'
import { accountClosed } from '../../ledger/index.ts'
import { type Calendars, findConvention, isOpenAsKnown } from '../../fx/calendar/index.ts'
import { addCashMargin, lockFacility } from '../facilities/index.ts'
import { moveMargin } from './moves.ts'
import {
  type CallRow,
  changedCall,
  findCall,
  findMargin,
  insertCall,
  insertDealCalls,
  type MarginRow,
  openCalls,
  updateCall,
} from './queries.ts'
import { canCall, refuse } from './rules.ts'

const issued = {
  status: Type.String(),
  currency: Type.String(),
  amount: Type.String(),
  outstanding: Type.String(),
}

/** Events of margin calls. */
export const marginCallEvents = {
  'marginCall.issued': defineEvent('A margin call was issued.', 'marginCall', issued),
  'marginCall.met': defineEvent('A margin call was paid in full.', 'marginCall', issued),
  'marginCall.overdue': defineEvent('A margin call was not paid by its deadline.', 'marginCall', issued),
  'marginCall.released': defineEvent('A margin call was withdrawn, or its margin returned.', 'marginCall', issued),
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof marginCallEvents, true> {}
}

/** Kinds of the jobs of a call: its deadline, and the possible close-out after it. */
export const CALL_DUE = 'marginCall.fallDue'
export const CLOSE_OUT_DUE = 'marginCall.closeOut'

export interface SettleDeps {
  /** Locks a deal whose initial margin is paid: after its facility and before any account. */
  lockDeal(tx: Tx, deal: { entityId: string; tradeId: string }): Promise<void>
}

/** A call to be made. */
type NewCall = Pick<
  CallRow,
  | 'entityId'
  | 'facilityId'
  | 'kind'
  | 'tradeId'
  | 'reasonTradeIds'
  | 'currency'
  | 'amountMinor'
  | 'dueAt'
  | 'snapshotId'
  | 'explanation'
  | 'accountId'
>

const toCall = (order: NewCall, { at }: Act): CallRow => ({
  ...order,
  marginCallId: newUuid(),
  outstandingMinor: order.amountMinor,
  status: 'Issued',
  issuedAt: at,
  version: 1,
  updatedAt: at,
})

/**
 * Issues a call and has its deadline watched. The facility's row is locked by the caller.
 *
 * @param isFinal true if the transaction does not change the call any more
 */
export async function issueCall(tx: Tx, order: NewCall, act: Act, isFinal = false): Promise<CallRow> {
  const call = toCall(order, act)
  await raiseAtCommit(tx, () => insertCall(tx, call))
  await addDue(tx, call, call.amountMinor)
  await emit(tx, act, { ...eventOf('marginCall.issued', call), isFinal })
  await scheduleWork(tx, { ...workOf(call), kind: CALL_DUE, dueAt: call.dueAt })
  return call
}

/**
 * Issues variation margin calls for many deals of a facility at once, each with the same deadline, like `issueCall`.
 * The number of statements does not depend on the number of calls.
 */
export async function issueDealCalls(
  tx: Tx,
  common: Pick<NewCall, 'entityId' | 'facilityId' | 'currency' | 'dueAt' | 'snapshotId' | 'accountId'>,
  deals: readonly Pick<NewCall, 'tradeId' | 'amountMinor' | 'explanation'>[],
  act: Act,
): Promise<CallRow[]> {
  const calls = deals.map((deal) =>
    toCall({ ...common, ...deal, kind: 'Variation', reasonTradeIds: [deal.tradeId] }, act),
  )
  const [first] = calls
  if (!first) return []
  await insertDealCalls(tx, calls)
  await addDue(
    tx,
    first,
    calls.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
  )
  const { entityId, dueAt } = common
  const event = { entityId, type: 'marginCall.issued' as const, resourceType: 'marginCall' }
  await emitAll(
    tx,
    act,
    event,
    calls.map((call) => ({ resourceId: call.marginCallId, detail: detailOf(call) })),
  )
  await scheduleAll(tx, { entityId, kind: CALL_DUE, dueAt, resourceIds: calls.map((call) => call.marginCallId) })
  return calls
}

const workOf = ({ entityId, marginCallId }: CallRow) => ({ entityId, resourceId: marginCallId })

/** Initial margin is due by its deal, not by the facility. */
const addDue = (tx: Tx, call: CallRow, byMinor: bigint): Promise<void> =>
  call.kind === 'Initial' ? Promise.resolve() : addCashMargin(tx, { ...call, kind: 'VariationDue', byMinor })

export async function tell(
  tx: Tx,
  type: EventType,
  call: CallRow,
  previousStatus: string | undefined,
  act: Act,
): Promise<void> {
  await emit(tx, act, { ...eventOf(type, call), ...(previousStatus === undefined ? {} : { previousStatus }) })
}

const eventOf = (type: EventType, call: CallRow) => ({
  entityId: call.entityId,
  type,
  resourceType: 'marginCall',
  resourceId: call.marginCallId,
  resourceVersion: call.version,
  source: call,
  detail: detailOf(call),
})

const detailOf = ({ status, currency, amountMinor, outstandingMinor }: CallRow) => ({
  status,
  currency,
  amount: formatAmount(amountMinor, currency),
  outstanding: formatAmount(outstandingMinor, currency),
})

/**
 * Settles a call, or a part of it, from an account of the entity in the call's currency.
 *
 * @param order.amountMinor what is outstanding, when absent
 * @throws margin_call_not_found, margin_call_not_open, account_permission_missing, currency_mismatch,
 *   amount_exceeds_margin_call, insufficient_funds, account_blocked, account_closed
 */
export async function settleCall(
  tx: Tx,
  deps: SettleDeps,
  order: { entityId: string; marginCallId: string; account: Account; amountMinor?: bigint },
  act: Act,
): Promise<CallRow> {
  const call = await lockCall(tx, order.entityId, order.marginCallId)
  if (call.kind === 'Initial') await deps.lockDeal(tx, call)
  const amountMinor = checkSettlement(call, order)
  const margin = await findMargin(tx, call.entityId, call.tradeId, call.kind)
  invariant(margin, 'a call is for margin that is noted')
  return settleLocked(tx, { call, margin }, { amountMinor, accountId: order.account.accountId }, act)
}

/** Settles a call that was issued in this transaction in full. @throws as `settleCall` */
export function settleIssued(tx: Tx, issued: IssuedCall, account: Account, act: Act): Promise<CallRow> {
  const amountMinor = checkSettlement(issued.call, { account })
  return settleLocked(tx, issued, { amountMinor, accountId: account.accountId }, act)
}

/** A call and the margin that it is for; the caller holds the lock of the facility's row. */
export interface IssuedCall {
  call: CallRow
  margin: Pick<MarginRow, 'entityId' | 'facilityId' | 'kind' | 'tradeId' | 'currency'>
}

async function settleLocked(
  tx: Tx,
  { call, margin }: IssuedCall,
  { amountMinor, accountId }: { amountMinor: bigint; accountId: string },
  act: Act,
): Promise<CallRow> {
  const outstandingMinor = call.outstandingMinor - amountMinor
  const status = outstandingMinor === 0n ? 'Met' : call.status === 'Overdue' ? 'Overdue' : 'PartlyMet'
  const change = { status, outstandingMinor } as const
  await raiseAtCommit(tx, () => updateCall(tx, call, change, act.at))
  const settled = changedCall(call, change, act.at)
  await addDue(tx, call, -amountMinor)
  await moveMargin(tx, margin, { amountMinor, accountId, marginCallId: call.marginCallId }, act)
  if (status === 'Met') await endAsMet(tx, settled, call.status, act)
  return settled
}

/** @returns minor units to be paid */
function checkSettlement(call: CallRow, order: { account: Account; amountMinor?: bigint }): bigint {
  const { status, currency, outstandingMinor } = call
  if (!canCall(status, 'settle')) throw refuse.margin_call_not_open({ status })
  requirePermission(order.account, 'Fx')
  if (order.account.status === 'Closed') throw accountClosed(order.account.accountId)
  if (order.account.currency !== currency) {
    throw refuseShared.currency_mismatch({ expected: currency, actual: order.account.currency })
  }
  const { amountMinor = outstandingMinor } = order
  if (amountMinor > outstandingMinor) {
    throw refuse.amount_exceeds_margin_call({ outstanding: formatAmount(outstandingMinor, currency), currency })
  }
  return amountMinor
}

/** Ends the jobs of a call that is met, and emits its events: one of the call, for initial margin one of the trade too. */
export async function endAsMet(tx: Tx, call: CallRow, previousStatus: string, act: Act): Promise<void> {
  await cancelWork(tx, { ...workOf(call), kind: CALL_DUE })
  await cancelWork(tx, { ...workOf(call), kind: CLOSE_OUT_DUE })
  await tell(tx, 'marginCall.met', call, previousStatus, act)
  if (call.kind !== 'Initial') return
  await announceInitial(tx, 'initialMargin.received', call, act)
}

/** Emits the initial margin event of a trade. */
export async function announceInitial(
  tx: Tx,
  type: EventType,
  margin: Pick<MarginRow, 'entityId' | 'tradeId' | 'currency'> & { amountMinor: bigint },
  act: Act,
): Promise<void> {
  await emit(tx, act, {
    entityId: margin.entityId,
    type,
    resourceType: 'trade',
    resourceId: margin.tradeId,
    detail: { currency: margin.currency, amount: formatAmount(margin.amountMinor, margin.currency) },
  })
}

/** A call with its facility's row locked, in the state it has then. @throws margin_call_not_found */
export async function lockCall(tx: Tx, entityId: string, marginCallId: string): Promise<CallRow> {
  const found = await findCall(tx, entityId, marginCallId)
  if (!found) throw refuse.margin_call_not_found()
  await lockFacility(tx, entityId, found.facilityId)
  const call = await findCall(tx, entityId, marginCallId)
  invariant(call, 'an existing margin call is never deleted')
  return call
}

/** Withdraws the unneeded part of a call; the caller has locked the facility's row. */
export async function withdrawCall(tx: Tx, call: CallRow, act: Act): Promise<CallRow> {
  const cancelled = await updateCall(tx, call, { status: 'Cancelled', outstandingMinor: 0n }, act.at)
  await addDue(tx, call, -call.outstandingMinor)
  await cancelWork(tx, { ...workOf(call), kind: CALL_DUE })
  await cancelWork(tx, { ...workOf(call), kind: CLOSE_OUT_DUE })
  await tell(tx, 'marginCall.released', cancelled, call.status, act)
  return cancelled
}

/** @throws margin_call_overdue when the entity has a call under the facility (under any, when absent) that is overdue */
export async function checkNoOverdueCall(db: Queryable, entityId: string, facilityId?: string): Promise<void> {
  const [overdue] = await openCalls(db, entityId, facilityId, 'Overdue')
  refuseOverdueCall(overdue)
}

/** @throws margin_call_overdue if there is an overdue call */
export function refuseOverdueCall(overdue: CallRow | undefined): void {
  if (!overdue) return
  throw refuse.margin_call_overdue({
    marginCallId: formatId('mgc', overdue.marginCallId),
    outstanding: formatAmount(overdue.outstandingMinor, overdue.currency),
    currency: overdue.currency,
  })
}

/**
 * The deadline of a call: the payment cut-off of its currency on the n-th business day of that currency after the day it
 * is issued, in the zone of the currency. 0 days: the same day, or the next business day once its cut-off has passed.
 * Past the known holidays every weekday counts: a call is never left without a deadline.
 */
export function deadline(given: Calendars, currency: string, businessDays: number, at: Date): Date {
  const calendars = given.current?.() ?? given
  const { cutOff } = findConvention(currency)!
  const today = localDayOf(at, cutOff.zone)
  for (let day = today, passed = 0; ; day = addDays(day, 1)) {
    if (!isOpenAsKnown(calendars, currency, day)) continue
    if (day > today) passed++
    const end = instantOf(day, cutOff.time, cutOff.zone)
    if (passed >= businessDays && end > at) return end
  }
}
