import { Decimal } from '../../src/kernel/values/rates.ts'
import { bodyOf } from './caller.ts'
import type { Answer } from './processes.ts'
import { type Act, done, inTurn, send, type Teller } from './teller.ts'

const entityOf = ({ sandbox, who }: Teller) => sandbox.entityIds[who]
const idOf = (answer: Answer, name: string) => String(bodyOf(answer)[name])

/** A pair that no other act moves by much, sold by the orders of the load. */
const PAIR = { buyCurrency: 'USD', sellCurrency: 'EUR' }

/** Returns the rate at which the client sells euros now, times a factor; undefined if it gets no quote. */
async function rateTimes(teller: Teller, factor: string): Promise<string | undefined> {
  const body = { entityId: entityOf(teller), ...PAIR, fixedSide: 'Sell', amount: '1000.00' }
  const quote = await send(teller, '/v1/fx/quotes/spot', body)
  return done(quote) ? new Decimal(idOf(quote, 'rate')).mul(factor).toFixed(5) : undefined
}

/** Moves the market of the pair up and back, and so past the levels that were placed close to it. */
async function moveMarket(teller: Teller): Promise<void> {
  await send(teller, '/v1/sandbox/market/EURUSD', { shiftPercent: '1' })
  await send(teller, '/v1/sandbox/market/EURUSD', { shiftPercent: '-1' })
}

/** Creates a rate alert beside a move of the market that triggers it, and one that is cancelled beside such a move. */
const alertOnRate: Act = async (teller) => {
  const rate = await rateTimes(teller, '1.008')
  if (rate === undefined) return false
  const alert = { entityId: entityOf(teller), currencyPair: 'EUR/USD', rate, direction: 'AtOrAbove' }
  const made = await send(teller, '/v1/fx/rate-alerts', alert)
  const other = await send(teller, '/v1/fx/rate-alerts', { ...alert, rate: '2.00000' })
  await moveMarket(teller)
  if (!done(other)) return false
  return done(await send(teller, `/v1/fx/rate-alerts/${idOf(other, 'rateAlertId')}/cancel`)) && done(made)
}

/** Places an order, of which one in turn is a stop. */
async function place(
  teller: Teller,
  amount: string,
  factors: { Limit: string; Stop: string },
): Promise<Answer | undefined> {
  const type = inTurn(`orderType ${amount}`, 'Limit', 'Stop')
  const rate = await rateTimes(teller, factors[type])
  if (rate === undefined) return undefined
  const order = { entityId: entityOf(teller), type, ...PAIR, fixedSide: 'Sell', amount, rate }
  return send(teller, '/v1/fx/orders', order)
}

/** Reads an order. */
const readOrder = ({ sandbox, who }: Teller, path: string) => sandbox.processes[0]!.get<{ status: string }>(who, path)

/** Fills an order by a move of the market, while it may be cancelled. */
const fillOrder: Act = async (teller) => {
  const placed = await place(teller, '100.00', { Limit: '1.004', Stop: '0.996' })
  if (!placed || !done(placed)) return false
  const path = `/v1/fx/orders/${idOf(placed, 'orderId')}`
  const mayCancel = inTurn('cancelReachedOrder', false, false, true)
  await Promise.all([
    send(teller, '/v1/sandbox/market/EURUSD', { shiftPercent: '1' }),
    mayCancel ? send(teller, `${path}/cancel`) : undefined,
  ])
  await send(teller, '/v1/sandbox/market/EURUSD', { shiftPercent: '-2' })
  await send(teller, '/v1/sandbox/market/EURUSD', { shiftPercent: '1' })
  return (await readOrder(teller, path)).status === 'Filled'
}

/** Cancels an order whose rate is far from the market. */
const cancelOrder: Act = async (teller) => {
  const placed = await place(teller, '200.00', { Limit: '1.5', Stop: '0.6' })
  return (
    placed !== undefined && done(placed) && done(await send(teller, `/v1/fx/orders/${idOf(placed, 'orderId')}/cancel`))
  )
}

/** Approves or rejects an order that the stage's policy holds for approval. The market may reach it in between. */
const decideOrder: Act = async (given) => {
  const teller = { ...given, who: 'rm' as const }
  const placed = await place(teller, '70000.00', { Limit: '1.01', Stop: '0.99' })
  if (!placed || !done(placed)) return false
  const path = `/v1/fx/orders/${idOf(placed, 'orderId')}`
  const step = inTurn('decideOrder', 'reject', 'approve', 'approve')
  const isDecided = done(await send(teller, `${path}/${step}`, undefined, 'rmApprover'))
  await send(teller, `${path}/cancel`) // so that the entity keeps room for more
  return isDecided
}

export const ORDER_ACTS = { alertOnRate, fillOrder, cancelOrder, decideOrder } as const satisfies Record<string, Act>
