import { type FieldError, Refusal } from '../../../kernel/values/refusals.ts'
import type { StatusReason } from '../../consents/index.ts'
import {
  fieldErrorOf,
  type ObRefusalCode,
  refuseErrors,
  refuseOb,
  statedError,
  statusReasonOf,
} from '../../http/index.ts'

const AT = '/Data/Initiation'
const AMOUNT = '/InstructedAmount/Amount'
const TRANSFER = '/CurrencyOfTransfer'
const PAYER = '/DebtorAccount'
const CONTRACT = '/ExchangeRateInformation/ContractIdentification'

interface Rule {
  /** Place in the initiation. */
  at: string
  /** Error code of the surface; default: a rule of the payment. */
  as?: ObRefusalCode
  /** States the reason to the third party, which may not see the payer's balances and limits. */
  detail: string
  /** ISO 20022 code for the status of a consent, where it is more precise than the error code. */
  iso?: string
}

const ACCOUNT = { at: PAYER, as: 'ob_account_identifier_unsupported', iso: 'AC06' } as const

/** Rejections of the modules that deal and pay, as the third party sees them. Others keep their own text. */
const RULES: Readonly<Record<string, Rule>> = {
  outside_trading_hours: { at: TRANSFER, as: 'ob_market_closed', detail: '' },
  pair_not_tradeable: { at: TRANSFER, detail: 'the payer cannot exchange these two currencies here' },
  price_unavailable: { at: TRANSFER, detail: 'there is no firm price for the exchange at the moment' },
  spot_not_enabled: { at: TRANSFER, detail: 'currency exchange is not enabled for the payer' },
  currency_account_missing: {
    at: TRANSFER,
    detail: 'the payer needs an account in the currency of the transfer to receive the exchanged amount',
  },
  payments_not_enabled: { at: '', detail: 'payments are not enabled for the payer', iso: 'AG01' },
  account_not_found: { ...ACCOUNT, detail: 'the payer has no such account' },
  account_permission_missing: { ...ACCOUNT, detail: 'it may not be used for this payment' },
  account_blocked: { ...ACCOUNT, detail: 'it is blocked' },
  account_closed: { ...ACCOUNT, detail: 'it is closed' },
  currency_mismatch: { ...ACCOUNT, detail: 'it is not in the currency of the payment' },
  amount_below_minimum: { at: AMOUNT, detail: 'the amount is below the minimum of the payer', iso: 'AM06' },
  amount_above_maximum: {
    at: AMOUNT,
    detail: 'the amount is above the limit of the payer for one payment',
    iso: 'AM14',
  },
  daily_limit_exceeded: { at: AMOUNT, detail: 'the amount is above what the payer may still pay today', iso: 'AM14' },
  amount_not_countable: {
    at: '/InstructedAmount/Currency',
    detail: 'there is no reference rate to hold the amount against the limits of the payer',
  },
  settlement_limit_exceeded: {
    at: AMOUNT,
    detail: 'the amount is above the limit of the payer for exchanges that are not settled yet',
    iso: 'AM14',
  },
  unpaid_amounts_outstanding: { at: AMOUNT, detail: 'the payer must first settle an earlier exchange that is overdue' },
  insufficient_funds: { at: AMOUNT, detail: 'the account that pays does not hold enough money', iso: 'AM04' },
  trade_not_found: { at: CONTRACT, detail: 'the payer has no such trade' },
  trade_not_payable: { at: CONTRACT, detail: 'the trade has no amount to pay out' },
  trade_currency_mismatch: { at: CONTRACT, detail: 'the trade buys another currency than that of the transfer' },
  amount_exceeds_trade: { at: AMOUNT, detail: 'the amount is above what the trade still has to pay out' },
  beneficiary_must_be_saved: {
    at: '/CreditorAccount',
    detail: 'the payer must save this payee first, because its new payees wait before they are paid',
  },
  verification_required: { at: '/CreditorAccount', detail: 'the name of the payee must be verified first' },
  end_to_end_id_invalid: {
    at: '/EndToEndIdentification',
    detail: 'an end-to-end id reaches the payee unchanged, and the rail of the payment does not carry this one',
  },
  payer_details_required: { at: '', detail: 'the record of the payer lacks details that the destination requires' },
}

const PLACES: Readonly<Record<string, string>> = {
  purpose_code_required: '/Risk/PaymentPurposeCode',
  purpose_code_invalid: '/Risk/PaymentPurposeCode',
}

/**
 * Converts a rejection of another module into one of this surface, whose text discloses no balance and no limit.
 * Rejections of this surface stay as they are.
 */
export function asOurRejection(rejection: Refusal): Refusal {
  if (rejection.code.startsWith('ob_')) return rejection
  const found = rejection.errors.length > 0 ? rejection.errors : [rejection]
  return refuseErrors(found.map(errorOf))
}

function errorOf({ code, message, params = {} }: Pick<FieldError, 'code' | 'message' | 'params'>): FieldError {
  const rule = RULES[code]
  if (!rule) return statedError(PLACES[code] ?? AT, 'ob_rule_failed', message)
  const { at, as = 'ob_rule_failed', detail, iso } = rule
  return fieldErrorOf(AT + at, refuseOb[as]({ ...params, detail, iso }))
}

/** Runs `work` and converts another module's rejection: the order cannot be carried out now. */
export async function asOurs<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Refusal && error.status < 500 ? asOurRejection(error) : error
  }
}

/** Returns the reason of a rejected consent: code, description and place of the first error of a converted rejection. */
export function reasonOf(rejection: Refusal): StatusReason {
  const reason = statusReasonOf(rejection)
  const iso = rejection.errors[0]?.params?.['iso'] as string | undefined
  return iso === undefined ? reason : { ...reason, code: iso }
}
