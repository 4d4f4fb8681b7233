import type { Tx } from '../../kernel/db/db.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { ANSWER_COLUMNS, type AnswerRow, postedOrRefused } from './answers.ts'
import { postCall, postValues, prepare } from './encode.ts'
import { layOut } from './layout.ts'
import { journalPostings } from '../book/queries.ts'
import type { HoldOrder, JournalCommand, Leg, Posted, PostingRow } from '../book/types.ts'

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

/**
 * Posts the contra of a journal: every leg with the opposite sign, for the same value date. A journal is reversed once.
 *
 * @throws insufficient_funds when what it credited is no longer there
 */
export async function reverseJournal(
  tx: Tx,
  original: { entityId: string; journalId: string; description?: string },
  at: Date,
): Promise<Posted> {
  const { entityId, journalId, description } = original
  const postings = await journalPostings(tx, entityId, journalId)
  invariant(postings.length > 0, 'the journal to be reversed exists')
  const [{ valueDate, type, relatedType, relatedId, reference }] = postings as [PostingRow]
  return postJournal(
    tx,
    {
      entityId,
      kind: 'reversal',
      source: { type: relatedType, id: relatedId },
      valueDate,
      type,
      legs: postings.map(contra),
      reversalOf: journalId,
      ...(description === undefined ? {} : { description }),
      ...(reference === null ? {} : { reference }),
    },
    at,
  )
}

const contra = (posting: PostingRow): Leg => ({
  account: posting.accountId,
  currency: posting.currency,
  amountMinor: -posting.amountMinor,
  type: posting.type,
  counterparty: {
    ...(posting.counterpartyName === null ? {} : { name: posting.counterpartyName }),
    ...(posting.counterpartyAccount === null ? {} : { accountNumber: posting.counterpartyAccount }),
  },
})
