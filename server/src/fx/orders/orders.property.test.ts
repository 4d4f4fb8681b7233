import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openOrderDesk, setMiddle } from '../../../test/support/order-desk.ts'
import { AUDITS } from '../../composition/modules.ts'
import { auditLedger } from '../../ledger/index.ts'

const db = await testDatabase()

/** Terms of an order in the model: rates in hundred-thousandths, the amount of euros in cents. */
interface Model {
  orderId: string
  type: 'Limit' | 'Stop'
  isBuy: boolean
  rate: bigint
  cents: bigint
  expiresAt: Date
  status: string
  filledRate: bigint | null
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('place' as const),
      type: fc.constantFrom('Limit' as const, 'Stop' as const),
      isBuy: fc.boolean(),
      away: fc.integer({ min: 1, max: 400 }),
      cents: fc.bigInt({ min: 10_000n, max: 5_000_000n }),
      minutes: fc.integer({ min: 1, max: 300 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ act: fc.constant('move' as const), by: fc.integer({ min: -6000, max: 6000 }) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('cancel' as const), pick: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('moveAndCancel' as const),
      by: fc.integer({ min: -6000, max: 6000 }),
      pick: fc.nat(),
    }),
  },
)

/** The client's rate in hundred-thousandths, from the market's middle in millionths: 25 basis points and half a pip against the client. */
const clientRateOf = (isBuy: boolean, middle: bigint): bigint =>
  isBuy ? ((middle + 50n) * 10_025n + 99_999n) / 100_000n : ((middle - 50n) * 9_975n) / 100_000n

const isReached = ({ type, isBuy, rate }: Pick<Model, 'type' | 'isBuy' | 'rate'>, middle: bigint): boolean => {
  const current = clientRateOf(isBuy, middle)
  return (type === 'Limit') === isBuy ? current <= rate : current >= rate
}

const rateText = (units: bigint, digits: number) => {
  const text = units.toString().padStart(digits + 1, '0')
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
const centsText = (cents: bigint) => rateText(cents, 2)

test('for any market, orders, cancellations and waits, each order is filled as the model says: once, in time, at its rate', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const desk = await openOrderDesk(db)
      for (const currency of ['EUR', 'USD']) await desk.fund(currency, 10_000_000_000n)
      const orders: Model[] = []
      let middle = 1_162_500n
      setMiddle(desk.market, rateText(middle, 6))

      const open = () => orders.filter(({ status }) => status === 'Active')
      function fillReached() {
        for (const order of open()) {
          if (!isReached(order, middle)) continue
          order.status = 'Filled'
          order.filledRate = clientRateOf(order.isBuy, middle)
        }
      }
      function expire() {
        for (const order of open()) if (desk.time.now >= order.expiresAt) order.status = 'Expired'
      }
      function move(by: number) {
        middle += BigInt(by)
        setMiddle(desk.market, rateText(middle, 6))
      }

      for (const each of steps) {
        switch (each.act) {
          case 'place': {
            const { type, isBuy, away, cents, minutes } = each
            const isBelow = (type === 'Limit') === isBuy
            const rate = clientRateOf(isBuy, middle) + BigInt(isBelow ? -away : away)
            const expiresAt = new Date(desk.time.now.getTime() + minutes * 60_000)
            const [buyCurrency, sellCurrency] = isBuy ? ['EUR', 'USD'] : ['USD', 'EUR']
            const orderId = await desk.placed({
              type,
              buyCurrency,
              sellCurrency,
              fixedSide: isBuy ? 'Buy' : 'Sell',
              amount: centsText(cents),
              rate: rateText(rate, 5),
              expiresAt: expiresAt.toISOString(),
            })
            orders.push({ orderId, type, isBuy, rate, cents, expiresAt, status: 'Active', filledRate: null })
            break
          }
          case 'move':
            move(each.by)
            await desk.run()
            fillReached()
            break
          case 'wait':
            await desk.advance(new Date(desk.time.now.getTime() + each.minutes * 60_000).toISOString())
            expire()
            break
          case 'cancel': {
            const order = open()[each.pick % Math.max(1, open().length)]
            if (!order) break
            expect((await desk.cancel(order.orderId)).status).toBe(200)
            order.status = 'Cancelled'
            break
          }
          case 'moveAndCancel': {
            const order = open()[each.pick % Math.max(1, open().length)]
            move(each.by)
            const [cancelled] = await Promise.all([order && desk.cancel(order.orderId), desk.run()])
            if (order && cancelled!.status === 200) order.status = 'Cancelled' // else the fill was first, as the model must say
            fillReached()
          }
        }
        for (const { orderId, status, filledRate } of orders) {
          expect(await desk.order(orderId)).toMatchObject({
            status,
            filledRate: filledRate === null ? null : rateText(filledRate, 5),
          })
        }
      }

      const filled = orders.filter(({ status }) => status === 'Filled')
      const { data: trades } = (await desk.get('/v1/fx/trades?limit=500')).body
      expect(trades.map(({ orderId }: { orderId: string }) => orderId).toSorted()).toEqual(
        filled.map(({ orderId }) => orderId).toSorted(),
      )
      const soldOf = (isBuy: boolean) => filled.filter((order) => order.isBuy === isBuy)
      const dollars = soldOf(true).map(({ cents, filledRate }) => (cents * filledRate! * 2n + 100_000n) / 200_000n)
      const sum = (minors: readonly bigint[]) => minors.reduce((total, minor) => total + minor, 0n)
      const [heldDollars, heldEuros] = [sum(dollars), sum(soldOf(false).map(({ cents }) => cents))]
      const held = (minor: bigint) => (minor === 0n ? 10_000_000_000n : [10_000_000_000n, minor])
      expect(await desk.balances()).toMatchObject({ 'client:USD': held(heldDollars), 'client:EUR': held(heldEuros) })
      expect((await auditLedger(db, () => {}, AUDITS)).findings).toEqual([])
    }),
    { numRuns: 12 },
  )
}, 240_000)
