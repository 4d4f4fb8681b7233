import { findNaming, type InboundRow } from '../inbound/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { type MessageRow, OWN_ID_LENGTH } from '../rails/index.ts'
import type { PaymentRow } from '../record/queries.ts'
import type { Against, Effect } from './report-rules.ts'

/**
 * Incoming funds that may be the money of a return which the bank reports now: of its amount, received after the payment
 * was made, and naming the payment or the return. The entry named a payer who is not known as a party of the payment, so
 * that it was booked as funds; an operator must decide.
 */
async function findBookedFunds(tx: Tx, payment: PaymentRow, message: MessageRow): Promise<InboundRow | undefined> {
  const { amountMinor, railRef, currency } = message
  const returnId = /^pacs\.004 [^/]*\/(.+)$/.exec(railRef)?.[1]
  if (message.status !== 'Returned' || returnId === undefined || amountMinor === null || currency !== null)
    return undefined
  const { endToEndId, uetr } = payment
  return findNaming(tx, {
    entityIds: [payment.entityId, HOUSE_ENTITY_ID],
    currency: payment.currency,
    amountMinor,
    ids: [endToEndId, uetr, uetr.replaceAll('-', ''), ...(returnId.length >= OWN_ID_LENGTH ? [returnId] : [])],
    since: payment.createdAt,
  })
}

/** Returns the effect of a report, without the credit of a return whose money may be booked as incoming funds. */
export async function withoutBookedFunds(
  tx: Tx,
  payment: PaymentRow,
  message: MessageRow,
  effect: Effect,
): Promise<Effect> {
  const funds = effect.returnMinor > 0n ? await findBookedFunds(tx, payment, message) : undefined
  if (!funds) return effect
  const id = formatId('inp', funds.inboundPaymentId)
  const reference = funds.bankReference === null ? '' : ` under the reference ${funds.bankReference}`
  const against: Against = {
    kind: 'ReturnBookedAsFunds',
    direction: 'In',
    currency: payment.currency,
    amountMinor: message.amountMinor!,
    isOnce: false,
    detail: `They are the inbound payment ${id}${reference}.`,
  }
  return { path: [], returnMinor: 0n, against }
}
