import { raiseInSet, type Tx, writeAtCommit, type Writer } from '../../kernel/db/db.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { ANSWER_COLUMNS, type AnswerRow, postedOrRefused } from './answers.ts'
import { postCall, postValues, prepare } from './encode.ts'
import { layOut } from './layout.ts'
import type { HoldOrder, JournalCommand, Posted } from '../book/types.ts'

/**
 * Posts one command inside the caller's transaction. Internal accounts open when they are first posted to.
 *
 * @param at business time of booking
 * @throws insufficient_funds (params missing, available, currency and the constraint that decides), account_blocked, account_closed
 */
export async function postJournal(tx: Tx, command: JournalCommand, at: Date): Promise<Posted> {
  const [posted] = await postJournals(tx, [command], at)
  return posted!
}

/**
 * Posts several commands in order, with each account locked once and in one order: use it where a transaction has more
 * than one. The first refused command throws, and the caller's transaction must then end.
 *
 * @throws insufficient_funds, account_blocked, account_closed
 */
export async function postJournals(tx: Tx, commands: readonly JournalCommand[], at: Date): Promise<Posted[]> {
  const prepared = commands.map(prepare)
  const { rows } = await tx.query<AnswerRow>({
    name: 'ledger-post',
    text: `select ${ANSWER_COLUMNS} from ${postCall()}`,
    values: postValues(layOut(prepared), at, at), // wall time is kept for keys and audit rows only, and these commands have none
  })
  return prepared.map((command, i) => postedOrRefused(command, rows[i]!))
}

/** Posts commands as `postJournals` does. The statement fails if one is rejected; its answer is not read (`raiseAtCommit`). */
async function postOrFail(tx: Tx, commands: readonly JournalCommand[], at: Date): Promise<void> {
  await tx.query({
    name: 'ledger-post-or-fail',
    text: `select must(outcome = 0, 'the posting') from ${postCall()}`,
    values: postValues(layOut(commands.map(prepare)), at, at),
  })
}

interface ForeseenPosting {
  command: JournalCommand
  at: Date
}

/** Posts the commands of a set together, at the latest of their times. */
const foreseenPostings: Writer<ForeseenPosting> = {
  place: -2,
  raises: () => true,
  write: (tx, postings) =>
    postOrFail(
      tx,
      postings.map(({ command }) => command),
      new Date(Math.max(...postings.map(({ at }) => at.getTime()))),
    ),
}

/** Posts one command as `postJournal` does, and lets the commit confirm it. @throws as `postJournal` */
export const postForeseen = (tx: Tx, command: JournalCommand, at: Date): Promise<void> =>
  raiseInSet(tx, foreseenPostings, { command, at }, (raises) =>
    raises ? postOrFail(tx, [command], at) : postJournal(tx, command, at),
  )

/**
 * Posts commands in the round trip of COMMIT, so that their balances are locked while PostgreSQL works on them alone. The
 * transaction fails as a whole if one is rejected: use it where another path then decides on each. It is not for entries on accounts of
 * clients that the transaction announces: their events show the balance, which is read before.
 *
 * @param at business time of booking, the same for all of a transaction
 */
export function postAtCommit(tx: Tx, commands: readonly JournalCommand[], at: Date): void {
  for (const command of commands) writeAtCommit(tx, foreseenPostings, { command, at })
}

/** Purpose of a hold, shown in the list of pending transactions. */
interface HoldContext {
  entityId: string
  source: { type: string; id: string }
  description?: string
  reference?: string
}

/**
 * Puts money of an account aside.
 *
 * @throws insufficient_funds, account_blocked
 */
export async function placeHold(
  tx: Tx,
  order: Omit<HoldOrder, 'holdId'> & HoldContext & { holdId?: string },
  at: Date,
): Promise<string> {
  const { entityId, source, description, reference, ...rest } = order
  const hold = { ...rest, holdId: order.holdId ?? newUuid() }
  await postJournal(tx, { ...holdCommand(entityId, source, at), description, reference, hold }, at)
  return hold.holdId
}

/** Releases a hold. A hold that is not open is a defect. */
export async function releaseHold(
  tx: Tx,
  hold: { entityId: string; holdId: string; accountId: string },
  at: Date,
): Promise<void> {
  const release = { holdId: hold.holdId, accountId: hold.accountId }
  await postJournal(tx, { ...holdCommand(hold.entityId, { type: 'hold', id: hold.holdId }, at), release }, at)
}

const holdCommand = (entityId: string, source: JournalCommand['source'], at: Date) => ({
  entityId,
  source,
  kind: 'hold',
  valueDate: at.toISOString().slice(0, 10),
  legs: [],
})
