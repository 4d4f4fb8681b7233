import { type Static, Type } from 'typebox'
import type { Payout, PayoutPort } from '../../fx/trades/index.ts'
import type { CommandContext } from '../../kernel/http/command.ts'
import { refuseAccess } from '../../kernel/http/http.ts'
import { findBeneficiary } from '../../beneficiaries/index.ts'
import { formatId, parseId } from '../../kernel/values/ids.ts'
import { type FieldError, fieldError, Refusal } from '../../kernel/values/refusals.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { refuseAll } from '../../kernel/http/validation.ts'
import { AnyId, CurrencyCode, DayText, Part } from '../../kernel/http/wire.ts'
import type { PaymentDeps } from '../orders/deps.ts'
import { errorsOfInlinePayee, payeeChoiceErrors } from '../orders/judge.ts'
import { lockBook } from '../../ledger/index.ts'
import { paymentCan } from '../record/lifecycle.ts'
import { lockAccounts, lockForOrders } from './locks.ts'
import { lockPayments } from '../record/queries.ts'
import { PaymentOrder } from '../record/schema.ts'
import { createPayment } from './service.ts'
import { advance } from './transitions.ts'

const {
  accountId: _account,
  paymentDate: _date,
  currency: _currency,
  tradeId: _trade,
  ...own
} = PaymentOrder.properties

/** Payment order attached to a trade, which determines the account, the currency and the earliest date. */
const AttachedPayment = Part('AttachedPayment', {
  accountId: Type.Optional(AnyId('the account that pays. Default: the account that the trade credits')),
  paymentDate: Type.Optional({ ...DayText, description: 'Default: the value date of the trade.' }),
  currency: Type.Optional({ ...CurrencyCode, description: 'Default: the buy currency of the trade.' }),
  ...own,
})
type AttachedPayment = Static<typeof AttachedPayment>

/** Payments attached to trades, as the FX products reach them. */
export const attachedPayments = (deps: PaymentDeps): PayoutPort => ({
  order: AttachedPayment,
  payeeErrors: (body, errors, at, mayOmitPayee) => [
    ...payeeChoiceErrors(body, errors, mayOmitPayee),
    ...errorsOfInlinePayee(deps, { body, errors, at }),
  ],
  checkNamed: (context, orders) => checkNamed(context, deps, orders as readonly AttachedPayment[]),
  create: (context, payouts) => createAttached(context, deps, payouts),
  lock: lockNew,
  lockAttached,
  withdraw: withdrawAttached,
})

/** Locks the payments of trades, then all accounts that they and the transaction change. */
export const lockAttached: PayoutPort['lockAttached'] = async (tx, { entityId, paymentIds }, accountIds) => {
  const payments = paymentIds.length === 0 ? [] : await lockPayments(tx, entityId, paymentIds)
  if (accountIds === 'All') return lockBook(tx, entityId)
  if (payments.length > 0)
    await lockAccounts(tx, entityId, [...payments, ...accountIds.map((accountId) => ({ accountId }))])
}

/** Cancels the payments of a trade that will not deliver; payments already on their way continue. */
export const withdrawAttached: PayoutPort['withdraw'] = async (tx, { entityId, paymentIds }, act) => {
  if (paymentIds.length === 0) return
  const payments = (await lockPayments(tx, entityId, paymentIds)).filter(({ status }) =>
    paymentCan.cancel.includes(status),
  )
  await lockAccounts(tx, entityId, payments)
  for (const payment of payments) await advance(tx, payment, 'Cancelled', { ...act, reason: 'TradeCancelled' })
}

/** Checks what the orders name. An order without an account or a payee uses those of the trade. */
async function checkNamed(
  { tx, principal }: Pick<CommandContext, 'tx' | 'principal'>,
  deps: Pick<PaymentDeps, 'findAccount'>,
  orders: readonly AttachedPayment[],
): Promise<void> {
  if (orders.length === 0) return
  const scope = 'payments:write'
  if (!principal.scopes.has(scope)) throw refuseAccess.scope_missing({ scope })
  const { entityId } = principal
  const refused: { refusal: Refusal; errors: FieldError[] }[] = []
  const refuse = (pointer: string, refusal: Refusal) =>
    refused.push({ refusal, errors: [fieldError(pointer, refusal)] })
  for (const [index, { accountId, beneficiaryId, creditorAccountId }] of orders.entries()) {
    const account = accountId === undefined ? undefined : parseId('acc', accountId)
    if (accountId !== undefined && !(account && (await deps.findAccount(tx, entityId, account))))
      refuse(`/payments/${index}/accountId`, refuseShared.account_not_found({ accountId }))
    const saved = beneficiaryId ?? creditorAccountId
    const payee = saved === undefined ? undefined : parseId('ben', saved)
    const found = payee && (await findBeneficiary(tx, entityId, payee))
    if (saved !== undefined && (!found || found.status === 'Deleted'))
      refuse(
        `/payments/${index}/${beneficiaryId === undefined ? 'creditorAccountId' : 'beneficiaryId'}`,
        refuseShared.beneficiary_not_found(),
      )
  }
  if (refused.length > 0) throw inOne(refused)
}

/** Tries every order so that all errors are reported at once; a rejected order is rolled back. */
async function createAttached(context: CommandContext, deps: PaymentDeps, payouts: readonly Payout[]): Promise<void> {
  const refused: { refusal: Refusal; errors: FieldError[] }[] = []
  await lockNew(context, payouts)
  for (const payout of payouts) {
    try {
      await createPayment(context, deps, orderOf(payout), { isTradeNew: true })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push({ refusal: error, errors: errorsAt(`/payments/${payout.index}`, error) })
    }
  }
  if (refused.length > 0) throw inOne(refused)
}

/** Acquires the locks for a deal's payments before the deal or the first payment posts. */
const lockNew: PayoutPort['lock'] = async ({ tx, principal }, payouts, accountIds = []) => {
  await lockForOrders(tx, principal.entityId, payouts.map(withoutTrade), accountIds)
}

/** The deal is locked already, or new. */
const withoutTrade = (payout: Payout) => ({ ...orderOf(payout), tradeId: undefined })

function orderOf({ trade, order, beneficiaryId }: Payout): PaymentOrder {
  const given = order as AttachedPayment
  const isPayeeNamed = given.beneficiaryId ?? given.creditorAccountId ?? given.creditorAccount
  return {
    ...given,
    ...(beneficiaryId && !isPayeeNamed ? { beneficiaryId: formatId('ben', beneficiaryId) } : {}),
    accountId: given.accountId ?? formatId('acc', trade.buyAccountId),
    paymentDate: given.paymentDate ?? trade.valueDate,
    currency: given.currency ?? trade.buyCurrency,
    tradeId: formatId('trd', trade.tradeId),
  }
}

const errorsAt = (prefix: string, refusal: Refusal): FieldError[] =>
  (refusal.errors.length > 0 ? refusal.errors : [fieldError('', refusal)]).map((error) => ({
    ...error,
    pointer: `${prefix}${error.pointer}`,
  }))

/** Combines rejections into one: the first rejected order's, with the errors of all orders. */
function inOne(refused: { refusal: Refusal; errors: FieldError[] }[]): Refusal {
  const [{ refusal }] = refused as [(typeof refused)[0]]
  const errors = refused.flatMap((each) => each.errors)
  if (refusal.status === 400) return refuseAll(errors)
  const { code, status, message, retryable, params, headers } = refusal
  return new Refusal(code, { status, message, retryable }, params, { errors, headers })
}
