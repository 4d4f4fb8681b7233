import type { FieldError } from '../../../kernel/values/refusals.ts'
import { fieldErrorOf, refuseOb } from '../../http/index.ts'

const AT = '/Data/Initiation'
const isGiven = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0)

/** Returns errors of members that have a value and are not carried. */
export const uncarried = (holder: object | undefined, pointer: string, names: readonly string[]): FieldError[] =>
  names
    .filter((name) => holder !== undefined && isGiven((holder as Record<string, unknown>)[name]))
    .map((name) =>
      fieldErrorOf(
        `${AT}${pointer}/${name}`,
        refuseOb.ob_rule_failed({ detail: 'payments do not carry this; leave it out' }),
      ),
    )

/** Returns errors of members that the standard does not have. Its schema of the object lets them pass. */
export const unknownErrors = (holder: object | undefined, pointer: string, known: readonly string[]): FieldError[] =>
  Object.keys(holder ?? {})
    .filter((name) => !known.includes(name))
    .map((name) => fieldErrorOf(`${AT}${pointer}/${name}`, refuseOb.ob_field_unexpected({ detail: 'leave it out' })))
