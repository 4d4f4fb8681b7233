import type { EntityProfile } from '../../entities/index.ts'
import { type Calendars, isOpen } from '../../fx/calendar/index.ts'
import { type Day, instantOf } from '../../kernel/values/days.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { refuseAll } from '../../kernel/http/validation.ts'
import type { CheckedPayee } from './assess-parties.ts'
import { refuse, rejectDate } from '../record/rules.ts'
import type { PaymentOrder } from '../record/schema.ts'
import { partyTextErrors } from './party-texts.ts'
import {
  arrivalDate,
  creditorReferenceError,
  cutOffAt,
  cutOffOf,
  type IsBusinessDay,
  isEea,
  paymentDateError,
  endToEndIdError,
  referenceErrors,
  numberError,
  textError,
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

/** An order whose route is sought, with what is known of it. */
export interface RouteSubject {
  order: PaymentOrder
  /** Undefined if it has errors or is missing. */
  payee?: CheckedPayee
  amountMinor?: bigint
  profile: EntityProfile
  deps: { calendars: Calendars }
  at: Date
  /** Rails that could carry the payment, where its amount or payee has errors and no rail can be chosen. */
  possibleRails?: readonly Rail[]
  rail?: Rail
  charges?: Pick<Route, 'chargeBearer' | 'feeMinor'>
  expectedArrival?: Day
}

/** Rail and charges of an order, with its dates where the payment date can be used. */
export type PartialRoute = Pick<Route, 'rail' | 'chargeBearer' | 'feeMinor'> &
  Partial<Pick<Route, 'cutOffAt' | 'expectedArrival'>>

const speedOf = ({ speed = 'Normal' }: PaymentOrder): Speed => speed

/** Finds the rail of an order that names none, or the possible rails if its amount or payee is missing. */
export function checkSpeed(subject: RouteSubject): Pick<RouteSubject, 'rail' | 'possibleRails'> | undefined {
  const { order, payee, amountMinor } = subject
  if (!payee || amountMinor === undefined) return { possibleRails: checkPossibleRails(order, payee) }
  return order.rail === undefined ? { rail: pickedRail(order, payee, amountMinor) } : undefined
}

/** Checks the rail that an order names. */
export function checkRail({ order, payee, amountMinor }: RouteSubject): Pick<RouteSubject, 'rail'> | undefined {
  if (!payee || amountMinor === undefined || order.rail === undefined) return undefined
  return { rail: pickedRail(order, payee, amountMinor) }
}

/** @throws speed_not_available where no rail of a known payee offers the speed */
function checkPossibleRails(order: PaymentOrder, payee: CheckedPayee | undefined): readonly Rail[] {
  const { currency, creditorAccount } = order
  const speed = speedOf(order)
  const possible =
    payee?.rails ?? (creditorAccount ? railsFor(currency, creditorAccount.bankCountryCode) : railsOf(currency))
  const offered = order.rail === undefined ? possible : possible.filter((rail) => rail === order.rail)
  const rails = offered.filter((rail) => SCHEMES[rail].speeds.includes(speed))
  if (rails.length === 0 && payee) throw refuse.speed_not_available({ speed, rails: offered })
  return rails
}

/** Finds the charges on the rail. Without a rail, rejects a charge bearer that no possible rail offers. */
export function checkChargeBearer(subject: RouteSubject): Pick<RouteSubject, 'charges'> | undefined {
  const { rail, possibleRails = [], order } = subject
  if (rail) return { charges: chargesOn(subject, rail) }
  const available = [...new Set(possibleRails.flatMap((rail) => availableBearers(subject, rail)))]
  const { chargeBearer } = order
  if (possibleRails.length === 0 || chargeBearer === undefined || available.includes(chargeBearer)) return undefined
  throw refuse.charge_bearer_not_available({ chargeBearer, available })
}

/** Finds the arrival date on the rail. Without a rail, rejects a date on which no possible rail pays. */
export function checkDate(subject: RouteSubject): Pick<RouteSubject, 'expectedArrival'> | undefined {
  const { rail, possibleRails = [], order, deps, at } = subject
  const { currency, paymentDate } = order
  const isBusinessDay: IsBusinessDay = (of, day) => isOpen(deps.calendars, of, day)
  const errorOn = (rail: Rail) => paymentDateError({ rail, currency, paymentDate, at }, isBusinessDay)
  if (rail) {
    const error = errorOn(rail)
    if (error) throw rejectDate(rail, paymentDate, error)
    return { expectedArrival: arrivalDate(rail, currency, paymentDate, isBusinessDay) }
  }
  const found = possibleRails.map(errorOn)
  if (found[0] && found.every(Boolean)) throw rejectDate(possibleRails[0]!, paymentDate, found[0])
  return undefined
}

/** Returns the route of an order as far as it is known. */
export function partialRouteOf({ rail, charges, ...subject }: RouteSubject): PartialRoute | undefined {
  if (!rail || !charges) return undefined
  return routeOf({ rail, charges, ...subject }) ?? { rail, ...charges }
}

/** Returns the route of an order; undefined if it has errors. */
export function routeOf({
  order,
  rail,
  charges,
  expectedArrival,
  at,
}: Pick<RouteSubject, 'order' | 'rail' | 'charges' | 'expectedArrival' | 'at'>): Route | undefined {
  if (!rail || !charges || expectedArrival === undefined) return undefined
  const { currency, paymentDate } = order
  const opensAt = instantOf(paymentDate, '00:00', cutOffOf(rail, currency).zone)
  return {
    rail,
    speed: speedOf(order),
    ...charges,
    expectedArrival,
    cutOffAt: cutOffAt(rail, currency, paymentDate),
    scheduledFor: opensAt > at ? opensAt : null,
  }
}

/**
 * Returns the requested rail, or the payee's first rail that offers the speed and carries the amount.
 *
 * @throws rail_not_available, speed_not_available, amount_above_rail_limit
 */
function pickedRail(order: PaymentOrder, payee: CheckedPayee, amountMinor: bigint): Rail {
  const { rail: asked, currency } = order
  const speed = speedOf(order)
  if (asked !== undefined && !payee.rails.includes(asked)) {
    throw refuse.rail_not_available({ rail: asked, currency, available: payee.rails })
  }
  const rails = asked === undefined ? payee.rails : [asked]
  const rail = pickRail(rails, { currency, amountMinor, speed })
  if (rail) return rail
  const named = { speed, rails }
  const most = mostMinor(rails, currency, speed)
  throw most === undefined
    ? refuse.speed_not_available(named)
    : refuse.amount_above_rail_limit({ ...named, most: `${formatAmount(most, currency)} ${currency}` })
}

function chargesOn({ order, payee, profile }: RouteSubject, rail: Rail) {
  const { currency } = order
  const available = availableBearers({ order, payee, profile }, rail)
  const usual = profile.settings.defaultChargeBearer
  const chargeBearer = order.chargeBearer ?? (available.includes(usual) ? usual : available[0]!)
  if (!available.includes(chargeBearer)) throw refuse.charge_bearer_not_available({ chargeBearer, available })
  return { chargeBearer, feeMinor: feeMinor(rail, chargeBearer, currency)! }
}

/** Returns the possible charge bearers on a rail. An unknown bank country excludes none. */
function availableBearers(
  { order, payee, profile }: Pick<RouteSubject, 'order' | 'payee' | 'profile'>,
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
 * Checks the reference on its rail. Without a rail, it has the errors that it would have on any rail.
 *
 * @throws all its errors as one refusal
 */
export function checkReference({ reference }: PaymentOrder, rail: Rail | undefined): void {
  const errors = (rail ? [rail] : RAILS)
    .map((each) => referenceErrors(reference, each))
    .reduce((least, found) => (found.length < least.length ? found : least))
  if (errors.length > 0) throw refuseAll(errors)
}

/** Checks the end-to-end id that the client gave. @throws end_to_end_id_invalid */
export function checkEndToEndId(id: string | undefined, rail: Rail | undefined): void {
  const found = id === undefined ? undefined : endToEndIdError(id, rail, '/endToEndId')
  if (found) throw refuseAll([found])
}

/**
 * Checks the other texts of an order, and the reference of a bill.
 *
 * @throws all their errors as one refusal
 */
export function checkTexts(order: PaymentOrder, payeeIban: string | undefined): void {
  const { unstructured, structured } = order.remittance ?? {}
  const numbers = {
    '/remittance/structured/creditorReference': structured?.creditorReference,
    '/remittance/structured/invoiceNumber': structured?.invoiceNumber,
    '/invoice/number': order.invoice?.number,
  }
  const texts = { '/remittance/unstructured': unstructured, '/reason': order.reason }
  const found = (given: Record<string, string | undefined>, errorOf: typeof textError) =>
    Object.entries(given).map(([pointer, text]) => (text === undefined ? undefined : errorOf(text, pointer)))
  const bill = creditorReferenceError(structured?.creditorReference, payeeIban)
  const fieldErrors = [...found(texts, textError), ...found(numbers, numberError), bill].filter(
    (each) => each !== undefined,
  )
  const errors = [...fieldErrors, ...partyTextErrors(order)]
  if (errors.length > 0) throw refuseAll(errors)
}
