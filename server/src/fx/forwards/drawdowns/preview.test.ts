import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { type ForwardDesk, openForwardDesk } from '../../../../test/support/forward-desk.ts'
import { roundTripsOf } from '../../../../test/support/round-trips.ts'
import { formatId, newUuid } from '../../../kernel/values/ids.ts'

const db = await testDatabase()
const WINDOW = { forwardType: 'Window', accessDate: '2026-12-01' }

interface Order {
  tradeIds?: string[]
  tradeId: string
  amount: string
  more?: object
}

const send = (desk: ForwardDesk, { tradeId, amount, more = {} }: Order, query = '') =>
  desk.post(`/v1/fx/trades/forwards/drawdowns${query}`, {
    ...desk.wire,
    ...('tradeIds' in more ? {} : { tradeId }),
    currency: 'EUR',
    amount,
    fundingMethod: 'CurrencyAccount',
    ...more,
  })

/** Previews an order, then books it. */
async function both(desk: ForwardDesk, order: Order) {
  const preview = await send(desk, order, '?dryRun=true')
  let again
  const trips = await roundTripsOf(async () => void (again = await send(desk, order, '?dryRun=true')))
  expect(trips).toEqual([]) // no transaction: the image has the facts
  expect(withoutIds(again!.body)).toEqual(withoutIds(preview.body))
  return { preview, booked: await send(desk, order) }
}

/** A response without the ids of the new trades. */
const withoutIds = (body: object): unknown =>
  JSON.parse(
    JSON.stringify(body, (name, value: unknown) =>
      ['drawdownId', 'reference', 'instance', 'requestId'].includes(name) ? '' : value,
    ),
  )

describe('the preview of a drawdown', () => {
  test.each<[string, object, object, string]>([
    ['a part', WINDOW, {}, '100000.00'],
    ['all of it', WINDOW, { valueDate: '2026-12-04' }, '500000.00'],
    ['a part that waits for its wire', { forwardType: 'Open' }, { fundingMethod: 'WireTransfer' }, '1.00'],
    ['a part with a reference', WINDOW, { clientReference: 'D1' }, '12.34'],
  ])('shows what is booked: %s', async (_, forward, more, amount) => {
    const desk = await openForwardDesk(db, { term: { initialMarginWaived: false } })
    await desk.fund('USD', 20_000_000n)
    const paying = { payInitialMarginFromAccountId: formatId('acc', desk.account('USD').accountId) }
    const { tradeId } = await desk.forward(forward, paying)
    const { preview, booked } = await both(desk, { tradeId, amount, more })
    expect([preview.status, booked.status]).toEqual([200, 201])
    expect(withoutIds(preview.body)).toEqual({ ...(withoutIds(booked.body) as object), dryRun: true })
  })

  test('of several forwards shows each part', async () => {
    const desk = await openForwardDesk(db)
    const tradeIds = [(await desk.forward(WINDOW)).tradeId, (await desk.forward(WINDOW)).tradeId]
    const { preview, booked } = await both(desk, { tradeId: '', amount: '600000.00', more: { tradeIds } })
    expect(preview.body.drawdowns).toHaveLength(2)
    expect(withoutIds(preview.body)).toEqual({ ...(withoutIds(booked.body) as object), dryRun: true })
  })

  test.each<[string, object, string]>([
    ['exceeds_balance', {}, '500000.01'],
    ['not_drawable_yet', { valueDate: '2026-11-30' }, '1.00'],
    ['trade_not_found', { tradeId: 'trd_1' }, '1.00'],
    ['pad_not_approved', { fundingMethod: 'PreAuthorizedDebit' }, '1.00'],
    ['duplicate_client_reference', { clientReference: 'F1' }, '1.00'],
  ])('is rejected as the booking is: %s', async (code, more, amount) => {
    const desk = await openForwardDesk(db)
    const { tradeId } = await desk.forward(WINDOW, { clientReference: 'F1' })
    const { preview, booked } = await both(desk, { tradeId, amount, more })
    expect([preview.body.code, booked.body.code]).toEqual([code, code])
    expect(preview.body.params).toEqual(booked.body.params)
  })

  test('is rejected from the moment at which a margin call of the facility is overdue', async () => {
    const desk = await openForwardDesk(db)
    const { tradeId } = await desk.forward(WINDOW)
    const order = { tradeId, amount: '1.00' }
    expect((await send(desk, order, '?dryRun=true')).status).toBe(200)
    await db.pool.query(
      `with margin as (
        insert into credit_margins (entity_id, facility_id, kind, trade_id, currency, required_minor, created_at, updated_at)
          select entity_id, facility_id, 'Variation', trade_id, 'GBP', 0, now(), now() from fx_forwards where entity_id = $1)
      insert into margin_calls (entity_id, margin_call_id, facility_id, kind, trade_id, reason_trade_ids, currency, amount_minor,
          outstanding_minor, status, issued_at, due_at, explanation, version, updated_at)
        select entity_id, $2, facility_id, 'Variation', trade_id, array[trade_id], 'GBP', 100, 100, 'Overdue', now(), now(),
          'Overdue', 1, now() from fx_forwards where entity_id = $1`,
      [desk.entityId, newUuid()],
    )
    const { preview, booked } = await both(desk, order)
    expect([preview.body.code, booked.body.code]).toEqual(['margin_call_overdue', 'margin_call_overdue'])
  })
})
