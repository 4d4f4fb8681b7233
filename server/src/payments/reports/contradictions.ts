import { Type } from 'typebox'
import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'
import type { EventType } from '../../kernel/values/emitted.ts'
import { findAccount, isOpenForCredit } from '../../accounts/index.ts'
import { localDay } from '../../entities/index.ts'
import { emit } from '../../events/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { type Leg, postJournal } from '../../ledger/index.ts'
import {
  type Clearing,
  type ContradictedMoney,
  type ContradictionRow,
  decideContradiction,
  insertContradiction,
  lockContradiction,
} from './contradiction-queries.ts'
import { command, cross } from '../lifecycle/money.ts'
import { lockPayment, type PaymentRow } from '../record/queries.ts'
import type { MessageRow } from '../rails/index.ts'
import { type Against, EXPLANATIONS } from './report-rules.ts'
import { refuse } from '../record/rules.ts'
import type { Step } from '../lifecycle/transitions.ts'

const reported = {
  contradictionId: Type.String(),
  amount: Type.String(),
  currency: Type.String(),
}

const decision = { decision: Type.String(), by: Type.String(), reason: Type.String() }

/** Events of contradictory reports and of entries of bank files. */
export const contradictionEvents = {
  'payment.contradicted': defineEvent('A report of the bank contradicts a payment.', 'payment', {
    ...reported,
    kind: Type.String(),
    direction: Type.String(),
  }),
  'payment.contradictionCleared': defineEvent('An operator cleared a contradictory report.', 'payment', {
    ...reported,
    ...decision,
  }),
  'bankEntry.rejected': defineEvent('An entry of a bank file cannot be booked.', 'contradiction', {
    bankReference: Type.String(),
    why: Type.String(),
  }),
  'bankEntry.dismissed': defineEvent('An operator dismissed an entry of a bank file.', 'contradiction', {
    contradictionId: Type.String(),
    ...decision,
  }),
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof contradictionEvents, true> {}
}

type Act = Pick<Step, 'actor' | 'at' | 'wall'>

/** Signed as the entity's suspense account has it: positive while we hold money, negative while we miss it. */
const signed = ({ direction, amountMinor }: Pick<ContradictedMoney, 'direction' | 'amountMinor'>): bigint =>
  direction === 'In' ? amountMinor : -amountMinor

/**
 * Books money that contradicts the state of its payment to suspense of the entity's book, and puts the report on the
 * operator's work list, with an event. The state of the payment stays.
 *
 * @param payment locked
 */
export async function contradict(
  tx: Tx,
  payment: PaymentRow,
  { message, ...against }: Against & { message: MessageRow },
  act: Act,
): Promise<void> {
  const { entityId, paymentId } = payment
  const { kind, direction, currency, amountMinor, detail: more } = against
  const amount = signed(against)
  const journalId = await cross(
    tx,
    { ...payment, currency },
    {
      ...command(payment, 'paymentContradicted'),
      valueDate: await localDay(tx, entityId, act.at),
      type: 'PaymentReturn',
    },
    act.at,
    { account: { kind: 'suspense' }, currency, amountMinor: amount },
  )
  const contradictionId = newUuid()
  const isNew = await insertContradiction(tx, {
    entityId,
    contradictionId,
    kind,
    bankReference: message.railRef,
    reportKey: `message ${message.messageId}`,
    explanation: more === undefined ? EXPLANATIONS[kind] : `${EXPLANATIONS[kind]} ${more}`.slice(0, 2000),
    money: { paymentId, direction, currency, amountMinor, journalId },
    reportedAt: act.at,
  })
  invariant(isNew, 'a message is applied once')
  const detail = { contradictionId: formatId('ctr', contradictionId), kind, direction, ...shown(against) }
  await changed(tx, payment, 'payment.contradicted', act, detail)
}

const shown = ({ amountMinor, currency }: Pick<ContradictedMoney, 'amountMinor' | 'currency'>) => ({
  amount: formatAmount(amountMinor, currency),
  currency,
})

const changed = (
  tx: Tx,
  { entityId, paymentId }: Pick<PaymentRow, 'entityId' | 'paymentId'>,
  type: EventType,
  act: Act,
  detail: Record<string, unknown>,
) => emit(tx, act, { entityId, type, resourceType: 'payment', resourceId: paymentId, detail })

/** An entry of a bank's file that cannot be booked. */
interface RejectedEntry {
  /** The bank's reference, or the place in the file. */
  bankReference: string
  /** Description of the contradiction. */
  why: string
  /** Text from the bank. */
  text: string
}

/**
 * Puts an entry of a bank's file that cannot be booked on the operator's work list; nothing is booked.
 *
 * @returns false where the same entry is on the list already
 */
export async function rejectEntry(tx: Tx, { bankReference, why, text }: RejectedEntry, act: Act): Promise<boolean> {
  const contradictionId = newUuid()
  const isNew = await insertContradiction(tx, {
    entityId: HOUSE_ENTITY_ID,
    contradictionId,
    kind: 'EntryRejected',
    bankReference,
    reportKey: `entry ${bankReference}: ${text}`.slice(0, 1000),
    explanation: `${EXPLANATIONS.EntryRejected} ${why} The bank wrote: ${text}`.slice(0, 2000),
    money: null,
    reportedAt: act.at,
  })
  if (!isNew) return false
  await emit(tx, act, {
    entityId: HOUSE_ENTITY_ID,
    type: 'bankEntry.rejected',
    resourceType: 'contradiction',
    resourceId: contradictionId,
    detail: { bankReference, why },
  })
  return true
}

interface ClearingOrder {
  decision: Clearing
  /** Person who decides. */
  by: string
  reason: string
  /** Account of the payment's entity that the money is booked to; the payment's own if absent. */
  accountId?: string
}

/**
 * Clears a contradictory report by an operator's decision: its money leaves suspense for a client account, the bank or our
 * own funds; an entry without booked money is dismissed.
 *
 * @throws contradiction_not_found, contradiction_cleared, contradiction_decision, currency_mismatch, account_not_found,
 *   insufficient_funds where a debit is booked to a client
 */
export async function clearContradiction(
  tx: Tx,
  contradictionId: string,
  order: ClearingOrder,
  act: Act,
): Promise<ContradictionRow> {
  const row = await lockContradiction(tx, contradictionId)
  if (!row) throw refuse.contradiction_not_found()
  if (row.status === 'Cleared') throw refuse.contradiction_cleared({ decision: row.decision })
  const allowed: Clearing[] = row.money ? ['BookToClient', 'ReturnToBank', 'WriteOff'] : ['Dismiss']
  const { decision, by, reason } = order
  if (!allowed.includes(decision)) throw refuse.contradiction_decision({ decision, allowed })
  const done = row.money ? await moveOut(tx, row.entityId, row.money, order, act) : { journalId: null, accountId: null }
  const made = { decision, by, reason, at: act.at, ...done }
  const cleared = await decideContradiction(tx, row, made)
  const detail = { contradictionId: formatId('ctr', contradictionId), decision, by, reason }
  const { money, entityId } = row
  if (money)
    await changed(tx, { entityId, ...money }, 'payment.contradictionCleared', act, { ...detail, ...shown(money) })
  else {
    await emit(tx, act, {
      entityId,
      type: 'bankEntry.dismissed',
      resourceType: 'contradiction',
      resourceId: contradictionId,
      resourceVersion: 2, // an entry is rejected and then dismissed
      detail,
    })
  }
  return cleared
}

/** Posts the money of a contradiction out of suspense. */
async function moveOut(
  tx: Tx,
  entityId: string,
  money: ContradictedMoney,
  { decision, accountId }: ClearingOrder,
  act: Act,
): Promise<{ journalId: string; accountId: string | null }> {
  const payment = await lockPayment(tx, entityId, money.paymentId)
  invariant(payment, 'a contradiction with money is about a payment')
  const { currency, direction } = money
  const amount = signed(money)
  const kind = direction === 'In' ? 'contradictionCredited' : 'contradictionDebited'
  const type = direction === 'In' ? ('PaymentReturn' as const) : ('Payment' as const)
  const journal = { ...command(payment, kind), valueDate: await localDay(tx, entityId, act.at), type }
  const suspense: Leg = { account: { kind: 'suspense' }, currency, amountMinor: -amount }
  if (decision !== 'BookToClient') {
    const house = decision === 'WriteOff' ? 'own_funds' : 'safeguarding'
    const journalId = await cross(tx, { ...payment, currency }, journal, act.at, { ...suspense, house })
    return { journalId, accountId: null }
  }
  const account = await usableAccount(tx, entityId, accountId ?? payment.accountId, currency)
  const client = { account: account.accountId, currency, amountMinor: amount }
  const { journalId } = await postJournal(tx, { ...journal, legs: [suspense, client] }, act.at)
  await emit(tx, act, {
    entityId,
    type: direction === 'In' ? 'account.credited' : 'account.debited',
    resourceType: 'account',
    resourceId: account.accountId,
    detail: { paymentId: formatId('pay', payment.paymentId), ...shown(money) },
  })
  return { journalId, accountId: account.accountId }
}

/** Locks the account against closing. @throws account_not_found, also for a closed one; currency_mismatch */
async function usableAccount(tx: Tx, entityId: string, id: string, currency: string): Promise<{ accountId: string }> {
  const account = (await isOpenForCredit(tx, entityId, id)) ? await findAccount(tx, entityId, id) : undefined
  if (!account) throw refuseShared.account_not_found({ accountId: formatId('acc', id) })
  if (account.currency !== currency) {
    throw refuseShared.currency_mismatch({ expected: currency, actual: account.currency })
  }
  return account
}
