import type { Reply } from '../http.ts'
import type { Trade } from '../read/resources.ts'
import { type Act, accountsIn, addDays, amountOf, dayOf, isDone, isSame, note, type Turn } from '../world.ts'
import { decideOnAmendment, decideOnDeal } from './approvals.ts'
import { receive } from './money-in.ts'
import { drawPair, keepTrade } from './spot.ts'
import { attachedPayments } from './payments.ts'

const TYPES = ['Fixed', 'Window', 'Open', 'Variable'] as const
const REASONS = ['Goods', 'Services', 'IntergroupPayments', 'DebtHedging', 'Capex'] as const

/** Sends an order for a day; where that day cannot be dealt, once more for the next that the answer offers. */
async function onGoodDay(valueDate: string, order: (valueDate: string) => Promise<Reply>): Promise<Reply> {
  const first = await order(valueDate)
  const next = first.body.params?.nextAvailable
  return typeof next === 'string' ? order(next) : first
}

/** Deals a forward of any type, days to months ahead. */
export const dealForward: Act = async (turn) => {
  const { party, chance, world } = turn
  const sides = drawPair(turn)
  const { entityId } = party
  const forwardType = chance.pick(TYPES)
  const days = chance.pick([4, 6, 9, 14, 21, 35, 60, 100])
  const today = dayOf(world.now)
  const access = chance.int(3, days)
  const fixedSide = chance.pick(['Buy', 'Sell'] as const)
  const currency = fixedSide === 'Buy' ? sides.buyCurrency : sides.sellCurrency
  const body = {
    entityId,
    ...sides,
    fixedSide,
    amount: amountOf(chance, currency, 5_000, party.isScarce ? 1_200_000 : chance.happens(15) ? 400_000 : 60_000),
    forwardType,
    reason: chance.pick(REASONS),
    ...(chance.happens(40) ? { marginSide: chance.pick(['Buy', 'Sell']) } : {}),
  }
  const quote = await onGoodDay(addDays(today, days), (valueDate) => {
    const accessDate = addDays(today, access) < valueDate ? addDays(today, access) : today
    const window = forwardType === 'Window' || forwardType === 'Variable' ? { accessDate } : {}
    return party.maker.send('/v1/fx/quotes/forwards', { ...body, ...window, valueDate })
  })
  if (!isDone(quote)) return note(turn, 'quote forward', quote)
  const sellAccounts = accountsIn(party, sides.sellCurrency)
  const order = {
    entityId,
    quoteId: quote.body.quoteId,
    forwardReasoning: body.reason,
    fundsDelivery: chance.happens(10) ? 'NonDeliverable' : 'Deliverable',
    ...(chance.happens(30) && sellAccounts[0] ? { payInitialMarginFromAccountId: sellAccounts[0].accountId } : {}),
  }
  const trade = await party.maker.send<Trade & { code?: string }>('/v1/fx/trades/forwards', order)
  note(turn, `forward ${forwardType}`, trade as unknown as Reply)
  if (trade.status === 201) keepTrade(turn, trade.body)
}

/** A forward of the party that is not over, as it is now. */
async function drawForward({ world, party, chance }: Turn): Promise<Trade | undefined> {
  const own = [...world.forwards].filter((id) => world.trades.get(id)?.entityId === party.entityId)
  if (own.length === 0) return undefined
  return party.maker.get<Trade>(`/v1/fx/trades/forwards/${chance.pick(own)}`)
}

/** A part of an amount, or all of it; two decimals or none, as the amount has. */
function partOf({ chance }: Turn, amount: string, wholePercent: number): string {
  if (chance.happens(wholePercent)) return amount
  const [whole = '0', fraction] = amount.split('.')
  const part = Math.max(1, Math.floor((Number(whole) * chance.int(5, 95)) / 100))
  return fraction === undefined ? `${part}` : `${part}.${String(chance.int(0, 99)).padStart(2, '0')}`
}

/** Draws a forward down, in part or whole, by each way of funding, with payments or without. */
export const drawDown: Act = async (turn) => {
  const forward = await drawForward(turn)
  if (!forward) return
  const { party, chance, world } = turn
  const isBuy = chance.happens(50)
  const { balance, accessDate, valueDate } = forward.forward!
  const left = isBuy ? balance.buyAmount : balance.sellAmount
  if (Number(left) === 0) return note(turn, 'drawdown', 'nothing left')
  const fundingMethod = chance.pick(['CurrencyAccount', 'CurrencyAccount', 'WireTransfer', 'PreAuthorizedDebit'])
  const today = dayOf(world.now)
  const inWindow = accessDate > today ? accessDate : today
  const date = chance.happens(60) ? {} : { valueDate: chance.pick([valueDate, addDays(inWindow, chance.int(0, 5))]) }
  const amount = partOf(turn, left, 40)
  const settles = date.valueDate ?? valueDate
  const payments =
    isBuy && chance.happens(30)
      ? await attachedPayments(turn, { currency: forward.buyCurrency, most: amount, date: settles })
      : []
  const answer = await party.maker.send('/v1/fx/trades/forwards/drawdowns', {
    entityId: party.entityId,
    tradeId: forward.tradeId,
    currency: isBuy ? forward.buyCurrency : forward.sellCurrency,
    amount,
    fundingMethod,
    ...date,
    ...(payments.length > 0 ? { payments: payments.map((payment) => ({ ...payment, paymentDate: undefined })) } : {}),
  })
  note(turn, `drawdown ${fundingMethod}`, answer)
  if (answer.status !== 201) return
  const drawdownId = answer.body.drawdownId as string
  await keepDrawdown(turn, drawdownId)
  await decideOnDeal(turn, drawdownId)
  if (fundingMethod === 'WireTransfer') world.wires.set(drawdownId, party)
}

async function keepDrawdown(turn: Turn, drawdownId: string): Promise<void> {
  keepTrade(turn, await turn.party.maker.get<Trade>(`/v1/fx/trades/${drawdownId}`))
}

/** Extends, brings forward, splits or closes out a forward, in part or whole. */
export const amend: Act = async (turn) => {
  const forward = await drawForward(turn)
  if (!forward) return
  const { party, chance, world } = turn
  const type = chance.pick(['Extend', 'BringForward', 'CloseOut', 'Split'])
  const path = `/v1/fx/trades/forwards/${forward.tradeId}/amendments`
  const { valueDate } = forward.forward!
  const later = addDays(valueDate, chance.int(2, 40))
  const sooner = addDays(dayOf(world.now), chance.int(2, 10))
  const wanted = type === 'Extend' ? later : type === 'BringForward' ? sooner : undefined
  const isWhole = type !== 'Split' && chance.happens(50)
  const part = isWhole
    ? {}
    : { currency: forward.buyCurrency, amount: partOf(turn, forward.forward!.balance.buyAmount, 10) }
  const order = (newValueDate?: string) =>
    party.maker.send(`${path}/quote`, { type, ...part, ...(newValueDate ? { newValueDate } : {}) })
  const quote = wanted ? await onGoodDay(wanted, order) : await order()
  if (!isDone(quote)) return note(turn, `quote ${type}`, quote)
  const booked = await party.maker.send(path, { quoteId: quote.body.quoteId })
  note(turn, `amend ${type} ${isWhole ? 'whole' : 'part'}`, booked)
  if (!isDone(booked)) return
  const { closeOutTradeId, newTradeId } = booked.body as { closeOutTradeId?: string; newTradeId?: string }
  if (closeOutTradeId) world.trades.set(closeOutTradeId, party)
  if (newTradeId) {
    world.trades.set(newTradeId, party)
    world.forwards.add(newTradeId)
  }
  await decideOnAmendment(turn, booked.body)
}

/** Cancels a drawdown that has not settled. */
export const cancelDrawdown: Act = async (turn) => {
  const { party, chance } = turn
  const { data } = await party.maker.get<{ data: Trade[] }>(
    `/v1/fx/trades?entityId=${party.entityId}&tradeType=Drawdown&limit=20`,
  )
  const open = data.filter(({ status }) => ['Booked', 'AwaitingFunds', 'PendingApproval'].includes(status))
  if (open.length === 0) return
  const { tradeId } = chance.pick(open)
  note(turn, 'cancel drawdown', await party.maker.send(`/v1/fx/trades/forwards/drawdowns/${tradeId}/cancel`, {}))
}

/** The wire that a drawdown waits for, with its reference: all of it, or a part, of which the rest may follow or not. */
export const sendWire: Act = async (turn) => {
  const { world, party, chance } = turn
  const own = [...world.wires].filter(([, owner]) => isSame(owner, party)).map(([id]) => id)
  if (own.length === 0) return
  const drawdownId = chance.pick(own)
  const { status, sellAccountId, sellCurrency, sellAmount } = await party.maker.get<Trade>(
    `/v1/fx/trades/${drawdownId}`,
  )
  const isOpen = ['Booked', 'AwaitingFunds', 'PendingApproval'].includes(status)
  const isPart = chance.happens(30)
  const amount = isPart ? partOf(turn, sellAmount, 0) : sellAmount
  if (isOpen) {
    await receive(turn, sellAccountId, sellCurrency, amount, { reference: `Wire for ${drawdownId}` })
    note(turn, 'wire for drawdown', 'done')
  }
  if (!isOpen || !isPart) world.wires.delete(drawdownId)
}
