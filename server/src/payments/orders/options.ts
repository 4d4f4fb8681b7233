import { fieldError } from '../../kernel/values/refusals.ts'
import { formatAmount, parseAmount } from '../../kernel/values/money.ts'
import { rejectDate } from '../record/rules.ts'
import {
  arrivalDate,
  cutOffAt,
  cutOffOf,
  earliestPayment,
  type IsBusinessDay,
  paymentDateError,
} from '../validation/index.ts'
import {
  bearersFor,
  type ChargeBearer,
  carries,
  feeMinor,
  SCHEMES,
  type Rail,
  type Speed,
  SPEEDS,
} from '../schemes/index.ts'

interface OptionsQuestion {
  currency: string
  /** Country of the payee's bank; undefined for the currency's home. */
  country: string | undefined
  /** Rails in order of preference. */
  rails: readonly Rail[]
  /** Amount as sent; undefined for any. */
  amount: string | undefined
  /** Undefined: the first that each rail can meet. */
  paymentDate: string | undefined
  payerInEea: boolean
  /** Bearer of the entity's settings. */
  usualBearer: ChargeBearer
  at: Date
}

/**
 * Every combination of speed, rail and charge bearer that a payment could take, the usual one first marked. A rail that
 * does not carry the amount, or cannot bear the date, is left out.
 *
 * @throws payment_date_unavailable, payment_date_too_far_ahead where no rail can bear the date
 */
export function optionsFor(question: OptionsQuestion, isBusinessDay: IsBusinessDay) {
  const { currency, amount, rails } = question
  const amountMinor = amount === undefined ? 1n : parseAmount(amount, currency, '?amount')
  const carrying = rails.filter((rail) => carries(rail, currency, amountMinor))
  const dated = carrying.filter((rail) => datesOf(rail, question, isBusinessDay) !== undefined)
  if (carrying.length > 0 && dated.length === 0) throw unavailable(carrying[0]!, question, isBusinessDay)
  const ways = SPEEDS.flatMap((speed) =>
    dated.filter((rail) => SCHEMES[rail].speeds.includes(speed)).flatMap((rail) => waysBy(rail, speed, question)),
  )
  const usual = usualOf(ways, question)
  return ways.map((way) => ({
    ...way,
    fee: { amount: formatAmount(feeMinor(way.rail, way.chargeBearer, currency)!, currency), currency },
    ...datesOf(way.rail, question, isBusinessDay)!,
    maxAmount: SCHEMES[way.rail].limits?.[currency] ?? null,
    isDefault: way === usual,
  }))
}

interface Way {
  speed: Speed
  rail: Rail
  chargeBearer: ChargeBearer
}

const waysBy = (rail: Rail, speed: Speed, { currency, country, payerInEea }: OptionsQuestion): Way[] =>
  bearersFor(rail, { currency, bankCountry: country ?? '', payerInEea })
    .filter((chargeBearer) => feeMinor(rail, chargeBearer, currency) !== undefined)
    .map((chargeBearer) => ({ speed, rail, chargeBearer }))

/** Returns the default option: the first rail at normal speed, with the entity's charge bearer if it is offered. */
function usualOf(ways: readonly Way[], { usualBearer }: OptionsQuestion): Way | undefined {
  const first = ways.find(({ speed }) => speed === 'Normal')
  const same = ways.filter((way) => way.speed === 'Normal' && way.rail === first?.rail)
  return same.find(({ chargeBearer }) => chargeBearer === usualBearer) ?? first
}

function datesOf(rail: Rail, { currency, paymentDate, at }: OptionsQuestion, isBusinessDay: IsBusinessDay) {
  if (paymentDate !== undefined && paymentDateError({ rail, currency, paymentDate, at }, isBusinessDay))
    return undefined
  const executionDate = paymentDate ?? earliestPayment({ currency, rail, at }, isBusinessDay).earliestPaymentDate
  return {
    executionDate,
    cutOffAt: cutOffAt(rail, currency, executionDate).toISOString(),
    cutOffLocal: cutOffOf(rail, currency),
    expectedArrival: arrivalDate(rail, currency, executionDate, isBusinessDay),
  }
}

function unavailable(rail: Rail, { currency, paymentDate, at }: OptionsQuestion, isBusinessDay: IsBusinessDay) {
  const error = paymentDateError({ rail, currency, paymentDate: paymentDate!, at }, isBusinessDay)!
  const rejected = rejectDate(rail, paymentDate!, error)
  rejected.errors.push(fieldError('?paymentDate', rejected))
  return rejected
}
