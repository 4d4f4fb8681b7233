import { findNamedAccount } from '../../accounts/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { findByBankReference, type InboundRow } from '../inbound/index.ts'
import { type Claimant, type Credit, numbered } from '../rails/index.ts'
import { isOtherDepth } from './depth.ts'
import {
  candidatesFor,
  drop,
  type EqualMoney,
  idOf,
  idsOf,
  readEqualMoney,
  withId,
  withoutSpaces,
} from './equal-money.ts'

/** Comparison of a credit with money that is booked. */

export type Named = Awaited<ReturnType<typeof accountNamed>>

export const accountNamed = async (tx: Tx, { account: iban }: Pick<Credit, 'account'>) =>
  iban === undefined ? undefined : findNamedAccount(tx, withoutSpaces(iban))

interface Match {
  known: InboundRow | undefined
  reference: string
}

/**
 * Finds the money of a credit that shares its reference with equal ones, whose money is numbered. Money that another item
 * of the file has matched is not looked at; of the rest, money of the same payer comes first.
 *
 * @returns the money, taken for the credit; or else money with its id for another account; or else the first reference that
 *   is free. An entry with a reference of the bank has as many as parts: then other money of one of them
 */
export async function findAmongEqual(tx: Tx, credit: Credit & { claimant: Claimant }, found: Named): Promise<Match> {
  const { claims, item } = credit.claimant
  const equal = await claims.remember(`money ${credit.reference}`, () => readEqualMoney(tx, credit.reference))
  const matched = matchAmong(equal, credit, found) ?? freeAmong(equal, credit, found)
  if (!matched.known) return matched
  // the rows were read at the first of the equal items, and an operator may have decided on this one
  const known = await findByBankReference(tx, matched.reference)
  if (known && differencesFrom(known, credit, found).length === 0) claims.take(matched.reference, item)
  return { known, reference: matched.reference }
}

/** Returns money without differences, of the same payer or of one who may be the same; or else money with the id of the credit. */
function matchAmong(equal: EqualMoney, credit: Credit & { claimant: Claimant }, found: Named): Match | undefined {
  const { claims, item } = credit.claimant
  const at = (number: number): { known: InboundRow; reference: string } | undefined => {
    const reference = numbered(credit.reference, number)
    if (claims.isFree(reference, item)) return { known: equal.rows.get(number)!, reference }
    drop(equal, number)
    return undefined
  }
  for (const wanted of ['Same', 'Similar'] as const)
    for (const number of candidatesFor(equal, credit, wanted)) {
      const match = at(number)
      if (!match || differencesFrom(match.known, credit, found).length > 0) continue
      if (likenessOf(match.known, credit) === wanted) return match
    }
  const id = idOf(credit)
  if (id === undefined) return undefined
  for (const number of withId(equal, id)) {
    const match = at(number)
    if (match && likenessOf(match.known, credit) === 'Same') return match
  }
  return undefined
}

/** Returns the first reference that is free; of an entry that has no more parts, other money of one of them. */
function freeAmong(equal: EqualMoney, credit: Credit & { claimant: Claimant }, found: Named): Match {
  const { claims, item } = credit.claimant
  const free = claims.firstFree(credit.reference, item, (number) => equal.used.has(number))
  if (credit.equal === undefined || free <= credit.equal.count)
    return { known: undefined, reference: numbered(credit.reference, free) }
  const others = [...equal.rows].flatMap(([number, known]) => {
    const reference = numbered(credit.reference, number)
    return claims.isFree(reference, item) ? [{ known, reference }] : []
  })
  const same = others.find(({ known }) => differencesFrom(known, credit, found).length === 0)
  const altered = same ?? others.find(({ reference }) => claims.take(`other than ${reference}`, item))
  return altered ?? { known: undefined, reference: numbered(credit.reference, free) }
}

/**
 * Compares the payer and the ids of a credit with those of booked money: Similar if one of both lacks them, Other if they
 * contradict each other. Money that came with details and without an id is not a return.
 */
function likenessOf(known: InboundRow, credit: Credit): 'Same' | 'Similar' | 'Other' {
  const { debtor } = credit
  const ids = idsOf(credit)
  const stored = known.namedIds ?? []
  if (credit.isReturn && stored.length === 0 && known.hasDetails) return 'Other'
  const name = idOf(credit)
  const pairs = [
    [known.debtorName?.toUpperCase(), debtor.name?.toUpperCase()],
    [known.debtorIban, debtor.iban],
    [stored.length === 0 ? null : stored.some((id) => ids.includes(id)), ids.length === 0 ? null : true],
  ]
  if (pairs.some(([a, b]) => (a ?? b ?? null) !== (b ?? a ?? null))) return 'Other'
  const isSameId = name === undefined ? stored.length === 0 : stored.includes(name)
  return isSameId && pairs.every(([a, b]) => (a ?? null) === (b ?? null)) ? 'Same' : 'Similar'
}

/** Returns what a credit has that differs from the money booked under its reference; nothing if it is the same money. */
export function differencesFrom(known: InboundRow, credit: Credit, found: Named): string[] {
  const { currency, amountMinor, formerMoney, account, valueDate } = credit
  const isOfAccount = isSameAccount(known, account, found) || isOtherDepth(known, credit, account)
  const isSameAmount = [credit, formerMoney].some(
    (money) => known.amountMinor === money?.amountMinor && known.currency === money.currency,
  )
  return [
    ...(isSameAmount ? [] : [`${formatAmount(amountMinor, currency)} ${currency}`]),
    ...(isOfAccount ? [] : [account ?? 'no account']),
    ...(valueDate === undefined || valueDate === known.valueDate ? [] : [valueDate]),
  ]
}

/**
 * Returns true if money was booked for the account that a credit names now. Without a named account, in rows of earlier
 * releases, the account that it led to counts, or an unknown one that may be the same.
 */
function isSameAccount(known: InboundRow, account: string | undefined, found: Named): boolean {
  if (known.namedAccount !== null) return known.namedAccount === (account && withoutSpaces(account))
  if (known.accountId === null)
    return found === undefined || known.status !== 'Unidentified' || known.statusReason !== 'AccountNotFound'
  const virtualAccountId = found?.virtual?.virtualAccountId ?? null
  return found?.account.accountId === known.accountId && virtualAccountId === known.virtualAccountId
}

/**
 * Returns whether booked money may be a credit that names it otherwise, as an entry of another message does; undefined if they
 * differ.
 */
export async function likenessOfFunds(
  tx: Tx,
  known: InboundRow,
  credit: Credit,
): Promise<'Same' | 'Similar' | undefined> {
  if (differencesFrom(known, credit, await accountNamed(tx, credit)).length > 0) return undefined
  const likeness = likenessOf(known, credit)
  return likeness === 'Other' ? undefined : likeness
}
