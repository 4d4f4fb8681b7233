import type { Reply } from '../http.ts'
import type { Page, Trade } from '../read/resources.ts'
import { amountOf, type Act, currenciesOf, isDone, note, type Turn } from '../world.ts'
import { decideOnAmendment, decideOnDeal } from './approvals.ts'
import { spotDates } from './dates.ts'
import { run } from './operators.ts'
import { attachedPayments } from './payments.ts'

/** Records a created trade with its attached objects. */
export function keepTrade({ world, party }: Turn, trade: Trade): void {
  world.trades.set(trade.tradeId, party)
  if (trade.kind === 'Forward') world.forwards.add(trade.tradeId)
  for (const paymentId of trade.paymentIds ?? []) world.payments.set(paymentId, party)
  if (trade.status === 'PendingApproval') world.pending.push({ kind: 'trade', id: trade.tradeId, party })
}

/** Two currencies of the party's accounts that are traded. */
export function drawPair({ party, chance }: Turn): { buyCurrency: string; sellCurrency: string } {
  const [buyCurrency, sellCurrency] = chance.shuffle(currenciesOf(party))
  return { buyCurrency: buyCurrency!, sellCurrency: sellCurrency! }
}

/** Deals spot: today, tomorrow or at the spot date, now and then with payments out of it, or twice from one quote. */
export const dealSpot: Act = async (turn) => {
  const { world, party, chance } = turn
  const sides = drawPair(turn)
  const dates = await spotDates(turn, sides.buyCurrency, sides.sellCurrency)
  const fixedSide = chance.pick(['Buy', 'Sell'] as const)
  const currency = fixedSide === 'Buy' ? sides.buyCurrency : sides.sellCurrency
  const amount = chance.happens(8)
    ? '1'
    : amountOf(chance, currency, 500, chance.happens(15) ? (party.isScarce ? 400_000 : 120_000) : 20_000)
  const valueDate = chance.happens(50) ? {} : { valueDate: dates.length > 0 ? chance.pick(dates) : null }
  const { entityId } = party
  const quote = await party.maker.send('/v1/fx/quotes/spot', { entityId, ...sides, fixedSide, amount, ...valueDate })
  if (!isDone(quote)) return note(turn, 'quote spot', quote)
  const {
    quoteId,
    buyAmount,
    valueDate: settles,
  } = quote.body as { quoteId: string; buyAmount: string; valueDate: string }
  const payments = chance.happens(25)
    ? await attachedPayments(turn, { currency: sides.buyCurrency, most: buyAmount, date: settles })
    : []
  const order = { entityId, quoteId, ...(payments.length > 0 ? { payments } : {}) }
  const times = chance.happens(10) ? 2 : 1
  const made = await Promise.all(
    Array.from({ length: times }, () => party.maker.send<Trade & { code?: string }>('/v1/fx/trades/spot', order)),
  )
  for (const trade of made) {
    note(turn, payments.length > 0 ? 'spot with payments' : 'spot', trade as unknown as Reply)
    if (trade.status !== 201) continue
    keepTrade(turn, trade.body)
    await decideOnDeal(turn, trade.body.tradeId)
  }
  if (made.filter(({ status }) => status === 201).length > 1) note({ world }, 'spot', 'BOOKED TWICE')
}

/** Draws an unsettled spot deal of the party and an amendment of it. */
async function drawAmendment(turn: Turn, isLateOnly = false) {
  const { party, chance } = turn
  const query = `entityId=${party.entityId}&tradeType=Spot&limit=60`
  const { data } = await party.maker.get<Page<Trade>>(`/v1/fx/trades?${query}`)
  const late = data.filter(({ status }) => status === 'AwaitingFunds' || status === 'Overdue')
  const isLate = isLateOnly || (late.length > 0 && chance.happens(60))
  const overdue = late.filter(({ status }) => status === 'Overdue')
  const latest = overdue.length > 0 ? overdue : late
  const open = isLate ? latest : data.filter(({ status }) => status === 'Executed')
  if (open.length === 0) return undefined
  const trade = chance.pick(open)
  const type = chance.happens(40) ? 'Move' : trade.status !== 'Overdue' || chance.happens(10) ? 'Cancel' : 'CloseOut'
  const dates = type === 'Move' ? await spotDates(turn, trade.buyCurrency, trade.sellCurrency) : []
  const others = dates.filter((date) => date !== trade.valueDate)
  return { trade, type, newValueDate: others.length > 0 ? chance.pick(others) : undefined }
}

/** Cancels, closes out or moves a spot deal that is not settled; now and then only asks for the price. */
export const amendSpot: Act = (turn) => amend(turn, false)

/** Ends or moves a spot deal that was not paid for in time. */
export const amendLateSpot: Act = (turn) => amend(turn, true)

async function amend(turn: Turn, isLateOnly: boolean): Promise<void> {
  const { world, party, chance } = turn
  const drawn = await drawAmendment(turn, isLateOnly)
  if (!drawn) return
  const { trade, type, newValueDate } = drawn
  const path = `/v1/fx/trades/spot/${trade.tradeId}/amendments`
  const quote = await party.maker.send(`${path}/quote`, { type, ...(newValueDate ? { newValueDate } : {}) })
  if (!isDone(quote)) return note(turn, `quote spot ${type}`, quote)
  if (chance.happens(15)) return
  const booked = await party.maker.send(path, { quoteId: quote.body.quoteId })
  note(turn, `amend spot ${type}`, booked)
  const { closeOutTradeId, newTradeId } = booked.body as { closeOutTradeId?: string; newTradeId?: string }
  for (const tradeId of [closeOutTradeId, newTradeId]) if (tradeId) world.trades.set(tradeId, party)
  if (isDone(booked)) await decideOnAmendment(turn, booked.body)
}

/** An operator ends or moves a spot deal for a client: a preview, then the booking. */
export const amendSpotByOperator: Act = (turn) => amendForClient(turn, false)

/** The same of one that was not paid for in time. */
export const amendLateSpotByOperator: Act = (turn) => amendForClient(turn, true)

async function amendForClient(turn: Turn, isLateOnly: boolean): Promise<void> {
  const drawn = await drawAmendment(turn, isLateOnly)
  if (!drawn) return
  const { trade, type, newValueDate } = drawn
  const words = ['--entity', turn.party.entityId, '--trade', trade.tradeId]
  const date = newValueDate ? ['--value-date', newValueDate] : []
  const quote = await run<{ quoteId: string }>(
    turn,
    `operator quotes spot ${type}`,
    'quote-spot-amendment',
    ...words,
    '--type',
    type,
    ...date,
  )
  if (quote) await run(turn, `operator spot ${type}`, 'book-spot-amendment', ...words, '--quote', quote.quoteId)
}
