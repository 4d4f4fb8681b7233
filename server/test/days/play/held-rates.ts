import type { Reply } from '../http.ts'
import type { Trade } from '../read/resources.ts'
import { type Act, accountsIn, amountOf, isDone, note, isSame } from '../world.ts'
import { drawPair, keepTrade } from './spot.ts'

const ACTIONS = ['Reject', 'AcceptAtSpot', 'UtiliseNextAvailableQuote', 'ExecuteAtMarketOpen'] as const

interface HeldRate {
  quoteId: string
  status: string
  buyCurrency: string
  sellCurrency: string
  fixedSide: 'Buy' | 'Sell'
  remainingAmount: string
  direction: string
}

/** Has a rate held for minutes or hours, with each action after expiry. */
export const holdRate: Act = async (turn) => {
  const { party, chance, world } = turn
  const sides = drawPair(turn)
  const fixedSide = chance.pick(['Buy', 'Sell'] as const)
  const currency = fixedSide === 'Buy' ? sides.buyCurrency : sides.sellCurrency
  const body = {
    entityId: party.entityId,
    ...sides,
    fixedSide,
    estimatedAmount: amountOf(chance, currency, 1_000, 40_000),
    tenor: chance.pick(['PT5M', 'PT15M', 'PT1H', 'PT4H', 'PT24H']),
    postExpiryAction: chance.pick(ACTIONS),
    usage: chance.pick(['Single', 'Multiple']),
    ...(chance.happens(15) ? { direction: 'TwoWay' } : {}),
  }
  const answer = await party.maker.send('/v1/fx/quotes/held-rate', body)
  note(turn, 'hold rate', answer)
  if (!isDone(answer)) return
  world.heldRates.set(answer.body.quoteId as string, party)
  if (chance.happens(40)) await useHeldRate(turn)
}

/** Books a held rate, active or expired, in part or for more than was estimated. */
export const useHeldRate: Act = async (turn) => {
  const { party, chance, world } = turn
  const own = [...world.heldRates].filter(([, owner]) => isSame(owner, party)).map(([id]) => id)
  if (own.length === 0) return
  const quoteId = chance.pick(own.slice(-8))
  if (chance.happens(15)) {
    note(turn, 'cancel held rate', await party.maker.send(`/v1/fx/quotes/held-rate/${quoteId}/cancel`, {}))
    return
  }
  const held = await party.maker.get<HeldRate>(`/v1/fx/quotes/held-rate/${quoteId}`)
  const currency = held.fixedSide === 'Buy' ? held.buyCurrency : held.sellCurrency
  const remaining = Math.floor(Number(held.remainingAmount))
  const amount =
    remaining > 2 && chance.happens(60) ? `${chance.int(1, remaining)}` : amountOf(chance, currency, 500, 9_000)
  const buy = accountsIn(party, held.buyCurrency)
  const sell = accountsIn(party, held.sellCurrency)
  const trade = await party.maker.send<Trade & { code?: string }>('/v1/fx/trades/held-rate', {
    entityId: party.entityId,
    quoteId,
    amount,
    buyAccountId: chance.pick(buy).accountId,
    sellAccountId: chance.pick(sell).accountId,
  })
  note(turn, `book held rate ${held.status}`, trade as unknown as Reply)
  if (trade.status === 201) keepTrade(turn, trade.body)
}
