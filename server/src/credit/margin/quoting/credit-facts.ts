import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import { type CreditBook, lockCreditBook, readCreditBook } from '../../facilities/index.ts'
import { checkUnpaid, type UnpaidTrade } from '../../unpaid/index.ts'
import { refuseOverdueCall } from '../calls.ts'
import { type CallRow, openCalls } from '../queries.ts'

/** All facts of an entity that decide on a deal on credit: facilities with their use, debts and overdue margin calls. */
export interface CreditFacts {
  book: CreditBook
  unpaid: readonly UnpaidTrade[]
  overdueCalls: readonly CallRow[]
}

/** Reads the credit facts of an entity in one round trip. */
export const readCreditFacts = (db: Queryable, entityId: string): Promise<CreditFacts> =>
  factsOf(readCreditBook(db, entityId), db, entityId)

/** Locks all facilities of an entity until the transaction ends, then reads its credit facts: in one round trip. */
export const lockCreditFacts = (tx: Tx, entityId: string): Promise<CreditFacts> =>
  factsOf(lockCreditBook(tx, entityId), tx, entityId)

async function factsOf(reading: Promise<CreditBook>, db: Queryable, entityId: string): Promise<CreditFacts> {
  const [book, overdueCalls] = await Promise.all([reading, openCalls(db, entityId, undefined, 'Overdue')])
  return { book, unpaid: book.unpaid, overdueCalls }
}

/**
 * Rejects a new deal under a facility while one of its margin calls is overdue or the entity has not paid in time.
 *
 * @param exceptTradeId a trade that the deal itself takes care of: an overdue forward that is extended
 * @throws margin_call_overdue, unpaid_amounts_outstanding
 */
export function checkMayDeal(facts: CreditFacts, facilityId: string, at: Date, exceptTradeId?: string): void {
  checkNoneOverdue(facts, facilityId)
  checkUnpaid(facts.unpaid, at, exceptTradeId)
}

/** @throws margin_call_overdue while a margin call of a facility is overdue */
export const checkNoneOverdue = ({ overdueCalls }: Pick<CreditFacts, 'overdueCalls'>, facilityId: string): void =>
  refuseOverdueCall(overdueCalls.find((call) => call.facilityId === facilityId))
