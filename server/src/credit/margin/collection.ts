import { accountsOf, defaultAccount, findAccount } from '../../accounts/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { awaitMoney, type FundingClass, lockBook, refusesMoney } from '../../ledger/index.ts'
import { type FacilityRow, lockFacility, termsInForce } from '../facilities/index.ts'
import { isPastDue, unpaidTrades } from '../unpaid/index.ts'
import { type SettleDeps, settleCall } from './calls.ts'
import { type CallRow, collectedCalls, findCall, lastPayingAccount, NET } from './queries.ts'
import { canCall } from './rules.ts'

/**
 * Returns the account from which the variation margin calls of a facility are collected: the one that paid such a call
 * last, else the entity's default account in the facility's currency. Null where the client pays them itself, or has no
 * such account that may deal.
 */
export async function collectingAccount(tx: Tx, facility: FacilityRow): Promise<string | null> {
  const { entityId, facilityId, currency } = facility
  if (termsInForce(facility).callCollection === 'OnRequest') return null
  const usable = (await accountsOf(tx, entityId)).filter(
    (account) => account.currency === currency && account.status === 'Active' && account.permissions.includes('Fx'),
  )
  const last = await lastPayingAccount(tx, entityId, facilityId)
  const found = usable.find(({ accountId }) => accountId === last) ?? defaultAccount(usable, currency)
  return found?.accountId ?? null
}

/** Has calls collected from now on. Call it last: it locks all balances of the entity. */
export async function awaitCalls(tx: Tx, calls: readonly CallRow[], at: Date): Promise<void> {
  const awaited = new Map(
    calls.flatMap(({ entityId, accountId }) => (accountId === null ? [] : [[accountId, entityId]])),
  )
  for (const [accountId, entityId] of awaited) {
    await lockBook(tx, entityId)
    await awaitMoney(tx, { entityId, accountId }, at)
  }
}

/**
 * Returns true if money of the call's currency is meant for a loss of its facility: one that is unpaid and not past due yet. Margin of
 * the net position pays for a loss only once that is past due.
 */
async function yieldsToLoss(tx: Tx, { entityId, facilityId, tradeId, currency }: CallRow, at: Date): Promise<boolean> {
  if (tradeId !== NET) return false
  return (await unpaidTrades(tx, entityId)).some(
    (unpaid) =>
      unpaid.kind === 'CloseOut' &&
      unpaid.facilityId === facilityId &&
      unpaid.currency === currency &&
      !isPastDue(unpaid, at),
  )
}

/** Collects variation margin calls from an account, earliest deadline first, in parts if necessary. */
export const marginCallsAwaitingFunds = (deps: SettleDeps): FundingClass => ({
  waiting: (tx, { entityId, accountId }) => collectedCalls(tx, entityId, accountId),

  async pay(tx, { entityId, accountId, availableMinor }, marginCallId, act) {
    if (availableMinor <= 0n) return 'Short'
    const account = await findAccount(tx, entityId, accountId)
    const found = await findCall(tx, entityId, marginCallId)
    if (!found || account?.status !== 'Active' || !account.permissions.includes('Fx')) return 'Passed'
    await lockFacility(tx, entityId, found.facilityId)
    const call = (await findCall(tx, entityId, marginCallId))! // the client may have paid it meanwhile
    if (!canCall(call.status, 'settle') || (await yieldsToLoss(tx, call, act.at))) return 'Passed'
    const amountMinor = call.outstandingMinor < availableMinor ? call.outstandingMinor : availableMinor
    try {
      await settleCall(tx, deps, { entityId, marginCallId, account, amountMinor }, act)
      return 'Paid'
    } catch (error) {
      if (refusesMoney(error)) return 'Short'
      throw error
    }
  },
})
