import { findNamedAccount } from '../../accounts/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { findByBankReference, type InboundRow } from '../inbound/index.ts'
import { type Claimant, type Credit, numbered } from '../rails/index.ts'
import { isOtherDepth, withoutSpaces } from './depth.ts'

/** Comparison of a credit with money that is booked. */

export type Named = Awaited<ReturnType<typeof accountNamed>>

export const accountNamed = async (tx: Tx, { account: iban }: Pick<Credit, 'account'>) =>
  iban === undefined ? undefined : findNamedAccount(tx, withoutSpaces(iban))

/**
 * Finds the money of a credit that shares its reference with equal ones, whose money is numbered. Money that another entry
 * of the file has matched is not looked at; of the rest, money of the same payer comes first.
 *
 * @returns the money, taken for the credit; or else money with its id for another account; or else the first reference that
 *   is free
 */
export async function findAmongEqual(
  tx: Tx,
  credit: Credit & { claimant: Claimant },
  found: Named,
): Promise<{ known: InboundRow | undefined; reference: string }> {
  const { claims, item } = credit.claimant
  let similar: { known: InboundRow; reference: string } | undefined
  let altered: typeof similar
  for (let number = 1; ; number++) {
    const reference = numbered(credit.reference, number)
    if (!claims.isFree(reference, item)) continue
    const known = await findByBankReference(tx, reference)
    if (!known) {
      if (similar) claims.take(similar.reference, item)
      return similar ?? altered ?? { known: undefined, reference }
    }
    const likeness = likenessOf(known, credit)
    if (differencesFrom(known, credit, found).length > 0) {
      if (likeness === 'Same' && known.namedIds) altered ??= { known, reference }
      continue
    }
    if (likeness === 'Same') {
      claims.take(reference, item)
      return { known, reference }
    }
    if (likeness === 'Similar') similar ??= { known, reference }
  }
}

/**
 * Compares the payer and the ids of a credit with those of booked money: Similar if one of both lacks them, Other if they
 * contradict each other. Money that came with details and without an id is not a return.
 */
function likenessOf(known: InboundRow, credit: Credit): 'Same' | 'Similar' | 'Other' {
  const { debtor, endToEndId, uetr, references = [] } = credit
  const ids = [endToEndId, uetr, ...references].filter((id) => id !== undefined && id !== 'NOTPROVIDED')
  const stored = known.namedIds ?? []
  if (credit.isReturn && stored.length === 0 && known.hasDetails) return 'Other'
  const name = endToEndId === 'NOTPROVIDED' ? uetr : (endToEndId ?? uetr)
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
