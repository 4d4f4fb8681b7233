import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openAccountsApp } from '../../../test/support/accounts-app.ts'
import { testIssuer } from '../../../test/support/process.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { transfer } from '../../../test/support/ledger.ts'
import { createEntityDirectory } from '../../entities/index.ts'
import { addDays } from '../../kernel/values/days.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { createListener } from '../../kernel/db/notifications.ts'
import { postJournal } from '../../ledger/index.ts'
import { createStatementBook } from '../index.ts'
import type { StatementHead } from './statement.ts'

const db = await testDatabase()
const { givenHolder, givenAccount } = await openAccountsApp(db)
const book = createStatementBook({ db, entities: createEntityDirectory(db, createListener(db)), issuer: testIssuer })
const holder = await givenHolder('ABS')
const DAY = 86_400_000
const START = Date.parse('2026-11-20T12:00:00Z')

/** Postings: hours since the one before, and an amount with its sign in minor units. */
const history = fc.array(
  fc.tuple(
    fc.nat(40 * 24),
    fc.integer({ min: -900, max: 1000 }).filter((n) => n !== 0),
  ),
  {
    maxLength: 12,
  },
)
/** Lengths of the ranges that the days are cut into. */
const cuts = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 })

async function givenHistory(moves: [hours: number, amount: number][]) {
  const account = await givenAccount(holder.entityId, 'EUR')
  const other = await givenAccount(holder.entityId, 'EUR', 1_000_000n)
  let at = START
  let balance = 0
  for (const [hours, wish] of moves) {
    const amount = balance + wish < 0 ? -wish : wish // what would overdraw comes in instead
    balance += amount
    at += hours * 3_600_000
    const [from, to] = amount < 0 ? [account, other] : [other, account]
    const order = transfer(holder.entityId, from.accountId, to.accountId, BigInt(Math.abs(amount)))
    await inTransaction(db, (tx) => postJournal(tx, order, new Date(at)))
  }
  return { account, end: at }
}

/** Closing is opening plus credits less debits, the lines add up to the totals, and the running balance arrives there. */
async function checkSums(head: StatementHead) {
  expect(head.closingMinor).toBe(head.openingMinor + head.creditsMinor - head.debitsMinor)
  let sum = head.openingMinor
  let count = 0
  for await (const lines of book.lines(head)) {
    for (const line of lines) {
      const minor = BigInt(line.amount.replace('.', ''))
      sum += line.creditOrDebit === 'Credit' ? minor : -minor
      count++
      expect(BigInt(line.runningBalance!.replace('.', ''))).toBe(sum)
    }
  }
  expect(sum).toBe(head.closingMinor)
  expect(count).toBe(head.creditCount + head.debitCount)
}

function checkChain(heads: StatementHead[]) {
  for (const [i, next] of heads.slice(1).entries()) {
    const before = heads[i]!
    expect(next.openingMinor).toBe(before.closingMinor)
    expect(next.afterSequence).toBe(before.lastSequence)
    expect(next.fromDate).toBe(addDays(before.toDate, 1))
  }
}

test('any history, split into any ranges of days: each statement adds up, and they chain from zero to the balance', async () => {
  await fc.assert(
    fc.asyncProperty(history, cuts, async (moves, lengths) => {
      const { account, end } = await givenHistory(moves)
      const heads: StatementHead[] = []
      let from = '2026-11-20'
      const last = new Date(end + DAY).toISOString().slice(0, 10)
      for (let i = 0; from <= last; i++) {
        const to = addDays(from, lengths[i % lengths.length]! - 1)
        heads.push(await book.interim(account, { from, to }, new Date(end)))
        from = addDays(to, 1)
      }
      for (const head of heads) await checkSums(head)
      checkChain(heads)
      expect(heads[0]!.openingMinor).toBe(0n)
      expect(heads.reduce((n, head) => n + head.creditCount + head.debitCount, 0)).toBe(moves.length)
    }),
    { numRuns: 25 },
  )
})

test('any history: stored statements, issued together or one by one, are numbered without gaps and chain', async () => {
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.constantFrom('Month' as const, 'Day' as const),
      fc.array(fc.nat(300), { maxLength: 4 }),
      async (moves, period, asked) => {
        const { account, end } = await givenHistory(moves)
        const until = end + 40 * DAY
        for (const days of asked.toSorted((a, b) => a - b))
          await book.list(account, { period, limit: 1 }, new Date(Math.min(START + days * DAY, until)))
        const heads = (await book.list(account, { period, limit: 2000 }, new Date(until))).toReversed()
        checkChain(heads)
        const numbers = heads.map(({ stored }) => `${stored.year} ${stored.sequenceNumber}`)
        const expected: string[] = []
        for (const { fromDate } of heads) {
          const year = fromDate.slice(0, 4)
          expected.push(`${year} ${expected.filter((number) => number.startsWith(year)).length + 1}`)
        }
        expect(numbers).toEqual(expected)
        for (const head of heads) await checkSums(head)
        expect(heads.at(-1)!.lastSequence).toBe(BigInt(moves.length))
      },
    ),
    { numRuns: 15 },
  )
})
