import { expect, test } from 'vitest'
import { operatorAct } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { type Desk, openDesk } from '../../../test/support/desk.ts'
import { standingMarket } from '../../../test/support/market.ts'
import { shippedCalendars } from '../../../test/support/calendars.ts'
import { setPrice } from '../../entities/index.ts'
import { shippedInterestRates } from '../../fx/pricing/index.ts'
import { readReferenceRates, setReferenceRate } from '../../fx/reference-rates/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { operatorCommand } from '../operator.ts'
import { testInstitution } from '../../../test/support/accounts.ts'

const db = await testDatabase()

/** Returns a runner of operator commands at the prices of a desk, which answers what they print. */
function operatorOf(desk: Desk) {
  const printed: string[] = []
  return async (...words: string[]) => {
    const command = operatorCommand(
      async () => ({
        db,
        clock: desk.deps.clock,
        openPrices: async () => ({
          calendars: shippedCalendars(),
          market: standingMarket(desk.market),
          rates: shippedInterestRates(),
        }),
        institution: testInstitution,
        close: async () => {},
      }),
      (text) => printed.push(text),
    )
    await command.parseAsync(['node', 'operator', '--json', ...words])
    return JSON.parse(printed.pop()!)
  }
}

test('the operator cannot end a spot trade for a client', async () => {
  const desk = await openDesk(db, 'RM')
  const { body: trade } = await desk.book((await desk.quote({ valueDate: '2026-11-27' })).body.quoteId)
  const operator = operatorOf(desk)
  const of = ['--entity', desk.wire.entityId, '--trade', trade.tradeId]
  const quote = await operator('quote-spot-amendment', ...of, '--type', 'Cancel')
  expect(quote).toMatchObject({ type: 'Cancel', chargeOrCredit: 'Charge', currency: 'USD' })
  desk.time.now = new Date(desk.time.now.getTime() + 50_000)
  const booked = await operator('book-spot-amendment', ...of, '--quote', quote.quoteId)
  expect(booked).toMatchObject({ tradeStatus: 'Cancelled', closeOutStatus: 'Executed' })
  const { body } = await desk.get(`/v1/fx/trades/${trade.tradeId}`)
  expect(body.history.at(-1)).toMatchObject({ status: 'Cancelled', by: 'operator', reason: 'EndedByOperator' })
  await expect(operator('quote-spot-amendment', ...of, '--type', 'Move')).rejects.toThrow('--value-date')
})

test('a trade that the operator moves to an earlier date has the mark-up that its client would get', async () => {
  const rate = { currency: 'NOK', rate: '10', day: '2026-11-20', source: 'a test', setBy: 'a test' }
  await inTransaction(db, (tx) => setReferenceRate(tx, rate, operatorAct))
  const referenceRates = { ...(await readReferenceRates(db.reader)), old: () => [], reload: async () => {} }
  const desk = await openDesk(db, 'RM', { given: { referenceRates } })
  const { body: trade } = await desk.book((await desk.quote({ valueDate: '2026-11-27' })).body.quoteId)
  await db.pool.query(`update entities set base_currency = 'NOK' where entity_id = $1`, [desk.entityId])
  const tier = { currencyPair: null, tenor: null, fromAmountMinor: 100_000_000n, markupBps: '5' } // NOK 1,000,000
  await inTransaction(db, (tx) => setPrice(tx, desk.entityId, tier, operatorAct))
  await expect.poll(async () => (await desk.settings()).entity.baseCurrency).toBe('NOK')
  const move = { type: 'Move', newValueDate: '2026-11-25' }
  const path = `/v1/fx/trades/spot/${trade.tradeId}/amendments/quote`
  const { status, body } = await desk.post(path, { ...desk.wire, ...move })
  expect(status).toBe(201)
  const of = ['--entity', desk.wire.entityId, '--trade', trade.tradeId]
  const words = ['--type', move.type, '--value-date', move.newValueDate]
  expect((await operatorOf(desk)('quote-spot-amendment', ...of, ...words)).newRate).toBe(body.newRate)
})
