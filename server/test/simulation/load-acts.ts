import { ADMIN_ACTS } from './admin-acts.ts'
import { APPROVAL_ACTS } from './approval-acts.ts'
import { addDays } from '../../src/kernel/values/days.ts'
import { BANK_ACTS } from './bank-acts.ts'
import { bodyOf } from './caller.ts'
import { OPERATOR_ACTS } from './operator-acts.ts'
import { ORDER_ACTS } from './order-acts.ts'
import { PAYEE_ACTS } from './payee-acts.ts'
import type { Answer } from './processes.ts'
import { verified } from './stage.ts'
import { type Act, done as isDone, earliestPaymentDate, inTurn, send, type Teller } from './teller.ts'

const idOf = (answer: Answer, name: string) => String(bodyOf(answer)[name])
const entityOf = ({ sandbox, who }: Teller) => sandbox.entityIds[who]
const pick = <T>(list: readonly T[], turn: number): T | undefined => list[turn % Math.max(list.length, 1)]

async function quoteSpot(teller: Teller, [buyCurrency, sellCurrency]: [string, string]): Promise<Answer> {
  const body = { entityId: entityOf(teller), buyCurrency, sellCurrency, fixedSide: 'Buy', amount: '1000.00' }
  return send(teller, '/v1/fx/quotes/spot', body)
}

const paymentOrder = ({ stage, who }: Teller) => ({
  accountId: stage.accounts[who]['GBP']![0],
  beneficiaryId: stage.payees[who].GBP,
  amount: '10.00',
  currency: 'GBP',
  reference: 'Invoice',
})

/** Books a deal that delivers pounds, in turn from euros and from dollars, with two payments out of it. */
const spotWithPayments: Act = async (teller) => {
  const quote = await quoteSpot(teller, ['GBP', inTurn('spotSold', 'EUR', 'USD')])
  if (!isDone(quote)) return false
  const { accountId: _account, currency: _currency, ...order } = paymentOrder(teller)
  const body = { entityId: entityOf(teller), quoteId: bodyOf(quote).quoteId, payments: [order, order] }
  return isDone(await send(teller, '/v1/fx/trades/spot', body))
}

const pay: Act = async (teller) => {
  const paymentDate = await earliestPaymentDate(teller)
  const made = await send(teller, '/v1/payments', { ...paymentOrder(teller), paymentDate })
  if (isDone(made)) teller.payments.push(idOf(made, 'paymentId'))
  return isDone(made)
}

const payEuros: Act = async (teller) => {
  const { stage, who, sandbox } = teller
  const paymentDate = await earliestPaymentDate(teller, 'EUR')
  const payee = { beneficiaryId: stage.payees[who].EUR, ...(await verified(sandbox.processes[0]!, who, 'EUR')) }
  const accountId = stage.accounts[who]['EUR']![0]
  const order = { ...payee, accountId, paymentDate, currency: 'EUR', amount: '10.00', reference: '#APPROVE' }
  const made = await send(teller, '/v1/payments', order)
  if (!isDone(made)) return false
  const step = inTurn('decidePayment', 'reject', 'approve', 'approve')
  return isDone(await send(teller, `/v1/payments/${idOf(made, 'paymentId')}/${step}`, undefined, `${who}Approver`))
}

/** Cancels a payment that waits for approval, and tries one that may have been submitted. */
const cancelPayment: Act = async (teller) => {
  const submitted = teller.payments.pop()
  if (submitted !== undefined) await send(teller, `/v1/payments/${submitted}/cancel`)
  const paymentDate = await earliestPaymentDate(teller)
  const made = await send(teller, '/v1/payments', { ...paymentOrder(teller), paymentDate, reference: '#APPROVE' })
  return isDone(made) && isDone(await send(teller, `/v1/payments/${idOf(made, 'paymentId')}/cancel`))
}

const sendBatch: Act = async (teller) => {
  const paymentDate = await earliestPaymentDate(teller)
  const items = Array.from({ length: 3 }, () => ({ ...paymentOrder(teller), paymentDate }))
  const mode = inTurn('batchMode', 'Partial', 'Strict')
  const made = await send(teller, '/v1/payment-batches', { entityId: entityOf(teller), mode, items })
  if (isDone(made) && inTurn('cancelBatch', true, false, false))
    await send(teller, `/v1/payment-batches/${idOf(made, 'batchId')}/cancel`)
  return isDone(made)
}

const transfer: Act = async (teller) => {
  const [one, other] = teller.stage.accounts.abs['EUR']!
  const [debitAccountId, creditAccountId] = inTurn('transferWay', [one, other], [other, one])
  const body = { entityId: teller.sandbox.entityIds.abs, debitAccountId, creditAccountId, amount: '1.00' }
  return isDone(await send(teller, '/v1/internal-account-transfers', body, 'abs'))
}

const receive: Act = async (teller) => {
  const currency = inTurn('received', 'EUR', 'USD', 'GBP')
  const accountId = teller.stage.accounts[teller.who][currency]![0]
  const body = { accountId, currency, amount: '5000.00', reference: 'Invoice' }
  return isDone(await send(teller, '/v1/sandbox/inbound-payments', body))
}

/** Opens a number for a payer, receives money on it while it is closed. */
const receiveByNumber: Act = async (teller) => {
  const accountId = teller.stage.accounts[teller.who]['EUR']![0]
  const opened = await send(teller, '/v1/virtual-accounts', { accountId, name: 'Payer' })
  if (!isDone(opened)) return false
  const virtualAccountId = idOf(opened, 'virtualAccountId')
  const money = { virtualAccountId, currency: 'EUR', amount: '100.00' }
  const answers = await Promise.all([
    send(teller, '/v1/sandbox/inbound-payments', money),
    send(teller, `/v1/virtual-accounts/${virtualAccountId}/close`),
  ])
  return answers.every(isDone)
}

/** Forwards are the RM entity's; half of them are under a term that asks for initial margin, paid at once. */
const forward: Act = async (teller) => {
  const rm = { ...teller, who: 'rm' as const }
  const { now } = await teller.sandbox.processes[0]!.get<{ now: string }>('rm', '/v1/sandbox/clock')
  const isLong = inTurn('forwardLength', true, false)
  const valueDate = nextFriday(new Date(Date.parse(now) + (isLong ? 120 : 30) * 86_400_000))
  const accessDate = nextFriday(new Date(Date.parse(now) + 5 * 86_400_000))
  // Without initial margin a deal is large enough for a margin call, which has a minimum.
  const amount = isLong ? '3000.00' : '30000.00'
  const pair = { sellCurrency: 'EUR', buyCurrency: 'GBP', fixedSide: 'Buy', amount }
  const order = { entityId: entityOf(rm), ...pair, reason: 'Goods', forwardType: 'Window', accessDate, valueDate }
  const quote = await send(teller, '/v1/fx/quotes/forwards', order, 'rm')
  if (!isDone(quote)) return false
  const booking = {
    entityId: entityOf(rm),
    quoteId: bodyOf(quote).quoteId,
    forwardReasoning: 'Goods',
    fundsDelivery: 'Deliverable',
  }
  const made = await send(teller, '/v1/fx/trades/forwards', booking, 'rm')
  if (isDone(made)) teller.forwards.push(idOf(made, 'tradeId'))
  return isDone(made)
}

function nextFriday(from: Date): string {
  const days = (5 - from.getUTCDay() + 7) % 7
  return new Date(from.getTime() + days * 86_400_000).toISOString().slice(0, 10)
}

const drawDown: Act = async (teller) => {
  const rm = { ...teller, who: 'rm' as const }
  const tradeId = pick(teller.forwards, teller.turn)
  if (tradeId === undefined) return forward(teller).then(() => false)
  const { accountId: _account, currency: _currency, ...payment } = paymentOrder(rm)
  const body = {
    entityId: entityOf(rm),
    tradeId,
    currency: 'GBP',
    amount: '100.00',
    fundingMethod: 'CurrencyAccount',
    payments: [payment],
  }
  const made = await send(teller, '/v1/fx/trades/forwards/drawdowns', body, 'rm')
  if (!isDone(made)) return false
  const drawdownId = idOf(made, 'drawdownId')
  const isSettled = inTurn('settleDrawdown', true, false)
  const path = isSettled
    ? `/v1/sandbox/trades/${drawdownId}/settle`
    : `/v1/fx/trades/forwards/drawdowns/${drawdownId}/cancel`
  await send(teller, path, isSettled ? {} : undefined, 'rm')
  return true
}

const amend: Act = async (teller) => {
  const tradeId = pick(teller.forwards, teller.turn)
  if (tradeId === undefined) return forward(teller).then(() => false)
  const type = inTurn('amendForward', 'Split', 'CloseOut', 'CloseOut')
  const path = `/v1/fx/trades/forwards/${tradeId}/amendments`
  const quote = await send(teller, `${path}/quote`, { type, currency: 'GBP', amount: '200.00' }, 'rm')
  if (!isDone(quote)) return false
  return isDone(await send(teller, path, { quoteId: bodyOf(quote).quoteId }, 'rm'))
}

/** Extends a part of a forward or brings it forward, to another Friday without a holiday. */
const moveForward: Act = async (teller) => {
  const tradeId = pick(teller.forwards, teller.turn)
  if (tradeId === undefined) return forward(teller).then(() => false)
  const trade = await teller.sandbox.processes[0]!.get<{ valueDate: string }>('rm', `/v1/fx/trades/${tradeId}`)
  const [type, days] = inTurn<readonly [string, number]>('moveForward', ['Extend', 21], ['BringForward', -7])
  const path = `/v1/fx/trades/forwards/${tradeId}/amendments`
  const order = { type, newValueDate: addDays(trade.valueDate, days), currency: 'GBP', amount: '200.00' }
  const quote = await send(teller, `${path}/quote`, order, 'rm')
  if (!isDone(quote)) return false
  return isDone(await send(teller, path, { quoteId: bodyOf(quote).quoteId }, 'rm'))
}

const holdRate: Act = async (teller) => {
  const { stage, who } = teller
  const pair = { buyCurrency: 'GBP', sellCurrency: 'USD', fixedSide: 'Buy', estimatedAmount: '5000.00' }
  const order = { entityId: entityOf(teller), ...pair, tenor: 'PT4H', postExpiryAction: 'AcceptAtSpot' }
  const held = await send(teller, '/v1/fx/quotes/held-rate', order)
  if (!isDone(held)) return false
  const accounts = { sellAccountId: stage.accounts[who]['USD']![0], buyAccountId: stage.accounts[who]['GBP']![0] }
  const booking = { entityId: entityOf(teller), quoteId: bodyOf(held).quoteId, ...accounts, amount: '500.00' }
  return isDone(await send(teller, '/v1/fx/trades/held-rate', booking))
}

const cancelHeldRate: Act = async (teller) => {
  const pair = { buyCurrency: 'GBP', sellCurrency: 'USD', fixedSide: 'Buy', estimatedAmount: '100.00' }
  const order = { entityId: entityOf(teller), ...pair, tenor: 'PT4H', postExpiryAction: 'AcceptAtSpot' }
  const held = await send(teller, '/v1/fx/quotes/held-rate', order)
  return isDone(held) && isDone(await send(teller, `/v1/fx/quotes/held-rate/${idOf(held, 'quoteId')}/cancel`))
}

const runMargin: Act = async (teller) => {
  const shiftPercent = inTurn('moveMarket', '6', '6', '-6', '-6')
  await send(teller, '/v1/sandbox/market/EURGBP', { shiftPercent })
  return (await send(teller, '/v1/sandbox/margin-runs', {}, 'rm')).status < 500
}

const moveClock: Act = async (teller) => isDone(await send(teller, '/v1/sandbox/clock', { advance: 'PT1M' }))

export const ACTS = {
  spotWithPayments,
  pay,
  payEuros,
  cancelPayment,
  sendBatch,
  transfer,
  receive,
  receiveByNumber,
  forward,
  drawDown,
  amend,
  moveForward,
  holdRate,
  cancelHeldRate,
  runMargin,
  moveClock,
  ...OPERATOR_ACTS,
  ...ADMIN_ACTS,
  ...APPROVAL_ACTS,
  ...BANK_ACTS,
  ...PAYEE_ACTS,
  ...ORDER_ACTS,
} as const satisfies Record<string, Act>
