import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openOpenBanking } from '../../../test/support/open-banking.ts'
import { type Direction, type Lane, laneBetween, type Page, type Position, walk } from './walk.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)
const start = new Date('2026-11-01T00:00:00.000Z').getTime()
const signs = { GBP: '+-++-+---++', EUR: '', USD: '+++-' }
for (const [currency, each] of Object.entries(signs))
  for (const [i, sign] of Array.from(each).entries())
    await bank.book(currency, sign === '+' ? 10_00n : -1_00n, new Date(start + i * 60_000))

const accounts = await bank.deps.accounts.ofEntity(bank.entityId)
const at = (minutes: number) => new Date(start + minutes * 60_000)
const named = ({ rows }: Page) => rows.map(({ accountId, sequence }) => `${accountId} ${sequence}`)

async function allPages(lanes: readonly Lane[], direction: Direction, size: number): Promise<Page[]> {
  const pages: Page[] = []
  for (let next: Position | undefined, more = true; more; ) {
    const page = await walk(db.reader, lanes, next, direction, size)
    pages.push(page)
    next = page.next
    more = next !== undefined
  }
  return pages
}

test('pages of any size hold every posting of the span once, and each knows the page before it', async () => {
  const directions = fc.constantFrom<Direction>(undefined, 'Credit', 'Debit')
  await fc.assert(
    fc.asyncProperty(
      fc.subarray([...accounts]),
      directions,
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 0, max: 12 }),
      async (chosen, direction, size, a, b) => {
        const lanes = chosen.map((account) => laneBetween(db.reader, account, at(Math.min(a, b)), at(Math.max(a, b))))
        const whole = named(await walk(db.reader, lanes, undefined, direction, 1000))
        const pages = await allPages(lanes, direction, size)
        expect(pages.flatMap(named)).toEqual(whole)
        expect(pages[0]!.prev).toBeUndefined()
        for (const [i, { prev }] of pages.slice(1).entries()) {
          const back = await walk(db.reader, lanes, prev === 'first' ? undefined : prev, direction, size)
          expect(named(back)).toEqual(named(pages[i]!))
        }
      },
    ),
    { numRuns: 60 },
  )
})
