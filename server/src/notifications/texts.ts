import { findBeneficiary } from '../beneficiaries/index.ts'
import { findCall } from '../credit/margin/index.ts'
import { localStamp, longDate, moneyText } from '../documents/index.ts'
import { formatResourceId } from '../events/index.ts'
import { findRateAlert, presentRateAlert } from '../fx/rate-alerts/index.ts'
import { amountsAtRate, findOrder, presentOrder } from '../fx/orders/index.ts'
import { findTrade, type TradeRow } from '../fx/trades/index.ts'
import { findOrders } from '../internal-transfers/index.ts'
import type { Queryable } from '../kernel/db/db.ts'
import { formatId } from '../kernel/values/ids.ts'
import { findPayment } from '../payments/index.ts'
import type { EmailRow } from './queries.ts'

/** Facts of one event: its title, and lines of name and value. */
export interface Facts {
  subject: string
  opening: string
  lines: readonly (readonly [name: string, value: string])[]
  /** Advice on what to do. */
  next: string
}

interface Addressee {
  entityName: string
  /** IANA zone in which times are written. */
  timeZone: string
}

type FactsOf = (db: Queryable, email: EmailRow, addressee: Addressee) => Promise<Facts | undefined>

const marginCallFacts: FactsOf = async (db, { entityId, resourceId, eventType }, { entityName, timeZone }) => {
  const call = await findCall(db, entityId, resourceId)
  if (!call || !['Issued', 'PartlyMet', 'Overdue'].includes(call.status)) return undefined
  const outstanding = moneyText(call.outstandingMinor, call.currency)
  const isOverdue = eventType === 'marginCall.overdue'
  if (isOverdue !== (call.status === 'Overdue')) return undefined // the other e-mail is about it
  const due = localStamp(call.dueAt, timeZone)
  return {
    subject: isOverdue ? `Overdue margin call: ${outstanding}` : `Margin call: ${outstanding} by ${due}`,
    opening: isOverdue ? `A margin call to ${entityName} is overdue.` : `A margin call was issued to ${entityName}.`,
    lines: [
      ['Outstanding', outstanding],
      ['Due', due],
      ['Kind', call.kind === 'Initial' ? 'initial margin' : 'variation margin'],
      ['Margin call', formatId('mgc', call.marginCallId)],
      ['Reason', call.explanation],
    ],
    next: call.accountId
      ? 'It is collected from your account as soon as money is available there.'
      : 'Settle it from one of your accounts in its currency.',
  }
}

const overdueTradeFacts: FactsOf = async (db, { entityId, resourceId }, { entityName }) => {
  const trade = await findTrade(db, entityId, resourceId)
  if (trade?.status !== 'Overdue') return undefined
  const deal = dealOf(trade)
  return {
    subject: `Overdue trade: ${deal}`,
    opening: `${entityName} has not paid a trade in time.`,
    lines: [
      ['Trade', formatId('trd', trade.tradeId)],
      ['Deal', deal],
      ['Rate', `${trade.currencyPair} ${trade.rate}`],
      ['Value date', longDate(trade.valueDate)],
    ],
    next: `Provide ${moneyText(trade.sellMinor, trade.sellCurrency)} on the account that pays. An overdue trade can be closed out at your cost.`,
  }
}

type Deal = Pick<TradeRow, 'buyMinor' | 'buyCurrency' | 'sellMinor' | 'sellCurrency'>

const dealOf = ({ buyMinor, buyCurrency, sellMinor, sellCurrency }: Deal): string =>
  `buy ${moneyText(buyMinor, buyCurrency)}, sell ${moneyText(sellMinor, sellCurrency)}`

const approvalFacts: FactsOf = async (db, email, { entityName, timeZone }) => {
  const { entityId, resourceType, resourceId, eventAt } = email
  const order = await ORDERS[resourceType]?.(db, entityId, resourceId, { timeZone })
  if (!order) return undefined
  const { name, summary, lines } = order
  return {
    subject: `Approval required: ${summary}`,
    opening: `${/^[aeiou]/.test(name) ? 'An' : 'A'} ${name} of ${entityName} requires approval.`,
    lines: [
      [`${name[0]!.toUpperCase()}${name.slice(1)}`, formatResourceId(resourceType, resourceId)],
      ...lines,
      ['Requested', localStamp(eventAt, timeZone)],
    ],
    next: 'A client with the role of approver can approve or reject it.',
  }
}

/** An order that awaits approval. */
interface Order extends Pick<Facts, 'lines'> {
  name: string
  summary: string
}

/** Returns an order; undefined if it awaits no approval any more. */
type ReadOrder = (
  db: Queryable,
  entityId: string,
  id: string,
  addressee: Pick<Addressee, 'timeZone'>,
) => Promise<Order | undefined>

const ORDERS: Record<string, ReadOrder> = {
  async payment(db, entityId, id) {
    const payment = await findPayment(db, entityId, id)
    if (payment?.status !== 'PendingApproval') return undefined
    const amount = moneyText(payment.amountMinor, payment.currency)
    const payee = (payment.payee as { name?: string } | null)?.name ?? ''
    return {
      name: 'payment',
      summary: `payment of ${amount} to ${payee}`,
      lines: [
        ['Amount', amount],
        ['Payee', payee],
        ['Payment date', longDate(payment.paymentDate)],
      ],
    }
  },
  async trade(db, entityId, id) {
    const trade = await findTrade(db, entityId, id)
    if (trade?.status !== 'PendingApproval') return undefined
    const deal = dealOf(trade)
    return { name: 'trade', summary: `trade: ${deal}`, lines: [['Deal', deal]] }
  },
  async order(db, entityId, id, { timeZone }) {
    const order = await findOrder(db, entityId, id)
    if (order?.status !== 'PendingApproval') return undefined
    const [name, deal] = [`${order.type.toLowerCase()} order`, dealOf({ ...order, ...amountsAtRate(order) })]
    return {
      name,
      summary: `${name}: ${deal}`,
      lines: [
        ['Deal', deal],
        ['Rate', `${order.currencyPair} ${presentOrder(order).rate}`],
        ['Expires', localStamp(order.expiresAt, timeZone)],
      ],
    }
  },
  async internalTransfer(db, entityId, id) {
    const [order] = await findOrders(db, entityId, [id])
    if (order?.status !== 'PendingApproval') return undefined
    const amount = moneyText(order.amountMinor, order.currency)
    return { name: 'internal transfer', summary: `internal transfer of ${amount}`, lines: [['Amount', amount]] }
  },
  async beneficiary(db, entityId, id) {
    const beneficiary = await findBeneficiary(db, entityId, id)
    if (beneficiary?.status !== 'PendingApproval') return undefined
    return { name: 'beneficiary', summary: `beneficiary ${beneficiary.name}`, lines: [['Name', beneficiary.name]] }
  },
}

const rateAlertFacts: FactsOf = async (db, { entityId, resourceId }, { entityName, timeZone }) => {
  const alert = await findRateAlert(db, entityId, resourceId)
  if (!alert?.triggeredAt) return undefined
  const { currencyPair, rate, triggeredRate } = presentRateAlert(alert, alert.triggeredAt)
  const side = alert.direction === 'AtOrAbove' ? 'at or above' : 'at or below'
  return {
    subject: `Rate alert: ${currencyPair} is ${side} ${rate}`,
    opening: `The market has reached a rate that ${entityName} waits for.`,
    lines: [
      ['Rate alert', formatId('ral', alert.rateAlertId)],
      ['Alert', `${currencyPair} ${side} ${rate}`],
      ['Middle', `${triggeredRate} at ${localStamp(alert.triggeredAt, timeZone)}`],
      ['Source', alert.source!],
      ...(alert.note === null ? [] : [['Note', alert.note] as const]),
    ],
    next: 'The middle includes neither the spread nor a mark-up. Request a quote for your rate: nothing was dealt.',
  }
}

const orderFacts: FactsOf = async (db, { entityId, resourceId }, { entityName, timeZone }) => {
  const order = await findOrder(db, entityId, resourceId)
  if (!order) return undefined
  const deal = dealOf({ ...order, ...amountsAtRate(order) })
  const { status, currencyPair, rate, filledRate, tradeId, rejectionReason } = presentOrder(order)
  const ended: Record<string, readonly string[]> = {
    Filled: [`at ${filledRate}`, 'It was filled by a spot trade, which settles like every other.'],
    Rejected: [`with ${rejectionReason}`, 'Nothing was dealt. Place a new order once the cause is resolved.'],
    Expired: [`at ${localStamp(order.expiresAt, timeZone)}`, 'Nothing was dealt. Place a new order to wait longer.'],
  }
  const [end, next] = ended[status] ?? []
  if (end === undefined) return undefined
  const name = `${order.type.toLowerCase()} order`
  return {
    subject: `${status} ${name}: ${deal}`,
    opening: `A ${name} of ${entityName} is ${status.toLowerCase()} ${end}.`,
    lines: [
      ['Order', formatId('ord', order.orderId)],
      ['Deal', `${deal}, at the rate of the order`],
      ['Rate', `${currencyPair} ${rate}`],
      ...(tradeId === null ? [] : [['Trade', tradeId] as const]),
    ],
    next: next!,
  }
}

const FACTS_OF: Record<EmailRow['eventType'], FactsOf> = {
  'marginCall.issued': marginCallFacts,
  'marginCall.overdue': marginCallFacts,
  'trade.overdue': overdueTradeFacts,
  'approval.requested': approvalFacts,
  'rateAlert.triggered': rateAlertFacts,
  'order.filled': orderFacts,
  'order.rejected': orderFacts,
  'order.expired': orderFacts,
}

/** Returns the facts of an e-mail from the present state of its resource; undefined if it needs attention no more. */
export const factsOf: FactsOf = (db, email, addressee) => FACTS_OF[email.eventType](db, email, addressee)
