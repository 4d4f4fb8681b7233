import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { type ForwardDesk, openForwardDesk } from '../../../../test/support/forward-desk.ts'
import { amountText } from '../../../documents/index.ts'

const db = await testDatabase()
const hasPdftotext = spawnSync('pdftotext', ['-v']).error === undefined

/** The text of a trade's confirmation, page by page. */
async function pagesOf(desk: ForwardDesk, tradeId: string): Promise<string[]> {
  const { status, body } = await desk.get(`/v1/fx/trades/${tradeId}/confirmation`)
  expect(status).toBe(200)
  return execFileSync('pdftotext', ['-layout', '-', '-'], { input: body }).toString().split('\f').slice(0, -1)
}

describe.skipIf(!hasPdftotext)('confirmations under a forward', () => {
  test('a confirmation of a drawdown shows the remainder and the margin that it released', async () => {
    const desk = await openForwardDesk(db, { term: { initialMarginWaived: false } })
    await desk.fund('USD', 100_000_000n)
    const accounts = (await desk.get('/v1/accounts')).body?.data as
      | { accountId: string; currency: string }[]
      | undefined
    const usd = accounts?.find(({ currency }) => currency === 'USD')?.accountId
    const forward = await desk.forward({ forwardType: 'Open' }, usd ? { payInitialMarginFromAccountId: usd } : {})
    await desk.advance(desk.time.now.toISOString())
    const drawn = await desk.draw(forward.tradeId, '150000.00')
    expect([drawn.status, drawn.body]).toEqual([201, expect.objectContaining({ status: 'Booked' })])
    await desk.draw(forward.tradeId, '50000.00') // a later one changes nothing of the first confirmation
    const pages = await pagesOf(desk, drawn.body.drawdownId)
    expect(pages.length).toBe(1)
    const { remaining, sellAmount } = drawn.body
    expect(pages[0]).toContain(`${amountText(remaining.buyAmount)} EUR for ${amountText(remaining.sellAmount)} USD`)
    expect(pages[0]).toContain(`150,000.00 EUR for ${amountText(sellAmount)} USD`)
    expect(pages[0]).toMatch(/Margin released to it +[1-9][\d,.]+ USD/)
    expect(pages[0]).toContain('Forward facility')
    const [whole] = await pagesOf(desk, forward.tradeId)
    expect(whole).toMatch(/Initial margin +[\d,.]+ USD \(\d+ %\)/)
  })

  test.each(['Extend', 'CloseOut'])(
    'a confirmation of an amendment (%s) names the contract’s own rate',
    async (type) => {
      const desk = await openForwardDesk(db)
      await desk.fund('USD', 100_000_000n)
      const forward = await desk.forward()
      const order = type === 'Extend' ? { type, newValueDate: '2027-03-24' } : { type }
      const quote = (await desk.amend(forward.tradeId, order)).body
      const { status, body } = await desk.bookAmendment(forward.tradeId, quote.quoteId)
      expect([status, body]).toEqual([201, expect.objectContaining({ tradeId: forward.tradeId })])
      const pages = await pagesOf(desk, body.newTradeId ?? body.closeOutTradeId)
      expect(pages.length).toBe(1)
      expect(pages[0]).toContain(`${forward.rate} USD per EUR`)
      expect(pages[0]).toContain(`${quote.nearRate} USD per EUR`)
      expect(pages[0]).toContain(amountText(quote.settlementAmount))
    },
  )
})
