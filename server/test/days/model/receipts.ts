import { type Finding, finding } from '../findings.ts'
import type { Transaction } from '../read/resources.ts'
import type { Books } from './books.ts'
import { minorOf } from './money.ts'

/** Money in that a bank reported in a file. */
export interface Announced {
  day: string
  accountId: string
  amount: string
  currency: string
}

const isSame = (one: Announced, { accountId, amount, currency }: Transaction): boolean =>
  one.accountId === accountId && minorOf(one.amount) === minorOf(amount) && one.currency === currency

/** The drawdown whose money was collected by pre-authorised debit, as the receipt's reference names it. */
function debitedDrawdown(
  { trades, debited }: Books,
  { reference, accountId, amount }: Transaction,
): string | undefined {
  const tradeId = /^Debit (trd_\w+)$/.exec(reference ?? '')?.[1]
  const trade = tradeId === undefined ? undefined : trades.get(tradeId)
  if (!trade || trade.kind !== 'Drawdown' || trade.sellAccountId !== accountId) return undefined
  const collected = (debited.get(trade.tradeId) ?? 0n) + minorOf(amount)
  if (collected > minorOf(trade.sellAmount)) return undefined
  debited.set(trade.tradeId, collected)
  return trade.tradeId
}

/**
 * Checks receipts without a sandbox request: each was announced by a bank or collected by a debit exactly once, and
 * announced money arrives within a day. Adds them to the receipts that determine balances.
 *
 * @param announced what has not arrived yet; what has arrived is taken out
 */
export function compareReceipts(books: Books, announced: Announced[]): Finding[] {
  const findings: Finding[] = []
  for (const transaction of [...books.transactions.values()].flat()) {
    const { related, type, accountId, amount, currency } = transaction
    if (related?.type !== 'InboundPayment' || type !== 'Deposit' || books.inbound.has(related.id)) continue
    const at = announced.findIndex((each) => isSame(each, transaction))
    if (at !== -1) announced.splice(at, 1)
    else if (!debitedDrawdown(books, transaction))
      findings.push(finding('money in was sent by somebody', related.id, 'nothing', `${amount} ${currency}`))
    const origin = { inboundPaymentId: related.id, entityId: null, accountId }
    books.inbound.set(related.id, { ...origin, amount, currency, status: 'Credited' })
  }
  for (const late of announced.filter(({ day }) => day < books.day))
    findings.push(
      finding('money that the bank reports arrives', late.accountId, `${late.amount} ${late.currency}`, late.day),
    )
  return findings
}
