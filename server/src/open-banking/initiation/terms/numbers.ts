import type { FieldError } from '../../../kernel/values/refusals.ts'
import { Decimal } from '../../../kernel/values/rates.ts'
import { fieldErrorOf, MOST_OB_ERRORS, refuseErrors, refuseOb } from '../../http/index.ts'

/**
 * Checks that the numbers of an order keep their value in the stored consent, whose numbers are binary floating point.
 *
 * @param exact the same order with every number as the text of its digits
 * @throws ob_field_invalid (U002) with the path of each number that does not
 */
export function checkNumbers(value: unknown, exact: unknown, pointer: string): void {
  const errors: FieldError[] = []
  collect(value, exact, pointer, errors)
  if (errors.length > 0) throw refuseErrors(errors)
}

function collect(value: unknown, exact: unknown, pointer: string, errors: FieldError[]): void {
  if (errors.length >= MOST_OB_ERRORS) return
  if (typeof value === 'number') {
    if (!isKept(value, String(exact)))
      errors.push(
        fieldErrorOf(pointer, refuseOb.ob_field_invalid({ detail: 'send a number with so many digits as a string' })),
      )
  } else if (typeof value === 'object' && value !== null)
    for (const [name, held] of Object.entries(value))
      collect(held, (exact as Record<string, unknown>)[name], `${pointer}/${name}`, errors)
}

const isKept = (value: number, digits: string): boolean =>
  Number.isFinite(value) && new Decimal(digits).equals(new Decimal(String(value)))
