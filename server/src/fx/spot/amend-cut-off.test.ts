import { expect, test } from 'vitest'
import { errorCode } from '../../../test/support/codes.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { openDesk } from '../../../test/support/desk.ts'
import { fourEyes, givenPolicy } from '../../../test/support/four-eyes.ts'

const db = await testDatabase()

/** A spot trade that can be closed for its value date until the dealing cut-off of that day, a minute from now. */
async function openAtCutOff() {
  const desk = await openDesk(db, 'RM', { now: '2026-12-11T12:00:00.000Z' })
  const order = { buyCurrency: 'GBP', sellCurrency: 'EUR' }
  const { body: today } = await desk.get('/v1/fx/earliest-settlement?sellCurrency=EUR&buyCurrency=GBP')
  const { body } = await desk.book((await desk.quote({ ...order, valueDate: '2026-12-11' })).body.quoteId)
  const cutOffAt = new Date(today.cutOffAt)
  desk.time.now = new Date(cutOffAt.getTime() - 60_000)
  const path = `/v1/fx/trades/spot/${body.tradeId}/amendments`
  return {
    ...desk,
    cutOffAt,
    quoteOf: async (amendment: object) => (await desk.post(`${path}/quote`, { ...desk.wire, ...amendment })).body,
    bookOf: (quoteId: string) => desk.post(path, { ...desk.wire, quoteId }),
  }
}
const AMENDMENTS = [{ type: 'Cancel' }, { type: 'Move', newValueDate: '2026-12-14' }]

test.each(AMENDMENTS)('$type is not booked after the cut-off of the date that its rate is for', async (amendment) => {
  const desk = await openAtCutOff()
  desk.time.now = new Date(desk.cutOffAt.getTime() - 1000)
  const quote = await desk.quoteOf(amendment)
  expect(quote.expiresAt).toBe(desk.cutOffAt.toISOString())
  desk.time.now = desk.cutOffAt
  expect(errorCode((await desk.bookOf(quote.quoteId)).body)).toBe('quote_expired')
})

test.each(AMENDMENTS)(
  '$type that waits is not approved after the cut-off of the date that its rate is for',
  async (amendment) => {
    const desk = await openAtCutOff()
    await givenPolicy(db, desk)
    const { quoteId } = await desk.quoteOf(amendment)
    const { body } = await desk.bookOf(quoteId)
    expect(body.status).toBe('PendingApproval')
    const waitingId = String(body.newTradeId ?? body.closeOutTradeId)
    expect((await desk.get(`/v1/fx/trades/${waitingId}/approval`)).body.lapsesAt).toBe(desk.cutOffAt.toISOString())
    desk.time.now = desk.cutOffAt
    expect(errorCode((await fourEyes(db, desk).approve(waitingId)).body)).toBe('trade_not_awaiting_approval')
    await desk.advance(desk.cutOffAt.toISOString())
    const { status, history } = (await desk.get(`/v1/fx/trades/${waitingId}`)).body
    expect([status, history.at(-1).reason]).toEqual(['Cancelled', 'ApprovalLapsed'])
  },
)

test('a trade is closed out for the next date after the cut-off of its value date', async () => {
  const desk = await openAtCutOff()
  await desk.advance(desk.cutOffAt.toISOString())
  const { quoteId, expiresAt } = await desk.quoteOf({ type: 'CloseOut' })
  expect(new Date(expiresAt).getTime()).toBeGreaterThan(desk.cutOffAt.getTime())
  expect((await desk.bookOf(quoteId)).body.trade.status).toBe('ClosedOut')
})
