import type { Tx } from '../../kernel/db/db.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { findByBankReference, findNaming, type InboundRow, sumOfEntry } from '../inbound/index.ts'
import { type Claimant, type Credit, type Minor, numbered, reportedOfEntry } from '../rails/index.ts'

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

export const withoutSpaces = (account: string): string => account.replaceAll(' ', '')

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
  for (let number = 1; ; number++) {
    const reference = numbered(entry.reference, number)
    const whole = await findByBankReference(tx, reference)
    if (!whole) return false
    if (isWholeOf(whole, credit) && (credit.claimant?.claims.take(reference, credit.claimant.entry) ?? true)) {
      checkUnderstood(whole, credit)
      return true
    }
    if (!credit.claimant) return false
  }
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
  const returns = await reportedOfEntry(tx, { adapter, entryReference: reportReference, currency, status: 'Returned' })
  if (funds.count + returns.count === 0) return false
  return isOneOf({ currency, amountMinor }, funds.amountMinor + returns.amountMinor, reference, credit.claimant)
}

/**
 * Returns true if a debit that came without details is an entry whose parts are booked as debits of payments.
 *
 * @throws Error if they have another sum
 */
export async function areDebitsBooked(
  tx: Tx,
  { reference, money, claimant }: { reference: string; money?: Minor; claimant?: Claimant },
  adapter: string,
): Promise<boolean> {
  if (!money) return false
  const { currency, amountMinor } = money
  const debits = await reportedOfEntry(tx, { adapter, entryReference: reference, currency, status: 'Sent' })
  if (debits.count === 0) return false
  return isOneOf({ currency, amountMinor }, debits.amountMinor, reference, claimant)
}

/** Returns true if an entry is the one whose parts are booked; or one of equal entries without a reference of the bank. */
function isOneOf({ amountMinor }: Minor, booked: bigint, reference: string, claimant?: Claimant): boolean {
  const isWhole = claimant ? booked % amountMinor === 0n : booked === amountMinor
  if (!isWhole)
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
