import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openStatementBank, statementFile, statementOf } from '../../../test/support/bank-statement.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { entryOf, notificationFile } from '../../../test/support/file-bank.ts'

/**
 * Delivers the entries of random days as notifications and as a statement, in any order and repeatedly, with and without details. Each
 * credit is booked once, and in the end the bank and the books agree.
 */

const db = await testDatabase()
const bank = await openStatementBank(db)
const iban = await bank.iban()

interface Entry {
  isNamed: boolean
  /** Units and payer of each part. */
  parts: { units: number; payer: string }[]
  /** True without details in the notification, and in the statement; only entries with a reference come so. */
  isBare: [boolean, boolean]
  /** The notification that has it. */
  within: 0 | 1
}

const part = fc.record({ units: fc.constantFrom(1, 2, 3), payer: fc.constantFrom('Zoe', 'Adam') })
const entry: fc.Arbitrary<Entry> = fc.record({
  isNamed: fc.boolean(),
  parts: fc.array(part, { minLength: 1, maxLength: 3 }),
  isBare: fc.tuple(fc.boolean(), fc.boolean()),
  within: fc.constantFrom(0 as const, 1 as const),
})
const history = fc.record({
  entries: fc.array(entry, { minLength: 1, maxLength: 6 }),
  /** Deliveries before each file has come once: of the notifications 0 and 1, and of the statement. */
  early: fc.array(fc.constantFrom(0, 1, 2), { maxLength: 4 }),
  order: fc.shuffledSubarray([0, 1, 2], { minLength: 3, maxLength: 3 }),
  compares: fc.boolean(),
})

function entryXml({ isNamed, parts, isBare }: Entry, name: string, message: 0 | 1) {
  const sum = parts.reduce((total, { units }) => total + units, 0)
  const head = `${isNamed ? `<AcctSvcrRef>${name}</AcctSvcrRef>` : ''}<ValDt><Dt>${bank.today()}</Dt></ValDt>`
  const details = parts.map(
    ({ units, payer }) =>
      `<TxDtls>${parts.length === 1 ? '' : `<Amt Ccy="GBP">${units}.00</Amt>`}<RltdPties><Dbtr><Pty><Nm>${payer}</Nm></Pty></Dbtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties></TxDtls>`,
  )
  const shown = isNamed && isBare[message] ? '' : `<NtryDtls>${details.join('')}</NtryDtls>`
  return entryOf({ amount: `${sum}.00`, head }).replace('</Ntry>', `${shown}</Ntry>`)
}

let run = 0

test('a day of entries that comes as notifications and as a statement is booked once, and leaves no break', async () => {
  const property = fc.asyncProperty(history, async ({ entries, early, order, compares }) => {
    const id = `R${++run}`
    const account = String(5000 + run)
    const xmlOf = (message: 0 | 1, isWanted: (entry: Entry) => boolean) =>
      entries.flatMap((each, i) => (isWanted(each) ? [entryXml(each, `${id}-${i}`, message)] : [])).join('')
    const notification = (n: 0 | 1) =>
      notificationFile(
        `${id}-${n}`,
        xmlOf(0, ({ within }) => within === n),
      ).replace('<Id>1</Id>', `<Id>${account}</Id>`)
    const units = entries.flatMap(({ parts }) => parts).reduce((total, part) => total + part.units, 0)
    const statement = statementFile(
      statementOf({
        id,
        account,
        opening: '0.00',
        closing: `${units}.00`,
        day: bank.today(),
        entries: xmlOf(1, () => true),
      }),
    )
    const files = [notification(0), notification(1), statement]
    for (const each of [...early, ...order, ...early]) {
      await bank.take(files[each]!)
      if (compares) await bank.compare()
    }
    const { rows } = await db.pool.query(
      `select coalesce(sum(amount_minor), 0)::int as sum from inbound_payments where entry_account = $1`,
      [account],
    )
    expect(rows).toEqual([{ sum: units * 100 }])
    expect(await bank.breaks()).toEqual([])
  })
  await fc.assert(property, { numRuns: 12 })
}, 60_000)
