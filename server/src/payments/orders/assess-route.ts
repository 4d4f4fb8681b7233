import type { EntityProfile } from '../../entities/index.ts'
import { type Calendars, isOpen } from '../../fx/calendar/index.ts'
import { type Day, instantOf } from '../../kernel/values/days.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { refuseAll } from '../../kernel/http/validation.ts'
import type { CheckedPayee } from './assess-parties.ts'
import { type Attempt, refuse, rejectDate } from '../record/rules.ts'
import type { PaymentOrder } from '../record/schema.ts'
import {
  arrivalDate,
  creditorReferenceFault,
  cutOffAt,
  cutOffOf,
  type IsBusinessDay,
  isEea,
  paymentDateFault,
  referenceFaults,
  numberFault,
  textFault,
} from '../validation/index.ts'
import {
  bearersFor,
  type ChargeBearer,
  feeMinor,
  mostMinor,
  pickRail,
  SCHEMES,
  type Rail,
  RAILS,
  railsFor,
  railsOf,
  type Speed,
} from '../schemes/index.ts'

export interface Route {
  rail: Rail
  speed: Speed
  chargeBearer: ChargeBearer
  feeMinor: bigint
  cutOffAt: Date
  /** Start of the payment date at the rail, if it is in the future. */
  scheduledFor: Date | null
  expectedArrival: Day
}

interface RouteQuestion {
  order: PaymentOrder
  payee: CheckedPayee
  amountMinor: bigint
  profile: EntityProfile
  at: Date
}

/** Rail and charges of an order, with its dates where the payment date can be used. */
export type PartialRoute = Pick<Route, 'rail' | 'chargeBearer' | 'feeMinor'> &
  Partial<Pick<Route, 'cutOffAt' | 'expectedArrival'>>

/** Route of an order as far as it is known; complete if the order has no errors. */
interface FoundRoute {
  known: PartialRoute | undefined
  whole: Route | undefined
}

/** Finds the route of an order: rail, charges, dates. Reports errors to `attempt`. */
export async function routeOf(attempt: Attempt, calendars: Calendars, question: RouteQuestion): Promise<FoundRoute> {
  const { order, payee, amountMinor, at } = question
  const { currency, paymentDate } = order
  const speed = order.speed ?? 'Normal'
  const asked = { currency, amountMinor, speed, rail: order.rail }
  const rail = await attempt(order.rail === undefined ? '/speed' : '/rail', () => checkRail(payee, asked))
  if (!rail) return { known: undefined, whole: undefined }
  const charges = await attempt('/chargeBearer', () => checkCharges(question, rail))
  const isBusinessDay: IsBusinessDay = (of, day) => isOpen(calendars, of, day)
  const expectedArrival = await attempt('/paymentDate', () => {
    const fault = paymentDateFault({ rail, currency, paymentDate, at }, isBusinessDay)
    if (fault) throw rejectDate(rail, paymentDate, fault)
    return arrivalDate(rail, currency, paymentDate, isBusinessDay)
  })
  if (!charges) return { known: undefined, whole: undefined }
  if (expectedArrival === undefined) return { known: { rail, ...charges }, whole: undefined }
  const opensAt = instantOf(paymentDate, '00:00', cutOffOf(rail, currency).zone)
  const whole = {
    rail,
    speed,
    ...charges,
    expectedArrival,
    cutOffAt: cutOffAt(rail, currency, paymentDate),
    scheduledFor: opensAt > at ? opensAt : null,
  }
  return { known: whole, whole }
}

interface OpenQuestion {
  order: PaymentOrder
  /** Undefined if it has errors or is missing. */
  payee: CheckedPayee | undefined
  profile: EntityProfile
  at: Date
}

/**
 * Reports the errors that every possible rail would report for an order without a known rail, because its amount or
 * payee is missing. Reports nothing else about it.
 */
export async function judgeWithoutRoute(attempt: Attempt, calendars: Calendars, question: OpenQuestion): Promise<void> {
  const { order, payee, at } = question
  const { currency, paymentDate, speed = 'Normal', creditorAccount } = order
  const possible =
    payee?.rails ?? (creditorAccount ? railsFor(currency, creditorAccount.bankCountryCode) : railsOf(currency))
  const offered = order.rail === undefined ? possible : possible.filter((rail) => rail === order.rail)
  const rails = offered.filter((rail) => SCHEMES[rail].speeds.includes(speed))
  const [first] = rails
  if (!first) {
    if (payee) await attempt('/speed', () => Promise.reject(refuse.speed_not_available({ speed, rails: offered })))
    return
  }
  await attempt('/chargeBearer', () => {
    const available = [...new Set(rails.flatMap((rail) => availableBearers(question, rail)))]
    const { chargeBearer } = order
    if (chargeBearer === undefined || available.includes(chargeBearer)) return
    throw refuse.charge_bearer_not_available({ chargeBearer, available })
  })
  await attempt('/paymentDate', () => {
    const isBusinessDay: IsBusinessDay = (of, day) => isOpen(calendars, of, day)
    const faults = rails.map((rail) => paymentDateFault({ rail, currency, paymentDate, at }, isBusinessDay))
    if (faults[0] && faults.every(Boolean)) {
      throw rejectDate(first, paymentDate, faults[0])
    }
  })
}

/**
 * Returns the requested rail, or the payee's first rail that offers the speed and carries the amount.
 *
 * @throws rail_not_available, speed_not_available, amount_above_rail_limit
 */
function checkRail(
  payee: CheckedPayee,
  { rail: asked, ...payment }: { currency: string; amountMinor: bigint; speed: Speed; rail: Rail | undefined },
): Rail {
  const { speed, currency } = payment
  if (asked !== undefined && !payee.rails.includes(asked)) {
    throw refuse.rail_not_available({ rail: asked, currency, available: payee.rails })
  }
  const rails = asked === undefined ? payee.rails : [asked]
  const rail = pickRail(rails, payment)
  if (rail) return rail
  const named = { speed, rails }
  const most = mostMinor(rails, currency, speed)
  throw most === undefined
    ? refuse.speed_not_available(named)
    : refuse.amount_above_rail_limit({ ...named, most: `${formatAmount(most, currency)} ${currency}` })
}

function checkCharges({ order, payee, profile }: RouteQuestion, rail: Rail) {
  const { currency } = order
  const available = availableBearers({ order, payee, profile }, rail)
  const usual = profile.settings.defaultChargeBearer
  const chargeBearer = order.chargeBearer ?? (available.includes(usual) ? usual : available[0]!)
  if (!available.includes(chargeBearer)) throw refuse.charge_bearer_not_available({ chargeBearer, available })
  return { chargeBearer, feeMinor: feeMinor(rail, chargeBearer, currency)! }
}

/** Returns the possible charge bearers on a rail. An unknown bank country excludes none. */
function availableBearers(
  { order, payee, profile }: Pick<OpenQuestion, 'order' | 'payee' | 'profile'>,
  rail: Rail,
): readonly ChargeBearer[] {
  const { currency, creditorAccount } = order
  const payerInEea = profile.entity.jurisdiction === 'EU' || isEea(profile.entity.jurisdiction)
  const bankCountry = payee?.details.bankCountryCode ?? creditorAccount?.bankCountryCode ?? ''
  return bearersFor(rail, { currency, bankCountry, payerInEea }).filter(
    (bearer) => feeMinor(rail, bearer, currency) !== undefined,
  )
}

/**
 * Texts that the rail carries, and the reference of a bill.
 *
 * @param rail absent: not known; then a reference has the faults that it would have on any rail
 * @throws all their faults as one refusal
 */
export function checkTexts(order: PaymentOrder, rail?: Rail, payeeIban?: string): void {
  const { unstructured, structured } = order.remittance ?? {}
  const numbers = {
    '/remittance/structured/creditorReference': structured?.creditorReference,
    '/remittance/structured/invoiceNumber': structured?.invoiceNumber,
    '/invoice/number': order.invoice?.number,
  }
  const texts = { '/remittance/unstructured': unstructured, '/reason': order.reason }
  const found = (given: Record<string, string | undefined>, faultOf: typeof textFault) =>
    Object.entries(given).map(([pointer, text]) => (text === undefined ? undefined : faultOf(text, pointer)))
  const bill = creditorReferenceFault(structured?.creditorReference, payeeIban)
  const errors = [
    ...(rail ? [rail] : RAILS)
      .map((each) => referenceFaults(order.reference, each))
      .reduce((least, faults) => (faults.length < least.length ? faults : least)),
    ...[...found(texts, textFault), ...found(numbers, numberFault), bill].filter((each) => each !== undefined),
  ]
  if (errors.length > 0) throw refuseAll(errors)
}
