/**
 * Specification of an expected error: a stable code, an HTTP status and a message with the valid input. All other
 * errors are defects: they roll the transaction back and the caller gets a plain 500.
 */
interface RefusalSpec {
  status: number
  /** Message of one sentence with the valid input; `{name}` is filled from params. */
  message: string
  /** True when the same request may succeed later without being changed. */
  retryable?: boolean
  /** True for a 400 about a header or an unreadable body; every other 400 is sent as an error of `validation_failed`. */
  standsAlone?: boolean
}

export interface FieldError {
  /** JSON pointer into the body ("/amount"), or "?name" for a query parameter. */
  pointer: string
  code: string
  message: string
  params?: Params
}

/** Most errors in a response; more of them mean that the caller sent the wrong data. */
export const MOST_ERRORS = 1000

export type Params = Record<string, unknown>

interface RefusalExtras {
  errors?: FieldError[]
  headers?: Record<string, string>
  /** False where this request can never succeed, although others with the code may. */
  retryable?: boolean
}

export class Refusal extends Error {
  readonly code: string
  readonly status: number
  readonly retryable: boolean
  readonly params: Params
  readonly errors: FieldError[]
  readonly headers: Record<string, string>

  constructor(code: string, spec: RefusalSpec, params: Params = {}, extras: RefusalExtras = {}) {
    super(fill(spec.message, params))
    this.code = code
    this.status = spec.status
    this.retryable = extras.retryable ?? spec.retryable ?? false
    this.params = params
    this.errors = extras.errors ?? []
    this.headers = extras.headers ?? {}
  }
}

const registry = new Map<string, RefusalSpec>()

type Refuse<T extends Record<string, RefusalSpec>> = {
  [K in keyof T]: (params?: Params, extras?: RefusalExtras) => Refusal
}

/**
 * Declares a module's refusals and registers their codes for `GET /v1/errors` and the printed reference.
 * A code used by two modules must have one status: the kernel's tables hold the shared ones.
 */
export function refusals<const T extends Record<string, RefusalSpec>>(table: T): Refuse<T> {
  const made = {} as Refuse<T>
  for (const [code, spec] of Object.entries(table)) {
    if (registry.has(code)) throw new Error(`refusal ${code} is declared twice`)
    registry.set(code, spec)
    made[code as keyof T] = (params, extras) => new Refusal(code, spec, params, extras)
  }
  return made
}

/** Creates a field error with a registered code, for responses that list several errors. */
export function fieldError(pointer: string, refusal: Refusal): FieldError {
  return { pointer, code: refusal.code, message: refusal.message, params: refusal.params }
}

/**
 * Returns the errors of a field that its check throws. Only errors of the request itself (400) count; rejections of
 * later stages are left to them.
 */
export function errorsAt(pointer: string, check: () => unknown): FieldError[] {
  try {
    check()
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.status !== 400) return []
    return error.errors.length > 0 ? error.errors : [fieldError(pointer, error)]
  }
}

/** The status of a registered code. */
export function statusOf(code: string): number {
  const spec = registry.get(code)
  invariant(spec, `refusal ${code} is declared`)
  return spec.status
}

/** Returns whether a 400 keeps its code: it is about a header or an unreadable body. */
export const standsAlone = (code: string): boolean => registry.get(code)?.standsAlone ?? false

/** Every registered code, in alphabetical order: the error reference. */
export function allRefusals(): { code: string; status: number; message: string; retryable: boolean }[] {
  return [...registry]
    .map(([code, spec]) => ({ code, status: spec.status, message: spec.message, retryable: spec.retryable ?? false }))
    .sort((a, b) => (a.code < b.code ? -1 : 1))
}

/** A sentence that ends with a text which is one itself keeps one full stop. */
function fill(message: string, params: Params): string {
  const filled = message.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name]
    return value === undefined
      ? whole
      : Array.isArray(value)
        ? value.join(', ') || 'none'
        : String(value as string | number | boolean)
  })
  return filled.replace(/(?<!\.)\.\.$/, '.')
}

/** Asserts a condition; a false one is a defect, never a caller's mistake. */
export function invariant(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${what}`)
}
