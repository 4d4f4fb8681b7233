import type { Act } from '../../kernel/values/act.ts'
import { type Db, inTransaction, type Tx, violates } from '../../kernel/db/db.ts'
import { type Sweep, sweepSets } from '../../kernel/jobs/work.ts'
import type { Actor } from '../../kernel/values/actor.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import type { Screening } from '../../screening/index.ts'
import { type Assignment, closeAssignment, insertAssignment, listOpenAssignments } from './assignment-rows.ts'
import { findInbound, type InboundRow, lockInbound, updateInbound } from './queries.ts'
import { checkState, refuse } from './rules.ts'
import { changed } from './events.ts'
import { isCreditable, receiveAssigned } from './service.ts'

/** Assignments that a pass of the worker reads at once. */
const SET = 100

/**
 * Assigns unidentified money to the account it was for, in three steps that write one entity each: the house's row becomes
 * Assigned and promises the client's; the client's book gets the money under the promised id; the promise is closed. After
 * a crash between any two, the worker repeats them.
 *
 * @returns the inbound payment of the client
 * @throws inbound_payment_not_found, inbound_payment_state, inbound_account_closed
 */
export async function assignFunds(
  db: Db,
  inboundPaymentId: string,
  account: { entityId: string; accountId: string; currency: string },
  act: Act,
  screening?: Screening,
): Promise<InboundRow> {
  const assignment = await inTransaction(db, (tx) => promise(tx, inboundPaymentId, account, act))
  return complete(db, assignment, act, screening)
}

/** Completes assignments that a process did not complete. */
export const completeAssignments =
  (screening: Screening): Sweep =>
  ({ db, until, at, failed }) =>
    sweepSets(
      (except) => listOpenAssignments(db.pool, until, { except, limit: SET }),
      async (set) => {
        const left: string[] = []
        for (const assignment of set) {
          const act = { actor: assignment.actor, at: at(assignment.createdAt), wall: new Date() }
          try {
            await complete(db, assignment, act, screening)
          } catch (error) {
            left.push(assignment.inboundPaymentId)
            failed(error, { entityId: HOUSE_ENTITY_ID, resourceId: assignment.inboundPaymentId })
          }
        }
        return { done: set.length - left.length, left }
      },
    )

async function promise(
  tx: Tx,
  inboundPaymentId: string,
  account: { entityId: string; accountId: string; currency: string },
  act: Act,
): Promise<Assignment> {
  const lost = checkState(await lockInbound(tx, HOUSE_ENTITY_ID, inboundPaymentId), 'assign')
  invariant(account.currency === lost.currency, 'the money is in the currency of the account')
  if (!(await isCreditable(tx, account))) throw refuse.inbound_account_closed()
  const assigned = await updateInbound(tx, lost, { status: 'Assigned' })
  await changed(tx, assigned, 'inboundPayment.released', act, 'Unidentified')
  const { entityId: clientEntityId, accountId } = account
  const actor: Actor = act.actor
  const clientPaymentId = newUuid()
  const assignment = { inboundPaymentId, clientEntityId, clientPaymentId, accountId, actor, createdAt: act.at }
  await insertAssignment(tx, assignment)
  return assignment
}

async function complete(
  db: Pick<Db, 'pool'>,
  assignment: Assignment,
  act: Act,
  screening: Screening | undefined,
): Promise<InboundRow> {
  const { inboundPaymentId, clientEntityId: entityId, clientPaymentId, accountId } = assignment
  const lost = await findInbound(db.pool, HOUSE_ENTITY_ID, inboundPaymentId)
  invariant(lost, 'assigned money has a row of the house')
  const own = { entityId, inboundPaymentId: clientPaymentId, accountId }
  const received = await inTransaction(db, async (tx) => {
    const known = await findInbound(tx, entityId, clientPaymentId)
    return known ?? (await receiveAssigned(tx, lost, own, act, screening))
  }).catch(async (error: unknown) => {
    if (!violates(error, 'inbound_payments_pkey')) throw error
    return (await findInbound(db.pool, entityId, clientPaymentId))! // another process was faster
  })
  await closeAssignment(db.pool, inboundPaymentId, act.at)
  return received
}
