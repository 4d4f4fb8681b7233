import type { Tx } from '../../kernel/db/db.ts'
import type { Act } from '../../kernel/values/act.ts'
import type { MessageRow } from '../rails/index.ts'
import type { PaymentRow } from '../record/queries.ts'
import type { Clearing, ContradictionKind } from './contradiction-queries.ts'
import { clearContradiction } from './contradictions.ts'
import type { Effect } from './report-rules.ts'

/** Effect of the reversal of a debit that was on the work list: on nothing else, or on the work list again. */
interface Reversed {
  /** The message of the debit that it cancels. */
  sameAs?: string
  /** Entry for the work list of the operator. */
  effect?: Effect
}

/** The effect of a reversal before it is taken. */
interface Decided extends Reversed {
  /** The open contradiction that it clears. */
  clears?: string
}

/**
 * Cancels a debit by its reversal, as `decideReversal` decides.
 *
 * @param payment locked, after its open contradictions
 * @returns undefined if the message reverses no such debit: then it is a return of the payment
 */
export async function cancelDebit(
  tx: Tx,
  payment: PaymentRow,
  message: MessageRow,
  act: Act,
): Promise<Reversed | undefined> {
  const decided = await decideReversal(tx, payment, message)
  if (decided?.clears === undefined) return decided
  const reason = `The bank reversed the debit under the reference ${message.railRef}.`
  await clearContradiction(tx, decided.clears, { decision: 'ReturnToBank', by: 'system', reason }, act)
  return decided
}

/**
 * Decides what a reversal cancels: a debit that the payment does not explain, such as a second one, and that is booked to
 * suspense. The payment keeps its state, as the debit that pays it remains. A reversal of another amount than a second
 * debit may concern either of them, so that an operator decides.
 */
export async function decideReversal(tx: Tx, payment: PaymentRow, message: MessageRow): Promise<Decided | undefined> {
  const { isReversal, amountMinor, currency } = message
  if (!isReversal || amountMinor === null || currency !== null) return undefined
  const debits = await listUnexplainedDebits(tx, payment)
  const same = debits.filter((debit) => debit.amountMinor === amountMinor)
  const debit = same.find(({ decision }) => decision === null) ?? same[0]
  if (!debit) {
    const isUnclear = debits.some(({ kind, decision }) => decision === null && SECOND.has(kind))
    return isUnclear ? { effect: listedEffect(payment, amountMinor) } : undefined
  }
  const { messageId: sameAs, decision, contradictionId } = debit
  if (decision === 'ReturnToBank') return { sameAs }
  if (decision !== null) {
    const detail = `An operator has cleared the repeated debit by ${decision}.`
    return { sameAs, effect: listedEffect(payment, amountMinor, detail) }
  }
  return { sameAs, clears: contradictionId }
}

/** Kinds of a whole debit beside another one. */
const SECOND: ReadonlySet<ContradictionKind> = new Set(['DebitRepeated', 'ReferenceUsedAgain'])

const listedEffect = ({ currency }: PaymentRow, amountMinor: bigint, detail?: string): Effect => ({
  path: [],
  returnMinor: 0n,
  against: {
    kind: 'DebitReversed',
    direction: 'In',
    currency,
    amountMinor,
    isOnce: false,
    ...(detail === undefined ? {} : { detail }),
  },
})

interface UnexplainedDebit {
  contradictionId: string
  kind: ContradictionKind
  decision: Clearing | null
  amountMinor: bigint
  messageId: string
}

/** Debits of a payment that were booked to suspense and not reversed, the oldest first. */
async function listUnexplainedDebits(tx: Tx, { entityId, paymentId }: PaymentRow): Promise<UnexplainedDebit[]> {
  const { rows } = await tx.query<UnexplainedDebit>({
    name: 'list-unexplained-debits', // contradictory_reports_by_payment
    text: `select c.contradiction_id as "contradictionId", c.kind, c.decision, c.amount_minor as "amountMinor",
        m.message_id as "messageId"
      from contradictory_reports c join rail_messages m on m.entity_id = c.entity_id and m.payment_id = c.payment_id
        and c.report_key = 'message ' || m.message_id and m.status in ('Sent', 'Completed')
      where c.entity_id = $1 and c.payment_id = $2 and c.direction = 'Out'
        and not exists (select 1 from rail_messages s where s.entity_id = m.entity_id and s.same_as = m.message_id)
      order by c.reported_at, c.contradiction_id`,
    values: [entityId, paymentId],
  })
  return rows
}
