import type { ErrorCode } from '../generated/resources.ts'
import type { ResponseMeta } from './meta.ts'

/** One error of one field, as reported by the service. */
export interface FieldError {
  /** JSON pointer into the body ("/amount"), or "?name" for a query parameter. */
  pointer: string
  code: string
  message: string
  params?: Record<string, unknown>
}

/** Problem document of the service (application/problem+json, RFC 9457). */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  code: string
  requestId: string
  retryable: boolean
  params?: Record<string, unknown>
  errors: FieldError[]
}

/**
 * Error of a call. `code` is stable and meant for programs, `message` for people; quote `requestId` when you report it.
 * The subclasses follow the HTTP status.
 */
export class CambistError extends Error {
  override readonly name: string = 'CambistError'
  readonly problem: Problem
  /** Facts about the response; undefined if there was none. */
  readonly response: ResponseMeta | undefined

  constructor(problem: Problem, response?: ResponseMeta, options?: ErrorOptions) {
    super(sentence(problem), options)
    this.problem = problem
    this.response = response
  }

  get code(): ErrorCode {
    return this.problem.code
  }
  /** HTTP status; 0 if there was no response. */
  get status(): number {
    return this.problem.status
  }
  get requestId(): string {
    return this.problem.requestId
  }
  /** True if the same request may succeed later without a change. */
  get retryable(): boolean {
    return this.problem.retryable
  }
  get params(): Record<string, unknown> {
    return this.problem.params ?? {}
  }
  get errors(): FieldError[] {
    return this.problem.errors
  }
}

/** 401: the token or the credentials are missing or wrong. */
export class AuthenticationError extends CambistError {
  override readonly name = 'AuthenticationError'
}
/** 403: a scope, role, permission or kind of entity is missing. */
export class PermissionError extends CambistError {
  override readonly name = 'PermissionError'
}
/** 404: the resource does not exist, or the client may not see it. */
export class NotFoundError extends CambistError {
  override readonly name = 'NotFoundError'
}
/** 400 and other errors of form: `errors` lists every field. */
export class ValidationError extends CambistError {
  override readonly name = 'ValidationError'
}
/** 409 and 412: the state of the resource does not allow the call. */
export class ConflictError extends CambistError {
  override readonly name = 'ConflictError'
}
/** 422: a rule rejects the order; `params` states what would pass. */
export class RejectedError extends CambistError {
  override readonly name = 'RejectedError'
}
/** 429: the client's limit is used up. */
export class RateLimitError extends CambistError {
  override readonly name = 'RateLimitError'
}
/** 5xx: the service failed or is busy. */
export class ServiceError extends CambistError {
  override readonly name = 'ServiceError'
}
/** No response: the call may or may not have had an effect. Code `unreachable`. */
export class UnreachableError extends CambistError {
  override readonly name: string = 'UnreachableError'
}
/** No response within the timeout of an attempt. Code `timeout`. */
export class TimeoutError extends UnreachableError {
  override readonly name = 'TimeoutError'
}

const CLASSES: Readonly<Record<number, typeof CambistError>> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  412: ConflictError,
  422: RejectedError,
  429: RateLimitError,
}

/** Creates the error of a problem, of the class that its status has. */
export function errorOf(problem: Problem, meta: ResponseMeta): CambistError {
  const known = problem.code === 'invalid_client' ? AuthenticationError : CLASSES[meta.status]
  const Class = known ?? (meta.status >= 500 ? ServiceError : ValidationError)
  return new Class(problem, meta)
}

/** Reads the problem of an unsuccessful response: the service's own, OAuth's `error`, or one made from the bare status. */
export function problemOf(text: string, { status, requestId }: ResponseMeta): Problem {
  const body = parse(text)
  if (typeof body.code === 'string')
    return { errors: [], ...body, requestId: body.requestId ?? requestId } as unknown as Problem
  const oauth = typeof body.error === 'string' ? body.error : undefined
  const detail = (oauth && body.error_description) || `The service answered ${status}.`
  return bareProblem(oauth ?? 'unexpected_answer', detail, { status, requestId })
}

const bareProblem = (code: string, detail: string, more: Partial<Problem>): Problem => ({
  type: 'about:blank',
  title: code,
  status: 0,
  detail,
  code,
  requestId: '',
  retryable: false,
  errors: [],
  ...more,
})

/** Creates the error of an attempt without a response. */
export function unreachable(url: string, cause: unknown): UnreachableError {
  const reason = cause instanceof Error ? (reasonOf(cause.cause) ?? cause.message) : String(cause)
  const detail = `No answer from ${new URL(url).origin}: ${reason}`
  return new UnreachableError(bareProblem('unreachable', detail, { retryable: true }), undefined, { cause })
}

/** Creates the error of an attempt that took too long. */
export function timedOut(url: string, ms: number): TimeoutError {
  const detail = `No answer from ${new URL(url).origin} within ${ms} ms`
  return new TimeoutError(bareProblem('timeout', detail, { retryable: true }))
}

/** Creates the error of a successful response that the service cannot have sent: not JSON, or without a required value. */
export function unexpected(url: string, meta: ResponseMeta): ServiceError {
  const detail = `${new URL(url).origin} did not answer as the service does. Is it the address of the service?`
  const { status, requestId } = meta
  return new ServiceError(bareProblem('unexpected_answer', detail, { status, requestId }), meta)
}

const sentence = ({ detail, errors }: Problem) =>
  errors.length === 1 && errors[0]?.message === detail
    ? withPointer(errors[0])
    : [detail, ...errors.map(withPointer)].join('\n')

/** An error of the request as a whole has no pointer. */
const withPointer = ({ pointer, message }: { pointer: string; message: string }) =>
  pointer === '' ? message : `${pointer}: ${message}`

const reasonOf = (cause: unknown): string | undefined =>
  cause instanceof Error ? (cause as { code?: string }).code || cause.message : undefined

interface LooseBody {
  code?: unknown
  requestId?: string
  error?: unknown
  error_description?: string
}

function parse(text: string): LooseBody {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}
