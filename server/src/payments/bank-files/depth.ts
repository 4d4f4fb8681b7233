import type { Tx } from '../../kernel/db/db.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { findByBankReference, findNaming, type InboundRow, sumOfEntry } from '../inbound/index.ts'
import { type Credit, type Minor, reportedOfEntry } from '../rails/index.ts'

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
  const { reference, money, account } = entry
  const whole = reference === credit.reference ? undefined : await findByBankReference(tx, reference)
  if (!whole || !money || !isBare(whole) || !isOnAccount(whole, account)) return false
  const isSame = whole.currency === money.currency && whole.amountMinor === money.amountMinor
  if (!isSame || (credit.valueDate !== undefined && credit.valueDate !== whole.valueDate)) return false
  checkUnderstood(whole, credit)
  return true
}

async function arePartsBooked(tx: Tx, credit: Credit, adapter: string): Promise<boolean> {
  const { reference, reportReference, account } = credit.entry!
  const { currency, amountMinor } = credit
  const on = account === undefined ? null : withoutSpaces(account)
  const funds = await sumOfEntry(tx, { entryReference: reference, entryAccount: on, currency })
  const returns = await reportedOfEntry(tx, { adapter, entryReference: reportReference, currency, status: 'Returned' })
  if (funds.count + returns.count === 0) return false
  checkSum({ currency, amountMinor }, funds.amountMinor + returns.amountMinor)
  return true
}

/**
 * Returns true if a debit that came without details is an entry whose parts are booked as debits of payments.
 *
 * @throws Error if they have another sum
 */
export async function areDebitsBooked(
  tx: Tx,
  { reference, money }: { reference: string; money?: Minor },
  adapter: string,
): Promise<boolean> {
  if (!money) return false
  const { currency, amountMinor } = money
  const debits = await reportedOfEntry(tx, { adapter, entryReference: reference, currency, status: 'Sent' })
  if (debits.count === 0) return false
  checkSum({ currency, amountMinor }, debits.amountMinor)
  return true
}

function checkSum({ amountMinor }: Minor, booked: bigint): void {
  if (booked !== amountMinor)
    throw new Error('Some parts of the entry are booked, and they have another sum. Its other parts were not booked.')
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
