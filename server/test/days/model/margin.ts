import { type Finding, finding } from '../findings.ts'
import type { Facility } from '../read/resources.ts'
import { isMargin } from './balances.ts'
import { type Books, childrenOf, OVER } from './books.ts'
import { minorOf } from './money.ts'

/** Margin held: posted less released, in minor units, by currency. */
type Held = Map<string, bigint>

/** Sums the margin held for each deal, call or facility, from the transactions of the paying accounts. */
function heldByResource({ transactions }: Books): Map<string, Held> {
  const all = new Map<string, Held>()
  for (const transaction of [...transactions.values()].flat().filter(isMargin)) {
    const { related, transactionId, amount, currency, creditOrDebit } = transaction
    const held: Held = all.get(related?.id ?? transactionId) ?? new Map<string, bigint>()
    const minor = minorOf(amount)
    held.set(currency, (held.get(currency) ?? 0n) + (creditOrDebit === 'Debit' ? minor : -minor))
    all.set(related?.id ?? transactionId, held)
  }
  return all
}

/** Checks that all margin is held for an open subject that shows it. */
export function compareMargin(books: Books): Finding[] {
  const all = heldByResource(books)
  const children = childrenOf(books)
  const findings: Finding[] = []
  for (const [id, held] of all) {
    const forward = books.trades.get(id)
    for (const [currency, minor] of held) {
      if (minor < 0n)
        findings.push(finding('no more margin is released than was posted', `${id} ${currency}`, 'at least 0', minor))
      if (!forward || minor === 0n) continue
      const isOver = OVER.has(forward.status) && (children.get(id) ?? []).every(({ status }) => OVER.has(status))
      if (isOver)
        findings.push(
          finding('margin of a forward that is over goes back', `${id} ${forward.status} ${currency}`, 0, minor),
        )
    }
  }
  return [...findings, ...books.facilities.flatMap((facility) => compareFacility(books, facility, all))]
}

/** Checks that a forward shows its initial margin, and the facility the variation margin beside it. */
function compareFacility(books: Books, facility: Facility, all: ReadonlyMap<string, Held>): Finding[] {
  const findings: Finding[] = []
  let variation = 0n
  const ownIds = new Set([
    facility.facilityId,
    ...books.calls
      .filter(({ facilityId }) => facilityId === facility.facilityId)
      .map(({ marginCallId }) => marginCallId),
  ])
  for (const [id, held] of all) {
    const forward = books.trades.get(id)?.forward
    if (!ownIds.has(id) && forward?.facilityId !== facility.facilityId) continue
    for (const [currency, minor] of held) {
      const shown = forward?.margin?.held
      const initial = shown?.currency === currency ? minorOf(shown.amount) : 0n
      if (currency === facility.currency) variation += minor - initial
      else if (minor !== initial)
        findings.push(finding('a forward shows the initial margin that is held', `${id} ${currency}`, minor, initial))
    }
  }
  if (variation !== minorOf(facility.variationMarginHeld))
    findings.push(
      finding(
        'a facility shows the variation margin that is held',
        facility.facilityId,
        variation,
        facility.variationMarginHeld,
      ),
    )
  return findings
}

/** Checks that the ledger's margin by entity and currency equals the amounts debited from the accounts. */
export function compareMarginAccounts(books: Books, stored: ReadonlyMap<string, bigint>): Finding[] {
  const taken = new Map<string, bigint>()
  for (const [accountId, transactions] of books.transactions) {
    const account = books.accounts.get(accountId)
    if (!account) continue
    const key = `${account.entityId} ${account.currency}`
    for (const { amount, creditOrDebit } of transactions.filter(isMargin)) {
      const minor = minorOf(amount)
      taken.set(key, (taken.get(key) ?? 0n) + (creditOrDebit === 'Debit' ? minor : -minor))
    }
  }
  return [...new Set([...taken.keys(), ...stored.keys()])]
    .filter((key) => (taken.get(key) ?? 0n) !== (stored.get(key) ?? 0n))
    .map((key) => finding('margin accounts hold what was posted', key, taken.get(key) ?? 0n, stored.get(key) ?? 0n))
}
