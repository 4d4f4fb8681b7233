import { type Finding, finding } from '../findings.ts'
import type { Transaction } from '../read/resources.ts'
import type { Books } from './books.ts'
import { type Effect, effectsOfInbound, effectsOfPayment, effectsOfTrade, effectsOfTransfer } from './effects.ts'
import { minorOf } from './money.ts'

const signed = ({ amount, creditOrDebit }: Transaction): bigint =>
  creditOrDebit === 'Credit' ? minorOf(amount) : -minorOf(amount)

export const isMargin = ({ type }: Transaction): boolean => type === 'MarginPosted' || type === 'MarginReleased'

/** Returns the effects of all resources on the accounts. */
function effectsOf(books: Books): Effect[] {
  const currencyOf = (accountId: string) => books.accounts.get(accountId)?.currency
  return [
    ...[...books.payments.values()].flatMap(effectsOfPayment),
    ...[...books.trades.values()].flatMap((trade) => effectsOfTrade(trade, currencyOf)),
    ...[...books.transfers.values()].flatMap(effectsOfTransfer),
    ...[...books.inbound.values()].flatMap(effectsOfInbound),
    ...books.cleared,
  ]
}

/**
 * Checks that each balance follows from the resources, each transaction belongs to one of them with its amount, and
 * running balances are continuous. Margin is taken as posted here and compared separately.
 */
export function compareBalances(books: Books): Finding[] {
  const bySource = new Map<string, bigint>()
  const add = (accountId: string, resourceId: string, minor: bigint) => {
    const key = `${accountId} ${resourceId}`
    bySource.set(key, (bySource.get(key) ?? 0n) + minor)
  }
  const expected = new Map<string, bigint>()
  const raise = (accountId: string, minor: bigint) => expected.set(accountId, (expected.get(accountId) ?? 0n) + minor)
  for (const { accountId, resourceId, minor } of effectsOf(books)) {
    add(accountId, resourceId, minor)
    raise(accountId, minor)
  }
  const findings: Finding[] = []
  for (const [accountId, transactions] of books.transactions) {
    findings.push(...checkRunning(accountId, transactions, books))
    for (const transaction of transactions) {
      if (isMargin(transaction)) raise(accountId, signed(transaction))
      else add(accountId, transaction.related?.id ?? transaction.transactionId, -signed(transaction))
    }
  }
  for (const [key, minor] of bySource)
    if (minor !== 0n) findings.push(finding('transactions move what their resource says', key, 0, minor))
  for (const [accountId, { booked }] of books.balances) {
    const minor = expected.get(accountId) ?? 0n
    if (minor !== minorOf(booked))
      findings.push(finding('a balance follows from the resources', accountId, minor, booked))
  }
  return findings
}

function checkRunning(accountId: string, transactions: Transaction[], { balances }: Books): Finding[] {
  const findings: Finding[] = []
  let running = 0n
  for (const transaction of transactions) {
    running += signed(transaction)
    if (transaction.runningBalance === null || minorOf(transaction.runningBalance) !== running)
      findings.push(
        finding('a running balance runs on', transaction.transactionId, running, transaction.runningBalance),
      )
  }
  const booked = balances.get(accountId)?.booked
  if (booked !== undefined && minorOf(booked) !== running)
    findings.push(finding('the last running balance is the balance', accountId, running, booked))
  return findings
}
