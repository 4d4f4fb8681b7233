import { Type } from 'typebox'
import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'
import type { Act } from '../../kernel/values/act.ts'
import { type Queryable, raiseAtCommit, type Tx } from '../../kernel/db/db.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { type Account, findAccount } from '../../accounts/index.ts'
import { awaitMoney, type FundingClass, lockBook, refusesMoney } from '../../ledger/index.ts'
import { lockFacility, openPairs } from '../facilities/index.ts'
import {
  type IssuedCall,
  issueCall,
  type SettleDeps,
  settleCall,
  settleIssued,
  tell,
  announceInitial,
  withdrawCall,
} from './calls.ts'
import { lowerInitialCall } from './lowering.ts'
import { moveMargin } from './moves.ts'
import {
  awaitedMargins,
  type CallRow,
  ensureMargin,
  findMargin,
  type MarginKind,
  type MarginRow,
  metCalls,
  type MoveRow,
  movesOf,
  NET,
  openCallsFor,
  updateCall,
} from './queries.ts'

const margin = { currency: Type.Optional(Type.String()), amount: Type.Optional(Type.String()) }

/** Events of initial margin. */
export const initialMarginEvents = {
  'initialMargin.due': defineEvent('The initial margin of a forward is due.', 'trade', margin),
  'initialMargin.received': defineEvent('The initial margin of a forward was received.', 'trade', margin),
  'initialMargin.released': defineEvent('Initial margin of a forward was returned.', 'trade', margin),
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof initialMarginEvents, true> {}
}

type InitialMarginStatus = 'NotRequired' | 'Due' | 'Received' | 'Overdue' | 'Released'

/** Initial margin of a deal; amounts in minor units of its currency. */
export interface InitialMargin {
  status: InitialMarginStatus
  currency: string
  side: 'Buy' | 'Sell'
  percent: string
  requiredMinor: bigint
  receivedMinor: bigint
  /** Still to be received. */
  outstandingMinor: bigint
  /** Held now: received less released. */
  heldMinor: bigint
  /** Amount released so far, to drawdowns or at the end. */
  releasedMinor: bigint
  dueAt: Date
  /** Account that pays it and gets it back. */
  accountId: string
  marginCallId: string | null
  moves: MoveRow[]
}

/**
 * Requests a deal's initial margin: records it and issues a margin call of type Initial. Pay it with
 * `payRequiredMargin` or later with `payInitialMargin`; until then, money that arrives in the account is used for it. The caller holds the lock of the
 * facility's row.
 *
 * @param order.percent of the notional, as text
 * @param order.accountId an account in the margin's currency
 * @param isFinal true if the transaction does not pay it
 */
export async function requireInitialMargin(
  tx: Tx,
  order: {
    entityId: string
    tradeId: string
    facilityId: string
    currency: string
    side: 'Buy' | 'Sell'
    percent: string
    /** Positive. */
    amountMinor: bigint
    dueAt: Date
    accountId: string
  },
  act: Act,
  isFinal = false,
): Promise<IssuedCall> {
  const { amountMinor, currency, side, percent } = order
  const margin = { ...order, kind: 'Initial' as const, requiredMinor: amountMinor }
  await raiseAtCommit(tx, () => ensureMargin(tx, margin, act.at))
  const words = `Initial margin of ${percent} % of the amount to be ${side === 'Buy' ? 'bought' : 'sold'}`
  const explanation = `${words}: ${currency} ${formatAmount(amountMinor, currency)}.`
  const issued = { ...order, kind: 'Initial' as const, reasonTradeIds: [order.tradeId], snapshotId: null, explanation }
  const call = await issueCall(tx, issued, act, isFinal)
  await announceInitial(tx, 'initialMargin.due', order, act)
  await lockBook(tx, order.entityId) // the margin may be paid at once
  await awaitMoney(tx, order, act.at)
  return { call, margin }
}

/**
 * Pays initial margin that was required in this transaction from an account.
 *
 * @throws as `settleCall`
 */
export const payRequiredMargin = settleIssued

/**
 * Pays the outstanding initial margin of a deal from an account.
 *
 * @returns undefined when nothing is outstanding
 * @throws as `settleCall`
 */
export async function payInitialMargin(
  tx: Tx,
  deps: SettleDeps,
  order: { entityId: string; tradeId: string; account: Account },
  act: Act,
): Promise<CallRow | undefined> {
  const call = await openInitialCall(tx, order)
  return call && settleCall(tx, deps, { ...order, marginCallId: call.marginCallId }, act)
}

async function openInitialCall(
  db: Queryable,
  deal: { entityId: string; tradeId: string },
): Promise<CallRow | undefined> {
  const margin = await findMargin(db, deal.entityId, deal.tradeId, 'Initial')
  return margin && (await openCallsFor(db, margin))[0]
}

/** Returns the initial margin of a deal; undefined if it never required any (`NotRequired`). */
export async function findInitialMargin(
  db: Queryable,
  entityId: string,
  tradeId: string,
): Promise<InitialMargin | undefined> {
  const [margin, moves] = await Promise.all([
    findMargin(db, entityId, tradeId, 'Initial'),
    movesOf(db, entityId, tradeId, 'Initial'),
  ])
  if (!margin) return undefined
  const [call] = await openCallsFor(db, margin)
  const { requiredMinor, receivedMinor, heldMinor } = margin
  return {
    status: initialStatus(margin, call),
    currency: margin.currency,
    side: margin.side!,
    percent: margin.percent!,
    requiredMinor,
    receivedMinor,
    outstandingMinor: call?.outstandingMinor ?? 0n,
    heldMinor,
    releasedMinor: receivedMinor - heldMinor,
    dueAt: margin.dueAt!,
    accountId: margin.accountId!,
    marginCallId: call?.marginCallId ?? moves.find(({ marginCallId }) => marginCallId !== null)?.marginCallId ?? null,
    moves,
  }
}

function initialStatus(margin: MarginRow, call: CallRow | undefined): InitialMarginStatus {
  if (call) return call.status === 'Overdue' ? 'Overdue' : 'Due'
  return margin.heldMinor > 0n ? 'Received' : 'Released'
}

/** Lowers the unpaid rest of a deal's initial margin to the given amount, if more is outstanding. */
export async function lowerInitialMargin(
  tx: Tx,
  order: { entityId: string; tradeId: string; neededMinor: bigint },
  act: Act,
): Promise<void> {
  const { entityId, tradeId, neededMinor } = order
  const found = await openInitialCall(tx, order)
  if (!found || found.outstandingMinor <= neededMinor) return
  await lockFacility(tx, entityId, found.facilityId)
  const call = await openInitialCall(tx, { entityId, tradeId }) // the client may have paid meanwhile
  if (call && call.outstandingMinor > neededMinor) await lowerInitialCall(tx, call, neededMinor, act)
}

/**
 * Gives initial margin of a deal back to an account: a part of it with a drawdown, or all that is held.
 *
 * @param order.amountMinor all that is held, when absent; never more than is held
 * @param order.accountId the one it came from, when absent
 * @returns minor units released
 */
export async function releaseInitialMargin(
  tx: Tx,
  order: { entityId: string; tradeId: string; amountMinor?: bigint; accountId?: string },
  act: Act,
): Promise<bigint> {
  const margin = await findMargin(tx, order.entityId, order.tradeId, 'Initial')
  if (!margin) return 0n
  await lockFacility(tx, order.entityId, margin.facilityId)
  const { heldMinor } = (await findMargin(tx, order.entityId, order.tradeId, 'Initial'))!
  const { amountMinor = heldMinor } = order
  invariant(amountMinor >= 0n && amountMinor <= heldMinor, 'no more initial margin is released than is held')
  if (amountMinor === 0n) return 0n
  await releaseMargin(tx, margin, amountMinor, order.accountId, act)
  await announceInitial(tx, 'initialMargin.released', { ...margin, amountMinor }, act)
  if (amountMinor === heldMinor) await closeMetCalls(tx, margin, act)
  return amountMinor
}

/**
 * Releases a part of held margin of either kind to an account: it pays for a loss. The facility's row is locked by the
 * caller.
 */
export async function releaseHeldMargin(
  tx: Tx,
  margin: MarginRow,
  { amountMinor, accountId }: { amountMinor: bigint; accountId: string },
  act: Act,
): Promise<void> {
  const { entityId, tradeId, kind } = margin
  if (kind === 'Initial')
    return void (await releaseInitialMargin(tx, { entityId, tradeId, amountMinor, accountId }, act))
  invariant(amountMinor > 0n && amountMinor <= margin.heldMinor, 'no more variation margin is released than is held')
  await releaseMargin(tx, margin, amountMinor, accountId, act)
  if (amountMinor === margin.heldMinor) await closeMetCalls(tx, margin, act)
}

/** Posts margin back to the account it came from, unless another is named. */
export async function releaseMargin(
  tx: Tx,
  margin: MarginRow,
  amountMinor: bigint,
  accountId: string | undefined,
  act: Act,
): Promise<void> {
  const to = accountId ?? margin.accountId
  invariant(to !== null, 'margin that is held came from an account')
  await moveMargin(tx, margin, { amountMinor: -amountMinor, accountId: to, marginCallId: null }, act)
}

/** Closes met calls whose margin has been returned. */
export async function closeMetCalls(tx: Tx, margin: MarginRow, act: Act): Promise<CallRow[]> {
  const closed: CallRow[] = []
  for (const call of await metCalls(tx, margin)) {
    const released = await updateCall(tx, call, { status: 'Released', outstandingMinor: 0n }, act.at)
    await tell(tx, 'marginCall.released', released, call.status, act)
    closed.push(released)
  }
  return closed
}

/**
 * Ends the margin of a finished deal (delivered, closed out, replaced): withdraws its open calls and returns all held
 * margin to its account. Call it after `closeExposure` and after collecting the deal's debts: released margin is
 * available to the client immediately.
 *
 * @param order.accountFor names the account for margin in a currency, where it is to go to another than it came from
 * @returns the calls that end with it
 */
export async function releaseTradeMargin(
  tx: Tx,
  order: { entityId: string; tradeId: string; accountFor?: (currency: string) => string | undefined },
  act: Act,
): Promise<CallRow[]> {
  const kinds: MarginKind[] = ['Initial', 'Variation']
  const ended: CallRow[] = []
  for (const kind of kinds) {
    const found = await findMargin(tx, order.entityId, order.tradeId, kind)
    if (!found) continue
    await lockFacility(tx, order.entityId, found.facilityId)
    const margin = (await findMargin(tx, order.entityId, order.tradeId, kind))!
    const to = order.accountFor?.(margin.currency)
    if (margin.heldMinor > 0n) await releaseMargin(tx, margin, margin.heldMinor, to, act)
    ended.push(...(await endCalls(tx, margin, act)))
    if (margin.heldMinor > 0n && kind === 'Initial')
      await announceInitial(tx, 'initialMargin.released', { ...margin, amountMinor: margin.heldMinor }, act)
  }
  return ended
}

async function endCalls(tx: Tx, margin: MarginRow, act: Act): Promise<CallRow[]> {
  const withdrawn: CallRow[] = []
  for (const call of await openCallsFor(tx, margin)) withdrawn.push(await withdrawCall(tx, call, act))
  return [...withdrawn, ...(await closeMetCalls(tx, margin, act))]
}

/** Withdraws the calls for the net position of a facility without an open deal. */
export async function withdrawNetCalls(
  tx: Tx,
  facility: { entityId: string; facilityId: string },
  act: Act,
): Promise<void> {
  const net = { ...facility, kind: 'Variation' as const, tradeId: NET }
  if ((await openCallsFor(tx, net)).length === 0) return
  await lockFacility(tx, facility.entityId, facility.facilityId)
  if ((await openPairs(tx, facility)).length > 0) return
  for (const call of await openCallsFor(tx, net)) await withdrawCall(tx, call, act)
}

/** Collects initial margin awaited in an account, earliest deadline first, each in full. */
export const initialMarginAwaitingFunds = (deps: SettleDeps): FundingClass => ({
  waiting: (tx, { entityId, accountId }) => awaitedMargins(tx, entityId, accountId),

  async pay(tx, { entityId, accountId, availableMinor }, tradeId, act) {
    const found = await openInitialCall(tx, { entityId, tradeId })
    const account = await findAccount(tx, entityId, accountId)
    if (!found || account?.status !== 'Active' || !account.permissions.includes('Fx')) return 'Passed'
    if (found.outstandingMinor > availableMinor) return 'Short'
    await lockFacility(tx, entityId, found.facilityId)
    const call = await openInitialCall(tx, { entityId, tradeId }) // the client may have settled it meanwhile
    if (!call) return 'Passed'
    try {
      await settleCall(tx, deps, { entityId, marginCallId: call.marginCallId, account }, act)
      return 'Paid'
    } catch (error) {
      if (refusesMoney(error)) return 'Short'
      throw error
    }
  },
})
