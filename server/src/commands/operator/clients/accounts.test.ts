import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { openDesk } from '../../../../test/support/desk.ts'
import { formatId } from '../../../kernel/values/ids.ts'
import { operatorCommand } from '../../operator.ts'

const db = await testDatabase()

test('an account is not closed while a trade, a payment or margin uses it, and never again gets money', async () => {
  const desk = await openDesk(db, 'RM')
  const printed: string[] = []
  const close = (currency: string) =>
    operatorCommand(
      async () => ({
        db,
        clock: desk.deps.clock,
        openPrices: () => Promise.reject(new Error('no prices are needed')),
        close: async () => {},
      }),
      (text) => printed.push(text),
    ).parseAsync(['node', 'operator', '--json', 'close-account', formatId('acc', desk.account(currency).accountId)])
  await desk.fund('USD', 20_000_000n)
  await expect(close('USD')).rejects.toMatchObject({ code: 'account_not_empty' })
  const { body: trade } = await desk.book((await desk.quote({ valueDate: '2026-11-27' })).body.quoteId)
  await expect(close('EUR')).rejects.toMatchObject({ code: 'account_in_use', params: { uses: [trade.tradeId] } })
  await desk.advance('2026-11-27T18:00:00.000Z')
  expect((await desk.get(`/v1/fx/trades/${trade.tradeId}`)).body.status).toBe('Settled')
  await close('JPY')
  expect(JSON.parse(printed.pop()!)).toMatchObject({ status: 'Closed' })
  await expect(desk.fund('JPY', 1n)).rejects.toMatchObject({ code: 'account_closed' })
})
