import { addDays } from '../../src/kernel/values/days.ts'
import { ask, type Body, bodyOf } from './caller.ts'
import {
  approvalsFor,
  type Decision,
  minorOf,
  type Order,
  type OrderKind,
  type Rights,
  stateOf,
} from './decided-orders.ts'
import type { Answer, Command, Sandbox } from './processes.ts'
import type { Stage } from './stage.ts'

/** Everything that the callers of one load share. */
export interface Bank {
  sandbox: Sandbox
  stage: Stage
  rights: Rights
  orders: Order[]
  /** Authorization of each approver. */
  approvers: Record<string, string>
  /** Outcomes by what was asked: a load with nothing but rejections would prove little. */
  seen: Map<string, number>
}

/** One caller; `random` returns numbers from 0 to below 1. */
export interface Caller {
  bank: Bank
  random: () => number
}

const RM = { who: 'rm' } as const
export const choose = <T>({ random }: Caller, ...from: readonly T[]): T => from[Math.floor(random() * from.length)]!
const done = ({ status }: Answer) => status < 300

function note({ seen }: Bank, what: string): void {
  seen.set(what, (seen.get(what) ?? 0) + 1)
}

/** Sends a command through any process and counts its outcome. */
async function send(caller: Caller, what: string, command: Command): Promise<Answer> {
  const key = caller.random() < 0.5 ? undefined : crypto.randomUUID()
  const answer = await ask(choose(caller, ...caller.bank.sandbox.processes), { ...command, key })
  note(caller.bank, done(answer) ? what : `${what}: ${String(bodyOf(answer).code)}`)
  return answer
}

const own = ({ bank }: Caller, more: object) => ({ entityId: bank.sandbox.entityIds.rm, ...more })
const pick = (body: Body, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, body[name]]))

/** Terms of each kind of order that an execution must not change. */
export const TERMS: Record<OrderKind, readonly string[]> = {
  Payment: ['amount', 'currency', 'accountId', 'beneficiaryId', 'reference'],
  Spot: [
    'buyCurrency',
    'buyAmount',
    'sellCurrency',
    'sellAmount',
    'rate',
    'valueDate',
    'buyAccountId',
    'sellAccountId',
  ],
  Forward: ['buyCurrency', 'buyAmount', 'sellCurrency', 'sellAmount', 'rate', 'valueDate'],
  Drawdown: ['buyCurrency', 'buyAmount', 'sellCurrency', 'sellAmount', 'rate', 'valueDate'],
  Amendment: [],
}

function keep(caller: Caller, kind: OrderKind, id: string, minor: bigint, body: Body, more: Partial<Order> = {}): void {
  const required = approvalsFor(kind, minor)
  caller.bank.orders.push({ id, kind, minor, required, terms: pick(body, TERMS[kind]), decisions: [], ...more })
}

async function pay(caller: Caller): Promise<void> {
  const { sandbox, stage } = caller.bank
  const earliest = '/v1/payments/earliest-settlement?currency=GBP&country=GB'
  const { earliestPaymentDate } = await sandbox.processes[0]!.get<{ earliestPaymentDate: string }>('rm', earliest)
  const isLater = caller.random() < 0.5
  const amount = choose(caller, '10.00', '50.00', '50.00', '95.00')
  const body = {
    accountId: stage.accounts.rm['GBP']![0],
    beneficiaryId: stage.payees.rm.GBP,
    amount,
    currency: 'GBP',
    paymentDate: addDays(earliestPaymentDate, isLater ? 1 : 0),
    reference: 'Invoice',
  }
  const made = await send(caller, 'pay', { ...RM, path: '/v1/payments', body })
  if (!done(made)) return
  const answered = bodyOf(made)
  keep(caller, 'Payment', String(answered.paymentId), minorOf(amount), answered, { isLater })
}

/** Sells euros, so that the amount of the deal is what policies judge. */
async function deal(caller: Caller, kind: 'Spot' | 'Forward'): Promise<void> {
  const isSpot = kind === 'Spot'
  const { now } = await caller.bank.sandbox.processes[0]!.get<{ now: string }>('rm', '/v1/sandbox/clock')
  const amount = choose(caller, '10000.00', '25000.00', '30000.00', '65000.00')
  const order = own(caller, {
    buyCurrency: 'GBP',
    sellCurrency: 'EUR',
    fixedSide: 'Sell',
    amount,
    ...(isSpot ? {} : { reason: 'Goods', forwardType: 'Open', valueDate: fridayAfter(now, 30) }),
  })
  const quote = await send(caller, `quote ${kind}`, {
    ...RM,
    path: `/v1/fx/quotes/${isSpot ? 'spot' : 'forwards'}`,
    body: order,
  })
  if (!done(quote)) return
  const facts = isSpot ? {} : { forwardReasoning: 'Goods', fundsDelivery: 'Deliverable' }
  const body = own(caller, { quoteId: bodyOf(quote).quoteId, ...facts })
  const made = await send(caller, `book ${kind}`, {
    ...RM,
    path: `/v1/fx/trades/${isSpot ? 'spot' : 'forwards'}`,
    body,
  })
  if (!done(made)) return
  const answered = bodyOf(made)
  keep(caller, kind, String(answered.tradeId), minorOf(amount), answered)
}

/** Chooses a forward, mostly one that is open. */
function chooseForward(caller: Caller): Order | undefined {
  const forwards = caller.bank.orders.filter(({ kind }) => kind === 'Forward')
  const open = forwards.filter((each) => stateOf(each) === 'Approved')
  return choose(caller, ...(caller.random() < 0.9 ? open : forwards))
}

function fridayAfter(now: string, days: number): string {
  const from = new Date(Date.parse(now) + days * 86_400_000)
  return addDays(from.toISOString().slice(0, 10), (5 - from.getUTCDay() + 7) % 7)
}

async function drawDown(caller: Caller): Promise<void> {
  const forward = chooseForward(caller)
  if (!forward) return deal(caller, 'Forward')
  const amount = choose(caller, '1500.00', '6000.00', '6000.00')
  const fundingMethod = 'CurrencyAccount'
  const payment = { beneficiaryId: caller.bank.stage.payees.rm.GBP, amount: '10.00', reference: 'Invoice' }
  const payments = choose(caller, [], [payment])
  const body = own(caller, { tradeId: forward.id, currency: 'EUR', amount, fundingMethod, payments })
  const made = await send(caller, 'draw', { ...RM, path: '/v1/fx/trades/forwards/drawdowns', body })
  if (!done(made)) return
  const answered = bodyOf(made)
  keep(caller, 'Drawdown', String(answered.drawdownId), minorOf(amount), answered, { forwardId: forward.id })
}

async function amend(caller: Caller): Promise<void> {
  const forward = chooseForward(caller)
  if (!forward) return deal(caller, 'Forward')
  const { processes } = caller.bank.sandbox
  const trade = await processes[0]!.get<{ valueDate: string }>('rm', `/v1/fx/trades/${forward.id}`)
  const [type, days] = choose<readonly [string, number]>(
    caller,
    ...([
      ['Split', 0],
      ['CloseOut', 0],
      ['Extend', 21],
      ['BringForward', -7],
    ] as const),
  )
  const path = `/v1/fx/trades/forwards/${forward.id}/amendments`
  const amount = choose(caller, '2000.00', '21000.00', '21000.00')
  const newValueDate = days === 0 ? {} : { newValueDate: addDays(trade.valueDate, days) }
  const order = own(caller, { type, currency: 'EUR', amount, ...newValueDate })
  const quote = await send(caller, `quote ${type}`, { ...RM, path: `${path}/quote`, body: order })
  if (!done(quote)) return
  const made = await send(caller, type, { ...RM, path, body: own(caller, { quoteId: bodyOf(quote).quoteId }) })
  if (!done(made)) return
  const answered = bodyOf(made)
  const id = String(answered.newTradeId ?? answered.closeOutTradeId)
  const quoted = pick(bodyOf(quote), ['buyAmount', 'sellAmount', 'newBuyAmount', 'newSellAmount'])
  const isReduction = type === 'CloseOut' || type === 'BringForward'
  const more = { forwardId: forward.id, isSplit: type === 'Split', isReduction }
  keep(caller, 'Amendment', id, minorOf(amount), quoted, more)
  caller.bank.orders.at(-1)!.terms = quoted
}

/** Makes one order. */
export const order = (caller: Caller): Promise<void> =>
  choose(
    caller,
    pay,
    (each) => deal(each, 'Spot'),
    (each) => deal(each, 'Forward'),
    drawDown,
    amend,
    amend,
  )(caller)

/** Decides on one of the newest orders, as an approver or as who made it; two approvers may do so at once. */
export async function decideOne(caller: Caller): Promise<void> {
  const { orders, approvers } = caller.bank
  const decided = orders.filter(({ required }) => required > 0)
  const waiting = decided.filter((each) => stateOf(each) === 'Waits')
  const chosen = choose(caller, ...(caller.random() < 0.9 ? waiting.slice(-10) : decided))
  if (!chosen) return new Promise((resolve) => setTimeout(resolve, 20))
  const verb = choose<Decision['verb']>(
    caller,
    ...(['approve', 'approve', 'approve', 'approve', 'approve', 'approve', 'reject'] as const),
    ...(chosen.kind === 'Payment' ? (['cancel'] as const) : []),
  )
  return decide(caller, chosen, verb, verb === 'cancel' ? 'maker' : choose(caller, ...Object.keys(approvers)))
}

/** Decides on an order and records the outcome. */
export async function decide(caller: Caller, chosen: Order, verb: Decision['verb'], by: string): Promise<void> {
  const base = chosen.kind === 'Payment' ? `/v1/payments/${chosen.id}` : `/v1/fx/trades/${chosen.id}`
  const sentAt = performance.now()
  const command = { ...RM, path: `${base}/${verb}`, authorization: caller.bank.approvers[by] }
  const answer = await send(caller, `${verb} ${chosen.kind}`, command)
  const isAccepted = done(answer)
  const isFinal = isAccepted && bodyOf(answer)['status'] !== 'PendingApproval'
  chosen.decisions.push({ by, verb, sentAt, answeredAt: performance.now(), isAccepted, isFinal })
}
