import { expect, test } from 'vitest'
import { operatorAct } from '../../../../test/support/clients.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { openForwardDesk } from '../../../../test/support/forward-desk.ts'
import { changeFacility } from '../../../credit/facilities/index.ts'
import { inTransaction } from '../../../kernel/db/db.ts'

const db = await testDatabase({ poolSize: 12 })

type Desk = Awaited<ReturnType<typeof openForwardDesk>>

async function quotesOf(desk: Desk, amounts: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const amount of amounts) {
    const { status, body } = await desk.quoteForward({ amount })
    expect([status, body.code]).toEqual([201, undefined])
    ids.push(body.quoteId)
  }
  return ids
}

const codesOf = (answers: readonly { status: number; body: { code?: string } }[]) =>
  answers.map(({ status, body }) => body.code ?? status).sort()

/** Amounts of all trades and of the credit that they use: of the same deals. */
async function dealsOf({ entityId }: Desk) {
  const { rows } = await db.pool.query<Record<string, bigint | number>>(
    `select (select count(*)::int from fx_trades where entity_id = $1) as trades,
      (select count(*)::int from fx_forwards where entity_id = $1) as forwards,
      (select count(*)::int from credit_exposures where entity_id = $1) as exposures,
      (select coalesce(sum(deals), 0)::int from credit_positions where entity_id = $1) as positions,
      (select count(*)::int from fx_quotes where entity_id = $1 and trade_id is not null) as booked,
      (select count(*)::int from events where entity_id = $1 and type = 'forward.opened') as opened`,
    [entityId],
  )
  return rows[0]!
}

test('of two bookings for the last part of a limit, one is booked and the other finds it used', async () => {
  const desk = await openForwardDesk(db)
  // GBP 2,000,000 of credit: one of EUR 1,200,000 fits, two do not.
  const quotes = await quotesOf(desk, ['1200000.00', '1200000.00'])
  const answers = await Promise.all(quotes.map((quoteId) => desk.bookForward(quoteId)))
  expect(codesOf(answers)).toEqual([201, 'credit_limit_exceeded'])
  expect(await dealsOf(desk)).toEqual({ trades: 1, forwards: 1, exposures: 1, positions: 1, booked: 1, opened: 1 })
})

test('ten concurrent bookings do not exceed the limit', async () => {
  const desk = await openForwardDesk(db)
  const quotes = await quotesOf(
    desk,
    Array.from({ length: 10 }, () => '600000.00'),
  ) // about GBP 520,000 each
  const codes = codesOf(await Promise.all(quotes.map((quoteId) => desk.bookForward(quoteId))))
  expect(codes.filter((code) => code === 201)).toHaveLength(3)
  expect(codes.filter((code) => code === 'credit_limit_exceeded')).toHaveLength(7)
  expect(await dealsOf(desk)).toEqual({ trades: 3, forwards: 3, exposures: 3, positions: 3, booked: 3, opened: 3 })
})

test('a quote that is booked twice concurrently makes one trade', async () => {
  const desk = await openForwardDesk(db)
  const [quoteId] = await quotesOf(desk, ['1000.00'])
  const answers = await Promise.all([1, 2, 3].map(() => desk.bookForward(quoteId!)))
  expect(codesOf(answers)).toEqual([201, 'quote_already_booked', 'quote_already_booked'])
  expect(await dealsOf(desk)).toEqual({ trades: 1, forwards: 1, exposures: 1, positions: 1, booked: 1, opened: 1 })
})

test('a client reference in two concurrent bookings makes one trade, and the error of the other names it', async () => {
  const desk = await openForwardDesk(db)
  const quotes = await quotesOf(desk, ['1000.00', '1000.00'])
  const answers = await Promise.all(quotes.map((quoteId) => desk.bookForward(quoteId, { clientReference: 'R1' })))
  expect(codesOf(answers)).toEqual([201, 'duplicate_client_reference'])
  const booked = answers.find(({ status }) => status === 201)!.body.tradeId
  const refused = answers.find(({ status }) => status !== 201)!.body
  expect(refused.params.existingId).toBe(booked)
})

test('a booking beside a lowered limit is booked before it or rejected after it', async () => {
  const seen = new Set<unknown>()
  for (let round = 0; round < 8; round++) {
    const desk = await openForwardDesk(db)
    const { entityId } = desk
    const [quoteId] = await quotesOf(desk, ['1200000.00'])
    const { rows } = await db.pool.query<{ id: string }>(
      'select facility_id as id from credit_facilities where entity_id = $1',
      [entityId],
    )
    const facility = { entityId, facilityId: rows[0]!.id }
    const lower = () =>
      inTransaction(db, (tx) => changeFacility(tx, facility, { limitMinor: 50_000_000n }, operatorAct))
    const first = round % 2 === 0 ? undefined : lower()
    const [booked] = await Promise.all([desk.bookForward(quoteId!), first ?? lower()])
    const code = booked.body.code ?? booked.status
    const { rows: events } = await db.pool.query<{ type: string }>(
      `select type from events where entity_id = $1 and type in ('trade.executed', 'creditFacility.updated') order by sequence`,
      [entityId],
    )
    const types = events.map(({ type }) => type)
    expect(types.at(-1)).toBe('creditFacility.updated') // never a deal after the limit that forbids it
    expect(code).toBe(types.includes('trade.executed') ? 201 : 'credit_limit_exceeded')
    seen.add(code)
  }
  expect(seen).toContain('credit_limit_exceeded')
})
