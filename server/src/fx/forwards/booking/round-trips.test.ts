import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { openForwardDesk } from '../../../../test/support/forward-desk.ts'
import { type RoundTrip, roundTripsOf } from '../../../../test/support/round-trips.ts'
import { formatId, newUuid } from '../../../kernel/values/ids.ts'

const db = await testDatabase()

type Desk = Awaited<ReturnType<typeof openForwardDesk>>

/** Books a forward and returns its status with the round trips of the transaction. */
async function bookedOn(desk: Desk, more: object = {}, headers: Record<string, string> = {}) {
  const quote = await desk.quoteForward()
  let booked: Awaited<ReturnType<Desk['bookForward']>> | undefined
  const trips = await roundTripsOf(async () => {
    booked = await desk.bookForward(quote.body.quoteId, more, headers)
  })
  const { status, body } = booked!
  expect([status, body.code]).toEqual([201, undefined])
  expect(await desk.read(body.tradeId)).toMatchObject(body)
  return { body, trips }
}

const CREDIT = ['lock-facilities', 'terms-of-facility', 'credit-positions', 'credit-cash-margins', 'unpaid-trades']
const QUOTE = ['open-margin-calls', 'lock-quote', 'find-forward-quote']
const DEAL = [
  'note-market',
  'insert-credit-exposure',
  'add-to-credit-position',
  'insert-foreseen-trade',
  'mark-quote-booked',
  'insert-forward',
]
const MARGIN = ['ensure-credit-margin', 'insert-margin-call', 'lock-book', 'await-money']
const PAID = ['update-margin-call', 'add-cash-margin', 'ledger-post-or-fail', 'insert-margin-move']
const LIMIT = 'consume-daily-limit-or-fail'
const JOBS = ['schedule-work', 'schedule-work-no-later']
const IMAGES = ['find-margin-call', 'balances', 'get-entity-profile', 'find-account']
const END = ['store-events', 'commit']

/** Jobs are written by key: which statements, their order and number follow from random ids. */
const withoutJobs = (trips: RoundTrip[]) =>
  trips.map((trip) => trip.filter((name) => !JOBS.includes(name) && name !== 'cancel-work'))

test('a forward booking reads everything in one round trip and writes and commits everything in the next', async () => {
  const desk = await openForwardDesk(db)
  const { body, trips } = await bookedOn(desk)
  expect(body.status).toBe('Open')
  expect(withoutJobs(trips)).toEqual([
    ['begin', ...CREDIT, ...QUOTE],
    [...DEAL, LIMIT, ...END],
  ])
})

test('it requests initial margin in the same two round trips, or posts it from an account in one more', async () => {
  const desk = await openForwardDesk(db, { term: { initialMarginWaived: false } })
  const due = await bookedOn(desk)
  expect([due.body.status, due.body.forward.initialMarginStatus]).toEqual(['AwaitingInitialMargin', 'Due'])
  expect(withoutJobs(due.trips)).toEqual([
    ['begin', ...CREDIT, ...QUOTE],
    [...DEAL, ...MARGIN, LIMIT, 'queue-notification-emails', ...END],
  ])

  await desk.fund('USD', 20_000_000n)
  const paying = { payInitialMarginFromAccountId: formatId('acc', desk.account('USD').accountId) }
  await bookedOn(desk, paying) // reads the entity's time zone, which is cached
  const paid = await bookedOn(desk, paying)
  expect([paid.body.status, paid.body.forward.initialMarginStatus]).toEqual(['Open', 'Received'])
  expect(withoutJobs(paid.trips)).toEqual([
    ['begin', ...CREDIT, ...QUOTE, 'find-account'],
    [...DEAL, ...MARGIN, ...PAID, LIMIT, ...IMAGES],
    ['queue-notification-emails', ...END], // the event of the account's entry contains its balance
  ])
})

test('it leaves the events and versions of each step, in order', async () => {
  const desk = await openForwardDesk(db, { term: { initialMarginWaived: false } })
  await desk.fund('USD', 20_000_000n)
  const { body } = await bookedOn(desk, {
    payInitialMarginFromAccountId: formatId('acc', desk.account('USD').accountId),
  })
  const { rows } = await db.pool.query(
    `select type, resource_version as version, previous_status as before from events
      where entity_id = $1 and type ~ '^(trade|forward|marginCall|initialMargin)' order by sequence`,
    [desk.entityId],
  )
  expect(rows).toEqual([
    { type: 'trade.executed', version: 1, before: null },
    { type: 'marginCall.issued', version: 1, before: null },
    { type: 'initialMargin.due', version: 2, before: null },
    { type: 'trade.awaitingFunds', version: 2, before: 'Executed' },
    { type: 'marginCall.met', version: 2, before: 'Issued' },
    { type: 'initialMargin.received', version: 3, before: null },
    { type: 'forward.opened', version: 3, before: 'AwaitingInitialMargin' },
  ])
  const { rows: trades } = await db.pool.query('select version, status from fx_trades where entity_id = $1', [
    desk.entityId,
  ])
  expect(trades).toEqual([{ version: 3, status: 'Open' }])
  expect(body.history.map(({ status }: { status: string }) => status)).toEqual([
    'Executed',
    'AwaitingInitialMargin',
    'Open',
  ])
})

test('its idempotency key costs no further round trip', async () => {
  const desk = await openForwardDesk(db)
  const { trips } = await bookedOn(desk, {}, { 'idempotency-key': newUuid() })
  expect(trips).toHaveLength(2)
  expect(trips[0]).toContain('claim-idempotency-key')
  expect(trips[1]).toContain('store-idempotency-key')
})
