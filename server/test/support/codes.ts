/** The parts of an error response that name the error. */
interface Told {
  code?: string | undefined
  errors?: readonly { code: string }[] | undefined
}

/**
 * Returns the code of an error response that a test is about: that of the errors in the request if they have one, otherwise
 * the code at the top.
 */
export function errorCode({ code, errors = [] }: Told): string | undefined {
  const codes = new Set(errors.map((error) => error.code))
  return code === 'validation_failed' && codes.size === 1 ? [...codes][0]! : code
}
