import { Value } from 'typebox/value'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type CreditDesk, openCreditDesk } from '../../../test/support/credit.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { closeExposure } from '../../../test/support/exposures.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { reduceExposure } from '../facilities/index.ts'
import { payInitialMargin, requireInitialMargin } from '../margin/index.ts'
import { MtmTradesOut } from './schema.ts'

const db = await testDatabase()

const ask = (desk: CreditDesk, query: string, headers = {}) =>
  desk.get(`/v1/credit/mtm/trades?entityId=${desk.wire.entityId}&${query}`, headers)

/** All trades of one answer, and its last line. */
async function streamed(desk: CreditDesk) {
  const { body } = await ask(desk, '', { accept: 'application/x-ndjson' })
  const lines = String(body)
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as object)
  return { trades: lines.slice(0, -1), heading: lines.at(-1) }
}

/** All pages of two trades; `between` runs after each. */
async function paged(desk: CreditDesk, between: (page: number) => Promise<void>) {
  const trades: object[] = []
  const headings: object[] = []
  let after = ''
  for (let page = 1; ; page++) {
    const { data, nextCursor, ...heading } = (await ask(desk, `limit=2${after}`)).body
    trades.push(...data)
    headings.push(heading)
    if (nextCursor === null) return { trades, headings }
    after = `&after=${nextCursor}`
    await between(page)
  }
}

/** Has the initial margin of a deal paid from the sterling account. */
async function payMargin(desk: CreditDesk, tradeId: string, amountMinor: bigint) {
  const { entityId, facilityId } = desk
  const account = desk.accounts.GBP!
  const order = { entityId, tradeId, facilityId, currency: 'GBP', side: 'Buy' as const, percent: '5', amountMinor }
  const where = { dueAt: new Date('2026-11-27T17:00:00Z'), accountId: account.accountId }
  await desk.fund('GBP', amountMinor)
  await inTransaction(db, (tx) => requireInitialMargin(tx, { ...order, ...where }, desk.act()))
  await inTransaction(db, (tx) => payInitialMargin(tx, desk.settle, { entityId, tradeId, account }, desk.act()))
}

async function deskWithMargin() {
  const desk = await openCreditDesk(db)
  const ids: string[] = []
  for (let i = 1; i <= 7; i++) ids.push(await desk.reserve({ base: String(i * 1000), valueDate: '2027-03-31' }))
  ids.sort()
  for (const [i, id] of [ids[0]!, ids[3]!, ids[4]!, ids[6]!].entries()) await payMargin(desk, id, 5_000n + BigInt(i))
  desk.time.now = new Date('2026-11-25T10:01:00Z')
  return { desk, ids }
}

const amountsOf = (trades: object[]) =>
  (trades as { initialMarginHeld: { amount: string } }[]).map(({ initialMarginHeld }) => initialMarginHeld.amount)
const MARGINS = ['50.00', '0.00', '0.00', '50.01', '50.02', '0.00', '50.03']

test('all pages together are the streamed trades, each with the margin held for it', async () => {
  const { desk } = await deskWithMargin()
  const all = await streamed(desk)
  const pages = await paged(desk, async () => {})
  expect(amountsOf(all.trades)).toEqual(MARGINS)
  expect(pages.trades).toEqual(all.trades)
  expect(pages.headings).toEqual(Array(4).fill(all.heading))
})

test('forwards drawn, closed or booked, and margin paid, between two pages change no later page', async () => {
  const { desk, ids } = await deskWithMargin()
  const all = await streamed(desk)
  const pages = await paged(desk, async (page) => {
    desk.time.now = new Date(`2026-11-25T10:0${page + 1}:00Z`)
    if (page > 1) return
    const { entityId } = desk
    const part = { entityId, tradeId: ids[3]!, baseMinor: 40_000n, counterMinor: 52_000n }
    await inTransaction(db, (tx) => reduceExposure(tx, part, desk.time.now))
    for (const i of [0, 4, 6]) {
      await inTransaction(db, (tx) => closeExposure(tx, { entityId, tradeId: ids[i]! }, desk.time.now))
    }
    await desk.reserve({ base: '9999' })
    await payMargin(desk, ids[5]!, 7_000n)
  })
  expect(pages.trades).toEqual(all.trades)
  expect(pages.headings).toEqual(Array(4).fill(all.heading))
  const now = await streamed(desk)
  expect((now.trades as { tradeId: string }[]).map(({ tradeId }) => tradeId)).not.toContain(formatId('trd', ids[4]!))
  expect(amountsOf(now.trades)).toContain('70.00')
})

test('a page has every documented field of its trades and no other', async () => {
  const { desk } = await deskWithMargin()
  const { body } = await ask(desk, 'limit=5')
  expect(Value.Errors(MtmTradesOut, body)).toEqual([])
})

test('a later page reads its own deals and their margins, nothing that all pages share', async () => {
  const { desk } = await deskWithMargin()
  const { nextCursor } = (await ask(desk, 'limit=2')).body
  const asked = vi.spyOn(db.reader, 'query')
  onTestFinished(() => asked.mockRestore())
  expect((await ask(desk, `limit=2&after=${nextCursor}`)).body.data).toHaveLength(2)
  const names = asked.mock.calls.map(([query]) => (typeof query === 'string' ? query : query.name))
  expect(names).toEqual(['list-past-exposures', 'past-margins-of-trades'])
})
