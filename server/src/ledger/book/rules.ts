import { formatId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { invariant, Refusal, refusals } from '../../kernel/values/refusals.ts'
import { legAccountId } from './books.ts'
import type { BalanceRow, JournalCommand, Leg } from './types.ts'

/** Errors of the ledger. The first names its constraint: `balances_above_floor`. */
export const refuseLedger = refusals({
  insufficient_funds: {
    status: 422,
    message: 'The account has {available} {currency} available and needs {missing} {currency} more.',
  },
  account_blocked: { status: 422, message: 'The account is blocked: no money may leave it until the block is lifted.' },
  account_closed: { status: 422, message: 'The account is closed. Name an open account.' },
})

/**
 * The refusal of a command that would have taken more from an account than it has.
 *
 * @param neededMinor what the command takes from the account, in minor units
 */
export function insufficientFunds(
  accountId: string,
  currency: string,
  neededMinor: bigint,
  missingMinor: bigint,
): Refusal {
  return refuseLedger.insufficient_funds({
    accountId: formatId('acc', accountId),
    available: formatAmount(neededMinor - missingMinor, currency),
    missing: formatAmount(missingMinor, currency),
    currency,
    constraint: 'balances_above_floor',
  })
}

/** Returns true if an error reports an account without sufficient money, or a blocked one. */
export const refusesMoney = (error: unknown): error is Refusal =>
  error instanceof Refusal && (error.code === 'insufficient_funds' || error.code === 'account_blocked')

/** Returns the available amount of an account, zero if it is not open. Minor units. */
export const availableOf = (balance: BalanceRow | undefined): bigint =>
  balance ? balance.balanceMinor - balance.heldMinor - (balance.floorMinor ?? 0n) : 0n

export const accountBlocked = (accountId: string): Refusal =>
  refuseLedger.account_blocked({ accountId: formatId('acc', accountId) })

/** Creates the error for crediting a closed account. The database enforces it as `balances_closed_are_empty`. */
export const accountClosed = (accountId: string): Refusal =>
  refuseLedger.account_closed({ accountId: formatId('acc', accountId) })

/** Returns a command's net debit on an account: legs and the hold it places. Minor units; negative for a credit. */
export function takenFrom(command: JournalCommand, accountId: string): bigint {
  const legs = command.legs.filter((leg) => isOn(command, leg, accountId))
  const held = command.hold?.accountId === accountId ? command.hold.amountMinor : 0n
  return legs.reduce((sum, leg) => sum - leg.amountMinor, held)
}

const isOn = (command: JournalCommand, leg: Leg, accountId: string): boolean =>
  legAccountId(command.entityId, leg) === accountId

/** The currency in which a command touches an account. */
export function currencyOn(command: JournalCommand, accountId: string): string {
  const leg = command.legs.find((each) => isOn(command, each, accountId))
  const currency = leg?.currency ?? (command.hold?.accountId === accountId ? command.hold.currency : undefined)
  invariant(currency, 'the short account is one of the command')
  return currency
}

/**
 * Checks that a journal's legs sum to zero in each currency, no leg is zero, and the command has an effect; anything
 * else is a defect.
 */
export function checkCommand(command: JournalCommand): void {
  const [first, second] = command.legs
  if (command.legs.length === 2 && command.type && first!.currency === second!.currency)
    // nearly all: two legs
    return invariant(first!.amountMinor !== 0n && first!.amountMinor === -second!.amountMinor, 'the journal balances')
  const sums = new Map<string, bigint>()
  for (const { currency, amountMinor } of command.legs) {
    invariant(amountMinor !== 0n, 'a leg moves something')
    sums.set(currency, (sums.get(currency) ?? 0n) + amountMinor)
  }
  for (const sum of sums.values()) invariant(sum === 0n, 'the journal balances in each currency')
  const { legs, hold, release, movesNothing = false } = command
  invariant(movesNothing !== (legs.length > 0 || Boolean(hold) || Boolean(release)), 'the command does what it says')
  invariant(command.legs.length === 0 || command.type || command.legs.every((leg) => leg.type), 'each leg has a type')
}
