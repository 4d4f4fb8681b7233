import type { Cambist } from '@cambist/sdk'
import { findAccountId } from '../connection/entities.ts'

/** Caller of a recipe. */
export interface Turn {
  api: Cambist
  entityId: string
}

/** Commands of the service and the sandbox after which an event is recorded. */
export interface Recipe {
  /** Description for the list. */
  does: string
  /** Kind of entity that can do it; any if absent. */
  kind?: 'RM' | 'ABS'
  run(turn: Turn): Promise<unknown>
}

const PAYEE = {
  type: 'Company' as const,
  address: { line1: '1 Mill Lane', city: 'Leeds', postCode: 'LS1 4AP', countryCode: 'GB' },
  countryCode: 'GB',
  bankCountryCode: 'GB',
  currency: 'GBP',
  accountNumber: '66374958',
  routingCodes: [{ type: 'SortCode' as const, value: '089999' }],
}

const advance = ({ api }: Turn, duration: string) => api.clock.move({ advance: duration })

/** Moves the clock to the next hours in which the market is open. */
async function openMarket(turn: Turn): Promise<void> {
  let { marketOpen } = await turn.api.clock.get()
  for (let steps = 0; !marketOpen && steps < 24; steps++) marketOpen = (await advance(turn, 'PT6H')).marketOpen
}

async function fund({ api, entityId }: Turn, currency: string, amount: string) {
  const accountId = await findAccountId(api, currency, entityId)
  await api.inboundPayments.create({ accountId, amount, currency })
  return accountId
}

const savePayee = async ({ api, entityId }: Turn): Promise<string> =>
  (await api.beneficiaries.create({ entityId, name: 'Northern Mills Ltd', ...PAYEE })).beneficiaryId

/** Pays 1.00 GBP, for which money is credited first. */
async function pay(turn: Turn, reference: string, days = 0): Promise<string> {
  const { api } = turn
  const accountId = await fund(turn, 'GBP', '10.00')
  const beneficiaryId = await savePayee(turn)
  const { earliestPaymentDate: earliest } = await api.payments.getEarliestPaymentDate({ currency: 'GBP' })
  const paymentDate = days === 0 ? earliest : await businessDayAfter(turn, earliest, days)
  const body = { accountId, beneficiaryId, amount: '1.00', currency: 'GBP', paymentDate, reference }
  const { paymentId } = await api.payments.create(body)
  return paymentId
}

/** Returns a business day of the currency, some days later. */
async function businessDayAfter({ api }: Turn, from: string, days: number): Promise<string> {
  const until = shifted(from, days + 10)
  const { data } = await api.fx.listCalendars({ currency: 'GBP', from, to: until })
  const closed = new Set(data.flatMap(({ holidays }) => holidays ?? []).map(({ date }) => date))
  for (let day = shifted(from, days); ; day = shifted(day, 1))
    if (![0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay()) && !closed.has(day)) return day
}

const shifted = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Pays, and lets the clock run so far that the sandbox's bank has answered. */
async function payAndWait(turn: Turn, reference: string): Promise<void> {
  await pay(turn, reference)
  await advance(turn, 'P4D')
}

async function quote(turn: Turn): Promise<string> {
  const { api, entityId } = turn
  await openMarket(turn)
  await fund(turn, 'EUR', '100.00')
  const order = { entityId, sellCurrency: 'EUR', buyCurrency: 'GBP', fixedSide: 'Sell' as const, amount: '100.00' }
  return (await api.spot.quote(order)).quoteId
}

async function deal(turn: Turn): Promise<string> {
  const quoteId = await quote(turn)
  return (await turn.api.spot.book({ entityId: turn.entityId, quoteId })).tradeId
}

const paying = (does: string, run: Recipe['run']): Recipe => ({ does: `pays 1.00 GBP ${does}`, kind: 'RM', run })
const completes = (turn: Turn) => payAndWait(turn, 'Trigger')

/** Recipes by the event that they make. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  'account.credited': { does: 'credits 10.00 EUR', run: (turn) => fund(turn, 'EUR', '10.00') },
  'account.debited': paying('and lets it complete', completes),
  'approval.requested': paying('with the reference #APPROVE', (turn) => pay(turn, 'Trigger #APPROVE')),
  'beneficiary.created': { does: 'saves a payee', run: savePayee },
  'beneficiary.deleted': {
    does: 'saves a payee and deletes it',
    run: async (turn) => turn.api.beneficiaries.delete(await savePayee(turn)),
  },
  'inboundPayment.received': { does: 'credits 10.00 EUR', run: (turn) => fund(turn, 'EUR', '10.00') },
  'internalTransfer.completed': {
    does: 'moves 1.00 EUR between two accounts',
    kind: 'ABS',
    async run(turn) {
      const { api, entityId } = turn
      const { data } = await api.accounts.list({ entityId, currency: 'EUR' })
      const [debit, credit] = data
      if (!debit || !credit) throw new Error('The entity has no two accounts in EUR.')
      const money = { amount: '1.00', currency: 'EUR' }
      await api.inboundPayments.create({ accountId: debit.accountId, ...money })
      const accounts = { debitAccountId: debit.accountId, creditAccountId: credit.accountId }
      return api.internalTransfers.create({ entityId, ...accounts, amount: '1.00' })
    },
  },
  'marginCall.issued': {
    does: 'opens a forward over 100,000.00 EUR, moves the market against it by 8 percent, and values the positions',
    kind: 'RM',
    async run(turn) {
      await openForward(turn)
      await turn.api.market.move('EURGBP', { shiftPercent: '8' })
      return turn.api.sandbox.runMargin({})
    },
  },
  'forward.opened': { does: 'opens a forward over 100,000.00 EUR', kind: 'RM', run: openForward },
  'payment.cancelled': paying('next week, and cancels it', async (turn) => {
    const paymentId = await pay(turn, 'Trigger', 7)
    return turn.api.payments.cancel(paymentId)
  }),
  'payment.completed': paying('and lets it complete', completes),
  'payment.failed': paying('with the reference #FAIL:AC04', (turn) => payAndWait(turn, 'Trigger #FAIL:AC04')),
  'payment.held': paying('with the reference #HOLD', (turn) => payAndWait(turn, 'Trigger #HOLD')),
  'payment.pendingApproval': paying('with the reference #APPROVE', (turn) => pay(turn, 'Trigger #APPROVE')),
  'payment.returned': paying('with the reference #RETURN', (turn) => payAndWait(turn, 'Trigger #RETURN')),
  'payment.scheduled': paying('next week', (turn) => pay(turn, 'Trigger', 7)),
  'payment.screening': paying('with the reference #HOLD', (turn) => payAndWait(turn, 'Trigger #HOLD')),
  'payment.sent': paying('and lets it complete', completes),
  'payment.submitted': paying('and lets it complete', completes),
  'quote.expired': {
    does: 'requests a quote for 100.00 EUR and lets it expire',
    async run(turn) {
      await quote(turn)
      return advance(turn, 'PT2M')
    },
  },
  'trade.executed': { does: 'sells 100.00 EUR for GBP', run: deal },
  'trade.settled': {
    does: 'sells 100.00 EUR for GBP and settles it',
    run: async (turn) => turn.api.trades.settle(await deal(turn), {}),
  },
  'verification.completed': {
    does: 'verifies a payee',
    kind: 'RM',
    async run({ api }) {
      const payee = { name: 'Muster Maschinenbau GmbH', iban: 'DE89370400440532013000', partyType: 'Company' as const }
      return api.payees.verify(payee)
    },
  },
}

/** Opens a forward that sells 100,000.00 EUR in three months. */
async function openForward(turn: Turn): Promise<unknown> {
  const { api, entityId } = turn
  await openMarket(turn)
  const { now } = await api.clock.get()
  const valueDate = await businessDayAfter(turn, now.slice(0, 10), 90)
  const order = { entityId, buyCurrency: 'GBP', sellCurrency: 'EUR', fixedSide: 'Sell' as const, amount: '100000.00' }
  const { quoteId } = await api.forwards.quote({ ...order, forwardType: 'Fixed', valueDate })
  return api.forwards.book({ entityId, quoteId, forwardReasoning: 'Goods', fundsDelivery: 'Deliverable' })
}
