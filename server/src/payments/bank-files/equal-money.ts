import type { Tx } from '../../kernel/db/db.ts'
import { findByBankReferences, type InboundRow } from '../inbound/index.ts'
import { type Credit, numbered } from '../rails/index.ts'

/**
 * Money that was booked under one name and its numbers before a file was read, by the facts that distinguish it: a file may
 * have thousands of equal entries, and each looks for its own.
 */
export interface EqualMoney {
  /** All numbers. */
  used: ReadonlySet<number>
  /** Rows that no other item of the file has matched, by number. */
  rows: Map<number, InboundRow>
  /** Their numbers by a fact and its value, ascending; those without the fact under `NONE`. */
  by: Record<Fact, Map<string, Set<number>>>
}

type Fact = 'payer' | 'iban' | 'id' | 'account'

const NONE = ''

/** Numbers that are looked up at a time: few at first, as most names have one row. */
const [FIRST, MOST] = [4, 2000]

/** Reads the money that is booked under a name and its numbers. These have no gaps. */
export async function readEqualMoney(tx: Tx, name: string): Promise<EqualMoney> {
  const rows = new Map<number, InboundRow>()
  for (let from = 1, count = FIRST; ; from += count, count = Math.min(count * 4, MOST)) {
    const wanted = new Map(Array.from({ length: count }, (_, i) => [numbered(name, from + i), from + i]))
    const found = await findByBankReferences(tx, [...wanted.keys()])
    const numberOf = ({ bankReference }: InboundRow) => wanted.get(bankReference!)!
    for (const row of found.toSorted((a, b) => numberOf(a) - numberOf(b))) rows.set(numberOf(row), row)
    if (found.length < count) break
  }
  const by: EqualMoney['by'] = { payer: new Map(), iban: new Map(), id: new Map(), account: new Map() }
  for (const [number, row] of rows)
    for (const [fact, value] of factsOf(row)) {
      const known = by[fact].get(value)
      if (known) known.add(number)
      else by[fact].set(value, new Set([number]))
    }
  return { used: new Set(rows.keys()), rows, by }
}

function factsOf(row: InboundRow): [Fact, string][] {
  const ids = row.namedIds?.length ? row.namedIds : [NONE]
  return [
    ['payer', row.debtorName?.toUpperCase() ?? NONE],
    ['iban', row.debtorIban ?? NONE],
    ['account', (row.hasDetails ? row.namedAccount : null) ?? NONE], // one without details may be for any account
    ...ids.map((id): [Fact, string] => ['id', id]),
  ]
}

/**
 * Returns the numbers of the rows that may be the money of a credit, ascending: by the fact that leaves the fewest.
 *
 * @param likeness Same: of the same payer and id; Similar: also rows without them
 */
export function candidatesFor(equal: EqualMoney, credit: Credit, likeness: 'Same' | 'Similar'): Iterable<number> {
  const { debtor, account, entry } = credit
  const isSame = likeness === 'Same'
  const ids = isSame ? [idOf(credit)] : idsOf(credit)
  const given: [Fact, (string | undefined)[]][] = [
    ['payer', [debtor.name?.toUpperCase()]],
    ['iban', [debtor.iban]],
    ['id', ids],
    ['account', [entry?.hasDetails ? account && withoutSpaces(account) : undefined]],
  ]
  let fewest: { sets: Set<number>[]; size: number } | undefined
  for (const [fact, values] of given) {
    const known = values.filter((value) => value !== undefined)
    const isExact = isSame && fact !== 'account'
    if (known.length === 0 && !isExact) continue
    const wanted = isExact ? [known[0] ?? NONE] : [...new Set([...known, NONE])]
    const sets = wanted.map((value) => equal.by[fact].get(value)).filter((set) => set !== undefined)
    const size = sets.reduce((sum, set) => sum + set.size, 0)
    if (!fewest || size < fewest.size) fewest = { sets, size }
  }
  return fewest ? merged(fewest.sets) : equal.rows.keys()
}

/** Returns the numbers of the rows whose entry named an id. */
export const withId = ({ by }: EqualMoney, id: string): Iterable<number> => by.id.get(id) ?? []

/** Removes a row that another item of the file has matched. */
export function drop({ by, rows }: EqualMoney, number: number): void {
  const row = rows.get(number)
  if (!row) return
  rows.delete(number)
  for (const [fact, value] of factsOf(row)) by[fact].get(value)?.delete(number)
}

/** Returns the id by which a credit names its payment, the most certain one. */
export const idOf = ({ endToEndId, uetr }: Credit): string | undefined =>
  endToEndId === 'NOTPROVIDED' ? uetr : (endToEndId ?? uetr)

/** Returns the ids of payments that a credit names. */
export const idsOf = ({ endToEndId, uetr, references = [] }: Credit): string[] => [
  ...new Set([endToEndId, uetr, ...references].filter((id): id is string => id !== undefined && id !== 'NOTPROVIDED')),
]

/** Merges ascending sets. Members may be deleted meanwhile. */
function* merged(sets: readonly Set<number>[]): Generator<number> {
  const heads = sets.map((set) => {
    const each = set.values()
    return { each, next: each.next() }
  })
  for (;;) {
    const open = heads.filter(({ next }) => !next.done)
    if (open.length === 0) return
    const least = Math.min(...open.map(({ next }) => next.value!))
    yield least
    for (const head of open) if (head.next.value === least) head.next = head.each.next()
  }
}

export const withoutSpaces = (account: string): string => account.replaceAll(' ', '')
