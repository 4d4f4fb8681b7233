import type { Act } from '../../../kernel/values/act.ts'
import { type Static, type TSchema, Type } from 'typebox'
import type { CommandContext } from '../../../kernel/http/command.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { amountErrors, formatAmount, parseAmount } from '../../../kernel/values/money.ts'
import type { Judge, Parts } from '../../../kernel/http/readable.ts'
import { type FieldError, fieldError, refusals } from '../../../kernel/values/refusals.ts'
import { checkFields } from '../../../kernel/http/validation.ts'
import type { TradeRow } from '../queries.ts'

/**
 * Payouts attached to a trade: real payments, made in the transaction that books it and funded once it has settled. The
 * payments module comes after the products, so it reaches them as this port.
 */
export interface PayoutPort {
  /** An item of `payments[]`: a payment order in which the trade, its account, currency and value date go without saying. */
  order: TSchema
  /**
   * Returns the errors of an order's payee reference and inline payee, as far as it is readable.
   *
   * @param errors the order's shape errors, at pointers within it
   * @param mayOmitPayee where the trade may have somebody to pay
   */
  payeeErrors(order: unknown, errors: readonly FieldError[], at: Date, mayOmitPayee: boolean): FieldError[]
  /**
   * Checks that the client may pay and that the saved payees and accounts of the payments exist, before any rule decides.
   *
   * @throws scope_missing; every account_not_found and beneficiary_not_found in one refusal, each at /payments/<index>/…
   */
  checkNamed(context: Pick<CommandContext, 'tx' | 'principal'>, orders: readonly PayoutOrder[]): Promise<void>
  /**
   * Locks the payees and accounts of the payments. Call it before the transaction posts anything.
   *
   * @param accountIds on which the deal itself posts
   */
  lock(
    context: Pick<CommandContext, 'tx' | 'principal'>,
    payouts: readonly Payout[],
    accountIds?: readonly string[],
  ): Promise<void>
  /**
   * Makes the payments.
   *
   * @throws every error of every order in one refusal, each at /payments/<index>/…
   */
  create(context: CommandContext, payouts: readonly Payout[]): Promise<void>
  /**
   * Locks the payments of trades that will not deliver, for `withdraw`. Call it before the transaction posts anything.
   *
   * @param accountIds on which the transaction posts; `All` where it does not know them beforehand
   */
  lockAttached(
    tx: Tx,
    of: Pick<TradeRow, 'entityId' | 'paymentIds'>,
    accountIds: readonly string[] | 'All',
  ): Promise<void>
  /** Cancels the payments of a trade that will not deliver, as far as they have not been sent. */
  withdraw(tx: Tx, trade: TradeRow, act: Act): Promise<void>
}

export interface Payout {
  /** Trade that delivers the money. */
  trade: TradeRow
  /** Place in `payments[]`. */
  index: number
  order: PayoutOrder
  /** Default beneficiary of orders without a payee. */
  beneficiaryId?: string | null
}

/** Fields checked by a product; the payments module checks the rest of an order. */
const PayoutOrder = Type.Object({ amount: Type.String(), currency: Type.Optional(Type.String()) })
export type PayoutOrder = Static<typeof PayoutOrder>

const MOST = 100

/** `payments[]` of a booking. */
export const payoutsOf = (port: Pick<PayoutPort, 'order'>) =>
  Type.Optional(
    Type.Array(port.order as typeof PayoutOrder, {
      maxItems: MOST,
      description: 'Payments of the buy amount, created with the booking and funded at settlement.',
    }),
  )

const refuse = refusals({
  payment_currency_mismatch: {
    status: 422,
    message: 'The attached payments must be in the buy currency {expected}; one is in {actual}.',
  },
  payments_exceed_drawdown: {
    status: 422,
    message: 'The attached payments come to {total} {currency}, which is more than the {available} that are bought.',
  },
})

/** Returns the errors of attached payments' amounts that do not depend on the buy amount. */
export const payoutErrors = (orders: readonly Parts<PayoutOrder>[] = []): FieldError[] =>
  orders.flatMap(({ amount, currency }, index) => amountErrors(amount, currency, `/payments/${index}/amount`))

/** Marks a product whose trades may have a default payee. */
interface WithPayees {
  mayOmitPayee?: boolean
}

/**
 * Checks a body with attached payments that has errors, including the errors of their payees, which are otherwise
 * reported when the payments are created.
 */
export const withPayees =
  (port: Pick<PayoutPort, 'payeeErrors'>, judge: Judge, { mayOmitPayee = false }: WithPayees = {}): Judge =>
  async (request, errors) => [
    ...(await judge(request, errors)),
    ...payeeErrors(port, request.body, errors, request.receivedAt, mayOmitPayee),
  ]

/** @throws every error found, and beside any those of the payees of attached payments */
export function checkWithPayees(
  port: Pick<PayoutPort, 'payeeErrors'>,
  order: { payments?: readonly PayoutOrder[] },
  errors: readonly FieldError[],
  at: Date,
  { mayOmitPayee = false }: WithPayees = {},
): void {
  if (errors.length > 0) checkFields([...errors], payeeErrors(port, order, [], at, mayOmitPayee))
}

function payeeErrors(
  port: Pick<PayoutPort, 'payeeErrors'>,
  body: unknown,
  errors: readonly FieldError[],
  at: Date,
  mayOmitPayee: boolean,
): FieldError[] {
  const orders = (body as { payments?: unknown } | null)?.payments
  if (!Array.isArray(orders) || orders.length > MOST) return []
  return orders.flatMap((order: unknown, index) => {
    const place = `/payments/${index}`
    const own = errors.filter(({ pointer }) => pointer.startsWith(`${place}/`))
    const within = own.map((error) => ({ ...error, pointer: error.pointer.slice(place.length) }))
    return port
      .payeeErrors(order, within, at, mayOmitPayee)
      .map((error) => ({ ...error, pointer: place + error.pointer }))
  })
}

/**
 * Attached payments are in the currency bought and come to no more than it.
 *
 * @returns their amounts in minor units
 * @throws payment_currency_mismatch, payments_exceed_drawdown, and what is wrong with an amount
 */
export function checkPayouts(orders: readonly PayoutOrder[], currency: string, boughtMinor: bigint): bigint[] {
  checkCurrencies(orders, currency)
  checkFields(orders.flatMap(({ amount }, index) => amountErrors(amount, currency, `/payments/${index}/amount`)))
  const amounts = orders.map(({ amount }) => parseAmount(amount, currency))
  const total = amounts.reduce((sum, amount) => sum + amount, 0n)
  if (total <= boughtMinor) return amounts
  const shown = { total: formatAmount(total, currency), available: formatAmount(boughtMinor, currency), currency }
  throw refuse.payments_exceed_drawdown(shown)
}

/** @throws payment_currency_mismatch, naming every payment in another currency */
function checkCurrencies(orders: readonly PayoutOrder[], expected: string): void {
  const refusals = orders.map(({ currency: actual }) =>
    actual === undefined || actual === expected ? undefined : refuse.payment_currency_mismatch({ expected, actual }),
  )
  const first = refusals.find(Boolean)
  if (!first) return
  first.errors.push(
    ...refusals.flatMap((each, index) => (each ? [fieldError(`/payments/${index}/currency`, each)] : [])),
  )
  throw first
}
