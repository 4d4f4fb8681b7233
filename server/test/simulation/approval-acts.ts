import { addDays } from '../../src/kernel/values/days.ts'
import { bodyOf } from './caller.ts'
import type { Answer } from './processes.ts'
import { type Act, done, earliestPaymentDate, inTurn, send, type Teller } from './teller.ts'

const entityOf = ({ sandbox, who }: Teller) => sandbox.entityIds[who]

interface Listed {
  paymentId: string
}

/** Reads the payments of the RM entity in a status, newest first. */
async function paymentsIn({ sandbox }: Teller, status: string): Promise<string[]> {
  const path = `/v1/payments?status=${status}&limit=20`
  const { data } = await sandbox.processes[0]!.get<{ data: Listed[] }>('rm', path)
  return data.map(({ paymentId }) => paymentId)
}

/** Amount from which the stage's policy asks for the approval of a trade. */
export const APPROVED_FROM = '60000'

/** Books a spot trade that a policy holds for approval, then approves or rejects it. The market may move in between. */
const decideTrade: Act = async (teller) => {
  const rm = { ...teller, who: 'rm' as const }
  const order = {
    entityId: entityOf(rm),
    buyCurrency: 'EUR',
    sellCurrency: 'USD',
    fixedSide: 'Buy',
    amount: '70000.00',
  }
  for (let tries = 0; tries < 20; tries++) {
    const quote = await send(teller, '/v1/fx/quotes/spot', order, 'rm')
    if (!done(quote)) return false
    const booking = { entityId: entityOf(rm), quoteId: bodyOf(quote).quoteId }
    const booked = await send(teller, '/v1/fx/trades/spot', booking, 'rm')
    if (!done(booked)) continue
    const step = inTurn('decideTrade', 'reject', 'approve', 'approve')
    const path = `/v1/fx/trades/${String(bodyOf(booked).tradeId)}/${step}`
    if (done(await send(teller, path, undefined, 'rmApprover'))) return true
  }
  return false
}

/** Asks for the return of a completed payment. */
const recallPayment: Act = async (teller) => {
  const ids = await paymentsIn(teller, 'Completed')
  for (const id of ids) if (done(await send(teller, `/v1/payments/${id}/recall`, {}, 'rm'))) return true
  return false
}

/** Amount in pounds from which the stage's policy asks for the approval of a payment. */
export const PAID_WITH_APPROVAL_FROM = '45.00'

/** Orders a payment of pounds for a later day. */
async function payLater(teller: Teller, amount: string): Promise<Answer> {
  const order = {
    accountId: teller.stage.accounts.rm['GBP']![0],
    beneficiaryId: teller.stage.payees.rm.GBP,
    amount,
    paymentDate: addDays(await earliestPaymentDate({ ...teller, who: 'rm' }), 1),
    currency: 'GBP',
    reference: 'Invoice',
  }
  return send(teller, '/v1/payments', order, 'rm')
}

/** Approves a payment of a later day, recalls the approval, requests it again and then rejects and cancels it at once. */
const recallApproval: Act = async (teller) => {
  const made = await payLater(teller, PAID_WITH_APPROVAL_FROM)
  if (!done(made)) return false
  const path = `/v1/payments/${String(bodyOf(made).paymentId)}`
  const isApproved = done(await send(teller, `${path}/approve`, undefined, 'rmApprover'))
  const isRecalled = done(await send(teller, `${path}/recall-approval`, undefined, 'rmApprover'))
  const isRequested = done(await send(teller, `${path}/request-approval`, undefined, 'rm'))
  await Promise.all([
    send(teller, `${path}/reject`, undefined, 'rmApprover'),
    send(teller, `${path}/cancel`, undefined, 'rm'),
  ])
  return isApproved && isRecalled && isRequested
}

/** Has a payment submitted before its day and the simulated bank report it as completed. */
const reportByBank: Act = async (teller) => {
  const made = await payLater(teller, '1.00')
  if (!done(made)) return false
  const path = `/v1/sandbox/payments/${String(bodyOf(made).paymentId)}/transition`
  let last = made
  for (const status of ['Screening', 'Submitted', 'Completed']) last = await send(teller, path, { status }, 'rm')
  return done(last) // its jobs may have taken it past one of the steps before
}

export const APPROVAL_ACTS = {
  decideTrade,
  recallPayment,
  recallApproval,
  reportByBank,
} as const satisfies Record<string, Act>
