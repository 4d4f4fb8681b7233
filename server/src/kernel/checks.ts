import { type FieldError, fieldError, Refusal } from './values/refusals.ts'

/**
 * One runner for the checks of a unit. A unit lists them once; create, validate, batch items and partly readable bodies
 * run the same list.
 */

/** Check of one field, given the subject: the order with everything that earlier checks found. */
export interface Check<S> {
  /** Pointer of the field at which an error is reported. */
  at: string | ((subject: S) => string)
  /** Other fields that the error depends on: it is not reported if one of them is unreadable. */
  needs?: readonly string[] | ((subject: S) => readonly string[])
  /** Returns values for later checks. @throws a refusal, which becomes the error of the field */
  check: (subject: S) => Found<S> | Promise<Found<S>>
}

type Found<S> = Partial<S> | undefined | void

/** Error of a field: its pointer and the rejection, which may list errors of several fields. */
export interface FailedCheck {
  pointer: string
  refusal: Refusal
}

/**
 * Runs checks in their order and returns all errors. Checks add their values to the subject. If a check fails, later ones
 * that use its value do without it.
 *
 * @param isRead false for a field whose value is a placeholder, because it was unreadable; default: all are readable
 */
export async function runChecks<S extends object>(
  checks: readonly Check<S>[],
  subject: S,
  isRead: (pointer: string) => boolean = () => true,
): Promise<FailedCheck[]> {
  const failures: FailedCheck[] = []
  for (const { at, needs = [], check } of checks) {
    try {
      Object.assign(subject, await check(subject))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const failed = { pointer: typeof at === 'string' ? at : at(subject), refusal: error }
      const known = (typeof needs === 'function' ? needs(subject) : needs).every(isRead)
      if (known) failures.push(...readablePart(failed, isRead))
    }
  }
  return failures
}

/** Removes the errors of unreadable fields. */
function readablePart(failed: FailedCheck, isRead: (pointer: string) => boolean): FailedCheck[] {
  const { pointer, refusal } = failed
  if (refusal.errors.length === 0) return isRead(pointer) ? [failed] : []
  const errors = refusal.errors.filter((error) => isRead(error.pointer))
  if (errors.length === refusal.errors.length) return [failed]
  const { code, status, message, params } = refusal
  return errors.length === 0 ? [] : [{ pointer, refusal: new Refusal(code, { status, message }, params, { errors }) }]
}

/** Converts errors to field errors; an error with its own list is replaced by that list. */
export const asFieldErrors = (errors: readonly FailedCheck[]): FieldError[] =>
  errors.flatMap(({ pointer, refusal }) =>
    refusal.errors.length > 0 ? refusal.errors : [fieldError(pointer, refusal)],
  )
