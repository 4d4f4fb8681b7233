import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { entryOf, notificationFile, openFileBank } from '../../../test/support/file-bank.ts'
import { openPayments } from '../../../test/support/payment-service.ts'

/**
 * Plays notifications of the same entries in any order, in pieces and again and again. The model counts: entries with a
 * reference of the bank once, and equal entries without one as often as the fullest message has them.
 */

const db = await testDatabase()
const bank = await openFileBank(db)
const accounts = [await bank.iban(), await ibanOfAnother()]

async function ibanOfAnother(): Promise<string> {
  const other = await openPayments(db, 'RM', {})
  await other.fund('GBP', 100n)
  const query = `select iban from accounts where entity_id = $1 and currency = 'GBP'`
  return (await db.pool.query(query, [other.entityId])).rows[0].iban
}

interface Money {
  units: number
  payer: string
  to: number
}
interface BankEntry {
  isNamed: boolean
  day: string
  parts: Money[]
}

const money = fc.record({
  units: fc.constantFrom(1, 2),
  payer: fc.constantFrom('Zoe', 'Adam'),
  to: fc.constantFrom(0, 1),
})
const entry: fc.Arbitrary<BankEntry> = fc.record({
  isNamed: fc.boolean(),
  day: fc.constantFrom('2026-11-19', '2026-11-20'),
  parts: fc.array(money, { minLength: 1, maxLength: 3 }),
})
/** One message: its entries and their order, those without details, and the order of the parts in each. */
const message = fc.record({
  ranks: fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
  leftOut: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  bare: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  isTurned: fc.boolean(),
  isNumbered: fc.boolean(),
})
const history = fc.record({
  entries: fc.array(entry, { minLength: 1, maxLength: 6 }),
  messages: fc.array(message, { minLength: 1, maxLength: 4 }),
})

const partXml = ({ units, payer, to }: Money, isOnly: boolean) =>
  `<TxDtls>${isOnly ? '' : `<Amt Ccy="GBP">${units}.00</Amt>`}<RltdPties><Dbtr><Pty><Nm>${payer}</Nm></Pty></Dbtr><CdtrAcct><Id><IBAN>${accounts[to]}</IBAN></Id></CdtrAcct></RltdPties></TxDtls>`

interface Sent {
  entry: BankEntry
  name: string
  /** True without details. Only entries with a reference of the bank come so. */
  isBare: boolean
}

const sumOf = (parts: readonly Money[]) => parts.reduce((total, { units }) => total + units, 0)

function entryXml(
  { entry: { isNamed, day, parts }, name, isBare }: Sent,
  number: number | undefined,
  isTurned: boolean,
) {
  const reference = isNamed ? `<AcctSvcrRef>${name}</AcctSvcrRef>` : ''
  const head = `${number === undefined ? '' : `<NtryRef>${number}</NtryRef>`}${reference}<ValDt><Dt>${day}</Dt></ValDt>`
  const ordered = isTurned ? parts.toReversed() : parts
  const details = ordered.map((part) => partXml(part, parts.length === 1)).join('')
  const ofEntry = isBare ? '' : `<NtryDtls>${details}</NtryDtls>`
  return entryOf({ amount: `${sumOf(parts)}.00`, head }).replace('</Ntry>', `${ofEntry}</Ntry>`)
}

/** Suspense comes after the accounts. */
const SUSPENSE = 2

/** The sums that a series of messages books on the accounts and in suspense. */
function createModel() {
  const named = new Map<string, { to: number; units: number }[]>()
  const equal = new Map<string, { count: number; to: number; units: number }>()
  return {
    /** Counts a message: an entry as it came first, and equal ones as often as the fullest message has them. */
    add(message: readonly Sent[]) {
      const counts = new Map<string, number>()
      for (const { entry: of, name, isBare } of message) {
        const { isNamed, day, parts } = of
        if (isNamed && !named.has(name)) named.set(name, isBare ? [{ to: SUSPENSE, units: sumOf(parts) }] : parts)
        if (isNamed) continue
        for (const { units, payer, to } of parts) {
          const key = `${day} ${sumOf(parts)} ${parts.length === 1} ${units} ${payer} ${to}`
          const count = (counts.get(key) ?? 0) + 1
          counts.set(key, count)
          equal.set(key, { count: Math.max(count, equal.get(key)?.count ?? 0), to, units })
        }
      }
    },
    sums(): number[] {
      const sums = [0, 0, 0]
      for (const { to, units } of [...named.values()].flat()) sums[to]! += units
      for (const { to, units, count } of equal.values()) sums[to]! += units * count
      return sums
    },
  }
}

/** Returns the sums that are booked on the accounts and in suspense for the messages with an id. */
async function bookedOf(id: string): Promise<number[]> {
  const { rows } = await db.pool.query(
    `select iban, sum(i.amount_minor)::int / 100 as sum from inbound_payments i left join accounts a using (account_id)
      where starts_with(i.entry_reference, $1) or starts_with(i.entry_reference, $2) group by iban`,
    [`camt.054 ${id}/`, `camt.054 ${id}-`],
  )
  return [...accounts, null].map((iban) => rows.find((row) => row.iban === iban)?.sum ?? 0)
}

let run = 0

test('entries that come shuffled, in pieces and again are booked once each', async () => {
  const property = fc.asyncProperty(history, async ({ entries, messages }) => {
    const id = `P${++run}`
    const all = entries.map((each, i) => ({ entry: each, name: `${id}-E${i}` }))
    const none = all.map(() => false)
    const whole = { ranks: all.map((_, i) => i), leftOut: none, bare: none, isTurned: false, isNumbered: true }
    const model = createModel()
    for (const { ranks, leftOut, bare, isTurned, isNumbered } of [...messages, whole, messages[0]!]) {
      const sent = all
        .map((each, i) => ({ ...each, isBare: each.entry.isNamed && bare[i]!, rank: ranks[i]!, isOut: leftOut[i]! }))
        .filter(({ isOut }) => !isOut)
        .sort((a, b) => a.rank - b.rank)
      if (sent.length === 0) continue
      const xml = sent.map((each, i) => entryXml(each, isNumbered ? i + 1 : undefined, isTurned))
      const outcomes = await bank.take(notificationFile(id, xml.join('')))
      model.add(sent)
      expect(await bookedOf(id)).toEqual(model.sums())
      for (const outcome of outcomes)
        expect(outcome).toMatch(
          /^incoming funds: (Credited|Unidentified|known already)$|^rejected: The entry was booked without details/,
        )
    }
  })
  await fc.assert(property, { numRuns: 20 })
}, 120_000)
