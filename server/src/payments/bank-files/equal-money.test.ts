import { expect, test } from 'vitest'
import type { Tx } from '../../kernel/db/db.ts'
import type { InboundRow } from '../inbound/index.ts'
import { createClaims } from '../rails/file/claims.ts'
import { type Credit, numbered } from '../rails/index.ts'
import { findAmongEqual } from './same-funds.ts'

const COUNT = 20_000
const NAME = 'camt.054 N/1 CRDT 9.99 GBP 2026-11-20'
const MONEY = { currency: 'GBP', amountMinor: 9_99n, valueDate: '2026-11-20' }

type Facts = { name?: string; iban?: string; endToEndId?: string; account?: string }

const rowOf = ({ name, iban, endToEndId, account }: Facts, i: number) =>
  ({
    ...MONEY,
    bankReference: numbered(NAME, i + 1),
    debtorName: name ?? null,
    debtorIban: iban ?? null,
    namedIds: endToEndId === undefined ? null : [endToEndId],
    namedAccount: account ?? 'GB1',
    accountId: 'a',
    hasDetails: true,
    entryAccount: '1',
    entryReference: NAME,
  }) as unknown as InboundRow

const creditOf = ({ name, iban, endToEndId, account = 'GB1' }: Facts, i: number) => ({
  ...MONEY,
  reference: NAME,
  isShared: true as const,
  debtor: { ...(name ? { name } : {}), ...(iban ? { iban } : {}) },
  ...(endToEndId ? { endToEndId } : {}),
  account,
  entry: { reference: NAME, reportReference: NAME, ordinal: i, isNamed: false, hasDetails: true, account: '1' },
})

/** A database that has the rows of one name. */
function databaseOf(rows: readonly InboundRow[]) {
  const byReference = new Map(rows.map((row) => [row.bankReference!, row]))
  const seen = { queries: 0 }
  const query = ({ values: [wanted] }: { values: [string | string[]] }) => {
    seen.queries++
    return Promise.resolve({ rows: [wanted].flat().flatMap((reference) => byReference.get(reference) ?? []) })
  }
  return { tx: { query } as unknown as Tx, seen }
}

/** Matches credits with rows in their order. Returns the number of each row, 0 of new money. */
async function matched(rows: readonly Facts[], credits: readonly Facts[]) {
  const { tx, seen } = databaseOf(rows.map(rowOf))
  const claims = createClaims()
  const numbers: number[] = []
  for (const [i, facts] of credits.entries()) {
    const claimant = { claims, item: `item ${i}`, entry: `entry ${i}` }
    const credit: Credit & { claimant: typeof claimant } = { ...creditOf(facts, i), claimant }
    const { known, reference } = await findAmongEqual(tx, credit, undefined)
    claims.take(reference, claimant.item)
    numbers.push(known ? (reference === NAME ? 1 : Number(reference.slice(NAME.length + 1))) : 0)
  }
  return { numbers, queries: seen.queries }
}

const many = (of: (i: number) => Facts) => Array.from({ length: COUNT }, (_, i) => of(i))

test.each<[string, (i: number) => Facts]>([
  ['the same facts', () => ({ name: 'Payer' })],
  ['no facts', () => ({})],
  ['payers of their own', (i) => ({ name: `Payer ${i}` })],
  ['IBANs of their own', (i) => ({ name: 'Payer', iban: `DE${i}` })],
  ['ids of their own', (i) => ({ name: 'Payer', endToEndId: `E${i}` })],
  ['accounts of their own', (i) => ({ name: 'Payer', account: `GB${i}` })],
])(
  '20,000 equal entries with %s find their money in any order, by a query each',
  async (_, of) => {
    const rows = many(of)
    const { numbers, queries } = await matched(rows, rows.toReversed())
    expect(new Set(numbers).size).toBe(COUNT)
    expect(numbers).not.toContain(0)
    expect(queries).toBeLessThan(COUNT + 30)
    const others = await matched(
      rows,
      many((i) => ({ ...of(i), name: `Other ${i}` })),
    )
    if (of(0).name) expect(others.numbers.every((number) => number === 0)).toBe(true)
    expect(others.queries).toBeLessThan(COUNT + 30)
  },
  60_000,
)

test('money of a payer comes before money without one, and new money gets the first free number', async () => {
  const rows = [{}, { name: 'A' }, { name: 'B', endToEndId: 'E' }]
  expect((await matched(rows, [{ name: 'A' }, { name: 'C' }, { name: 'B', endToEndId: 'X' }])).numbers).toEqual([
    2, 1, 0,
  ])
})
