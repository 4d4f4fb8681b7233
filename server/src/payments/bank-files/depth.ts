import type { Tx } from '../../kernel/db/db.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { findByBankReference, findNaming, type InboundRow, sumOfEntry } from '../inbound/index.ts'
import { drop, readEqualMoney, withoutSpaces } from './equal-money.ts'
import { type Claimant, type Credit, type DebitEntry, type Minor, numbered, reportedOfEntry } from '../rails/index.ts'

/**
 * Money of an entry that the bank reported before with other details: the whole entry without any, or its parts. It is
 * booked once, with the details that came first.
 */

/** Returns true if two reports of an entry differ in their accounts only because one of them came without details. */
export function isOtherDepth(known: InboundRow, { entry }: Credit, account: string | undefined): boolean {
  if (!entry || !isOnAccount(known, entry.account)) return false
  return entry.hasDetails ? isBare(known) : account === entry.account
}

/** Rows of earlier releases do not have their account; the one that they named counts. */
const isOnAccount = ({ entryAccount, namedAccount }: InboundRow, account: string | undefined): boolean =>
  (entryAccount ?? namedAccount) === (account === undefined ? null : withoutSpaces(account))

const isBare = ({ hasDetails, entryAccount, namedAccount }: InboundRow): boolean =>
  hasDetails === null ? entryAccount === null && namedAccount !== null : !hasDetails

/**
 * Returns true if a credit is part of an entry that is booked as a whole, or is an entry whose parts are booked.
 *
 * @param adapter id of the bank
 * @throws Error if the parts that are booked have another sum
 */
export async function isBookedAtOtherDepth(tx: Tx, credit: Credit, adapter: string): Promise<boolean> {
  const { entry } = credit
  if (!entry) return false
  if (!entry.hasDetails) return arePartsBooked(tx, credit, adapter)
  if (entry.reference === credit.reference) return false
  const { claimant } = credit
  if (!claimant || entry.isNamed) {
    const whole = await findByBankReference(tx, entry.reference)
    if (!whole || !isWholeOf(whole, credit)) return false
    checkUnderstood(whole, credit)
    return true
  }
  const { claims, entry: holder } = claimant
  const equal = await claims.remember(`money ${entry.reference}`, () => readEqualMoney(tx, entry.reference))
  for (const [number, whole] of equal.rows) {
    const reference = numbered(entry.reference, number)
    if (!claims.isFree(reference, holder)) drop(equal, number)
    else if (isWholeOf(whole, credit) && claims.take(reference, holder)) {
      checkUnderstood((await findByBankReference(tx, reference)) ?? whole, credit)
      return true
    }
  }
  return false
}

/** Returns true if booked money is the entry of a credit without its details. */
function isWholeOf(whole: InboundRow, { entry, valueDate }: Credit): boolean {
  if (!entry?.money || !isBare(whole) || !isOnAccount(whole, entry.account)) return false
  const isSame = whole.currency === entry.money.currency && whole.amountMinor === entry.money.amountMinor
  return isSame && (valueDate === undefined || valueDate === whole.valueDate)
}

async function arePartsBooked(tx: Tx, credit: Credit, adapter: string): Promise<boolean> {
  const { reference, reportReference, account } = credit.entry!
  const { currency, amountMinor, valueDate = null } = credit
  const on = account === undefined ? null : withoutSpaces(account)
  const funds = await sumOfEntry(tx, { entryReference: reference, entryAccount: on, currency, valueDate })
  const parts = { adapter, entryReference: reportReference, currency, status: 'Returned' as const, valueDate }
  const returns = await reportedOfEntry(tx, parts)
  if (funds.count + returns.count === 0) return false
  const sums = returns.sums.map((sum) => funds.amountMinor + sum)
  return isOneOf({ currency, amountMinor }, sums, reference, credit.claimant)
}

/**
 * Returns true if a debit that came without details is an entry whose parts are booked as debits of payments.
 *
 * @throws Error if they have another sum
 */
export async function areDebitsBooked(
  tx: Tx,
  { reference, money, valueDate, claimant }: DebitEntry,
  adapter: string,
): Promise<boolean> {
  if (!money) return false
  const day = valueDate ?? null
  const parts = {
    adapter,
    entryReference: reference,
    currency: money.currency,
    status: 'Sent' as const,
    valueDate: day,
  }
  const debits = await reportedOfEntry(tx, parts)
  if (debits.count === 0) return false
  return isOneOf(money, debits.sums, reference, claimant)
}

/**
 * Returns true if an entry is the one whose parts are booked; or one of equal entries without a reference of the bank.
 *
 * @param sums sums that its parts may have: without and with those whose day is not known
 */
function isOneOf({ amountMinor }: Minor, sums: readonly bigint[], reference: string, claimant?: Claimant): boolean {
  const booked = sums.find((sum) => sum > 0n && (claimant ? sum % amountMinor === 0n : sum === amountMinor))
  if (booked === undefined)
    throw new Error('Some parts of the entry are booked, and they have another sum. Its other parts were not booked.')
  if (!claimant) return true
  const name = `parts of ${reference}`
  const number = claimant.claims.firstFree(name, claimant.item)
  if (BigInt(number) > booked / amountMinor) return false
  return claimant.claims.take(numbered(name, number), claimant.item)
}

/**
 * Rejects details of money that was booked without them and waits in suspense: they may say whose it is.
 *
 * @throws Error with the inbound payment
 */
export function checkUnderstood(known: InboundRow, { entry }: Credit): void {
  if (known.status !== 'Unidentified' || known.hasDetails !== false || !entry?.hasDetails) return
  const id = formatId('inp', known.inboundPaymentId)
  throw new Error(
    `The entry was booked without details before, as ${id}. If these details name its account, assign it with assign-funds. Nothing was booked again.`,
  )
}

/**
 * Finds money of a payment that another notification reported: an entry without a reference of the bank has only the
 * UETR of its payment to name it.
 */
export async function findByUetr(tx: Tx, credit: Credit, entityIds: string[]): Promise<InboundRow | undefined> {
  const { uetr, hasUetr, entry, currency, amountMinor, references = [] } = credit
  const isNamed = entry?.isNamed !== false || references.some((name) => credit.reference === `camt.054 ${name}`)
  if (uetr === undefined || !hasUetr || isNamed) return undefined
  return findNaming(tx, { entityIds, currency, amountMinor, ids: [uetr], since: new Date(0) })
}
