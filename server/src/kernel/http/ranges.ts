import { AMOUNT_PATTERN } from '../values/money.ts'
import { Decimal } from '../values/rates.ts'
import { type FieldError, fieldError } from '../values/refusals.ts'
import { refuseShared } from '../values/shared-refusals.ts'

/**
 * A range of a list's query that ends before it begins is refused, not answered with an empty list: it is a mistake.
 *
 * @param query with two days or instants by their names; what is absent or cannot be read leaves the range open
 */
export function rangeErrors<N extends string>(
  query: { readonly [name in N]?: string | undefined },
  fromName: N,
  toName: N,
): FieldError[] {
  const { [fromName]: from, [toName]: to } = query
  if (from === undefined || to === undefined || Date.parse(from) <= Date.parse(to)) return []
  const reason = `${fromName} ${from} is after ${toName} ${to}`
  return [fieldError(`?${toName}`, refuseShared.date_range_invalid({ reason }))]
}

/**
 * Rejects amounts of a list's query whose minimum is above their maximum: the list would be empty, which is a mistake. Texts that
 * are no amounts are left to `amountErrors`.
 */
export function amountRangeErrors(query: {
  readonly minAmount?: string | undefined
  readonly maxAmount?: string | undefined
}): FieldError[] {
  const { minAmount = '', maxAmount = '' } = query
  if (!isAmount(minAmount) || !isAmount(maxAmount) || new Decimal(minAmount).lte(maxAmount)) return []
  return [fieldError('?maxAmount', refuseShared.amount_range_invalid({ minAmount, maxAmount }))]
}

const isAmount = (text: string): boolean => new RegExp(AMOUNT_PATTERN).test(text) && Number(text) > 0

/** Rejects an as-at instant in the future. */
export function futureErrors({ asAt }: { asAt?: string | undefined }, now: Date): FieldError[] {
  if (asAt === undefined || new Date(asAt) <= now) return []
  return [fieldError('?asAt', refuseShared.date_range_invalid({ reason: `asAt ${asAt} has not come yet` }))]
}

/** Rejects the last day of a range if it has not come yet: what it will contain is not known. */
export function comingDayErrors<N extends string>(
  query: { readonly [name in N]?: string | undefined },
  name: N,
  today: string,
): FieldError[] {
  const { [name]: day } = query
  if (day === undefined || day <= today) return []
  return [
    fieldError(
      `?${name}`,
      refuseShared.date_range_invalid({ reason: `${name} ${day} has not come yet; today is ${today}` }),
    ),
  ]
}
