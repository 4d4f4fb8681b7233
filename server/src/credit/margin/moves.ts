import { announceEntries } from '../../accounts/index.ts'
import { localDay } from '../../entities/index.ts'
import { raiseAtCommit, type Tx } from '../../kernel/db/db.ts'
import type { Act } from '../../kernel/values/act.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { type JournalCommand, lockBook, postForeseen } from '../../ledger/index.ts'
import { addCashMargin } from '../facilities/index.ts'
import { insertMove, type MarginRow, NET } from './queries.ts'

const MARGIN = { kind: 'margin' } as const

/**
 * Moves money between an account and the entity's margin account in the same currency, notes it on the margin, and posts
 * it last: the account is the hottest row. The facility's row is locked by the caller.
 *
 * @param move.amountMinor positive: posted from the account; negative: released to it
 * @throws insufficient_funds, account_blocked
 */
export async function moveMargin(
  tx: Tx,
  margin: Pick<MarginRow, 'entityId' | 'facilityId' | 'kind' | 'tradeId' | 'currency'>,
  move: { amountMinor: bigint; accountId: string; marginCallId: string | null },
  act: Act,
): Promise<void> {
  const { at } = act
  const { entityId, facilityId, kind, currency } = margin
  const { amountMinor, accountId, marginCallId } = move
  const isPosted = amountMinor > 0n
  await lockBook(tx, entityId)
  await addCashMargin(tx, { entityId, facilityId, kind, currency, byMinor: amountMinor })
  const journalId = newUuid()
  const journal: JournalCommand = {
    entityId,
    journalId,
    kind: isPosted ? 'marginPosted' : 'marginReleased',
    source: sourceOf(margin, marginCallId),
    valueDate: await localDay(tx, entityId, at),
    type: isPosted ? 'MarginPosted' : 'MarginReleased',
    description: `${kind} margin ${isPosted ? 'posted' : 'released'}`,
    legs: [
      { account: accountId, currency, amountMinor: -amountMinor },
      { account: MARGIN, currency, amountMinor },
    ],
  }
  await postForeseen(tx, journal, at)
  await announceEntries(tx, act, journal)
  const moved = { moveId: newUuid(), kind, currency, amountMinor, accountId, journalId, marginCallId, movedAt: at }
  await raiseAtCommit(tx, () => insertMove(tx, margin, moved))
}

/** Returns the source named on a statement line: the trade, or the call of a net position. */
const sourceOf = ({ tradeId, facilityId }: Pick<MarginRow, 'tradeId' | 'facilityId'>, callId: string | null) => {
  if (tradeId !== NET) return { type: 'trade', id: tradeId }
  return callId === null ? { type: 'creditFacility', id: facilityId } : { type: 'marginCall', id: callId }
}
