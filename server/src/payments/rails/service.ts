import { recordAudit } from '../../events/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { Act } from '../../kernel/values/act.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { invariant, refusals } from '../../kernel/values/refusals.ts'
import { type NewWork, scheduleWork } from '../../kernel/jobs/work.ts'
import {
  findMessage,
  findReported,
  insertInstruction,
  insertMessage,
  isFailedByHand,
  isUnderWay,
  lockReported,
  type ReportedPayment,
  type StoredReport,
} from './queries.ts'
import { OWN_ID_LENGTH, type RailInstruction, type RailReport } from './rail.ts'
import { listMessagesOfEntry, listReturnsOfId } from './same-money.ts'

const refuse = refusals({
  payment_hand_over_started: {
    status: 409,
    message:
      'The payment is being handed over to the bank, which may have it already. A recall is sent after the hand-over. ' +
      'If the bank confirms that it does not have the payment, an operator can report it with --not-received-by-bank.',
  },
})

export const SUBMIT_WORK = 'payment.submit'
export const REPORT_WORK = 'payment.report'

/** Has a stored report applied: in the order of the payment's account, and before new payments once it is late. */
export const scheduleReport = (tx: Tx, report: Omit<NewWork, 'kind'> & { partition: string }): Promise<void> =>
  scheduleWork(tx, { ...report, kind: REPORT_WORK, continues: true })

/**
 * Stores an instruction with the release that causes it; the rail is called from the row, after the commit.
 *
 * @param order.partition the paying account, which keeps the order of its payments
 */
export async function instructRail(
  tx: Tx,
  order: { entityId: string; paymentId: string; partition: string; instruction: RailInstruction; at: Date },
): Promise<void> {
  const { entityId, paymentId, partition, instruction, at } = order
  await insertInstruction(tx, { entityId, paymentId, body: instruction, at })
  await scheduleWork(tx, { entityId, kind: SUBMIT_WORK, resourceId: paymentId, partition, dueAt: at })
}

/**
 * Outcome of a report: stored now, stored before, about a uetr without a payment of ours, about a payment that this
 * adapter did not submit, or about a debit in another currency than the payment. The last three are not stored.
 */
export type ReportReceipt = 'New' | 'Known' | 'NoPayment' | 'OtherAdapter' | 'OtherCurrency'

/** A report that was taken, with the message that it was stored as if it is new. */
type Taken = { receipt: Exclude<ReportReceipt, 'New'> } | { receipt: 'New'; entityId: string; messageId: string }

/**
 * Stores a rail report and schedules it. An exact repetition changes nothing. A report that reuses a known reference
 * for other content is stored beside the first: a return or debit with another amount is booked to suspense.
 *
 * @param adapter id of the adapter that reports; absent: an operator, who may report on every payment
 */
export async function takeReport(tx: Tx, report: RailReport, adapter?: string): Promise<Taken> {
  const payment = await findReported(tx, report.uetr)
  if (!payment) return { receipt: 'NoPayment' }
  if (adapter !== undefined && !isSubmitter(payment, adapter)) return { receipt: 'OtherAdapter' }
  const { uetr, railRef, status, at } = report
  const contents = contentsOf(report, payment)
  if (await wasStoredBefore(tx, payment, report, contents)) return { receipt: 'Known' }
  if (status === 'Sent' && contents.currency !== null) return { receipt: 'OtherCurrency' }
  const { entityId, paymentId } = payment
  const row = {
    ...contents,
    entityId,
    paymentId,
    messageId: newUuid(),
    uetr,
    railRef,
    alters: await alteredBy(tx, report, { ...payment, ...contents }),
    isReversal: report.isReversal ?? false,
    entryReference: report.entryReference ?? null,
    valueDate: report.valueDate ?? null,
    adapter: adapter ?? null,
    at,
  }
  const isNew = (await insertMessage(tx, row)) || (await insertAltered(tx, row))
  if (!isNew) return { receipt: 'Known' }
  await scheduleReport(tx, { entityId, resourceId: row.messageId, partition: payment.accountId, dueAt: at })
  return { receipt: 'New', entityId, messageId: row.messageId }
}

/** Returns true if a report of an adapter on a payment that it submitted is stored. */
export async function isReported(tx: Tx, report: RailReport, adapter: string): Promise<boolean> {
  const payment = await findReported(tx, report.uetr)
  if (!payment || !isSubmitter(payment, adapter)) return false
  const contents = contentsOf(report, payment)
  const own = await findMessage(tx, payment, report.railRef)
  const isStored = own !== undefined && (isSame(own, contents) || isBookedLater(own, contents))
  return isStored || wasStoredBefore(tx, payment, report, contents)
}

const contentsOf = (report: RailReport, payment: ReportedPayment): Contents => ({
  status: report.status,
  reason: report.reason ?? null,
  amountMinor: report.amountMinor ?? null,
  currency: otherCurrency(report, payment),
})

const otherCurrency = ({ currency }: { currency?: string }, payment: ReportedPayment): string | null =>
  currency === payment.currency ? null : (currency ?? null)

type Contents = Pick<Parameters<typeof insertMessage>[1], 'status' | 'reason' | 'amountMinor' | 'currency'>
const CONTENTS = ['status', 'reason', 'amountMinor', 'currency'] as const

/**
 * Returns true if the report is stored under another reference, by an earlier release or as a return of the same id; or with
 * the amount that an earlier release took.
 */
async function wasStoredBefore(
  tx: Tx,
  payment: ReportedPayment,
  report: RailReport,
  contents: Contents,
): Promise<boolean> {
  const { formerReference, formerPlace, formerName, formerMoney, railRef } = report
  const named = formerName === undefined ? undefined : await findMessage(tx, payment, formerName)
  const numbered = formerReference === undefined ? undefined : await findMessage(tx, payment, formerReference)
  const placed = formerPlace === undefined ? [] : await listMessagesOfEntry(tx, payment, formerPlace)
  const returned = await earlierReturns(tx, payment, report)
  const isStored = (former: Contents | undefined) =>
    former !== undefined && (isSame(former, contents) || isBookedLater(former, contents))
  if ([...placed, numbered, named, ...returned].some(isStored)) return true
  if (!formerMoney) return false
  const { amountMinor } = formerMoney
  const before = { ...contents, amountMinor, currency: otherCurrency(formerMoney, payment) }
  const own = await findMessage(tx, payment, railRef)
  return [...placed, numbered, own].some((former) => former !== undefined && isSame(former, before))
}

/** The messages about a payment by which the bank reported a return of this id, in this file or in other ones. */
const earlierReturns = async (
  tx: Tx,
  payment: Pick<ReportedPayment, 'entityId' | 'paymentId'>,
  { returnId }: RailReport,
): Promise<StoredReport[]> =>
  returnId === undefined || returnId.length < OWN_ID_LENGTH ? [] : listReturnsOfId(tx, payment, returnId)

/** Returns the earlier message of a return whose id the bank uses again for another amount. */
async function alteredBy(
  tx: Tx,
  report: RailReport,
  row: Contents & Pick<ReportedPayment, 'entityId' | 'paymentId'>,
): Promise<string | null> {
  const [earlier] = await earlierReturns(tx, row, report)
  return earlier && !isSame(earlier, row) ? earlier.messageId : null
}

/** Returns true if reports have the same contents. A return or a debit with another reason is the same money. */
const isSame = (a: Contents, b: Contents): boolean =>
  CONTENTS.every((name) => a[name] === b[name] || (name === 'reason' && MONEY.has(a.status)))

/** Returns true if a debit was stored without its amount, which the bank reports now. */
const isBookedLater = (first: Contents, { status }: Contents): boolean =>
  status === 'Sent' && first.status === 'Sent' && first.amountMinor === null

/** Returns whether an adapter may report on the payment with a uetr. */
export async function mayReport(tx: Tx, uetr: string, adapter: string): Promise<boolean> {
  const payment = await findReported(tx, uetr)
  return payment !== undefined && isSubmitter(payment, adapter)
}

/**
 * Returns whether an adapter may report on a payment: it submitted the payment, or no adapter was to. A report on a payment
 * that was not sent contradicts it.
 */
const isSubmitter = ({ isInstructed, adapter, submittedAt }: ReportedPayment, id: string): boolean =>
  adapter === null ? !isInstructed || submittedAt !== null : adapter === id

/** Reports with an amount. */
const MONEY: ReadonlySet<RailReport['status']> = new Set(['Sent', 'Returned'])

/** Stores a report that differs from the one with its reference, under a reference that names its contents. */
async function insertAltered(tx: Tx, row: Parameters<typeof insertMessage>[1]): Promise<boolean> {
  const first = await findMessage(tx, row, row.railRef)
  invariant(first, 'its reference is taken')
  const isMoneyAltered = first.amountMinor !== row.amountMinor || first.currency !== row.currency
  if (isSame(first, row) || isBookedLater(first, row)) return false
  const contents = CONTENTS.map((name) => row[name]).filter((value) => value !== null)
  const isAltered = MONEY.has(row.status) && first.status === row.status && isMoneyAltered
  const alters = isAltered ? first.messageId : null
  return insertMessage(tx, { ...row, railRef: `${row.railRef} (${contents.join(' ')})`, alters })
}

/** Stores a rail report like `takeReport`. @returns true if it was new */
export const receiveReport = async (tx: Tx, report: RailReport, adapter?: string): Promise<boolean> =>
  (await takeReport(tx, report, adapter)).receipt === 'New'

/**
 * Blocks a rejection by hand of a payment whose hand-over has begun: its money would go back to the payer and to the payee.
 *
 * @param payment locked
 * @throws payment_hand_over_started
 */
export async function checkNotUnderWay(
  tx: Tx,
  { entityId, paymentId }: { entityId: string; paymentId: string },
): Promise<void> {
  if (await isUnderWay(tx, entityId, paymentId)) throw refuse.payment_hand_over_started()
}

/** A report that an operator enters. */
type ManualReport = Omit<RailReport, 'at'> & {
  /** True of a payment that failed, if the bank confirmed that it does not have it: its hand-over may have begun. */
  isNotReceived?: boolean
}

/**
 * Stores the report of an operator, with an audit record. A payment that was not handed over before never will be. A failure
 * that an operator reported before changes nothing more, so that it needs no confirmation of the bank again.
 *
 * @returns true if it was new
 * @throws payment_hand_over_started
 */
export async function reportByHand(tx: Tx, manual: ManualReport, act: Act): Promise<boolean> {
  const { isNotReceived = false, ...report } = manual
  const { uetr, status, railRef, reason } = report
  const payment = await findReported(tx, uetr)
  if (payment) await lockReported(tx, payment)
  const isFailure = payment && status === 'Failed' && !isNotReceived
  const isRepeated = isFailure && (await isFailedByHand(tx, payment.entityId, payment.paymentId))
  if (isFailure && !isRepeated) await checkNotUnderWay(tx, payment)
  if (!payment || !(await receiveReport(tx, { ...report, at: act.at }))) return false
  const optional = { ...(reason === undefined ? {} : { reason }), ...(isNotReceived ? { isNotReceived } : {}) }
  await recordAudit(tx, act, {
    entityId: payment.entityId,
    action: 'railReport.entered',
    resourceType: 'payment',
    resourceId: payment.paymentId,
    detail: { uetr, status, railRef, ...optional },
  })
  return true
}
