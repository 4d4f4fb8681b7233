import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openDesk } from '../../../test/support/desk.ts'
import { standingMarket } from '../../../test/support/market.ts'
import { shippedCalendars } from '../../../test/support/calendars.ts'
import { shippedInterestRates } from '../../fx/pricing/index.ts'
import { operatorCommand } from '../operator.ts'
import { testInstitution } from '../../../test/support/accounts.ts'

const db = await testDatabase()

test('the operator cannot end a spot trade for a client', async () => {
  const desk = await openDesk(db, 'RM')
  const { body: trade } = await desk.book((await desk.quote({ valueDate: '2026-11-27' })).body.quoteId)
  const printed: string[] = []
  const operator = (...words: string[]) =>
    operatorCommand(
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
    ).parseAsync(['node', 'operator', '--json', ...words])
  const of = ['--entity', desk.wire.entityId, '--trade', trade.tradeId]
  await operator('quote-spot-amendment', ...of, '--type', 'Cancel')
  const quote = JSON.parse(printed.pop()!)
  expect(quote).toMatchObject({ type: 'Cancel', chargeOrCredit: 'Charge', currency: 'USD' })
  desk.time.now = new Date(desk.time.now.getTime() + 50_000)
  await operator('book-spot-amendment', ...of, '--quote', quote.quoteId)
  expect(JSON.parse(printed.pop()!)).toMatchObject({ tradeStatus: 'Cancelled', closeOutStatus: 'Executed' })
  const { body } = await desk.get(`/v1/fx/trades/${trade.tradeId}`)
  expect(body.history.at(-1)).toMatchObject({ status: 'Cancelled', by: 'operator', reason: 'EndedByOperator' })
  await expect(operator('quote-spot-amendment', ...of, '--type', 'Move')).rejects.toThrow('--value-date')
})
