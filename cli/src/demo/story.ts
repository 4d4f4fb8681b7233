import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Cambist, groupDigits } from '@cambist/sdk'
import { findAccountId } from '../connection/entities.ts'
import type { Narrator } from './narrator.ts'

/** Caller of the story, and the folder that gets its files. */
export interface Stage {
  api: Cambist
  entityId: string
  folder: string
}

const money = (amount: string, currency: string) => `${groupDigits(amount)} ${currency}`

/** Plays the corporate's story: money in, a spot deal, a supplier in China, a verified payee, a forward, a statement. */
export async function tellBusiness(narrator: Narrator, stage: Stage): Promise<void> {
  await narrator.step('A customer pays 50,000.00 EUR', (say) => receive(stage, say))
  await narrator.step('Spot: sell euros, buy renminbi', (say) => dealSpot(stage, say))
  await narrator.step('Pay a supplier in China, with a purpose code', (say) => paySupplier(stage, say))
  await narrator.step('Verify a payee before the payment', (say) => verifyPayee(stage, say))
  await narrator.step('Forward: sell 250,000.00 EUR in three months', (say) => dealForward(stage, say))
  await narrator.step('The market moves: margin call', (say) => meetMarginCall(stage, say))
  await narrator.step('Statement as PDF', (say) => writeStatement(stage, say))
}

type Say = (fact: string) => void

async function fund({ api, entityId }: Stage, amount: string, currency: string): Promise<string> {
  const accountId = await findAccountId(api, currency, entityId)
  await api.inboundPayments.create({ accountId, amount, currency, reference: 'Invoice 4711' })
  return accountId
}

async function receive(stage: Stage, say: Say): Promise<void> {
  const accountId = await fund(stage, '50000.00', 'EUR')
  const { data } = await stage.api.balances.list({ accountId })
  say(`Available: ${money(data[0]?.available ?? '', 'EUR')}`)
}

/** Moves the clock to hours in which the market is open. */
async function openMarket({ api }: Stage, say: Say): Promise<void> {
  let { marketOpen, now } = await api.clock.get()
  if (marketOpen) return
  for (let hours = 0; !marketOpen && hours < 96; hours += 6)
    ({ marketOpen, now } = await api.clock.move({ advance: 'PT6H' }))
  say(`The market was closed: the sandbox's clock is now at ${now}`)
}

async function dealSpot(stage: Stage, say: Say): Promise<void> {
  const { api, entityId } = stage
  await openMarket(stage, say)
  const order = { sellCurrency: 'EUR', buyCurrency: 'CNY', fixedSide: 'Buy' as const, amount: '20100.00' }
  const quote = await api.spot.quote({ entityId, ...order })
  say(
    `Quote: ${money(quote.buyAmount, 'CNY')} for ${money(quote.sellAmount, 'EUR')}, ${quote.rate} ${quote.currencyPair}`,
  )
  const { tradeId, valueDate } = await api.spot.book({ entityId, quoteId: quote.quoteId })
  say(`Booked ${tradeId}, value date ${valueDate}`)
  const { status } = await api.trades.settle(tradeId, {})
  say(`${status}: the sandbox settles it now`)
}

const SUPPLIER = {
  name: 'Suzhou Valves Co Ltd',
  type: 'Company' as const,
  currency: 'CNY',
  countryCode: 'CN',
  bankCountryCode: 'CN',
  address: { line1: '88 Jinji Lake Road', city: 'Suzhou', postCode: '215021', countryCode: 'CN' },
  accountNumber: '6222021102012345678',
  bic: 'ICBKCNBJSZU',
  routingCodes: [{ type: 'Cnaps' as const, value: '102100099996' }],
}

async function paySupplier({ api, entityId }: Stage, say: Say): Promise<void> {
  const accountId = await findAccountId(api, 'CNY', entityId)
  const destination = { currency: 'CNY', country: 'CN' }
  const { items } = await api.payments.listPurposes({ ...destination, payeeType: 'Company' })
  const goods = items.find(({ code }) => code.includes('GOD')) ?? items[0]
  if (!goods) throw new Error('China requires a purpose, but the service lists none.')
  say(`China requires a purpose; goods are ${goods.code}`)
  const { earliestPaymentDate: paymentDate } = await api.payments.getEarliestPaymentDate(destination)
  const order = { accountId, paymentDate, amount: '20000.00', currency: 'CNY', creditorAccount: SUPPLIER }
  const { paymentId, status } = await api.payments.create({
    ...order,
    reference: 'Contract 17',
    purposeCode: goods.code,
  })
  say(`${paymentId}: ${money('20000.00', 'CNY')} to ${SUPPLIER.name} on ${paymentDate}, ${status}`)
  await completed(api, paymentId, say)
}

/** Moves the clock until a payment is completed. @throws Error if it ends in another way */
async function completed(api: Cambist, paymentId: string, say: Say): Promise<void> {
  for (let days = 0; days <= 8; days += 0.5) {
    const { status } = await api.payments.get(paymentId)
    if (status === 'Completed') return say(`Completed, ${days} days later on the sandbox's clock`)
    if (['Rejected', 'Failed', 'Returned', 'Cancelled', 'Held'].includes(status)) throw new Error(`It is ${status}.`)
    await api.clock.move({ advance: 'PT12H' })
  }
  throw new Error('It was not completed within eight days of the sandbox’s clock.')
}

async function verifyPayee({ api }: Stage, say: Say): Promise<void> {
  const account = { iban: 'DE89370400440532013000' }
  await api.payees.create({ ...account, name: 'Muster Maschinenbau GmbH', type: 'Company' })
  for (const name of ['Muster Maschinenbau GmbH', 'Muster Maschinen GmbH', 'Hans Schmidt']) {
    const result = await api.payees.verify({ ...account, name, partyType: 'Company' })
    if (!('status' in result)) continue // the answer of a dry run
    const { status, matchedName } = result
    say(`${name}: ${status}${matchedName ? `, the account belongs to ${matchedName}` : ''}`)
  }
}

async function dealForward(stage: Stage, say: Say): Promise<void> {
  const { api, entityId } = stage
  await openMarket(stage, say)
  const { now } = await api.clock.get()
  const valueDate = await businessDay(api, new Date(Date.parse(now) + 90 * DAY_MS))
  const order = { sellCurrency: 'EUR', buyCurrency: 'GBP', fixedSide: 'Sell' as const, amount: '250000.00' }
  const quote = await api.forwards.quote({ entityId, ...order, forwardType: 'Fixed', valueDate })
  say(`Quote: ${money(quote.buyAmount, 'GBP')} on ${valueDate}, ${quote.rate} ${quote.currencyPair}`)
  const terms = { forwardReasoning: 'Goods' as const, fundsDelivery: 'Deliverable' as const }
  const { tradeId } = await api.forwards.book({ entityId, quoteId: quote.quoteId, ...terms })
  say(`Booked ${tradeId}`)
}

const DAY_MS = 86_400_000

/** Returns the first day from a date on that is a business day of both currencies. */
async function businessDay(api: Cambist, from: Date): Promise<string> {
  const dayOf = (date: Date) => date.toISOString().slice(0, 10)
  const range = { from: dayOf(from), to: dayOf(new Date(from.getTime() + 10 * DAY_MS)) }
  const calendars = await Promise.all(['EUR', 'GBP'].map((currency) => api.fx.listCalendars({ currency, ...range })))
  const closed = new Set(
    calendars.flatMap(({ data }) => data.flatMap(({ holidays }) => holidays ?? [])).map(({ date }) => date),
  )
  let date = from
  while ([0, 6].includes(date.getUTCDay()) || closed.has(dayOf(date))) date = new Date(date.getTime() + DAY_MS)
  return dayOf(date)
}

async function meetMarginCall(stage: Stage, say: Say): Promise<void> {
  const { api, entityId } = stage
  const { mid } = await api.market.move('EURGBP', { shiftPercent: '8' })
  say(`EUR/GBP rises by 8 percent to ${mid}: the forward loses value`)
  await api.sandbox.runMargin({})
  const [call] = await api.marginCalls.list({ entityId }).take(1)
  if (!call) throw new Error('No margin call was issued.')
  say(`${call.marginCallId}: ${money(call.amount, call.currency)} due until ${call.dueAt}`)
  say(call.explanation)
  const { status, collectedFrom } = await collected(api, call.marginCallId)
  if (collectedFrom) say(`${status}: collected from ${collectedFrom}, the ${call.currency} account`)
  else {
    const accountId = await fund(stage, call.outstanding, call.currency)
    say(`${(await api.marginCalls.settle(call.marginCallId, { accountId })).status}: paid from ${accountId}`)
  }
  await api.market.move('EURGBP', { shiftPercent: '-7.4' })
}

/** Waits a moment for the service to collect a call from the account in its currency, and returns the call. */
async function collected(api: Cambist, marginCallId: string) {
  for (const until = Date.now() + 3000; ; await new Promise((resolve) => setTimeout(resolve, 200))) {
    const call = await api.marginCalls.get(marginCallId)
    if (call.status !== 'Issued' || Date.now() > until) return call
  }
}

async function writeStatement({ api, entityId, folder }: Stage, say: Say): Promise<void> {
  const accountId = await findAccountId(api, 'EUR', entityId)
  const { now } = await api.clock.get()
  const to = now.slice(0, 10)
  const from = new Date(Date.parse(now) - 30 * DAY_MS).toISOString().slice(0, 10)
  const { bytes } = await api.statements.downloadInterim({ accountId, from, to, format: 'pdf' })
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'statement.pdf')
  writeFileSync(file, bytes)
  say(`Wrote ${file} (${groupDigits(String(bytes.length))} bytes)`)
}
