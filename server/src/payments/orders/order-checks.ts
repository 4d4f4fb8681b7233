import type { TradeRow } from '../../fx/trades/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { Check } from '../../kernel/checks.ts'
import type { Principal } from '../../kernel/http/principal.ts'
import { parseAmount } from '../../kernel/values/money.ts'
import { refuse } from '../record/rules.ts'
import type { VerificationRow } from '../vop/index.ts'
import { checkAdvice } from './advice.ts'
import { checkPayeeIsVerified } from './assess-destination.ts'
import { checkClientReference, checkLimits, checkTrade, lockNamedTrade } from './assess-money.ts'
import { checkAccount, checkCurrency, checkPayeeOf, payeePointer } from './assess-parties.ts'
import { type CheckedPurpose, checkPayer, checkPurpose, purposeListOf } from './assess-purpose.ts'
import {
  checkChargeBearer,
  checkDate,
  checkEndToEndId,
  checkRail,
  checkReference,
  checkSpeed,
  checkTexts,
  type RouteSubject,
  routeOf,
} from './assess-route.ts'
import type { OrderDeps, PayingAccount } from './deps.ts'

/** An order under assessment, with everything that its checks have found so far. */
export interface OrderSubject extends RouteSubject {
  tx: Tx
  deps: OrderDeps
  principal: Principal
  inPackage?: boolean
  /** The client's own, of a file or a consent. */
  endToEndId?: string | undefined
  /** The payee is not verified yet, and will be before the payment is made. */
  verifiesLater?: boolean
  account?: PayingAccount
  namedTrade?: TradeRow
  /** Amount in the entity's base currency, for its limits. */
  baseMinor?: bigint
  trade?: TradeRow
  verification?: VerificationRow
  purpose?: CheckedPurpose
}

const PAYEE = ['/beneficiaryId', '/creditorAccountId', '/creditorAccount']
const DESTINATION = ['/currency', ...PAYEE]

/** The checks of a payment order, in the order in which they lock and report. */
export const ORDER_CHECKS: readonly Check<OrderSubject>[] = [
  {
    at: '',
    check({ profile }) {
      if (!profile.settings.features.payments) throw refuse.payments_not_enabled()
    },
  },
  {
    at: '/amount',
    needs: ['/currency'],
    check: ({ order }) => ({ amountMinor: parseAmount(order.amount, order.currency) }),
  },
  {
    at: '/accountId',
    check: async ({ tx, deps, principal, order }) => ({ account: await checkAccount(tx, deps, principal, order) }),
  },
  {
    at: '/currency',
    needs: ['/accountId'],
    check: ({ account, order }) => account && checkCurrency(account, order),
  },
  {
    at: '/tradeId', // locked before the payee, as everywhere
    check: async ({ tx, principal, order }) => ({ namedTrade: await lockNamedTrade(tx, principal.entityId, order) }),
  },
  {
    at: ({ order }) => payeePointer(order),
    needs: ({ order }) => (order.creditorAccount ? [] : ['/paymentDate', ...DESTINATION]),
    check: async ({ tx, deps, principal, order, at }) => ({
      payee: await checkPayeeOf(tx, deps, principal, order, at),
    }),
  },
  {
    at: '/amount',
    needs: ['/currency'],
    check: async ({ tx, deps, profile, order: { currency }, amountMinor, at }) =>
      amountMinor === undefined
        ? undefined
        : { baseMinor: await checkLimits(tx, deps, profile, { currency, amountMinor }, at) },
  },
  { at: '/speed', needs: DESTINATION, check: checkSpeed },
  { at: '/rail', check: checkRail },
  { at: '/chargeBearer', needs: ['/currency', '/speed'], check: checkChargeBearer },
  { at: '/paymentDate', needs: ['/currency', '/speed'], check: checkDate },
  {
    at: '/reference',
    needs: ['/currency', '/speed'],
    check: (subject) => checkReference(subject.order, routeOf(subject)?.rail),
  },
  {
    at: '/endToEndId',
    needs: ['/currency', '/speed'],
    check: (subject) => checkEndToEndId(subject.endToEndId, routeOf(subject)?.rail),
  },
  { at: '/remittance', check: ({ order, payee }) => checkTexts(order, payee?.details.iban) },
  {
    at: '/tradeId',
    needs: ['/currency', '/paymentDate'],
    check: async ({ tx, deps, namedTrade, order, amountMinor }) =>
      order.tradeId === undefined ? undefined : { trade: await checkTrade(tx, deps, namedTrade, order, amountMinor) },
  },
  { at: '/notifyEmails', check: ({ order, deps }) => checkAdvice(order, deps.mailer) },
  { at: '/clientReference', check: ({ tx, principal, order }) => checkClientReference(tx, principal.entityId, order) },
  {
    at: '/verificationId',
    needs: DESTINATION,
    check: async (subject) =>
      subject.verifiesLater ? undefined : { verification: await checkPayeeIsVerified(subject) },
  },
  {
    at: '/purposeCode',
    needs: DESTINATION,
    check(subject) {
      const { order, payee, profile } = subject
      if (!payee) return undefined
      const list = purposeListOf(order, payee, routeOf(subject)?.rail, profile)
      return { purpose: checkPurpose(order, payee, list) }
    },
  },
  {
    at: '/payer',
    needs: DESTINATION,
    check: ({ order, payee, profile }) => payee && checkPayer(order, payee, profile),
  },
]
