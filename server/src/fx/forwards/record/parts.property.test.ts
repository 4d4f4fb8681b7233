import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount } from '../../../kernel/values/money.ts'
import { Refusal } from '../../../kernel/values/refusals.ts'
import { Decimal, formatRate } from '../../../kernel/values/rates.ts'
import { parsePair } from '../../calendar/index.ts'
import { dealAmounts } from '../../pricing/index.ts'
import { cutPart, isNothing, minus, plus, shareOf } from './parts.ts'

const pairs = ['EUR/USD', 'USD/JPY', 'GBP/JPY', 'USD/KWD', 'EUR/HUF'].map(parsePair)
const contract = fc
  .record({
    pair: fc.constantFrom(...pairs),
    rate: fc.integer({ min: 1, max: 9_999_999 }),
    baseMinor: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    isBaseBought: fc.boolean(),
  })
  .map(({ pair, rate, baseMinor, isBaseBought }) => {
    const text = formatRate(new Decimal(rate).div(1000), pair.quoteDp)
    if (new Decimal(text).isZero()) return undefined
    const counterMinor = new Decimal(formatAmount(baseMinor, pair.base)).mul(text)
    if (counterMinor.lt('1')) return undefined
    const amounts = dealAmounts(pair, new Decimal(text), pair.base, baseMinor)
    const [buyCurrency, sellCurrency] = isBaseBought ? [pair.base, pair.counter] : [pair.counter, pair.base]
    const legs = isBaseBought
      ? { buyMinor: amounts.baseMinor, sellMinor: amounts.counterMinor }
      : { buyMinor: amounts.counterMinor, sellMinor: amounts.baseMinor }
    return { forward: { currencyPair: pair.symbol, rate: text, buyCurrency, sellCurrency }, legs }
  })
  .filter((made) => made !== undefined)
const wishes = fc.array(fc.record({ isBuy: fc.boolean(), perMille: fc.integer({ min: 1, max: 1100 }) }), {
  maxLength: 12,
})

test('drawn + remaining = contract in both currencies, margin and revenue are shared out to the last unit, for any drawdowns', () => {
  fc.assert(
    fc.property(contract, wishes, fc.bigInt({ min: 0n, max: 10n ** 10n }), ({ forward, legs }, asked, margin) => {
      let left = legs
      let drawn = { buyMinor: 0n, sellMinor: 0n }
      let held = margin
      let released = 0n
      for (const { isBuy, perMille } of [...asked, { isBuy: true, perMille: 1000 }]) {
        const isEnd = isNothing(left)
        const of = isBuy ? left.buyMinor : left.sellMinor
        const amount = (of * BigInt(perMille)) / 1000n
        if (isEnd || amount === 0n) continue
        try {
          const part = cutPart(forward, left, isBuy ? forward.buyCurrency : forward.sellCurrency, amount)
          const share = shareOf(held, part, left)
          expect(share >= 0n && share <= held).toBe(true)
          ;[held, released] = [held - share, released + share]
          drawn = plus(drawn, part)
          left = minus(left, part)
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal) // too much, or too small a rest: nothing is drawn
        }
        expect(left.buyMinor >= 0n && left.sellMinor >= 0n).toBe(true)
        expect((left.buyMinor === 0n) === (left.sellMinor === 0n)).toBe(true)
        expect(plus(drawn, left)).toEqual(legs)
        expect(held + released).toBe(margin)
      }
      expect(isNothing(left)).toBe(true)
      expect(held).toBe(0n)
    }),
    { numRuns: 500 },
  )
})
