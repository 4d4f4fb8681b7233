import type { Act } from '../../../kernel/values/act.ts'
import { inSavepoint, type Tx } from '../../../kernel/db/db.ts'
import { newUuid } from '../../../kernel/values/ids.ts'
import { scheduleWork } from '../../../kernel/jobs/work.ts'
import { refusesMoney } from '../../../ledger/index.ts'
import { CALL_DUE, tell } from '../calls.ts'
import { awaitCalls } from '../collection.ts'
import { facilityOf, scheduleCloseOut } from '../work.ts'
import { releaseMargin } from '../initial.ts'
import { moveMargin } from '../moves.ts'
import { type CallRow, ensureMargin, findMargin, insertCall, type MarginRow, NET, openCallsFor } from '../queries.ts'

/** A deal from which a part was split off as a deal of its own, under the same facility. */
interface Division {
  entityId: string
  facilityId: string
  tradeId: string
  partId: string
  /** Returns the part's share of an amount in minor units. */
  shareOf: (amountMinor: bigint) => bigint
}

/**
 * Divides the variation margin of a deal from which a part was split off. The part takes its share of the margin held and of each unpaid call,
 * with the call's deadline: else a split would release margin, and replace a call by a later one. Calls for the net position name
 * the part too. The facility's row is locked by the caller. Call it last: it locks all balances of the entity.
 */
export async function divideVariationMargin(tx: Tx, division: Division, act: Act): Promise<void> {
  const { entityId, facilityId, tradeId, partId } = division
  await nameInNetCalls(tx, division, act.at)
  const margin = await findMargin(tx, entityId, tradeId, 'Variation')
  if (!margin) return
  const part = { entityId, facilityId, kind: margin.kind, tradeId: partId, currency: margin.currency }
  await ensureMargin(tx, part, act.at)
  const calls: CallRow[] = []
  for (const call of await openCallsFor(tx, margin)) {
    const divided = await divideCall(tx, call, division, act)
    if (divided) calls.push(divided)
  }
  await moveHeld(tx, margin, part, division.shareOf(margin.heldMinor), act)
  await awaitCalls(tx, calls, act.at)
}

/** Moves margin from a deal to its part, over the account that paid it. From an account that is blocked it stays where it is. */
async function moveHeld(
  tx: Tx,
  margin: MarginRow,
  part: Parameters<typeof moveMargin>[1],
  amountMinor: bigint,
  act: Act,
): Promise<void> {
  const { accountId } = margin
  if (amountMinor <= 0n || accountId === null) return
  try {
    await inSavepoint(tx, async () => {
      await releaseMargin(tx, margin, amountMinor, accountId, act)
      await moveMargin(tx, part, { amountMinor, accountId, marginCallId: null }, act)
    })
  } catch (error) {
    if (!refusesMoney(error)) throw error
  }
}

/** @returns the part's call; undefined if its share is nothing */
async function divideCall(
  tx: Tx,
  call: CallRow,
  { partId, shareOf }: Division,
  act: Act,
): Promise<CallRow | undefined> {
  const share = shareOf(call.outstandingMinor)
  const amountMinor = share < call.outstandingMinor ? share : call.outstandingMinor - 1n // a call is for something
  if (amountMinor <= 0n) return undefined
  await lower(tx, call, amountMinor, act.at)
  const divided: CallRow = {
    ...call,
    marginCallId: newUuid(),
    tradeId: partId,
    reasonTradeIds: [partId],
    amountMinor,
    outstandingMinor: amountMinor,
    status: call.status === 'Overdue' ? 'Overdue' : 'Issued',
    explanation: `${call.explanation} This call is the share of a part that was split off.`,
    version: 1,
    updatedAt: act.at,
  }
  await insertCall(tx, divided)
  await tell(tx, 'marginCall.issued', divided, undefined, act)
  const { entityId, marginCallId: resourceId, dueAt } = divided
  if (divided.status === 'Issued') await scheduleWork(tx, { entityId, kind: CALL_DUE, resourceId, dueAt })
  else {
    await tell(tx, 'marginCall.overdue', divided, undefined, act)
    await scheduleCloseOut(tx, await facilityOf(tx, divided), divided)
  }
  return divided
}

/** Lowers the unpaid rest of a call; a rest stays. */
async function lower(tx: Tx, { entityId, marginCallId }: CallRow, byMinor: bigint, at: Date): Promise<void> {
  await tx.query({
    name: 'divide-margin-call',
    text: `update margin_calls set amount_minor = amount_minor - $3, outstanding_minor = outstanding_minor - $3,
        explanation = explanation || ' Lowered because a part of the deal was split off.', version = version + 1, updated_at = $4
      where entity_id = $1 and margin_call_id = $2`,
    values: [entityId, marginCallId, byMinor, at],
  })
}

/** Index margin_calls_open. */
async function nameInNetCalls(tx: Tx, { entityId, facilityId, tradeId, partId }: Division, at: Date): Promise<void> {
  await tx.query({
    name: 'name-part-in-net-calls',
    text: `update margin_calls set reason_trade_ids = reason_trade_ids || $5::uuid, version = version + 1, updated_at = $6
      where entity_id = $1 and facility_id = $2 and trade_id = $3 and $4::uuid = any (reason_trade_ids)
        and status in ('Issued', 'PartlyMet', 'Overdue')`,
    values: [entityId, facilityId, NET, tradeId, partId, at],
  })
}
